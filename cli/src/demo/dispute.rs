//! A match between people: all choose the seed, the public follows, one denies a hand, and a judge looks.

use std::fs;

use duelog_kernel::setup::Deck;
use duelog_kernel::{Factory, Seat, Seed};
use duelog_log_format::observed::{OpenedZone, Shown};
use duelog_log_format::seeds::Part;
use duelog_log_format::{Disclosure, Opened, ViewLog};
use duelog_verifier::signing::SecretKey;
use duelog_verifier::{Disclosed, Drawing, FactToOpen, Options, Parts, Verdict, disclose, redact};
use serde_json::json;

use super::{SEED, Tour};
use crate::check;
use crate::output::Failure;
use crate::simulate::bots::{Bot, Policy};
use crate::simulate::setup;

/// After how many decisions the hand is denied.
const DENIED_AT: u32 = 64;

fn fault(error: &dyn std::fmt::Display) -> Failure {
    Failure::system(format!("the demo's dispute: {error}"), "this is a fault of the program: report it")
}

/// The parts of a seed that everybody brings. Those of the demo are always the same; people draw theirs by lot.
fn parts() -> Parts {
    let part = |party: u8| Part { salt: [party + 1; 32], seed: Seed::from_number(u64::from(party) + 21) };
    Parts { host: part(0), players: vec![part(1), part(2)] }
}

impl Tour<'_> {
    /// The match is played, its public log is published, a hand is denied, opened and judged.
    pub(super) fn dispute(&mut self, factory: &dyn Factory, decks: &[Deck]) -> Result<(), Failure> {
        self.say("\n5. Disputed: a host, two players, a spectator and a judge.");
        self.say("   The host and both players bind themselves to parts of the seed, then show them: nobody steers or foresees the draws.");
        let full = self.fair_match(factory, decks)?;
        let views = redact(factory, &full).map_err(|error| fault(&error))?;
        let public = views.first().ok_or_else(|| fault(&"there is no public log"))?;
        self.write_bytes("match.duelog", &full)?;
        self.write_bytes("public.duelview", public)?;
        self.judge("match", &full, Verdict::Verified, None)?;
        let seen = ViewLog::read(public).map_err(|error| fault(&error))?;
        self.say(format!(
            "   The spectator has public.duelview: {} decisions, {} signed seals, no hidden card; it holds by itself.",
            seen.decisions,
            seen.seals.len()
        ));
        self.say(format!("   Seat 1 says afterwards: that was not my hand after decision {DENIED_AT}. The host opens that hand, and nothing else:"));
        let wanted = FactToOpen::Zone { name: "hand".to_string(), seat: Some(Seat(1)), card: None };
        let Disclosed { disclosure, zones, .. } =
            disclose(factory, &full, DENIED_AT, &wanted).map_err(|error| fault(&error))?;
        let bytes = disclosure.bytes();
        self.write_bytes("hand.disclosure", &bytes)?;
        let holds = Disclosure::read(&bytes).and_then(|read| read.check(&seen)).is_ok();
        let fact = check::fact_in_words(&disclosure, &zones);
        self.say(format!("   The judge checks it against the public log: {}", said(holds)));
        fact.iter().for_each(|line| self.say(format!("     {line}")));
        let refused = another_card(disclosure).check(&seen).is_err();
        self.say(format!("   With another card in it: {}", said(!refused)));
        self.as_it_should &= holds && refused;
        self.tell(&json!({ "step": "dispute", "decisions": seen.decisions, "seals": seen.seals.len(), "fact": fact, "holds": holds, "false_one_holds": !refused }));
        Ok(())
    }

    fn fair_match(&mut self, factory: &dyn Factory, decks: &[Deck]) -> Result<Vec<u8>, Failure> {
        let key = SecretKey::new("example.com/table-5", &[5; 32]).map_err(|error| fault(&error))?;
        let options = Options {
            parts: Some(parts()),
            observed: Some(Seed::from_number(SEED).0),
            key: Some(key),
            ..Options::default()
        };
        let setup = setup(factory, decks, SEED);
        let drawn = Drawing::or_alone(factory, &setup, &options.label("event", "demo"), Vec::new());
        let mut recorder = drawn.map_err(|error| fault(&error))?;
        let mut bot = Bot::new(Policy::Greedy, setup.seed);
        while let Some(seat) = recorder.game().request().map(|request| request.seat) {
            let answer = bot.answer(recorder.game());
            let choice = answer.ok_or_else(|| fault(&"the game asks what nothing can answer"))?;
            recorder.decide(seat, &choice).map_err(|error| fault(&error))?;
        }
        recorder.finish().map_err(|error| fault(&error))?;
        recorder.into_storage().map_err(|error| fault(&error))
    }

    fn write_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(|error| super::unwritable(&path, &error))
    }
}

fn said(holds: bool) -> &'static str {
    if holds { "it holds." } else { "it does not hold." }
}

/// The same with the first card given another name.
fn another_card(mut disclosure: Disclosure) -> Disclosure {
    if let Opened::Zone(OpenedZone { shown: Shown::All { cards, .. }, .. }) = &mut disclosure.fact
        && let Some(card) = cards.first_mut()
    {
        card.name = "Forest".to_string();
        card.id.0 += 1;
    }
    disclosure
}
