import torch
class MyReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)
    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input
torch.manual_seed(0)
N, D_in, H, D_out = 8, 5, 4, 2
x = torch.randn(N, D_in); y = torch.randn(N, D_out)
w1 = torch.randn(D_in, H, requires_grad=True); w2 = torch.randn(H, D_out, requires_grad=True)
for t in range(10):
    relu = MyReLU.apply
    y_pred = relu(x.mm(w1)).mm(w2)
    loss = (y_pred - y).pow(2).sum()
    if t % 3 == 0: print(t, loss.item())
    loss.backward()
    with torch.no_grad():
        w1 -= 1e-2 * w1.grad; w2 -= 1e-2 * w2.grad
        w1.grad.zero_(); w2.grad.zero_()
print(w1, w2)
