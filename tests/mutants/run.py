"""Runs lists of mutants, as `cargo mutants --list --json` gives them, against the tests of their crates.

    run.py LIST...

All of them are woven into one build: a function with mutants becomes a `match` over which one is alive, told
by an environment variable, with the function as it was for all others. So a mutant costs a run of the tests
and no build. What does not compile is found by `cargo check` and taken out again (unviable). What is outside
of functions, and functions that are `const` or return `impl Trait`, cannot be woven and are left out.

A mutant of a game that the tests of its crate miss is run against the game's scenarios too. Everything
happens in a copy of the sources, `target/mutants/sources`.
"""

import hashlib
import json
import os
import re
import resource
import selectors
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "target/mutants/sources"
BUILD = ROOT / "target/mutants/build"
UNVIABLE = ROOT / "target/mutants/unviable"
VARIABLE = "DUELOG_MUTANT"
SWITCH = f"""
/// Which mutant is alive; 0 when none is.
pub fn living_mutant() -> u32 {{
    static LIVING: std::sync::LazyLock<u32> =
        std::sync::LazyLock::new(|| std::env::var("{VARIABLE}").map_or(0, |text| text.parse().unwrap_or(0)));
    *LIVING
}}
"""
# The scenarios of a game are its tests too, and stand in a crate of their own.
SCENARIOS = {
    "duelog-magic": "scenarios::every_scenario_of_magic_holds",
    "duelog-duel-masters": "scenarios::every_scenario_of_duel_masters_holds",
    "duelog-flesh-and-blood": "scenarios::every_scenario_of_flesh_and_blood_holds",
}
# Take longer than all other tests: one kills its own programs at 220 moments, the other asks that nothing
# panics.
LEFT_OUT = ["--skip=the_log_survives_kill_9", "--skip=nonsense_never_ends_the_run"]
# A mutant may take all time or memory: it is stopped after some processor time, and at some size.
SPARE_SECONDS = 8
MEMORY_BYTES = 6 << 30
WALL_SECONDS = 600


def copy_sources(woven):
    """Brings the copy up to date but for the files that are woven; what is the same is not touched, so that
    it is not built again."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    for name in names:
        source, copy = ROOT / name, COPY / name
        if not source.is_file() or (name in woven and copy.is_file()):
            continue
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


class Source:
    """A file's text and its places by line and column."""

    def __init__(self, name):
        self.text = (ROOT / name).read_text()
        self.lines = [0]
        for line in self.text.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def span(self, span):
        place = lambda at: self.lines[at["line"] - 1] + at["column"] - 1
        return place(span["start"]), place(span["end"])

    def body(self, function):
        """Where a function's body begins and ends, its braces included; none when it can have one only."""
        start, end = self.span(function["span"])
        head = re.search(r"^[^/#\n]*?\bfn\s+\w+", self.text[start:end], re.MULTILINE)
        if head is None or re.search(r"\bconst\s", head.group()) or "impl " in function["return_type"]:
            return None
        depth, at = 0, start + head.end()
        while depth > 0 or self.text[at] != "{":
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self.text[at], 0)
            at += 1
        return at, end


def weave(name, mutants):
    """The file with all of `mutants`, and the lines of each."""
    source = Source(name)
    bodies = {}
    for mutant in mutants:
        bodies.setdefault(source.body(mutant["function"]), []).append(mutant)
    inserted = []
    for (start, end), here in bodies.items():
        arms = []
        for mutant in here:
            change_start, change_end = source.span(mutant["span"])
            body = source.text[start:change_start] + mutant["replacement"] + source.text[change_end:end]
            arms.append((f"{mutant['number']} => {body}\n", mutant["number"]))
        others = " && ".join(f"mutant != {mutant['number']}" for mutant in here)
        inserted.append((start, 0, [(f"{{ match crate::living_mutant() {{ mutant if {others} => ", None)]))
        inserted.append((end, 1, [("\n", None), *arms, ("_ => unreachable!() } }", None)]))
    out, at, line, lines = [], 0, 1, {}
    # A function within another one ends first.
    for place, _, pieces in sorted(inserted, key=lambda each: each[:2]):
        out.append(source.text[at:place])
        line += out[-1].count("\n")
        at = place
        for piece, number in pieces:
            out.append(piece)
            if number is not None:
                lines[number] = range(line, line + piece.count("\n"))
            line += piece.count("\n")
    out.append(source.text[at:])
    return "".join(out), lines


