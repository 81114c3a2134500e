# A network with dropout, label smoothing, clipped gradients and a schedule.
import torch
import torch.nn as nn

torch.manual_seed(3)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(0.2), nn.Linear(8, 2))
opt = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=5, gamma=0.5)
x = torch.randn(16, 4)
y = torch.randint(0, 2, (16,))
crit = nn.CrossEntropyLoss(label_smoothing=0.1)
for epoch in range(12):
    model.train()
    opt.zero_grad()
    out = model(x)
    loss = crit(out, y)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    opt.step()
    sched.step()
    if epoch % 3 == 0:
        print(epoch, f"{loss.item():.4f} {norm:.4f} {sched.get_last_lr()[0]:.5f}")
model.eval()
with torch.no_grad():
    pred = model(x).argmax(1)
    print(pred, (pred == y).float().mean().item())
print(model)
