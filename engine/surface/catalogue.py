"""What torch has besides functions of tensors: classes, switches and the autograd interface.

A table from torch's name, without the leading `torch.`, to the module beside this one and the
attribute in it. A module is imported when one of its names is first looked up, so a program pays
only for what it uses. Functions of tensors are rows and stand in no list.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

# module beside this one -> the names that it defines; `name=attribute` where the two differ
_PROVIDED: dict[str, str] = {
    "size": "Size",
    "device": "device set_default_device get_default_device",
    "cuda": """
        cuda.is_available=is_available cuda.device_count=device_count
        cuda.current_device=current_device cuda.synchronize=synchronize
        cuda.empty_cache=empty_cache cuda.manual_seed=manual_seed
        cuda.manual_seed_all=manual_seed backends.mps.is_available=is_available
        mps.is_available=is_available backends.mps.is_built=is_built
        backends.cuda.is_built=is_built backends.cudnn.is_available=is_available
        xpu.is_available=is_available accelerator.is_available=is_available
    """,
    "defaults": """
        set_default_dtype get_default_dtype set_default_tensor_type finfo iinfo can_cast
        promote_types result_type is_tensor is_floating_point is_complex is_nonzero numel
        get_num_threads set_num_threads use_deterministic_algorithms
        are_deterministic_algorithms_enabled
    """,
    "shape_functions": """
        broadcast_shapes unravel_index range empty_strided empty_permuted fill_diagonal_
        resize_as_ detach get_device is_storage typename newaxis set_flush_denormal
        set_float32_matmul_precision get_float32_matmul_precision compile
        jit.script=compile
    """,
    "storages": """
        TypedStorage UntypedStorage storage.TypedStorage=TypedStorage
        storage.UntypedStorage=UntypedStorage
    """,
    "sharing": """
        from_dlpack frombuffer utils.dlpack.from_dlpack=from_dlpack
        utils.dlpack.to_dlpack=to_dlpack to_dlpack
    """,
    "rearrangement": "func.rearrange=rearrange",
    "windows": "hann_window hamming_window blackman_window bartlett_window kaiser_window",
    "types": """
        Tensor dtype FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ShortTensor
        CharTensor ByteTensor BoolTensor autograd.Variable=Variable strided layout
        contiguous_format preserve_format memory_format channels_last channels_last_3d
    """,
    "printing": "set_printoptions get_printoptions _tensor_str.get_printoptions=get_printoptions",
    "arrays": "from_numpy",
    "seeds": """
        Generator default_generator manual_seed seed initial_seed get_rng_state set_rng_state
        random.manual_seed=manual_seed random.seed=seed random.initial_seed=initial_seed
        random.get_rng_state=get_rng_state random.set_rng_state=set_rng_state
        random.fork_rng=fork_rng
    """,
    "draws": "rand randn rand_like randn_like randint randint_like randperm",
    "distributions": "normal bernoulli poisson multinomial",
    "dropouts": """
        dropout feature_dropout alpha_dropout feature_alpha_dropout rrelu
        nn.functional.dropout=functional_dropout nn.functional.dropout1d=dropout1d
        nn.functional.dropout2d=dropout2d nn.functional.dropout3d=dropout3d
        nn.functional.alpha_dropout=functional_alpha_dropout
        nn.functional.feature_alpha_dropout=functional_feature_alpha_dropout
        nn.functional.rrelu=functional_rrelu nn.functional.gumbel_softmax=gumbel_softmax
    """,
    "fractional_pools": """
        nn.functional.fractional_max_pool2d=fractional_max_pool2d
        nn.functional.fractional_max_pool3d=fractional_max_pool3d
        nn.functional.fractional_max_pool2d_with_indices=fractional_max_pool2d_with_indices
        nn.functional.fractional_max_pool3d_with_indices=fractional_max_pool3d_with_indices
    """,
    "grad_modes": """
        no_grad enable_grad set_grad_enabled inference_mode is_grad_enabled
        is_inference_mode_enabled is_inference
        autograd.no_grad=no_grad autograd.enable_grad=enable_grad
        autograd.set_grad_enabled=set_grad_enabled autograd.inference_mode=inference_mode
        autograd.grad_mode.no_grad=no_grad autograd.grad_mode.enable_grad=enable_grad
        autograd.grad_mode.set_grad_enabled=set_grad_enabled
        autograd.grad_mode.inference_mode=inference_mode
        autograd.enforce_grad_layout_policy=enforce_grad_layout_policy
        autograd.grad_mode.enforce_grad_layout_policy=enforce_grad_layout_policy
    """,
    "members": "linalg.LinAlgError=_LinAlgError",
    "autograd": "autograd.backward=backward autograd.grad=grad",
    "anomaly": """
        autograd.detect_anomaly=detect_anomaly autograd.set_detect_anomaly=set_detect_anomaly
        autograd.anomaly_mode.detect_anomaly=detect_anomaly
        autograd.anomaly_mode.set_detect_anomaly=set_detect_anomaly
        is_anomaly_enabled is_anomaly_check_nan_enabled
    """,
    "function": """
        autograd.Function=Function autograd.function.Function=Function
        autograd.function.once_differentiable=once_differentiable
        autograd.function.FunctionCtx=FunctionCtx
    """,
    "nodes": """
        autograd.graph.Node=Node autograd.graph.get_gradient_edge=get_gradient_edge
        autograd.graph.GradientEdge=GradientEdge
        autograd.graph.register_multi_grad_hook=register_multi_grad_hook
        autograd.graph.increment_version=increment_version
    """,
    "saved_hooks": """
        autograd.graph.saved_tensors_hooks=saved_tensors_hooks
        autograd.graph.save_on_cpu=save_on_cpu
        autograd.graph.disable_saved_tensors_hooks=disable_saved_tensors_hooks
    """,
    "data": """
        utils.data.Dataset=Dataset utils.data.TensorDataset=TensorDataset
        utils.data.Subset=Subset utils.data.DataLoader=DataLoader
        utils.data.random_split=random_split utils.data.default_collate=default_collate
    """,
    "checkpoint": """
        utils.checkpoint.checkpoint=checkpoint
        utils.checkpoint.checkpoint_sequential=checkpoint_sequential
    """,
    "jacobians": """
        autograd.functional.jacobian=jacobian autograd.functional.hessian=hessian
    """,
    "products": """
        autograd.functional.vjp=vjp autograd.functional.jvp=jvp
        autograd.functional.hvp=hvp autograd.functional.vhp=vhp
    """,
    "transforms": """
        func.grad=grad func.grad_and_value=grad_and_value func.vjp=vjp func.jvp=jvp
        func.linearize=linearize func.functionalize=functionalize
    """,
    "func_jacobians": "func.jacrev=jacrev func.jacfwd=jacfwd func.hessian=hessian",
    "functional_calls": """
        func.functional_call=functional_call func.stack_module_state=stack_module_state
        nn.utils.stateless.functional_call=functional_call
    """,
    "vmap": "func.vmap=vmap vmap",
    "dual": """
        autograd.forward_ad.dual_level=dual_level autograd.forward_ad.make_dual=make_dual
        autograd.forward_ad.unpack_dual=unpack_dual
    """,
    "grad_check": """
        autograd.gradcheck=gradcheck autograd.gradgradcheck=gradgradcheck
        autograd.gradcheck.gradcheck=gradcheck autograd.gradcheck.gradgradcheck=gradgradcheck
        autograd.gradcheck.GradcheckError=GradcheckError
    """,
}
# the same for what stands below a prefix: every name of the list is one of the module's own
_BELOW: dict[str, dict[str, str]] = {
    "nn.": {
        "nn.parameter": "Parameter Buffer",
        "nn.module": "Module",
        "nn.container": "Sequential ModuleList ModuleDict",
        "nn.parameter_container": "ParameterList ParameterDict",
        "nn.linear": "Identity Linear Bilinear",
        "nn.sparse": "Embedding EmbeddingBag",
        "nn.flatten": "Flatten Unflatten",
        "nn.dropout": """
            Dropout Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout
        """,
        "nn.distance": "PairwiseDistance CosineSimilarity",
        "nn.activation": """
            ReLU SiLU Mish SELU Hardsigmoid Hardswish Sigmoid Tanh LogSigmoid Softsign Tanhshrink
            Threshold RReLU Hardtanh ReLU6 ELU CELU LeakyReLU GLU GELU Hardshrink Softshrink
            Softplus PReLU Softmax Softmin LogSoftmax Softmax2d
        """,
        "nn.loss": """
            L1Loss MSELoss SmoothL1Loss HuberLoss NLLLoss CrossEntropyLoss BCELoss
            BCEWithLogitsLoss KLDivLoss PoissonNLLLoss GaussianNLLLoss CTCLoss
        """,
        "nn.margin_loss": """
            HingeEmbeddingLoss SoftMarginLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss
            MultiMarginLoss CosineEmbeddingLoss MarginRankingLoss TripletMarginLoss
            TripletMarginWithDistanceLoss
        """,
        "nn.linear_loss": "LinearCrossEntropyLoss",
        "nn.batchnorm": "BatchNorm1d BatchNorm2d BatchNorm3d",
        "nn.instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
        "nn.normalization": "LayerNorm GroupNorm RMSNorm LocalResponseNorm",
        "nn.rnn": "RNNBase RNN LSTM GRU",
        "nn.rnn_cell": "RNNCellBase RNNCell LSTMCell GRUCell",
        "nn.conv": """
            Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d
        """,
        "nn.pooling": """
            MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d AvgPool1d AvgPool2d
            AvgPool3d LPPool1d LPPool2d LPPool3d
        """,
        "nn.fractional_pooling": "FractionalMaxPool2d FractionalMaxPool3d",
        "nn.adaptive_pooling": """
            AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AdaptiveAvgPool1d
            AdaptiveAvgPool2d AdaptiveAvgPool3d
        """,
        "nn.padding": """
            ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d
            ReplicationPad3d CircularPad1d CircularPad2d CircularPad3d ConstantPad1d
            ConstantPad2d ConstantPad3d ZeroPad1d ZeroPad2d ZeroPad3d
        """,
        "nn.upsampling": "Upsample UpsamplingNearest2d UpsamplingBilinear2d",
        "nn.pixelshuffle": "PixelShuffle PixelUnshuffle",
        "nn.channelshuffle": "ChannelShuffle",
        "nn.fold": "Fold Unfold",
        "nn.attention": "MultiheadAttention",
        "nn.transformer": """
            Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer
            TransformerDecoderLayer
        """,
    },
    "nn.parameter.": {"nn.parameter": "Parameter Buffer"},
    "nn.init.": {
        "nn.init": """
            uniform_ normal_ constant_ ones_ zeros_ eye_ dirac_ calculate_gain xavier_uniform_
            xavier_normal_ kaiming_uniform_ kaiming_normal_ trunc_normal_ orthogonal_ sparse_
        """,
    },
    "nn.utils.": {
        "nn.clip": """
            get_total_norm clip_grad_norm_ clip_grads_with_norm_ clip_grad_value_
            parameters_to_vector vector_to_parameters
        """,
    },
    "optim.": {
        "optim.optimizer": "Optimizer",
        "optim.sgd": "SGD",
        "optim.adam": "Adam",
        "optim.adamw": "AdamW",
        "optim.adamax": "Adamax",
        "optim.nadam": "NAdam",
        "optim.radam": "RAdam",
        "optim.rmsprop": "RMSprop",
        "optim.adagrad": "Adagrad",
        "optim.adadelta": "Adadelta",
        "optim.rprop": "Rprop",
        "optim.asgd": "ASGD",
        "optim.lbfgs": "LBFGS",
    },
    "optim.lr_scheduler.": {
        "optim.lr_scheduler": "LRScheduler LambdaLR MultiplicativeLR",
        "optim.schedules": """
            StepLR MultiStepLR ConstantLR LinearLR ExponentialLR PolynomialLR CosineAnnealingLR
            CosineAnnealingWarmRestarts
        """,
        "optim.composed": "SequentialLR ChainedScheduler",
        "optim.plateau": "ReduceLROnPlateau",
        "optim.cyclic": "CyclicLR OneCycleLR",
    },
    "nn.functional.": {
        "activations": """
            relu relu6 silu mish selu hardsigmoid hardswish threshold hardtanh elu celu
            leaky_relu relu_ selu_ threshold_ hardtanh_ elu_ celu_ leaky_relu_
        """,
    },
}
_CONSTANTS: dict[str, Any] = {"__version__": "2.13.0+cpu", "version.cuda": None}

_places: dict[str, tuple[str, str]] = {}
for _module, _names in _PROVIDED.items():
    for _entry in _names.split():
        _name, _, _attribute = _entry.partition("=")
        _places[_name] = (_module, _attribute or _name)
for _prefix, _modules in _BELOW.items():
    for _module, _names in _modules.items():
        _places |= {_prefix + _name: (_module, _name) for _name in _names.split()}


def find(name: str) -> Any:
    """What torch calls `name`, such as 'no_grad' or 'autograd.Function'; None if nothing.

    Raises: KeyError never; a listed name whose module lacks it is a fault of this table.
    """
    place = _places.get(name)
    if place is None:
        return _CONSTANTS.get(name)
    module, attribute = place
    return getattr(importlib.import_module(f".{module}", __package__), attribute)


def knows(name: str) -> bool:
    """Whether torch has `name` by this table; imports nothing."""
    return name in _places or name in _CONSTANTS


# What expressions may use of it: the rest changes the state of the engine, or asks for it.
_FOR_EXPRESSIONS = ("draws", "distributions")
_QUESTIONS = [
    "broadcast_shapes",
    "can_cast",
    "is_complex",
    "is_floating_point",
    "is_tensor",
    "promote_types",
    "result_type",
]


def is_for_expressions(name: str) -> bool:
    """Whether a name of the table is a function that expressions may use, too."""
    return name in _QUESTIONS or (name in _places and _places[name][0] in _FOR_EXPRESSIONS)


def names() -> Iterator[str]:
    """Every name of the table."""
    yield from _places
    yield from _CONSTANTS