def cargo(*arguments):
    environment = {**os.environ, "RUSTFLAGS": "-Awarnings"}
    command = ["cargo", *arguments, "--message-format=json", f"--target-dir={BUILD}"]
    run = subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True)
    return run, [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def identity(mutant):
    """What a mutant is the same by in another run."""
    return hashlib.sha256((mutant["name"] + mutant["diff"]).encode()).hexdigest()


def write(mutants, names):
    """Writes the files `names` with the mutants in them into the copy; the lines of each mutant."""
    lines = {}
    for name in names:
        text, here = weave(name, [mutant for mutant in mutants if mutant["file"] == name])
        text += SWITCH if name.endswith("src/lib.rs") else ""
        lines.update({number: (name, where) for number, where in here.items()})
        if (COPY / name).read_text() != text:
            (COPY / name).write_text(text)
    return lines


def build(mutants):
    """Weaves what compiles; the mutants that do. Those that did not before are not tried again."""
    known = set(UNVIABLE.read_text().splitlines()) if UNVIABLE.is_file() else set()
    files = {mutant["file"] for mutant in mutants}
    names = sorted(files | {name.split("/src/")[0] + "/src/lib.rs" for name in files})
    copy_sources(names)
    mutants = [mutant for mutant in mutants if identity(mutant) not in known]
    packages = [f"--package={package}" for package in sorted({mutant["package"] for mutant in mutants})]
    # Some faults are found when code is made only: a number that always overflows.
    for command in (["check", "--profile", "test", "--keep-going"], ["test", "--no-run"]):
        while True:
            lines = write(mutants, names)
            run, messages = cargo(*command, *packages, "--lib")
            if run.returncode == 0:
                break
            errors = [each["message"] for each in messages if each["reason"] == "compiler-message"]
            errors = [error for error in errors if error["level"] == "error"]
            spans = [span for error in errors for span in error["spans"] if span["is_primary"]]
            unviable = {
                number
                for number, (name, where) in lines.items()
                if any(span["file_name"] == name and span["line_start"] in where for span in spans)
            }
            if not unviable:
                sys.exit("\n".join(error["rendered"] for error in errors) + run.stderr[-3000:])
            known |= {identity(mutant) for mutant in mutants if mutant["number"] in unviable}
            UNVIABLE.write_text("\n".join(sorted(known)))
            mutants = [mutant for mutant in mutants if mutant["number"] not in unviable]
    return mutants


def tests_of(package, *only):
    """The test programs of a package and the folders that they run in."""
    run, messages = cargo("test", "--no-run", "--package", package, *only)
    if run.returncode != 0:
        sys.exit(run.stderr[-3000:])
    return [
        (message["executable"], str(Path(message["manifest_path"]).parent))
        for message in messages
        if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]
    ]


def limit(seconds):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return apply


