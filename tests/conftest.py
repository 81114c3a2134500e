"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# a busy machine is no fault of the code: no test asserts a time
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")
