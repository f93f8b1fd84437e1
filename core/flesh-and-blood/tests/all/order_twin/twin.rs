//! Replacement effects by the letter of 6.4 and 6.5.

use duelog_kernel::rng::Stream;

/// An event, the effects that may replace it, and what the spell that causes it says of itself.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many players there are.
    pub seats: u8,
    /// What the event is.
    pub kind: Kind,
    /// Its number.
    pub amount: u32,
    /// Its self-replacement effect.
    pub own: Option<Change>,
    /// The others.
    pub effects: Vec<Effect>,
}

/// What happens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Damage to the second player's hero.
    Damage,
    /// The first player draws: a compound event.
    Draw,
}

/// One effect.
#[derive(Debug, Clone)]
pub struct Effect {
    /// Whose it is.
    pub seat: u8,
    /// Which kind of effect it is.
    pub tier: Tier,
    /// It is active for events of at least this number.
    pub least: u32,
    /// And at most this one.
    pub most: u32,
    /// Whether it costs its source, and may be declined.
    pub costs: bool,
    /// What it does.
    pub change: Change,
}

/// The kinds of effects, in their order.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Tier {
    Own,
    Standard,
    Prevention,
}

/// What becomes of the number.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    Add(u32),
    Multiply(u32),
    Set(u32),
    Prevent(u32),
}

/// What a player decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    First(u8),
    Own,
    Apply(usize),
    Decline,
}

const MANY: u32 = 1_000;

impl Tier {
    pub fn word(self) -> &'static str {
        match self {
            Tier::Own => "Own",
            Tier::Standard => "Standard",
            Tier::Prevention => "Prevention",
        }
    }
}

impl Change {
    pub fn word(self) -> String {
        match self {
            Change::Add(number) => format!("Amount(Plus, N({number}))"),
            Change::Multiply(number) => format!("Amount(Times, N({number}))"),
            Change::Set(number) => format!("Amount(Equals, N({number}))"),
            Change::Prevent(number) => format!("Prevent(N({number}))"),
        }
    }

    fn of(self, amount: u32) -> u32 {
        match self {
            Change::Add(number) => amount + number,
            Change::Multiply(number) => amount * number,
            Change::Set(number) => number,
            Change::Prevent(number) => amount.saturating_sub(number),
        }
    }

    fn random(random: &mut Stream, prevents: bool) -> Change {
        let number = 1 + random.below(3);
        match random.below(3) {
            _ if prevents => Change::Prevent(number),
            0 => Change::Add(number),
            1 => Change::Multiply(number),
            _ => Change::Set(number + 1),
        }
    }
}

impl Effect {
    pub fn condition(&self) -> String {
        let least = format!("AtLeast(EventAmount, N({}))", self.least);
        if self.least == 0 && self.most == MANY {
            "None".to_string()
        } else {
            format!("Some(All([{least}, AtLeast(N({}), EventAmount)]))", self.most)
        }
    }

    fn random(random: &mut Stream, seats: u8, kind: Kind) -> Effect {
        let prevents = kind == Kind::Damage && random.below(3) == 0;
        let tier = match (prevents, random.below(4)) {
            (true, _) => Tier::Prevention,
            (false, 0) => Tier::Own,
            (false, _) => Tier::Standard,
        };
        // The number of a draw is nothing that a condition can ask for.
        let bounds = (random.below(3), random.below(5));
        let (least, most) = match bounds {
            _ if kind == Kind::Draw => (0, MANY),
            (0, least) => (least, MANY),
            (1, most) => (0, most + 1),
            _ => (0, MANY),
        };
        let costs = random.below(4) == 0;
        Effect {
            seat: random.below(u32::from(seats)) as u8,
            tier,
            least,
            most,
            costs,
            change: Change::random(random, prevents),
        }
    }
}

impl Kind {
    pub fn waits(self) -> &'static str {
        match self {
            Kind::Damage => "Damages(from: Any, to: Type(Hero))",
            Kind::Draw => "Does(TurnPlayer, Draw, Any)",
        }
    }
}

impl Plan {
    pub fn random(random: &mut Stream) -> Plan {
        let seats = 2 + random.below(2) as u8;
        let kind = if random.below(3) == 0 { Kind::Draw } else { Kind::Damage };
        let own = (random.below(3) == 0).then(|| Change::random(random, false));
        let effects = (0..1 + random.below(4)).map(|_| Effect::random(random, seats, kind)).collect();
        Plan { seats, kind, amount: 1 + random.below(3), own, effects }
    }

