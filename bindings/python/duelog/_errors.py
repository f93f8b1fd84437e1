"""The exceptions of the package."""

from __future__ import annotations

import json
from typing import Any, Optional


class Error(Exception):
    """Something could not be done.

    `code` is a name for programs, `remedy` says what to do about it, and `rule` is the rule of the rulebook that
    stands against it; each of them where it is known.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str = "error",
        remedy: Optional[str] = None,
        rule: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.rule = rule

    def __str__(self) -> str:
        rule = f" ({self.rule})" if self.rule and self.rule not in self.message else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{self.message}{rule}{remedy}"


class UsageError(Error, ValueError):
    """The call makes no sense: an unknown game or card, a moment that a log does not have."""


class FileError(Error, OSError):
    """A file cannot be read or written."""

    def __str__(self) -> str:
        return Error.__str__(self)


class SetupError(Error):
    """A match cannot begin so."""


class RefusedError(Error):
    """The rules refuse an answer; `rule` says which one. The match is as before."""


class ClosedError(Error):
    """The match is closed, or it is over: nobody is asked."""


class LimitError(Error):
    """Something makes more work than it may."""


class EngineError(Error):
    """An engine in another process has ended or does not answer."""


class FindingError(Error):
    """A log does not replay: `report` is the finding, with the same fields as `Verdict.data`."""

    def __init__(self, message: str, *, report: dict[str, Any], **more: Any) -> None:
        super().__init__(message, **more)
        self.report = report
        self.verdict: str = report.get("verdict", "")
        self.at: Optional[int] = report.get("at")


_CLASSES: dict[str, type[Error]] = {
    **dict.fromkeys(("usage", "malformed", "unknown", "seat", "match_id", "back_up", "consent"), UsageError),
    **dict.fromkeys(("system", "log", "files"), FileError),
    **dict.fromkeys(("setup", "illegal_setup"), SetupError),
    **dict.fromkeys(
        ("wrong_seat", "wrong_shape", "not_offered", "out_of_range", "not_canonical", "together", "elsewhere"),
        RefusedError,
    ),
    **dict.fromkeys(("over", "no_match", "closed"), ClosedError),
    "limit": LimitError,
    "engine": EngineError,
}


def of(code: str, message: str, remedy: Optional[str] = None, rule: Optional[str] = None) -> Error:
    """The exception for a code of the engine."""
    return _CLASSES.get(code, Error)(message, code=code, remedy=remedy or None, rule=rule)


def finding(report: str) -> FindingError:
    """The exception for a finding, as JSON."""
    data: dict[str, Any] = json.loads(report)
    return FindingError(
        data.get("message", "the log does not replay"),
        report=data,
        code=str(data.get("verdict", "finding")).replace("-", "_"),
        remedy=data.get("remedy"),
        rule=data.get("rule"),
    )
