import torch.nn as nn

layers = [
    nn.Linear(1, 1),
    nn.Conv1d(1, 1, 1),
    nn.ConvTranspose2d(1, 1, 1),
    nn.MaxPool2d(2),
    nn.MaxUnpool2d(2),
    nn.AvgPool1d(2),
    nn.AvgPool2d(2),
    nn.LPPool2d(2, 2),
    nn.AdaptiveAvgPool2d(1),
    nn.AdaptiveMaxPool1d(1),
    nn.ReflectionPad1d(1),
    nn.ReplicationPad2d(1),
    nn.CircularPad1d(1),
    nn.ConstantPad1d(1, 0.0),
    nn.ZeroPad2d(1),
    nn.BatchNorm1d(1),
    nn.InstanceNorm1d(1),
    nn.LayerNorm(1),
    nn.Dropout(0.5),
    nn.ReLU(),
    nn.ReLU6(),
    nn.Hardswish(),
    nn.Softsign(),
    nn.ELU(),
    nn.Softshrink(),
    nn.Softmax(0),
    nn.RNN(1, 1),
    nn.LSTM(1, 1),
    nn.GRUCell(1, 1),
    nn.MSELoss(),
    nn.CosineEmbeddingLoss(),
]


class Doubled(nn.Conv1d):
    pass


for layer in [*layers, Doubled(1, 1, 1)]:
    try:
        layer()
    except TypeError as error:
        print(error)