def run_test(test, number, seconds, arguments=()):
    """How a test program ends under a mutant, and by which test."""
    program, folder = test
    own = {VARIABLE: str(number), "CARGO_MANIFEST_DIR": folder, "RUST_MIN_STACK": str(64 << 20)}
    process = subprocess.Popen(
        [program, "--test-threads=2", *LEFT_OUT, *arguments],
        cwd=folder,
        env={**os.environ, **own},
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=limit(seconds),
    )
    deadline, output, outcome = time.monotonic() + WALL_SECONDS, b"", None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while outcome is None:
            if not selector.select(max(0, deadline - time.monotonic())):
                outcome = "timeout", "nothing more happened"
                break
            chunk = os.read(process.stdout.fileno(), 1 << 16)
            if not chunk:
                break
            output += chunk
            failed = re.search(rb"^test (\S+).* \.\.\. FAILED", output, re.MULTILINE)
            if failed:
                outcome = "caught", failed.group(1).decode()
    if outcome is not None:
        os.killpg(process.pid, signal.SIGKILL)
    code = process.wait()
    if outcome is None:
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            outcome = "timeout", Path(program).name
        else:
            outcome = ("missed", "") if code == 0 else ("caught", f"{Path(program).name} ends with {code}")
    return outcome


def timed(tests, arguments=()):
    """Each test program with the processor time that it may take, the quickest first; all must pass."""
    measured = []
    for test in tests:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome, which = run_test(test, 0, 3600, arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if outcome != "missed":
            sys.exit(f"{test[0]} fails without a mutant: {which}")
        taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        measured.append((taken, test, int(3 * taken) + SPARE_SECONDS))
    measured.sort()
    for taken, test, _ in measured:
        print(f"  {Path(test[0]).name}: {taken:.1f} s", flush=True)
    return [(test, seconds, arguments) for _, test, seconds in measured]


def judge(mutants, stages, table):
    """Runs each mutant until a test fails; what survives. The program that noticed the last one of the same
    file runs first: most often it is the one that is about this file."""
    survivors, noticed_by = [], {}
    for mutant in mutants:
        outcome, which = "missed", ""
        for stage in sorted(stages, key=lambda stage: stage is not noticed_by.get(mutant["file"])):
            test, seconds, arguments = stage
            outcome, which = run_test(test, mutant["number"], seconds, arguments)
            if outcome != "missed":
                noticed_by[mutant["file"]] = stage
                break
        if outcome == "missed":
            survivors.append(mutant)
        table[mutant["number"]] = outcome, which
        print(f"{outcome}\t{mutant['name']}\t{which}", flush=True)
    return survivors


def summary(what, mutants, table):
    counts = {word: 0 for word in ("caught", "missed", "timeout", "unviable", "left out")}
    for mutant in mutants:
        counts[table[mutant["number"]][0]] += 1
    noticed = counts["caught"] + counts["timeout"]
    viable = noticed + counts["missed"]
    told = ", ".join(f"{count} {word}" for word, count in counts.items())
    print(f"{what}: {len(mutants)} mutants: {told}")
    print(f"{what}: {noticed} of {viable} viable noticed, {100 * noticed / max(viable, 1):.1f} %", flush=True)


def main():
    mutants = [mutant for name in sys.argv[1:] for mutant in json.loads(Path(name).read_text())]
    table = {}
    for number, mutant in enumerate(mutants, 1):
        mutant["number"] = number
    has_body = lambda mutant: mutant["function"] and Source(mutant["file"]).body(mutant["function"])
    woven = [mutant for mutant in mutants if has_body(mutant)]
    viable = build(woven)
    for mutant in mutants:
        if mutant not in viable:
            table[mutant["number"]] = ("unviable" if mutant in woven else "left out"), ""
            print(f"{table[mutant['number']][0]}\t{mutant['name']}", flush=True)
    for package in dict.fromkeys(mutant["package"] for mutant in mutants):
        here = [mutant for mutant in mutants if mutant["package"] == package]
        survivors = judge([mutant for mutant in here if mutant in viable], timed(tests_of(package)), table)
        summary(f"{package}, its own tests", here, table)
        if package in SCENARIOS and survivors:
            scenarios = tests_of("duelog-tests", "--test", "across")
            judge(survivors, timed(scenarios, ("--exact", SCENARIOS[package])), table)
            summary(f"{package}, its own tests and its scenarios", here, table)


if __name__ == "__main__":
    main()
