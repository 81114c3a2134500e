"""torch.optim: optimizers and schedules of learning rates, in files named as torch's."""
