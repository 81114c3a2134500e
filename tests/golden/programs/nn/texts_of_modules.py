# The texts of modules.
import torch, torch.nn as nn

mods = [
    nn.Linear(2, 3),
    nn.Linear(2, 3, bias=False),
    nn.Conv1d(1, 2, 3, padding=1),
    nn.Conv2d(3, 8, (3, 5), stride=2, padding=(1, 2), bias=False),
    nn.Conv2d(4, 4, 3, groups=2, dilation=2, padding="same"),
    nn.ConvTranspose2d(1, 2, 3, output_padding=1, stride=2),
    nn.MaxPool2d(2),
    nn.MaxPool1d(2, stride=1, padding=1),
    nn.AvgPool2d(2),
    nn.AdaptiveAvgPool2d((1, 1)),
    nn.AdaptiveAvgPool1d(1),
    nn.BatchNorm1d(3),
    nn.BatchNorm2d(3, affine=False, track_running_stats=False),
    nn.LayerNorm(4),
    nn.LayerNorm((2, 3), elementwise_affine=False),
    nn.GroupNorm(2, 4),
    nn.InstanceNorm1d(2),
    nn.Dropout(),
    nn.Dropout(0.1, inplace=True),
    nn.Dropout2d(),
    nn.AlphaDropout(),
    nn.Embedding(10, 3),
    nn.Embedding(10, 3, padding_idx=0),
    nn.EmbeddingBag(4, 2),
    nn.RNN(2, 3),
    nn.LSTM(2, 3, num_layers=2, batch_first=True, dropout=0.1),
    nn.GRU(2, 3, bidirectional=True),
    nn.RNNCell(2, 3),
    nn.LSTMCell(2, 3),
    nn.GRUCell(2, 3, bias=False),
    nn.Bilinear(1, 2, 3),
    nn.Identity(),
    nn.Flatten(),
    nn.Flatten(0),
    nn.Unflatten(1, (2, 2)),
    nn.ReLU(),
    nn.ReLU(inplace=True),
    nn.LeakyReLU(),
    nn.LeakyReLU(0.2),
    nn.ELU(),
    nn.SELU(),
    nn.CELU(),
    nn.GELU(),
    nn.GELU("tanh"),
    nn.SiLU(),
    nn.Mish(),
    nn.Sigmoid(),
    nn.Tanh(),
    nn.Softmax(dim=1),
    nn.Softmax(),
    nn.LogSoftmax(dim=-1),
    nn.Softplus(),
    nn.Softsign(),
    nn.Hardtanh(),
    nn.Hardswish(),
    nn.ReLU6(),
    nn.PReLU(),
    nn.PReLU(3),
    nn.Threshold(0.1, 2),
    nn.LogSigmoid(),
    nn.Softmin(dim=0),
    nn.Tanhshrink(),
    nn.Hardshrink(),
    nn.Softshrink(),
    nn.GLU(),
    nn.MSELoss(),
    nn.L1Loss(reduction="sum"),
    nn.CrossEntropyLoss(),
    nn.CrossEntropyLoss(weight=torch.ones(2), label_smoothing=0.1),
    nn.NLLLoss(),
    nn.BCELoss(),
    nn.BCEWithLogitsLoss(),
    nn.SmoothL1Loss(),
    nn.HuberLoss(delta=2),
    nn.KLDivLoss(reduction="batchmean"),
    nn.TripletMarginLoss(),
    nn.CosineEmbeddingLoss(),
    nn.MarginRankingLoss(),
    nn.HingeEmbeddingLoss(),
    nn.PoissonNLLLoss(),
    nn.GaussianNLLLoss(),
    nn.Upsample(scale_factor=2),
    nn.PixelShuffle(2),
    nn.ZeroPad2d(1),
    nn.ConstantPad1d(1, 0.5),
    nn.ReflectionPad1d(2),
    nn.CosineSimilarity(),
    nn.PairwiseDistance(),
    nn.MultiheadAttention(4, 2),
    nn.TransformerEncoderLayer(4, 2, 8),
    nn.Sequential(),
    nn.ModuleList(),
    nn.ModuleDict(),
    nn.Sequential(nn.Linear(1, 2), nn.Sequential(nn.ReLU(), nn.Dropout())),
    nn.ModuleList([nn.Linear(1, 1), nn.ReLU()]),
    nn.ModuleList([nn.Linear(1, 1), nn.Linear(1, 1), nn.Linear(2, 1)]),
    nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.ReLU()}),
    nn.ParameterList([torch.ones(2), nn.Parameter(torch.ones(2, 3))]),
    nn.ParameterDict({"w": nn.Parameter(torch.ones(2))}),
    nn.Module(),
]
for m in mods:
    print(m)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 3)
        self.act = nn.ReLU()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
        self.w = nn.Parameter(torch.ones(1))
        self.register_buffer("b", torch.zeros(1))
        self.none = None

    def extra_repr(self):
        return "k=3"


print(Net())
print(repr(Net().layers))
print(str(Net().fc1))
print([nn.ReLU(), nn.Linear(1, 1)])


class Leaf(nn.Module):
    def extra_repr(self):
        return "x=1"


print(Leaf(), nn.Sequential(Leaf(), nn.ReLU()))
from collections import OrderedDict

print(nn.Sequential(OrderedDict([("fc", nn.Linear(1, 2)), ("act", nn.ReLU())])))
print(Net().fc1.extra_repr(), Net()._get_name())
