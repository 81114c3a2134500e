"""torch.nn: modules with parameters, in files named as torch's."""
