//! `duelog fleet`: logs that several workers verify, with servers and workers that fail.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use duelog_log_format::{Durability, Header, Reader, Writer};
use serde_json::{Value, json};

use crate::budget::heavy;
use crate::fleet_server::{Nats, Silent, Worker, fleet, folder, free_port, installed, program, some_logs};
use crate::help::shell;
use crate::running::{Ran, arg, duelog, root, timed};
use crate::serve::Server;

/// The verdicts of a fleet by digest, each there once, without who gave them; and the dead letters.
fn verdicts(ran: &Ran) -> (Vec<Value>, Vec<Value>) {
    let (mut verdicts, mut dead) = (Vec::new(), Vec::new());
    let mut digests = BTreeSet::new();
    for mut line in ran.json() {
        if let Some(letter) = line.get("dead") {
            dead.push(letter.clone());
        } else if let Some(fields) = line.as_object_mut().filter(|fields| fields.contains_key("verdict")) {
            let digest = fields.remove("digest").unwrap();
            assert!(digests.insert(digest.to_string()), "two verdicts on {digest}");
            assert!(fields.remove("by").unwrap()["worker"].is_string());
            assert!(fields.remove("bytes").unwrap().is_u64());
            verdicts.push(line);
        }
    }
    verdicts.sort_by_key(|line| line["log"].to_string());
    (verdicts, dead)
}

/// The verdicts of `duelog verify` on the same logs.
fn expected(logs: &Path) -> Vec<Value> {
    let ran = Command::new(program()).args(["verify", arg(logs), "--format", "json"]).output().unwrap();
    let lines = String::from_utf8(ran.stdout).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut verdicts: Vec<Value> = lines.filter(|line| line["verdict"].is_string()).collect();
    verdicts.sort_by_key(|line| line["log"].to_string());
    verdicts
}

/// The results of a fleet, once it has done all.
fn results(url: &str, code: i32) -> Ran {
    fleet(url, &["watch", "--until-empty", "--format", "json"]).ends(code)
}

#[test]
fn each_log_gets_the_verdict_of_verify_once_though_a_worker_is_killed() {
    let Some(folder) = folder() else { return };
    let logs = some_logs(folder.path(), 12);
    let mut damaged = fs::read(logs.join("duel-masters-1.duelog")).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(logs.join("damaged.duelog"), &damaged).unwrap();
    fs::write(logs.join("text.duelog"), "no log").unwrap();
    fs::write(logs.join("empty.duelog"), "").unwrap();
    let server = Nats::start(folder.path());
    let submitted = server.fleet(&["submit", arg(&logs), "--format", "json"]).ends(0).json();
    assert_eq!(submitted.len(), 16);
    assert_eq!(submitted[15]["summary"]["queued"], 15, "{submitted:?}");
    // A second time nothing is queued, and the list may come from elsewhere.
    let list = folder.path().join("list");
    fs::write(&list, arg(&logs)).unwrap();
    server.fleet(&["submit", "--files-from", arg(&list)]).ends(0);
    assert_eq!(server.stats()["waiting"], 15);
    let limits = ["--jobs", "2", "--lease", "1"];
    let mut killed = server.worker(&limits);
    killed.until("verdict");
    killed.until("taken");
    killed.kill();
    let others = [Silent::start(&server.url, &limits), Silent::start(&server.url, &limits)];
    let (judged, dead) = verdicts(&results(&server.url, 1));
    drop(others);
    assert_eq!(judged, expected(&logs));
    assert_eq!(dead, Vec::<Value>::new());
    let words: BTreeSet<&str> = judged.iter().map(|line| line["verdict"].as_str().unwrap()).collect();
    assert_eq!(words, BTreeSet::from(["corrupt", "unreadable", "verified"]));
    let stats = server.stats();
    assert_eq!((&stats["waiting"], &stats["in_work"], &stats["dead"]), (&json!(0), &json!(0), &json!(0)));
    assert_eq!(stats["verdicts"]["verified"], 12);
    assert!(stats["redeliveries"].as_u64().unwrap() >= 1, "{stats}");
    // A log with a verdict is handed in in vain.
    let again = server.fleet(&["submit", arg(&logs), "--format", "json"]).ends(0).json();
    assert_eq!(again[15]["summary"]["judged"], 15, "{again:?}");
    assert_eq!(server.stats()["waiting"], 0);
    let text = server.fleet(&["results", "--quiet"]).ends(1).out;
    assert_eq!(text.lines().count(), 4, "{text}");
    assert!(text.contains("unreadable") && text.contains("text.duelog: "), "{text}");
}

