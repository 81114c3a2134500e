"""What operations on matrices say when arguments do not fit, as torch 2.13.0 says it.

Each case: the operation, its tensors of ones by dtype and shape (`h2,3`: float32, 2 by 3; `i`
int64, `b` bool, no letter float64, `-` for no axes), settings, the type of the error, its text.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gradcalc.engine import Tensor, errors
from gradcalc.engine.surface.namespace import lookup

KINDS = {"h": np.float32, "i": np.int64, "b": np.bool_}
TYPES: dict[str, type[Exception]] = {
    "RuntimeError": RuntimeError,
    "IndexError": IndexError,
    "NotImplementedError": NotImplementedError,
    "LinAlgError": errors.LinAlgError,
}
CASES: list[tuple[str, str, tuple, str, str]] = [
    (
        "matmul",
        "2,3 2,2",
        (),
        "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (2x3 and 2x2)",
    ),
    (
        "matmul",
        "2,3 2",
        (),
        "RuntimeError",
        "size mismatch, got input (2), mat (2x3), vec (2)",
    ),
    (
        "matmul",
        "2 3,2",
        (),
        "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (1x2 and 3x2)",
    ),
    (
        "matmul",
        "2 3",
        (),
        "RuntimeError",
        "inconsistent tensor size, expected tensor [2] and src [3] to have the same number "
        "of elements, but got 2 and 3 elements respectively",
    ),
    (
        "matmul",
        "2,2,3 2,2,2",
        (),
        "RuntimeError",
        "Expected size for first two dimensions of batch2 tensor to be: [2, 3] but got: [2, 2].",
    ),
    (
        "matmul",
        "2,2,3 3,3,2",
        (),
        "RuntimeError",
        "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
    ),
    (
        "matmul",
        "- 2,2",
        (),
        "RuntimeError",
        "both arguments to matmul need to be at least 1D, but they are 0D and 2D",
    ),
    (
        "matmul",
        "2,2 h2,2",
        (),
        "RuntimeError",
        "expected m1 and m2 to have the same dtype, but got: double != float",
    ),
    (
        "matmul",
        "2 h2",
        (),
        "RuntimeError",
        "dot : expected both vectors to have same dtype, but found Double and Float",
    ),
    (
        "matmul",
        "2,2 h2",
        (),
        "RuntimeError",
        "addmv input tensors must have the same dtype, but got Float, Double, and Float",
    ),
    (
        "matmul",
        "3,2,2 h3,2,2",
        (),
        "RuntimeError",
        "expected scalar type Double but found Float",
    ),
    (
        "matmul",
        "2,2 i2,2",
        (),
        "RuntimeError",
        "expected m1 and m2 to have the same dtype, but got: double != long int",
    ),
    (
        "matmul",
        "b2,2 b2,2",
        (),
        "NotImplementedError",
        "\"addmm_impl_cpu_\" not implemented for 'Bool'",
    ),
    (
        "matmul",
        "b2 b2",
        (),
        "NotImplementedError",
        "\"dot\" not implemented for 'Bool'",
    ),
    (
        "mm",
        "2 2,2",
        (),
        "RuntimeError",
        "self must be a matrix",
    ),
    (
        "mm",
        "2,2 2",
        (),
        "RuntimeError",
        "mat2 must be a matrix",
    ),
    (
        "mv",
        "2 2",
        (),
        "RuntimeError",
        "vector + matrix @ vector expected, got 1, 1, 1",
    ),
    (
        "bmm",
        "2,3 3,3,2",
        (),
        "RuntimeError",
        "batch1 must be a 3D tensor",
    ),
    (
        "bmm",
        "2,2,3 3,2",
        (),
        "RuntimeError",
        "batch2 must be a 3D tensor",
    ),
    (
        "dot",
        "2,2 2",
        (),
        "RuntimeError",
        "1D tensors expected, but got 2D and 1D tensors",
    ),
    (
        "inner",
        "2,3 2,2",
        (),
        "RuntimeError",
        "inner() the last dimension must match on both input tensors but got shapes [2, 3] "
        "and [2, 2]",
    ),
    (
        "inner",
        "2 h2",
        (),
        "RuntimeError",
        "both inputs should have same dtype",
    ),
    (
        "outer",
        "2,2 2",
        (),
        "RuntimeError",
        "outer: Expected 1-D argument self, but got 2-D",
    ),
    (
        "addmm",
        "3,3 2,3 3,2",
        (),
        "RuntimeError",
        "The expanded size of the tensor (2) must match the existing size (3) at "
        "non-singleton dimension 1.  Target sizes: [2, 2].  Tensor sizes: [3, 3]",
    ),
    (
        "addmm",
        "2,2,2 2,3 3,2",
        (),
        "RuntimeError",
        "expand(torch.DoubleTensor{[2, 2, 2]}, size=[2, 2]): the number of sizes provided "
        "(2) must be greater or equal to the number of dimensions in the tensor (3)",
    ),
    (
        "addmm",
        "2,2 2 3,2",
        (),
        "RuntimeError",
        "mat1 must be a matrix, got 1-D tensor",
    ),
    (
        "addmm",
        "h2,2 2,3 3,2",
        (),
        "RuntimeError",
        "self and mat2 must have the same dtype, but got Float and Double",
    ),
    (
        "addmv",
        "3 2,3 3",
        (),
        "RuntimeError",
        "size mismatch, got input (3), mat (2x3), vec (3)",
    ),
    (
        "addmv",
        "h2 2,3 3",
        (),
        "RuntimeError",
        "addmv input tensors must have the same dtype, but got Float, Double, and Double",
    ),
    (
        "addr",
        "2,2 2 3",
        (),
        "RuntimeError",
        "The expanded size of the tensor (3) must match the existing size (2) at "
        "non-singleton dimension 1.  Target sizes: [2, 3].  Tensor sizes: [2, 2]",
    ),
    (
        "addr",
        "2,2 2,2 2",
        (),
        "RuntimeError",
        "addr: Expected 1-D argument vec1, but got 2-D",
    ),
    (
        "addbmm",
        "2,2 2,2,3 2,2,2",
        (),
        "RuntimeError",
        "Incompatible matrix sizes for bmm (2x3 and 2x2)",
    ),
    (
        "addbmm",
        "2,2 2,2,3 3,3,2",
        (),
        "RuntimeError",
        "batch1 and batch2 must have same number of batches, got 2 and 3",
    ),
    (
        "baddbmm",
        "h2,2,2 2,2,3 2,3,2",
        (),
        "RuntimeError",
        "Input dtypes must be the same, got: input float, batch1: double, batch2: double",
    ),
    (
        "chain_matmul",
        "2,3 3",
        (),
        "RuntimeError",
        "Tensor dimension is 1, expected 2 instead.",
    ),
    (
        "cross",
        "2,2 2,2",
        (),
        "RuntimeError",
        "no dimension of size 3 in input",
    ),
    (
        "linalg.cross",
        "3 3,3",
        (),
        "RuntimeError",
        "linalg.cross: inputs must have the same number of dimensions.",
    ),
    (
        "linalg.cross",
        "3,2 3,2",
        (),
        "RuntimeError",
        "linalg.cross: inputs dimension -1 must have length 3. Got 2 and 2",
    ),
    (
        "linalg.cross",
        "3 h3",
        (),
        "RuntimeError",
        "expected scalar type Double but found Float",
    ),
    (
        "linalg.vecdot",
        "2 h2",
        (),
        "RuntimeError",
        "linalg.vecdot: Expected x and y to have the same dtype, but found x of type "
        "Double and y of type Float instead",
    ),
    (
        "linalg.vecdot",
        "i2 i2",
        (),
        "RuntimeError",
        "linalg.vecdot: Expected a floating point or complex tensor as input. Got Long",
    ),
    (
        "trace",
        "2",
        (),
        "RuntimeError",
        "trace: expected a matrix, but got tensor with dim 1",
    ),
    (
        "trace",
        "b2,2",
        (),
        "NotImplementedError",
        "\"trace\" not implemented for 'Bool'",
    ),
    (
        "nn.functional.linear",
        "3 2,2",
        (),
        "RuntimeError",
        "mat1 and mat2 shapes cannot be multiplied (1x3 and 2x2)",
    ),
    (
        "nn.functional.linear",
        "2,3 2,2,3",
        (),
        "RuntimeError",
        "t() expects a tensor with <= 2 dimensions, but self is 3D",
    ),
    (
        "nn.functional.bilinear",
        "2,3 3,4 5,3,4",
        (),
        "RuntimeError",
        "bilinear(): input batch dimensions do not match at dim 0: got 2 and 3",
    ),
    (
        "nn.functional.bilinear",
        "2,3 2,4 5,3,3",
        (),
        "RuntimeError",
        "bilinear(): input2 size does not match weight size: got 4 but expected 3",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (1,),
        "RuntimeError",
        "contracted dimensions need to match, but first has size 3 in dim -1 and second "
        "has size 2 in dim 0",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (3,),
        "RuntimeError",
        "tensordot expects dims < ndim_a or ndim_b, but got dims=3",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (-1,),
        "RuntimeError",
        "tensordot expects dims >= 0, but got dims=-1",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (([0, 1], [0]),),
        "RuntimeError",
        "both dimension lists should have same length",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (([0], [5]),),
        "IndexError",
        "Dimension out of range (expected to be in range of [-2, 1], but got 5)",
    ),
    (
        "tensordot",
        "2,3 2,3",
        (([0, 0], [0, 0]),),
        "RuntimeError",
        "dim 0 appears multiple times in the list of dims",
    ),
    (
        "det",
        "2,3",
        (),
        "RuntimeError",
        "linalg.det: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "det",
        "2",
        (),
        "RuntimeError",
        "linalg.det: The input tensor A must have at least 2 dimensions.",
    ),
    (
        "det",
        "i2,2",
        (),
        "RuntimeError",
        "linalg.det: Expected a floating point or complex tensor as input. Got Long",
    ),
    (
        "logdet",
        "2,3",
        (),
        "RuntimeError",
        "logdet: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "inverse",
        "2,2",
        (),
        "LinAlgError",
        "linalg.inv: The diagonal element 2 is zero, the inversion could not be completed "
        "because the input matrix is singular.",
    ),
    (
        "inverse",
        "3,2,2",
        (),
        "LinAlgError",
        "linalg.inv: (Batch element 0): The diagonal element 2 is zero, the inversion "
        "could not be completed because the input matrix is singular.",
    ),
    (
        "inverse",
        "2,3",
        (),
        "RuntimeError",
        "linalg.inv: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.solve",
        "2,2 2",
        (),
        "LinAlgError",
        "torch.linalg.solve: The solver failed because the input matrix is singular.",
    ),
    (
        "linalg.solve",
        "2,3 2",
        (),
        "RuntimeError",
        "linalg.solve: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.solve",
        "2,2 3,2",
        (),
        "RuntimeError",
        "linalg.solve: Incompatible shapes of A and B for the equation AX = B (2x2 and 3x2)",
    ),
    (
        "linalg.solve",
        "2,2 h2",
        (),
        "RuntimeError",
        "linalg.solve: Expected A and B to have the same dtype, but found A of type Double "
        "and B of type Float instead",
    ),
    (
        "linalg.solve",
        "3,2,2 4,2,1",
        (),
        "RuntimeError",
        "The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 0",
    ),
    (
        "linalg.tensorinv",
        "2,3",
        (),
        "RuntimeError",
        "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
        "prod(self.shape[:ind]), but got 1 != 6",
    ),
    (
        "linalg.tensorinv",
        "2,2,4",
        (0,),
        "RuntimeError",
        "Expected a strictly positive integer for 'ind', but got 0",
    ),
    (
        "linalg.tensorsolve",
        "2,2,4 4",
        (),
        "RuntimeError",
        "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
        "prod(self.shape[:other.ndim]), but got 8 != 4",
    ),
    (
        "triangular_solve",
        "2 2,2",
        (),
        "RuntimeError",
        "torch.triangular_solve: Expected b to have at least 2 dimensions, but it has 1 "
        "dimensions instead",
    ),
    (
        "triangular_solve",
        "3,1 2,2",
        (),
        "RuntimeError",
        "Incompatible matrix sizes for triangular_solve: each A matrix is 2 by 2 but each "
        "b matrix is 3 by 1",
    ),
    (
        "linalg.cholesky",
        "2,2",
        (),
        "LinAlgError",
        "linalg.cholesky: The factorization could not be completed because the input is "
        "not positive-definite (the leading minor of order 2 is not positive-definite).",
    ),
    (
        "linalg.cholesky",
        "2,3",
        (),
        "RuntimeError",
        "linalg.cholesky: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "cholesky",
        "2,2,2",
        (),
        "LinAlgError",
        "cholesky: (Batch element 0): The factorization could not be completed because the "
        "input is not positive-definite (the leading minor of order 2 is not "
        "positive-definite).",
    ),
    (
        "cholesky_solve",
        "2,1 2,3",
        (),
        "RuntimeError",
        "A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.lu",
        "2",
        (),
        "RuntimeError",
        "linalg.lu: Expected tensor with 2 or more dimensions. Got size: [2] instead",
    ),
    (
        "linalg.lu",
        "i2,2",
        (),
        "NotImplementedError",
        "\"lu_cpu\" not implemented for 'Long'",
    ),
    (
        "linalg.lu_factor",
        "2,2",
        (),
        "RuntimeError",
        "torch.linalg.lu_factor: U[2,2] is zero and using it on lu_solve would result in a "
        "division by zero. If you still want to perform the factorization, consider "
        "calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)",
    ),
    (
        "linalg.qr",
        "2",
        (),
        "RuntimeError",
        "linalg.qr: The input tensor A must have at least 2 dimensions.",
    ),
    (
        "linalg.qr",
        "2,2",
        ("foo",),
        "RuntimeError",
        "qr received unrecognized mode 'foo' but expected one of 'reduced' (default), 'r', "
        "or 'complete'",
    ),
    (
        "linalg.svd",
        "2",
        (),
        "RuntimeError",
        "linalg.svd: The input tensor A must have at least 2 dimensions.",
    ),
    (
        "linalg.svdvals",
        "i2,2",
        (),
        "RuntimeError",
        "linalg.svd: Expected a floating point or complex tensor as input. Got Long",
    ),
    (
        "linalg.eigh",
        "2,3",
        (),
        "RuntimeError",
        "linalg.eigh: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.eigh",
        "2,2",
        ("X",),
        "RuntimeError",
        "Expected UPLO argument to be 'L' or 'U', but got X",
    ),
    (
        "linalg.eigh",
        "i2,2",
        (),
        "NotImplementedError",
        "\"linalg_eigh_cpu\" not implemented for 'Long'",
    ),
    (
        "linalg.pinv",
        "2",
        (),
        "RuntimeError",
        "linalg.pinv(Double{[2]}): expected a tensor with 2 or more dimensions of float, "
        "double, cfloat or cdouble types",
    ),
    (
        "linalg.pinv",
        "i2,2",
        (),
        "RuntimeError",
        "linalg.pinv(Long{[2, 2]}): expected a tensor with 2 or more dimensions of float, "
        "double, cfloat or cdouble types",
    ),
    (
        "linalg.matrix_rank",
        "2",
        (),
        "RuntimeError",
        "torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.",
    ),
    (
        "linalg.matrix_power",
        "2,3",
        (2,),
        "RuntimeError",
        "linalg.matrix_power: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.matrix_power",
        "2,2",
        (-1,),
        "LinAlgError",
        "linalg.inv: The diagonal element 2 is zero, the inversion could not be completed "
        "because the input matrix is singular.",
    ),
    (
        "linalg.cond",
        "2,3",
        (1,),
        "RuntimeError",
        "linalg.cond(ord=1): A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.cond",
        "2,2",
        ("foo",),
        "RuntimeError",
        "linalg.cond got an invalid norm type: foo",
    ),
    (
        "matrix_exp",
        "2,3",
        (),
        "RuntimeError",
        "linalg.matrix_exp: A must be batches of square matrices, but they are 2 by 3 matrices",
    ),
    (
        "linalg.vander",
        "-",
        (),
        "RuntimeError",
        "N must be greater than 1.",
    ),
    (
        "vander",
        "2,2",
        (),
        "RuntimeError",
        "x must be a one-dimensional tensor.",
    ),
    (
        "linalg.householder_product",
        "2,3 2",
        (),
        "RuntimeError",
        "torch.linalg.householder_product: input.shape[-2] must be greater than or equal "
        "to input.shape[-1]",
    ),
    (
        "linalg.householder_product",
        "3,2 3",
        (),
        "RuntimeError",
        "torch.linalg.householder_product: input.shape[-1] must be greater than or equal "
        "to tau.shape[-1]",
    ),
    (
        "ormqr",
        "3,2 2 2,4",
        (),
        "RuntimeError",
        "torch.ormqr: other.shape[-2] must be equal to input.shape[-2]",
    ),
    (
        "linalg.lstsq",
        "3,2 2,1",
        (),
        "RuntimeError",
        "torch.linalg.lstsq: input.size(-2) should match other.size(-2)",
    ),
    (
        "linalg.lstsq",
        "2 2",
        (),
        "RuntimeError",
        "torch.linalg.lstsq: input must have at least 2 dimensions.",
    ),
    (
        "cdist",
        "2,3 4,2",
        (),
        "RuntimeError",
        "X1 and X2 must have the same number of columns. X1: 3 X2: 2",
    ),
    (
        "cdist",
        "2 2",
        (),
        "RuntimeError",
        "cdist only supports at least 2D tensors, X1 got: 1D",
    ),
    (
        "cdist",
        "2,3 4,3",
        (-1.0,),
        "RuntimeError",
        "cdist only supports non-negative p values",
    ),
    (
        "cdist",
        "i2,3 i4,3",
        (),
        "RuntimeError",
        "cdist only supports floating-point dtypes, X1 got: Long",
    ),
    (
        "linalg.multi_dot*",
        "2,3",
        (),
        "RuntimeError",
        "multi_dot(): expected at least 2 tensors but got 1",
    ),
    (
        "linalg.multi_dot*",
        "2,3 2,2",
        (),
        "RuntimeError",
        "multi_dot(): tensors 0 and 1 with shapes [2, 3] and [2, 2] cannot be multiplied",
    ),
    (
        "linalg.multi_dot*",
        "2,3 2,2,2",
        (),
        "RuntimeError",
        "multi_dot(): the last tensor must be 1D or 2D but got 3D",
    ),
    (
        "linalg.multi_dot*",
        "2,3 3 3,2",
        (),
        "RuntimeError",
        "multi_dot(): tensor 1 must be 2D but got 1D",
    ),
    (
        "linalg.multi_dot*",
        "2,3 h3,3",
        (),
        "RuntimeError",
        "multi_dot(): all tensors must have be the same dtype but tensor 0 is double and "
        "tensor 1 float",
    ),
    (
        "einsum@ij,jk->ik",
        "2,3 2,3",
        (),
        "RuntimeError",
        "einsum(): subscript j has size 2 for operand 1 which does not broadcast with "
        "previously seen size 3",
    ),
    (
        "einsum@ij,jk->ik",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): fewer operands were provided than specified in the equation",
    ),
    (
        "einsum@ij->ij",
        "2,3 2,3",
        (),
        "RuntimeError",
        "einsum(): more operands were provided than specified in the equation",
    ),
    (
        "einsum@ij->k",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): output subscript k does not appear in the equation for any input operand",
    ),
    (
        "einsum@ij->ii",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): output subscript i appears more than once in the output",
    ),
    (
        "einsum@ijk->i",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): the number of subscripts in the equation (3) does not match the number "
        "of dimensions (2) for operand 0 and no ellipsis was given",
    ),
    (
        "einsum@ii->i",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): subscript i is repeated for operand 0 but the sizes don't match, 3 != 2",
    ),
    (
        "einsum@i1->i",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): invalid subscript given at index 1 in the equation string, subscripts "
        "must be in [a-zA-Z]",
    ),
    (
        "einsum@i..->i",
        "2,3",
        (),
        "RuntimeError",
        "einsum(): found '.' for operand 0 that is not part of any ellipsis",
    ),
    (
        "einsum@i->->i",
        "2",
        (),
        "RuntimeError",
        "einsum(): invalid subscript given at index 3 in the equation string, subscripts "
        "must be in [a-zA-Z]",
    ),
]


def _ones(spec: str) -> Tensor:
    kind = KINDS.get(spec[0], np.float64)
    sizes = spec.lstrip("hib-")
    return Tensor(np.ones([int(n) for n in sizes.split(",")] if sizes else (), kind))


@pytest.mark.parametrize(("call", "specs", "settings", "kind", "text"), CASES)
def test_errors_are_those_of_torch(
    call: str, specs: str, settings: tuple, kind: str, text: str
) -> None:
    tensors: list[Any] = [_ones(s) for s in specs.split()]
    name, _, equation = call.partition("@")
    if name.endswith("*"):
        name, tensors = name[:-1], [tensors]
    arguments = [equation, *tensors] if equation else [*tensors, *settings]
    with pytest.raises(TYPES[kind]) as caught:
        lookup(name)(*arguments)
    assert str(caught.value) == text
