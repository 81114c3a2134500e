"""The commands that answer one question about one expression."""

from .options import (
    Care,
    Ceilings,
    Choice,
    Cotangent,
    OnKinks,
    Output,
    Problem,
    Tangents,
    takes,
)


@takes(Problem, Output, Ceilings)
def eval_(problem: Problem, output: Output, ceilings: Ceilings) -> None:
    """Print the value of an expression.

    Examples:
      gradcalc eval '2^10'
      gradcalc eval 'sum(A, dim=0)' A='[[1,2],[30,40]]'
      gradcalc eval 'u = x*y; u^2 + sin(u)' x=2 y=0.5 --digits full
    """
    respond("eval", problem, output, ceilings)


@takes(Problem, Choice, Output, Care, Ceilings)
def grad(problem: Problem, choice: Choice, output: Output, care: Care, ceilings: Ceilings) -> None:
    """Print the value and the gradient of an expression.

    Examples:
      gradcalc grad 'x^2*sin(y)' x=2 y=0.5
      gradcalc grad '-x^2' x=3
      gradcalc grad 'mean(3*(x+2)^2)' x='[[1,2],[3,4]]' --format json
      gradcalc grad 'x*y + sin(x)' x=1 y=2 --only x
      gradcalc grad 'sqrt(x)' x=0 --finite
      gradcalc grad 'abs(x)' x=0 --kinks warn

    The expression must give one number; for several, see jac and vjp.
    """
    respond("grad", problem, output, ceilings, choice.wrt, kinks=care.kinks)


@takes(Problem, Choice, Output, Care, Ceilings)
def jac(problem: Problem, choice: Choice, output: Output, care: Care, ceilings: Ceilings) -> None:
    """Print the value and the Jacobian: every number by every number.

    Examples:
      gradcalc jac '[x[0]^2, x[1]^2, x[2]^2]' x='[1,2,3]'
      gradcalc jac '[r*cos(t), r*sin(t)]' r=2 t=0.5
      gradcalc jac 'A @ v' A='[[1,2],[3,4]]' v='[1,1]' --only v --format csv

    The block df/dx has the shape of the value followed by the shape of x.
    """
    respond("jac", problem, output, ceilings, choice.wrt, kinks=care.kinks)


@takes(Problem, Choice, Output, Care, Ceilings)
def hess(problem: Problem, choice: Choice, output: Output, care: Care, ceilings: Ceilings) -> None:
    """Print the value and the Hessian, all second derivatives.

    Examples:
      gradcalc hess '100*(y-x^2)^2 + (1-x)^2' x=1 y=1
      gradcalc hess 'sum(x^3)' x='[1,2,3]' --only x
      gradcalc hess 'x^2*y^3' x=2 y=1 --only x,y

    The block d2f/dxdy has the shape of x followed by the shape of y.
    """
    respond("hess", problem, output, ceilings, choice.wrt, kinks=care.kinks)


@takes(Problem, Choice, Cotangent, Output, Care, Ceilings)
def vjp(
    problem: Problem,
    choice: Choice,
    vector: Cotangent,
    output: Output,
    care: Care,
    ceilings: Ceilings,
) -> None:
    """Print the value, and a cotangent times the Jacobian.

    Examples:
      gradcalc vjp '3*a^3 - b^2' a='[2,3]' b='[6,4]' --cotangent '[1,1]'
      gradcalc vjp 'A @ v' A='[[1,2],[3,4]]' v='[1,1]' --cotangent '[1,0]' --only v
    """
    cotangent = vector.cotangent
    respond("vjp", problem, output, ceilings, choice.wrt, cotangent=cotangent, kinks=care.kinks)


@takes(Problem, Choice, Tangents, Output, Care, Ceilings)
def jvp(
    problem: Problem,
    choice: Choice,
    vectors: Tangents,
    output: Output,
    care: Care,
    ceilings: Ceilings,
) -> None:
    """Print the value, and the Jacobian times tangents.

    Examples:
      gradcalc jvp '[x*y, x+y]' x=2 y=3 --tangent x=1
      gradcalc jvp 'sin(x)' x='[0,1]' --tangent x='[1,-1]'
    """
    tangents = vectors.tangent or []
    respond("jvp", problem, output, ceilings, choice.wrt, tangents=tangents, kinks=care.kinks)


@takes(Problem, Choice, Tangents, Output, Care, Ceilings)
def hvp(
    problem: Problem,
    choice: Choice,
    vectors: Tangents,
    output: Output,
    care: Care,
    ceilings: Ceilings,
) -> None:
    """Print the value, and the Hessian times tangents.

    Examples:
      gradcalc hvp 'sum(x^3)' x='[1,2,3]' --tangent x='[1,0,0]'
      gradcalc hvp 'x^2*y' x=2 y=3 --tangent y=1
    """
    tangents = vectors.tangent or []
    respond("hvp", problem, output, ceilings, choice.wrt, tangents=tangents, kinks=care.kinks)


def respond(
    do: str,
    problem: Problem,
    output: Output,
    ceilings: Ceilings,
    wrt: str | None = None,
    cotangent: str | None = None,
    tangents: list[str] | None = None,
    kinks: OnKinks = OnKinks.silent,
) -> None:
    """Read the inputs, answer, and print."""
    from .compiler import Compiler
    from .inputs import Values, read_limits, read_names, read_problem, read_tangents, read_vector
    from .numerals import read_digits

    # First whatever can be wrong without numbers: the engine, and numpy, come after it.
    read_digits(output.digits)
    names = read_names(wrt)
    limits, most_bytes = read_limits(ceilings)
    compiler = Compiler(limits)
    text, assignments = read_problem(problem, compiler)
    values = Values(compiler, most_bytes)
    values.parse(assignments)

    from .output import write
    from .request import Request, answer, numbers

    with numbers(problem.dtype, most_bytes):
        known = values.read_all(assignments)
        request = Request(do, text, known, names, dtype=problem.dtype)
        if cotangent is not None:
            request.cotangent = read_vector(cotangent, "--cotangent", values)
        if tangents is not None:
            request.tangents = read_tangents(tangents, values)
        found = answer(request, compiler)
        if kinks is not OnKinks.silent:
            from .kinks import heed

            heed(found.evaluation, kinks)
        write(found, output)