    pub fn spell(&self) -> String {
        let verb = match self.kind {
            Kind::Damage => {
                format!("Damage(amount: N({}), to: Of(HeroOf(Opponent)), kind: Arcane)", self.amount)
            }
            Kind::Draw => format!("Draw(You, N({}))", self.amount),
        };
        match self.own {
            Some(change) => format!("Do(ButIf({verb}, TurnOf(You), {}))", change.word()),
            None => format!("Do({verb})"),
        }
    }
}

/// One event on its way, by the letter.
pub struct Twin<'a> {
    plan: &'a Plan,
    amount: u32,
    first: Option<u8>,
    /// The kind of effects that is applied at present, and who is applying them.
    tier: Tier,
    at: Option<u8>,
    /// The effects that have replaced the event or were declined; the last is the spell's own.
    used: Vec<bool>,
}

impl<'a> Twin<'a> {
    pub fn new(plan: &'a Plan) -> Twin<'a> {
        let used = vec![false; plan.effects.len() + 1];
        Twin { plan, amount: plan.amount, first: None, tier: Tier::Own, at: None, used }
    }

    /// The active effects of a kind and a player (6.4.2, 6.4.5).
    fn active(&self, tier: Tier, seat: u8) -> Vec<Step> {
        let all = self.plan.effects.iter().enumerate().filter(|(place, effect)| {
            let fits = (effect.least..=effect.most).contains(&self.amount);
            !self.used[*place] && effect.tier == tier && effect.seat == seat && fits
        });
        let own =
            self.plan.own.filter(|_| tier == Tier::Own && seat == 0 && !self.used[self.plan.effects.len()]);
        own.map(|_| Step::Own).into_iter().chain(all.map(|(place, _)| Step::Apply(place))).collect()
    }

    fn seats_from(&self, first: u8) -> impl Iterator<Item = u8> + use<> {
        let seats = self.plan.seats;
        (0..seats).map(move |place| (first + place) % seats)
    }

    fn tiers(&self) -> impl Iterator<Item = Tier> + use<> {
        let from = self.tier;
        [Tier::Own, Tier::Standard, Tier::Prevention].into_iter().filter(move |tier| *tier >= from)
    }

    /// How many effects could replace the event as it is.
    pub fn open(&self) -> usize {
        self.tiers()
            .map(|tier| self.seats_from(0).map(|seat| self.active(tier, seat).len()).sum::<usize>())
            .sum()
    }

    fn is_optional(&self, step: &Step) -> bool {
        matches!(step, Step::Apply(place) if self.plan.effects[*place].costs)
    }

    /// Applies what nobody has to choose; who is asked next, and for what.
    pub fn asks(&mut self) -> Option<(u8, Vec<Step>)> {
        while self.amount > 0 {
            // 6.5.2: the turn-player, who is the first player, selects once.
            let players = self
                .seats_from(0)
                .filter(|seat| self.tiers().any(|tier| !self.active(tier, *seat).is_empty()));
            if self.first.is_none() && players.count() >= 2 {
                return Some((0, self.seats_from(0).map(Step::First).collect()));
            }
            // 6.5.3 to 6.5.5: the kinds one after the other, never back.
            let tier = self
                .tiers()
                .find(|tier| self.seats_from(0).any(|seat| !self.active(*tier, seat).is_empty()))?;
            if tier != self.tier {
                (self.tier, self.at) = (tier, None);
            }
            // Clockwise, each until there are no more.
            let from = self.at.or(self.first).unwrap_or(0);
            let seat = self.seats_from(from).find(|seat| !self.active(tier, *seat).is_empty())?;
            self.at = Some(seat);
            let mut steps = self.active(tier, seat);
            if steps.iter().all(|step| self.is_optional(step)) {
                steps.push(Step::Decline);
            }
            steps.sort_unstable();
            match steps.as_slice() {
                [only] => self.take(*only),
                _ => return Some((seat, steps)),
            }
        }
        None
    }

    /// A decision.
    pub fn take(&mut self, step: Step) {
        match step {
            Step::First(seat) => self.first = Some(seat),
            Step::Own => {
                self.used[self.plan.effects.len()] = true;
                self.amount = self.plan.own.map_or(self.amount, |change| change.of(self.amount));
            }
            Step::Apply(place) => {
                self.used[place] = true;
                self.amount = self.plan.effects[place].change.of(self.amount);
            }
            // Not one of those that are offered.
            Step::Decline => {
                let offered = self.at.map_or(Vec::new(), |seat| self.active(self.tier, seat));
                for step in offered {
                    if let Step::Apply(place) = step {
                        self.used[place] = true;
                    }
                }
            }
        }
    }

    /// What it has come to.
    pub fn result(&self) -> u32 {
        self.amount
    }
}