#[test]
fn a_job_that_always_kills_its_worker_ends_as_a_dead_letter() {
    let Some(folder) = folder() else { return };
    let log = heavy(folder.path(), 120, 3);
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&log)]).ends(0);
    let limits = ["--jobs", "1", "--lease", "1", "--deliveries", "2", "--budget", "0", "--timeout", "0"];
    for delivery in 1..=2 {
        let mut worker = server.worker(&limits);
        assert_eq!(worker.until("taken")["delivery"], delivery);
        worker.kill();
    }
    let (lines, _) = server.worker(&[&limits[..], &["--until-empty"]].concat()).ends();
    let dead = lines.iter().find(|line| line["dead"].is_string()).unwrap();
    assert!(dead["reason"].as_str().unwrap().contains("2 workers took it"), "{dead}");
    let (judged, dead) = verdicts(&results(&server.url, 1));
    assert!(judged.is_empty() && dead.len() == 1, "{judged:?} {dead:?}");
    assert_eq!((dead[0]["log"].as_str(), &dead[0]["game"]), (log.to_str(), &json!("magic")));
    let stats = server.stats();
    assert_eq!((&stats["dead"], &stats["redeliveries"]), (&json!(1), &json!(2)));
    // It stays given up, until somebody wants it tried anew: by a worker with limits it gets a verdict.
    let again = server.fleet(&["submit", arg(&log)]).ends(0).out;
    assert!(again.starts_with("dead ") && again.contains("--again"), "{again}");
    server.fleet(&["submit", arg(&log), "--again"]).ends(0);
    server.worker(&["--until-empty", "--budget", "100000"]).ends();
    let (judged, dead) = verdicts(&results(&server.url, 1));
    assert!(dead.is_empty() && judged[0]["verdict"] == "undecided", "{judged:?} {dead:?}");
}

#[test]
fn a_log_that_takes_too_long_gets_no_verdict_but_a_dead_letter() {
    let Some(folder) = folder() else { return };
    let log = heavy(folder.path(), 240, 24);
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&log)]).ends(0);
    let limits = ["--deliveries", "2", "--lease", "1", "--budget", "0", "--timeout", "1", "--until-empty"];
    let (lines, _) = server.worker(&limits).ends();
    assert!(lines.iter().any(|line| line["failed"].is_string()), "{lines:?}");
    let (judged, dead) = verdicts(&results(&server.url, 1));
    assert!(judged.is_empty(), "{judged:?}");
    assert!(dead[0]["reason"].as_str().unwrap().contains("it took 1 seconds (--timeout"), "{dead:?}");
}

#[test]
fn a_worker_that_is_told_to_end_gives_back_what_it_has() {
    let Some(folder) = folder() else { return };
    let log = heavy(folder.path(), 120, 3);
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&log)]).ends(0);
    let mut worker = server.worker(&["--budget", "0", "--timeout", "0", "--grace", "0", "--lease", "600"]);
    worker.until("taken");
    worker.signal("TERM");
    let (lines, _) = worker.ends();
    assert!(lines.iter().any(|line| line["given-back"].is_string()), "{lines:?}");
    // The next one need not wait until the lease ends.
    let (lines, _) = server.worker(&["--budget", "100000", "--until-empty"]).ends();
    assert!(lines.iter().any(|line| line["delivery"] == 2), "{lines:?}");
    results(&server.url, 1);
}

#[test]
fn a_worker_that_wakes_up_late_finds_the_verdict_of_another() {
    let Some(folder) = folder() else { return };
    let log = heavy(folder.path(), 120, 3);
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&log)]).ends(0);
    let limits = ["--lease", "1"];
    let mut late = server.worker(&limits);
    late.until("taken");
    late.signal("STOP");
    let (lines, _) = server.worker(&[&limits[..], &["--until-empty"]].concat()).ends();
    assert!(lines.iter().any(|line| line["delivery"] == 2), "{lines:?}");
    late.signal("CONT");
    assert_eq!(late.until("verdict")["verdict"], "incomplete");
    late.signal("TERM");
    late.ends();
    let (judged, dead) = verdicts(&results(&server.url, 6));
    assert_eq!((judged.len(), dead.len()), (1, 0));
}

