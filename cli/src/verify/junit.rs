//! Verdicts as JUnit XML, which continuous integration shows as results of tests.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use duelog_verifier::several::Several;
use duelog_verifier::{Report, Verdict};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use tempfile::NamedTempFile;

use crate::new_file::{folder_of, may_replace, publish, put_in_place};
use crate::output::Failure;
use crate::plain::plain;

/// A file of results that is written log by log, and is there as a whole or not at all.
pub(super) struct Junit {
    path: PathBuf,
    writer: Writer<BufWriter<NamedTempFile>>,
    failed: Option<io::Error>,
}

impl Junit {
    /// Begins the file.
    ///
    /// # Errors
    /// Wrong use where another kind of file is there, a system error where its folder cannot be written.
    pub(super) fn begin(path: &Path) -> Result<Junit, Failure> {
        may_replace(path, "JUnit XML", b"<?xml")?;
        let file = NamedTempFile::new_in(folder_of(path)).map_err(|error| unwritten(path, &error))?;
        let writer = Writer::new_with_indent(BufWriter::new(file), b' ', 2);
        let mut junit = Junit { path: path.to_path_buf(), writer, failed: None };
        junit.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        junit.write(Event::Start(BytesStart::new("testsuites")));
        junit.write(Event::Start(BytesStart::new("testsuite").with_attributes([("name", "duelog verify")])));
        Ok(junit)
    }

    /// Writes the verdict on a log: a finding is a failure, a log that could not be judged to its end is skipped.
    pub(super) fn verdict(&mut self, log: &Path, report: &Report) {
        let result = match report.verdict {
            Verdict::Verified => None,
            Verdict::Undecided | Verdict::Outdated | Verdict::Incomplete => Some("skipped"),
            Verdict::Unreadable
            | Verdict::Torn
            | Verdict::Corrupt
            | Verdict::Tampered
            | Verdict::Unfair
            | Verdict::Unsupported
            | Verdict::Illegal
            | Verdict::Diverged
            | Verdict::Mistold
            | Verdict::Mistimed
            | Verdict::WithoutPart
            | Verdict::OtherMatch
            | Verdict::Contradicted
            | Verdict::Cut
            | Verdict::WrongKey
            | Verdict::Unsigned => Some("failure"),
        };
        let Some(result) = result else {
            self.case(log, None);
            return;
        };
        let lines = [
            report.at.map(|at| format!("decision {at} of {}", report.decisions)),
            report.rule.as_ref().map(|rule| format!("rule {rule}")),
            report.path.as_ref().map(|path| format!("place {path}")),
            report.remedy.clone(),
        ];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        self.case(log, Some((result, report.verdict.word(), &report.message, &text)));
    }

    /// Writes whether the games of a match belong together, and if not why.
    pub(super) fn several(&mut self, several: &Several) {
        let name =
            format!("match {}", several.first.as_deref().unwrap_or("of a log whose labels bind no game"));
        let text = several.findings.join("\n");
        let result = match (several.findings.first(), several.winner) {
            (Some(finding), _) => Some(("failure", "mismatched", finding.clone())),
            (None, None) => Some(("skipped", "undecided", several.in_words())),
            (None, Some(_)) => None,
        };
        let result = result.as_ref().map(|(result, kind, why)| (*result, *kind, why.as_str(), text.as_str()));
        self.case(Path::new(&name), result);
    }

    /// Writes that a log has no verdict.
    pub(super) fn error(&mut self, log: &Path, why: &str) {
        self.case(log, Some(("error", "no-verdict", why, "")));
    }

    /// Ends the file and puts it in its place.
    ///
    /// # Errors
    /// A system error where it cannot be written as a whole; one that was there before stays.
    pub(super) fn end(mut self) -> Result<(), Failure> {
        self.write(Event::End(BytesEnd::new("testsuite")));
        self.write(Event::End(BytesEnd::new("testsuites")));
        let Junit { path, writer, failed } = self;
        let done = failed.map_or(Ok(()), Err).and_then(|()| {
            let mut file = writer.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?;
            file.write_all(b"\n")?;
            publish(&file)?;
            put_in_place(file, &path).map(drop)
        });
        done.map_err(|error| unwritten(&path, &error))
    }

    fn case(&mut self, log: &Path, result: Option<(&'static str, &str, &str, &str)>) {
        let name = plain(&log.display().to_string());
        let case = BytesStart::new("testcase")
            .with_attributes([("classname", "duelog.verify"), ("name", name.as_str())]);
        let Some((result, kind, message, text)) = result else {
            self.write(Event::Empty(case));
            return;
        };
        self.write(Event::Start(case));
        let message = plain(message);
        self.write(Event::Start(
            BytesStart::new(result).with_attributes([("type", kind), ("message", message.as_str())]),
        ));
        let text = text.lines().map(plain).collect::<Vec<_>>().join("\n");
        self.write(Event::Text(BytesText::new(&text)));
        self.write(Event::End(BytesEnd::new(result)));
        self.write(Event::End(BytesEnd::new("testcase")));
    }

    fn write(&mut self, event: Event<'_>) {
        if self.failed.is_none() {
            self.failed = self.writer.write_event(event).err();
        }
    }
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::system(
        format!("{}: {error}", path.display()),
        "name a file for --junit in a folder that can be written and has room; the verdicts above hold",
    )
}
