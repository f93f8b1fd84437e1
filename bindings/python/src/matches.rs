//! Matches that are played.

use std::sync::Mutex;

use duelog::embedded;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::faults::broken;

/// One connection to an engine in this process, by lines of the protocol.
#[pyclass(frozen)]
pub struct Session(Mutex<embedded::Session>);

#[pymethods]
impl Session {
    #[new]
    fn new() -> Session {
        Session(Mutex::new(embedded::Session::new()))
    }

    /// Obeys a line; the response, and behind it notifications.
    fn obey<'py>(&self, py: Python<'py>, line: Vec<u8>) -> PyResult<Bound<'py, PyBytes>> {
        let obeyed = py.detach(|| self.0.lock().ok().map(|mut session| session.obey(&line)));
        Ok(PyBytes::new(py, &obeyed.ok_or_else(broken)?))
    }

    /// The bytes of the log in memory.
    fn log<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let log = py.detach(|| self.0.lock().ok().map(|session| session.log()));
        Ok(PyBytes::new(py, &log.ok_or_else(broken)?))
    }
}
