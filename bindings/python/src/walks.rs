//! Logs whose states are walked through.

use std::sync::{Arc, Mutex};

use duelog::embedded;
use duelog_kernel::{Seat, Viewer};
use pyo3::prelude::*;

use crate::faults::{broken, halted, raised};

/// A walk over the states of a log.
#[pyclass(frozen)]
pub struct Walk(Mutex<embedded::Walk>);

#[pymethods]
impl Walk {
    #[new]
    fn new(py: Python<'_>, log: Vec<u8>) -> PyResult<Walk> {
        let begun = py.detach(|| embedded::Walk::new(Arc::from(log)));
        begun.map(|walk| Walk(Mutex::new(walk))).map_err(|halt| halted(py, &halt))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<State> {
        let stepped = py.detach(|| self.0.lock().ok().map(|mut walk| walk.step()));
        match stepped.ok_or_else(broken)? {
            Ok(state) => Ok(State(Mutex::new(state))),
            Err(halt) => Err(halted(py, &halt)),
        }
    }
}

/// A match just after a decision.
#[pyclass(frozen)]
pub struct State(Mutex<embedded::State>);

#[pymethods]
impl State {
    /// How it stands, as JSON.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        self.told(py, |state| state.summary())
    }

    /// The table as the player in a seat, the public or a judge sees it, as JSON.
    #[pyo3(signature = (seat=None, public=false))]
    fn view(&self, py: Python<'_>, seat: Option<u8>, public: bool) -> PyResult<String> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(Seat(seat)),
            None if public => Viewer::Public,
            None => Viewer::Judge,
        };
        self.told(py, |state| state.view(viewer))
    }
}

impl State {
    fn told(
        &self,
        py: Python<'_>,
        tell: impl FnOnce(&mut embedded::State) -> Result<serde_json::Value, embedded::Error> + Send,
    ) -> PyResult<String> {
        let told = py.detach(|| self.0.lock().ok().map(|mut state| tell(&mut state)));
        told.ok_or_else(broken)?.map(|told| told.to_string()).map_err(|fault| raised(py, &fault))
    }
}
