//! A repository made for a test, with one of the scripts of `.ci` in it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A checkout in which `git` works.
pub struct Checkout {
    folder: tempfile::TempDir,
    script: String,
}

impl Checkout {
    /// One with this script; none where there is no git.
    pub fn with(script: &str) -> Option<Checkout> {
        let checkout =
            Checkout { folder: tempfile::tempdir().expect("a folder"), script: script.to_string() };
        let text = fs::read_to_string(duelog_tests::root().join(script)).expect("a script");
        checkout.write(script, &text);
        checkout.git(&["init", "-q"]).then_some(checkout)
    }

    fn git(&self, args: &[&str]) -> bool {
        let named = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(named).args(args).current_dir(self.folder.path()).output();
        output.is_ok_and(|output| output.status.success())
    }

    /// Puts a text into a file.
    pub fn write(&self, file: &str, text: &str) {
        let path = self.folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Takes a file away.
    pub fn remove(&self, file: &str) {
        fs::remove_file(self.folder.path().join(file)).expect("a file");
    }

    /// Commits everything.
    pub fn commit(&self) {
        assert!(self.git(&["add", "-A"]) && self.git(&["commit", "-q", "--allow-empty", "-m", "a"]));
    }

    /// Commits everything on a branch of its own, which is then merged.
    pub fn commit_beside(&self) {
        assert!(self.git(&["checkout", "-q", "-b", "beside"]));
        self.commit();
        assert!(self.git(&["checkout", "-q", "-"]));
        assert!(
            self.git(&["merge", "-q", "--no-ff", "-m", "a", "beside"])
                && self.git(&["branch", "-d", "beside"])
        );
    }

    /// Whether the script lets the checkout through.
    pub fn passes(&self) -> bool {
        let script = self.folder.path().join(&self.script);
        Command::new("bash").arg(script).output().expect("bash").status.success()
    }
}