#[test]
fn a_log_of_another_revision_is_left_to_a_worker_that_has_it() {
    let Some(folder) = folder() else { return };
    let logs = some_logs(folder.path(), 1);
    let bytes = fs::read(logs.join("duel-masters-1.duelog")).unwrap();
    let header = Reader::open(&bytes).unwrap().header().clone();
    let newer = Header { revision: 999, ..header };
    let written = Writer::create(Vec::new(), &newer, Durability::None).unwrap().into_storage().unwrap();
    fs::write(logs.join("newer.duelog"), written).unwrap();
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&logs)]).ends(0);
    server.worker(&["--until-empty"]).ends();
    let results = server.fleet(&["results", "--format", "json"]).ends(0);
    assert_eq!(verdicts(&results).0.len(), 1);
    assert_eq!(results.json().last().unwrap()["summary"]["in_queue"], 1);
    let queue = &server.stats()["queues"][0];
    assert_eq!(
        (&queue["revision"], &queue["waiting"], &queue["worked_on"]),
        (&json!(999), &json!(1), &json!(false))
    );
    assert!(server.fleet(&["stats"]).ends(0).out.contains("no worker has asked for it"));
}

#[test]
fn a_server_that_restarts_loses_nothing_and_metrics_tell_of_it() {
    let Some(folder) = folder() else { return };
    let logs = some_logs(folder.path(), 8);
    let mut server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&logs)]).ends(0);
    let mut worker = server.worker(&["--jobs", "1", "--lease", "2", "--metrics", "0"]);
    let metrics = worker.until("worker")["metrics"].as_str().unwrap().to_string();
    worker.until("verdict");
    server.kill();
    sleep(Duration::from_secs(2));
    server.again();
    let (judged, _) = verdicts(&results(&server.url, 0));
    assert_eq!(judged, expected(&logs));
    let text = get(&metrics);
    for part in [
        "duelog_fleet_verdicts_total{verdict=\"verified\"} ",
        "# TYPE duelog_fleet_decisions_total counter",
        "duelog_fleet_slots 1",
        "duelog_fleet_dead_total 0",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    worker.signal("TERM");
    worker.ends();
}

#[test]
fn serve_lists_the_logs_of_a_fleet_and_shows_them() {
    let Some(folder) = folder() else { return };
    let logs = some_logs(folder.path(), 2);
    fs::write(logs.join("text.duelog"), "no log").unwrap();
    let server = Nats::start(folder.path());
    server.fleet(&["submit", arg(&logs)]).ends(0);
    server.worker(&["--until-empty"]).ends();
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let served = Server::start_at("0", &empty, &["--fleet", &server.url]);
    let listed = (0..100).find_map(|_| {
        sleep(Duration::from_millis(100));
        let listed: Value = serde_json::from_str(&served.get("/api/logs").body).unwrap();
        let listed = listed["logs"].as_array().unwrap().clone();
        (listed.len() == 3).then_some(listed)
    });
    let listed = listed.expect("the logs are listed");
    let one =
        listed.iter().find(|log| log["file"].as_str().unwrap().ends_with("duel-masters-1.duelog")).unwrap();
    assert_eq!((&one["verdict"], &one["game"]), (&json!("verified"), &json!("duel-masters")));
    assert!(one["result"].as_str().unwrap().contains("wins"), "{one}");
    assert!(listed.iter().any(|log| log["verdict"] == "unreadable"), "{listed:?}");
    let name = one["log"].as_str().unwrap();
    let page = served.get(&format!("/report/{name}"));
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(served.get(&format!("/api/verify/{name}")).body.contains("verified"));
    served.get("/api/verify/fleet:0123").fails(404, "there is no log");
}

