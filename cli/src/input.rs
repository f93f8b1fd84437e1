//! Reading logs: from a file, or from standard input for `-`.

use std::io::Read;
use std::path::Path;

use crate::output::Failure;

/// All bytes of a log.
///
/// # Errors
/// A system error that names the file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    read.map_err(|error| Failure::system(format!("{}: {error}", path.display()), "name a log file that exists and can be read"))
}
