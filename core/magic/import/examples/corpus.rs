use duelog_kernel::definition::file_name;
use duelog_kernel::ron_text;
use duelog_magic::cards::FILES;
use duelog_magic::language::definition::Definition;
use duelog_magic::language::parse::parse;
use duelog_magic_import::*;
use std::collections::BTreeMap;
use std::fs;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let cards = read(&fs::read_to_string(&args[1]).unwrap()).unwrap();
    let only: Option<std::collections::BTreeSet<String>> =
        args.get(2).map(|f| fs::read_to_string(f).unwrap().lines().map(str::to_string).collect());
    let chosen: Vec<&Printed> =
        cards.iter().filter(|c| only.as_ref().is_none_or(|o| o.contains(&c.name))).collect();
    let (outcomes, tokens) = compile_all(&chosen);
    let mut out = String::new();
    for (card, o) in chosen.iter().zip(&outcomes) {
        let mut m: BTreeMap<&str, serde_json::Value> = BTreeMap::new();
        m.insert("name", o.name.clone().into());
        match &o.result {
            Ok(c) => {
                let texts: Vec<String> = c.definitions.iter().map(print).collect();
                m.insert("def", texts.join("\n").into());
                let hand: Vec<Option<String>> = c
                    .definitions
                    .iter()
                    .map(|d| {
                        FILES
                            .get(&file_name(&d.name))
                            .and_then(|(_, t)| ron_text::read::<Definition>(t).ok())
                            .filter(|h| !h.token && !h.test_only)
                            .map(|h| simplify(&h))
                    })
                    .collect();
                let own: Vec<String> = c.definitions.iter().map(simplify).collect();
                if hand.iter().any(|h| h.is_some()) {
                    let h: Vec<String> = hand.into_iter().map(|h| h.unwrap_or_default()).collect();
                    m.insert("hand", h.join("\n").into());
                    m.insert("own", own.join("\n").into());
                }
            }
            Err(f) => {
                m.insert("keys", f.0.iter().map(|r| r.key()).collect::<Vec<_>>().into());
                m.insert("why", f.to_string().into());
            }
        }
        let _ = card;
        out.push_str(&serde_json::to_string(&m).unwrap());
        out.push('\n');
    }
    fs::write("/tmp/corpus.jsonl", out).unwrap();
    let mut t = String::new();
    for d in tokens.values() {
        t.push_str(&print(d));
    }
    fs::write("/tmp/tokens.ron", t).unwrap();
    let _ = parse;
}