/// An answer over HTTP.
fn get(url: &str) -> String {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// Three servers of one cluster.
fn cluster(folder: &Path) -> Vec<Nats> {
    let ports: Vec<(u16, u16)> = (0..3).map(|_| (free_port(), free_port())).collect();
    let routes: Vec<String> = ports.iter().map(|ports| format!("nats://127.0.0.1:{}", ports.1)).collect();
    let start = |(number, (port, route)): (usize, &(u16, u16))| {
        let (name, store) = (format!("node{number}"), folder.join(format!("node{number}")));
        let config = folder.join(format!("{name}.conf"));
        let text = format!(
            "server_name: {name}\nlisten: 127.0.0.1:{port}\njetstream {{ store_dir: \"{}\" }}\ncluster {{ name: fleet, listen: 127.0.0.1:{route}, routes: [{}] }}\n",
            store.display(),
            routes.join(", ")
        );
        fs::write(&config, text).unwrap();
        Nats::start_with(&["-c", arg(&config)], format!("nats://127.0.0.1:{port}"))
    };
    ports.iter().enumerate().map(start).collect()
}

#[test]
fn three_servers_lose_one_without_loss_and_it_comes_back() {
    let Some(folder) = folder() else { return };
    let logs = some_logs(folder.path(), 12);
    let mut servers = cluster(folder.path());
    let all: Vec<&str> = servers.iter().map(|server| server.url.as_str()).collect();
    let all = all.join(",");
    fleet(&all, &["submit", arg(&logs), "--replicas", "3"]).ends(0);
    let mut worker = Worker::start(&all, &["--jobs", "1", "--lease", "2"]);
    worker.until("verdict");
    servers[0].kill();
    worker.until("verdict");
    worker.until("verdict");
    servers[0].again();
    worker.until("verdict");
    // Another one is lost: the one that was away has what it missed.
    servers[1].kill();
    let (judged, dead) = verdicts(&results(&all, 0));
    assert_eq!((judged, dead), (expected(&logs), Vec::new()));
    worker.signal("TERM");
    worker.ends();
}

#[test]
fn who_asks_and_which_server_it_is_can_be_demanded() {
    let there = Command::new("openssl").arg("version").output().is_ok();
    if !installed() || !there {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let openssl = |line: &str| {
        let ran = Command::new("openssl").args(line.split(' ')).current_dir(folder.path()).output().unwrap();
        assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    };
    let ec = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(&format!("req -x509 {ec} -keyout ca.key -out ca.pem -days 2 -subj /CN=ca"));
    fs::write(folder.path().join("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
        .unwrap();
    for who in ["server", "client"] {
        openssl(&format!("req {ec} -keyout {who}.key -out {who}.csr -subj /CN={who}"));
        openssl(&format!(
            "x509 -req -in {who}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out {who}.pem"
        ));
    }
    let port = free_port();
    let text = format!(
        "listen: 127.0.0.1:{port}\njetstream {{ store_dir: \"{}\" }}\ntls {{ cert_file: \"{}\", key_file: \"{}\", ca_file: \"{}\", verify: true }}\nauthorization {{ user: duelog, password: secret }}\n",
        at("nats"),
        at("server.pem"),
        at("server.key"),
        at("ca.pem")
    );
    fs::write(folder.path().join("nats.conf"), text).unwrap();
    fs::write(folder.path().join("password"), "secret\n").unwrap();
    fs::write(folder.path().join("wrong"), "guess\n").unwrap();
    let server = Nats::start_with(&["-c", &at("nats.conf")], format!("nats://127.0.0.1:{port}"));
    let logs = some_logs(folder.path(), 1);
    let (ca, cert, key) = (at("ca.pem"), at("client.pem"), at("client.key"));
    let tls = ["--tls-ca", &ca, "--tls-cert", &cert, "--tls-key", &key];
    let user = |password: &str| {
        ["--user".to_string(), "duelog".to_string(), "--password-file".to_string(), at(password)]
    };
    let with = |more: &[String]| {
        let more: Vec<&str> = more.iter().map(String::as_str).collect();
        server.fleet(&[&["submit", arg(&logs)], &tls[..], &more[..]].concat())
    };
    with(&user("password")).ends(0);
    with(&user("wrong")).fails(3, &["is not reached", "--password-file"]);
    with(&[]).fails(3, &["is not reached", "--creds"]);
    server.fleet(&["submit", arg(&logs)]).fails(3, &["is not reached"]);
}

#[test]
fn the_commands_that_help_and_document_show_work() {
    let Some(folder) = folder() else { return };
    let golden = some_logs(folder.path(), 2);
    fs::create_dir(folder.path().join("fixtures")).unwrap();
    fs::rename(golden, folder.path().join("fixtures/golden")).unwrap();
    let server = Nats::start(folder.path());
    let helps = ["submit", "worker", "results", "watch", "stats"]
        .map(|command| duelog(["fleet", command, "--help"]).ends(0).out);
    let document = fs::read_to_string(root().join("docs/fleet.md")).unwrap();
    let lines = helps.iter().flat_map(|help| help.lines()).chain(document.lines()).map(str::trim);
    let mut shown: Vec<&str> = lines.filter(|line| line.starts_with("duelog fleet ")).collect();
    assert_eq!(shown.len(), 8, "{shown:?}");
    // Logs are handed in before they are verified.
    shown.sort_by_key(|line| !line.starts_with("duelog fleet submit"));
    for line in shown {
        let line = line.replace("nats://one:4222", &server.url).replace(" games/", " fixtures/golden");
        let ends =
            if line.starts_with("duelog fleet worker") { "timeout -s INT --preserve-status 4 " } else { "" };
        let ran = shell(&format!("DUELOG_NATS={} {ends}{line}", server.url), folder.path());
        assert_eq!(ran.code, 0, "{line}\n{ran:#?}");
    }
    assert_eq!(server.stats()["verdicts"]["verified"], 2);
}

#[test]
fn faults_are_named_with_what_to_do() {
    let logs = root().join("fixtures/golden/duel-masters/duel-masters-1.duelog");
    let nowhere = format!("nats://127.0.0.1:{}", free_port());
    for command in [vec!["submit", arg(&logs)], vec!["worker"], vec!["results"], vec!["watch"], vec!["stats"]]
    {
        fleet(&nowhere, &command)
            .fails(3, &["the server of the fleet is not reached", "nats-server -js", "--server"]);
    }
    fleet("nats://[", &["stats"])
        .fails(2, &["the address of a server is not understood", "nats://host:4222"]);
    fleet(&nowhere, &["submit", "--replicas", "2", arg(&logs)]).fails(2, &["it is 1 or 3"]);
    fleet(&nowhere, &["submit", "no-such.duelog"]).fails(3, &["no-such.duelog"]);
    fleet(&nowhere, &["stats", "--tls-ca", "no-such.pem"]).fails(3, &["no-such.pem"]);
    duelog(["fleet", "stats", "--user", "me"]).fails(2, &["--password-file"]);
    let Some(folder) = folder() else { return };
    let server = Nats::start(folder.path());
    server.fleet(&["results"]).fails(2, &["nothing was handed in there yet", "duelog fleet submit"]);
    let port = free_port();
    let plain =
        Nats::start_with(&["-a", "127.0.0.1", "-p", &port.to_string()], format!("nats://127.0.0.1:{port}"));
    plain.fleet(&["submit", arg(&logs)]).fails(3, &["nats-server -js"]);
    server.fleet(&["submit", arg(&logs), "--replicas", "3"]).fails(3, &["replicas"]);
}

/// Two machines of their own, each with its own network, and a link between them.
struct TwoMachines {
    number: u32,
}

impl TwoMachines {
    /// Makes them; none where this is not allowed here.
    fn new() -> Option<TwoMachines> {
        let machines = TwoMachines { number: std::process::id() };
        let made = machines.ip("netns add A")
            && machines.ip("netns add B")
            && machines.ip("link add name link-a netns A type veth peer name link-b netns B")
            && machines.ip("-n A addr add 10.99.0.1/24 dev link-a")
            && machines.ip("-n B addr add 10.99.0.2/24 dev link-b")
            && ["-n A link set link-a up", "-n B link set link-b up", "-n A link set lo up"]
                .iter()
                .all(|line| machines.ip(line));
        if !made {
            eprintln!("skipped: `ip netns` is not allowed or not installed here (Debian: iproute2, as root)");
        }
        made.then_some(machines)
    }

    /// The name of a machine.
    fn name(&self, machine: &str) -> String {
        format!("duelog-{}-{machine}", self.number)
    }

    /// Does something with the network; A and B are the machines.
    fn ip(&self, line: &str) -> bool {
        let words = line
            .split(' ')
            .map(|word| if matches!(word, "A" | "B") { self.name(word) } else { word.to_string() });
        Command::new("ip").args(words).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// A command on a machine.
    fn on(&self, machine: &str, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(machine)]).arg(program).args(args);
        command
    }
}

impl Drop for TwoMachines {
    fn drop(&mut self) {
        self.ip("netns del A");
        self.ip("netns del B");
    }
}

#[test]
fn a_link_that_is_cut_costs_no_verdict() {
    if !installed() {
        return;
    }
    let Some(machines) = TwoMachines::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    let logs = some_logs(folder.path(), 12);
    let later: Vec<_> =
        ["duel-masters-1.duelog", "duel-masters-10.duelog"].iter().map(|name| logs.join(name)).collect();
    let first: Vec<_> = fs::read_dir(&logs).unwrap().map(|entry| entry.unwrap().path()).collect();
    let first: Vec<&str> = first.iter().filter(|path| !later.contains(path)).map(|path| arg(path)).collect();
    let (program, url, store) = (program(), "nats://10.99.0.1:4222", folder.path().join("nats"));
    let server = ["-js", "-sd", arg(&store), "-a", "10.99.0.1", "-p", "4222"];
    let server =
        Silent(machines.on("A", Path::new("nats-server"), &server).stderr(Stdio::null()).spawn().unwrap());
    let here = |args: &[&str]| {
        let args = [&["fleet"], args, &["--server", url]].concat();
        machines.on("A", &program, &args).current_dir(root()).output().unwrap()
    };
    let submit = |logs: &[&str]| {
        (0..50).any(|_| {
            sleep(Duration::from_millis(100));
            here(&[&["submit"], logs].concat()).status.success()
        })
    };
    assert!(submit(&first));
    let limits = ["--lease", "2", "--jobs", "1", "--format", "json"];
    let worker = |machine: &str, more: &[&str]| {
        Worker::of(&mut machines.on(
            machine,
            &program,
            &[&["fleet", "worker", "--server", url], &limits[..], more].concat(),
        ))
    };
    let mut far = worker("B", &[]);
    far.until("verdict");
    far.until("taken");
    assert!(machines.ip("-n A link set link-a down"));
    // The server gives what the other machine has to this one.
    worker("A", &["--until-empty"]).ends();
    assert!(machines.ip("-n A link set link-a up"));
    let later: Vec<&str> = later.iter().map(|path| arg(path)).collect();
    assert!(submit(&later));
    let results = here(&["watch", "--until-empty", "--format", "json"]);
    let out = String::from_utf8(results.stdout).unwrap();
    let (judged, dead) = verdicts(&Ran { code: 0, out, err: String::new() });
    assert_eq!((judged, dead), (expected(&logs), Vec::new()));
    far.signal("TERM");
    far.ends();
    drop(server);
}

/// The long test: `cargo test --features fleet --test commands -- --ignored ten_thousand --nocapture`, with the program that `DUELOG` names,
/// and another number of logs in `LOGS`.
#[test]
#[ignore = "takes minutes, and an optimised program (DUELOG=PATH)"]
#[allow(clippy::disallowed_methods, reason = "a person names the number of logs")]
fn ten_thousand_logs_each_get_one_verdict_though_a_worker_is_killed_every_second() {
    assert!(installed());
    let count = std::env::var("LOGS").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000_u32);
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("logs");
    let decks = ["fire-nature-rush", "light-water-wardens"];
    let games = count.to_string();
    let simulated = Command::new(program())
        .args(["simulate", "--game", "duel-masters", "--decks", decks[0], decks[1], "--seed", "1"])
        .args(["--games", &games, "--out", arg(&logs)])
        .stdout(Stdio::null())
        .status();
    assert!(simulated.unwrap().success());
    let server = Nats::start(folder.path());
    let (_, submitting) = timed(|| server.fleet(&["submit", arg(&logs)]).ends(0));
    let limits = ["--jobs", "1", "--lease", "2"];
    let mut workers = [Silent::start(&server.url, &limits), Silent::start(&server.url, &limits)];
    let mut watch = Command::new(program())
        .args(["fleet", "watch", "--until-empty", "--quiet", "--server", &server.url])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (mut kills, mut dice) = (0_u32, 1_u32);
    let ((), working) = timed(|| {
        while watch.try_wait().unwrap().is_none() {
            sleep(Duration::from_secs(1));
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            workers[(dice >> 16) as usize % 2] = Silent::start(&server.url, &limits);
            kills += 1;
        }
    });
    let ran = server.fleet(&["results", "--format", "json"]).ends(0);
    let (judged, dead) = verdicts(&ran);
    assert_eq!((judged.len(), dead.len()), (count as usize, 0));
    assert_eq!(judged, expected(&logs));
    let stats = server.stats();
    println!(
        "{count} logs: handed in after {submitting:?}, verified after {working:?}; {kills} workers killed; {stats}"
    );
}
