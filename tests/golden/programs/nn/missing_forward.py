# A module that forgot its forward ends the program.
import torch
import torch.nn as nn


class Silent(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)


net = Silent()
print(len(list(net.parameters())))
net(torch.ones(2))
