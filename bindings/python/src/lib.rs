//! The native part of the Python package `duelog`: commands, logs and matches as text and bytes, which the package makes
//! typed objects of. Nothing is decided here that `duelog::embedded` does not decide.

mod arena;
mod faults;
mod matches;
mod walks;

use std::path::PathBuf;
use std::sync::Arc;

use duelog::embedded;
use pyo3::prelude::*;

use faults::{halted, raised};

/// The lines of JSON that a command prints; it reads the given logs and no others.
#[pyfunction]
fn command(py: Python<'_>, words: Vec<String>, logs: Vec<(String, Vec<u8>)>) -> PyResult<String> {
    let done = py.detach(|| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        embedded::command(&words, logs.into_iter().map(|(name, log)| (name, Arc::from(log))).collect())
    });
    done.map_err(|fault| raised(py, &fault))
}

/// The bytes of a log file.
#[pyfunction]
fn log_file(py: Python<'_>, path: PathBuf) -> PyResult<Vec<u8>> {
    py.detach(|| embedded::log_file(&path)).map_err(|fault| raised(py, &fault))
}

/// The header of a log, as JSON.
#[pyfunction]
fn header(py: Python<'_>, log: &[u8]) -> PyResult<String> {
    embedded::header(log).map(|header| header.to_string()).map_err(|halt| halted(py, &halt))
}

/// The records of a log, as a list in JSON.
#[pyfunction]
fn records(py: Python<'_>, log: Vec<u8>) -> String {
    py.detach(|| serde_json::Value::from(embedded::records(&log)).to_string())
}

/// The words of a game, as JSON.
#[pyfunction]
fn game(py: Python<'_>, name: &str) -> PyResult<String> {
    embedded::game(name).map(|game| game.to_string()).map_err(|fault| raised(py, &fault))
}

/// The names of the games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    embedded::games().to_vec()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(command, module)?)?;
    module.add_function(wrap_pyfunction!(log_file, module)?)?;
    module.add_function(wrap_pyfunction!(header, module)?)?;
    module.add_function(wrap_pyfunction!(records, module)?)?;
    module.add_function(wrap_pyfunction!(game, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_class::<walks::Walk>()?;
    module.add_class::<walks::State>()?;
    module.add_class::<matches::Session>()?;
    module.add_class::<arena::Arena>()?;
    Ok(())
}
