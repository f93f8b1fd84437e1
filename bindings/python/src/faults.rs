//! Faults as exceptions of the package.

use duelog::embedded::{Error, Halt};
use pyo3::exceptions::{PyRuntimeError, PyStopIteration};
use pyo3::prelude::*;

/// The exception for a fault: `duelog._errors` has the class for each code.
pub fn raised(py: Python<'_>, fault: &Error) -> PyErr {
    let Error { code, message, remedy, rule } = fault;
    made(py, "of", (code.as_ref(), message.as_str(), remedy.as_deref(), rule.as_deref()))
}

/// The exception for the end of a walk.
pub fn halted(py: Python<'_>, halt: &Halt) -> PyErr {
    match halt {
        Halt::End => PyStopIteration::new_err(()),
        Halt::Failed(fault) => raised(py, fault),
        Halt::Finding(report) => made(py, "finding", (report.to_string(),)),
    }
}

/// The exception for a thread that failed while it held a match or a log.
pub fn broken() -> PyErr {
    PyRuntimeError::new_err("another thread failed while it used this object")
}

fn made<'py>(py: Python<'py>, maker: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("duelog._errors").and_then(|errors| errors.getattr(maker)?.call1(arguments));
    made.map_or_else(|error| error, PyErr::from_value)
}
