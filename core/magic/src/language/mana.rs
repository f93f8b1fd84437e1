//! Mana (106), mana costs (202) and how a cost can be paid.

use duelog_kernel::data;

data! {
    /// A colour (105.1), in the order white, blue, black, red, green.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Color {
        /// W
        White,
        /// U
        Blue,
        /// B
        Black,
        /// R
        Red,
        /// G
        Green,
    }

    /// A set of colours.
    #[derive(Copy, Default)]
    pub struct Colors(u8);

    /// A mana symbol that can be paid in two ways (107.4e-f): with mana of a colour, or otherwise.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub struct Hybrid {
        /// The colour.
        pub color: Color,
        /// The other way.
        pub other: Other,
    }

    /// The second way to pay a mana symbol.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum Other {
        /// White mana, for instance {U/W}.
        White,
        /// Blue mana.
        Blue,
        /// Black mana.
        Black,
        /// Red mana.
        Red,
        /// Green mana.
        Green,
        /// Two generic mana, for instance {2/B}.
        Generic,
        /// Two life, for instance {W/P}.
        Life,
    }

    /// A mana cost: amounts of coloured and colourless mana, generic mana and X (202.1, 107.4).
    #[derive(Default)]
    #[serde(try_from = "String", into = "String")]
    pub struct ManaCost {
        /// W, U, B, R, G, C.
        pub typed: [u8; 6],
        /// Generic mana.
        pub generic: u16,
        /// Symbols that can be paid in two ways, in the order of the cost.
        pub hybrid: Vec<Hybrid>,
        /// How many X.
        pub x: u8,
        /// Whether there is a cost at all: a land has none, `{0}` is one (202.1b).
        pub exists: bool,
        /// Mana of any type that a snow permanent has produced (107.4h).
        pub snow: u16,
    }
}

/// Added to the number of a type where a snow permanent produced the mana.
pub const SNOW_MANA: u8 = 8;

/// Among the types that a mana could have, as bits: that it was produced by a snow permanent.
pub const SNOW: u8 = 1 << 6;

/// The types of mana (106.1b) by number, as in `Item::Symbol`.
pub const SYMBOLS: [&str; 6] = ["white", "blue", "black", "red", "green", "colorless"];

const LETTERS: [char; 6] = ['W', 'U', 'B', 'R', 'G', 'C'];

impl Color {
    /// The five colours.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];

    /// The colour's name.
    pub fn name(self) -> &'static str {
        SYMBOLS[self as usize]
    }
}

impl Colors {
    /// These colours.
    pub fn of(colors: &[Color]) -> Colors {
        Colors(colors.iter().fold(0, |set, color| set | 1 << *color as u8))
    }

    /// Whether the colour is among them.
    pub fn has(self, color: Color) -> bool {
        self.0 & 1 << color as u8 != 0
    }

    /// The colours of both sets.
    pub fn with(self, other: Colors) -> Colors {
        Colors(self.0 | other.0)
    }

    /// Returns true if all colours of the other set are among them.
    pub fn holds(self, other: Colors) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether both sets share a colour.
    pub fn shares(self, other: Colors) -> bool {
        self.0 & other.0 != 0
    }

    /// How many colours.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The colours in order.
    pub fn list(self) -> Vec<Color> {
        Color::ALL.into_iter().filter(|color| self.has(*color)).collect()
    }
}

impl ManaCost {
    /// How many of its symbols are of one of these colours at least.
    pub fn symbols_of(&self, colors: &[Color]) -> u32 {
        let typed = Color::ALL.into_iter().filter(|color| colors.contains(color));
        let typed: u32 = typed.map(|color| u32::from(self.typed[color as usize])).sum();
        let of = |symbol: &&Hybrid| {
            colors.contains(&symbol.color)
                || symbol.other.color().is_some_and(|color| colors.contains(&color))
        };
        typed.saturating_add(self.hybrid.iter().filter(of).count() as u32)
    }

    /// The cost as it is paid where mana of any type may be spent.
    pub fn of_any_type(mut self) -> ManaCost {
        let typed = std::mem::take(&mut self.typed);
        self.add_generic(typed.into_iter().map(u32::from).sum());
        self
    }

    /// The same with generic mana in place of each symbol of a color: for mana of any color it can be paid.
    pub fn of_any_color(mut self) -> ManaCost {
        let colored = self.typed.iter_mut().take(Color::ALL.len());
        let number = colored.map(|amount| u32::from(std::mem::take(amount))).sum();
        self.add_generic(number);
        self
    }

    /// The converted mana cost with `x` for each X (202.3).
    pub fn value(&self, x: u32) -> u32 {
        let hybrid: u32 = self.hybrid.iter().map(|symbol| symbol.value()).sum();
        let typed: u32 = self.typed.iter().map(|amount| u32::from(*amount)).sum();
        let generic = u32::from(self.generic) + u32::from(self.snow);
        u32::from(self.x).saturating_mul(x).saturating_add(typed + generic + hybrid)
    }

    /// The colours of its symbols (202.2).
    pub fn colors(&self) -> Colors {
        let plain =
            Colors((0..5).filter(|place| self.typed[*place] > 0).fold(0, |set, place| set | 1 << place));
        self.hybrid.iter().fold(plain, |colors, symbol| colors.with(symbol.colors()))
    }

    /// The cost with a number for each X, which only mana of the colour can pay if there is one.
    pub fn with_x(&self, x: u32, only: Option<Color>) -> ManaCost {
        let mut cost = ManaCost { x: 0, ..self.clone() };
        let amount = u32::from(self.x).saturating_mul(x);
        match only {
            Some(color) => {
                let typed = &mut cost.typed[color as usize];
                *typed = typed.saturating_add(amount.min(u32::from(u8::MAX)) as u8);
            }
            None => cost.add_generic(amount),
        }
        cost
    }

    /// Adds generic mana.
    pub fn add_generic(&mut self, amount: u32) {
        self.generic = self.generic.saturating_add(amount.min(u32::from(u16::MAX)) as u16);
    }

    /// So much generic mana.
    pub fn of_generic(amount: u32) -> ManaCost {
        let mut cost = ManaCost::default();
        cost.add_generic(amount);
        cost
    }

    /// Adds another cost.
    pub fn add(&mut self, other: &ManaCost) {
        self.typed.iter_mut().zip(other.typed).for_each(|(sum, amount)| *sum = sum.saturating_add(amount));
        self.generic = self.generic.saturating_add(other.generic);
        self.snow = self.snow.saturating_add(other.snow);
        self.hybrid.extend(&other.hybrid);
        self.x = self.x.saturating_add(other.x);
        self.exists = true;
    }

    /// The cost with its first hybrid symbols paid in these ways, each the first or the second, and the life
    /// that they come to (601.2b).
    pub fn settle(&mut self, ways: &[bool]) -> u32 {
        let mut life = 0;
        for (symbol, second) in std::mem::take(&mut self.hybrid).into_iter().zip(ways) {
            let color = if *second { symbol.other.color() } else { Some(symbol.color) };
            match (color, symbol.other) {
                (Some(color), _) => {
                    let typed = &mut self.typed[color as usize];
                    *typed = typed.saturating_add(1);
                }
                (None, Other::Life) => life += 2,
                (None, _) => self.add_generic(2),
            }
        }
        life
    }

    /// Takes an amount off: generic mana off the generic part (117.7a), mana of a type off that type first
    /// and then off the generic part (117.7b-d). Nothing is left at least (117.7).
    pub fn reduce(&mut self, by: &ManaCost) {
        let mut generic = by.generic;
        for (left, amount) in self.typed.iter_mut().zip(by.typed) {
            let taken = amount.min(*left);
            *left -= taken;
            generic = generic.saturating_add(u16::from(amount - taken));
        }
        // A symbol that can be paid with life takes off mana of its colour.
        for symbol in by.hybrid.iter().filter(|symbol| symbol.other == Other::Life) {
            let left = &mut self.typed[symbol.color as usize];
            if *left > 0 {
                *left -= 1;
            } else {
                generic = generic.saturating_add(1);
            }
        }
        self.generic = self.generic.saturating_sub(generic);
    }

    /// What it takes off a cost where of each of its hybrid symbols one half is chosen, the first or the second
    /// (117.7e).
    pub fn halved(&self, seconds: &mut impl Iterator<Item = bool>) -> ManaCost {
        let mut settled = ManaCost { hybrid: Vec::new(), ..self.clone() };
        for symbol in &self.hybrid {
            if symbol.other == Other::Life {
                settled.hybrid.push(*symbol);
                continue;
            }
            let color = if seconds.next() == Some(true) { symbol.other.color() } else { Some(symbol.color) };
            match color {
                Some(color) => {
                    let typed = &mut settled.typed[color as usize];
                    *typed = typed.saturating_add(1);
                }
                None => settled.add_generic(2),
            }
        }
        settled
    }

    /// Whether nothing has to be paid.
    pub fn is_zero(&self) -> bool {
        self.value(0) == 0
    }

    /// Reads symbols such as `{2}{W}{X}`; an empty text is no cost (202.1b).
    ///
    /// # Errors
    /// Names the symbol that is not understood.
    pub fn parse(text: &str) -> Result<ManaCost, String> {
        let mut cost = ManaCost { exists: !text.is_empty(), ..ManaCost::default() };
        let mut rest = text;
        while !rest.is_empty() {
            let (symbol, after) =
                rest.strip_prefix('{').and_then(|inner| inner.split_once('}')).ok_or_else(|| {
                    format!("a mana cost is written in symbols like {{2}}{{W}}, not \"{rest}\"")
                })?;
            rest = after;
            if symbol == "X" {
                cost.x = cost.x.saturating_add(1);
            } else if symbol == "S" {
                cost.snow = cost.snow.saturating_add(1);
            } else if let Ok(number) = symbol.parse::<u16>() {
                cost.generic = cost.generic.saturating_add(number);
            } else if let Some(place) = LETTERS.iter().position(|letter| symbol == letter.to_string()) {
                cost.typed[place] = cost.typed[place].saturating_add(1);
            } else if let Some(hybrid) = Hybrid::parse(symbol) {
                cost.hybrid.push(hybrid);
            } else {
                return Err(format!("unknown mana symbol {{{symbol}}}"));
            }
        }
        Ok(cost)
    }

    /// Whether mana from `pool` and from `sources` can pay it. A source is a set of mana types (bits in the
    /// order of [`SYMBOLS`], and [`SNOW`]), each good for one mana.
    ///
    /// By Hall's theorem it can when every set of types has enough sources for what must be paid in it.
    pub fn payable(&self, pool: &[u16; 6], sources: &[u8]) -> bool {
        let total = sources.len() as u32 + pool.iter().map(|amount| u32::from(*amount)).sum::<u32>();
        if total < self.value(0) {
            return false;
        }
        // Only the types that the cost names matter: the others need nothing.
        let typed = (0..6).filter(|place| self.typed[*place] > 0).fold(0, |set, place| set | 1u8 << place);
        let named = typed | if self.snow > 0 { SNOW } else { 0 };
        let smaller = |set: &u8| Some((*set).checked_sub(1)? & named).filter(|set| *set != 0);
        std::iter::successors(Some(named).filter(|set| *set != 0), smaller).all(|set| {
            let of = |place: &usize| set & 1 << place != 0;
            let typed: u32 = (0..6).filter(of).map(|place| u32::from(self.typed[place])).sum();
            let need = typed + if set & SNOW != 0 { u32::from(self.snow) } else { 0 };
            let have: u32 = (0..6).filter(of).map(|place| u32::from(pool[place])).sum();
            have + sources.iter().filter(|types| **types & set != 0).count() as u32 >= need
        })
    }
}

impl std::fmt::Display for ManaCost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for _ in 0..self.x {
            f.write_str("{X}")?;
        }
        let typed: u32 = self.typed.iter().map(|amount| u32::from(*amount)).sum();
        let other = typed > 0 || self.x > 0 || self.snow > 0 || !self.hybrid.is_empty();
        if self.generic > 0 || (self.exists && !other) {
            write!(f, "{{{}}}", self.generic)?;
        }
        (0..self.snow).try_for_each(|_| f.write_str("{S}"))?;
        for (place, amount) in self.typed.iter().enumerate() {
            for _ in 0..*amount {
                write!(f, "{{{}}}", LETTERS[place])?;
            }
        }
        self.hybrid.iter().try_for_each(|symbol| symbol.fmt(f))
    }
}

impl Hybrid {
    fn color(letter: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| LETTERS[*color as usize].to_string() == letter)
    }

    fn parse(symbol: &str) -> Option<Hybrid> {
        let (color, other) = match symbol.split_once('/')? {
            ("2", color) => (color, Other::Generic),
            (color, "P") => (color, Other::Life),
            (color, other) => (color, Other::of(Hybrid::color(other)?)),
        };
        Some(Hybrid { color: Hybrid::color(color)?, other })
    }

    /// What it adds to the converted mana cost: the greatest of its parts (202.3f-g).
    pub fn value(self) -> u32 {
        if self.other == Other::Generic { 2 } else { 1 }
    }

    /// Its colours (107.4e-f).
    pub fn colors(self) -> Colors {
        self.other
            .color()
            .map_or(Colors::default(), |other| Colors::of(&[other]))
            .with(Colors::of(&[self.color]))
    }
}

impl Other {
    /// Mana of a colour.
    fn of(color: Color) -> Other {
        match color {
            Color::White => Other::White,
            Color::Blue => Other::Blue,
            Color::Black => Other::Black,
            Color::Red => Other::Red,
            Color::Green => Other::Green,
        }
    }

    /// The colour of the mana; none where it is something else.
    pub fn color(self) -> Option<Color> {
        Color::ALL.get(self as usize).copied()
    }
}

impl std::fmt::Display for Hybrid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |color: Color| LETTERS[color as usize];
        match (self.other, self.other.color()) {
            (_, Some(other)) => write!(f, "{{{}/{}}}", letter(self.color), letter(other)),
            (Other::Generic, None) => write!(f, "{{2/{}}}", letter(self.color)),
            (_, None) => write!(f, "{{{}/P}}", letter(self.color)),
        }
    }
}

impl TryFrom<String> for ManaCost {
    type Error = String;
    fn try_from(text: String) -> Result<ManaCost, String> {
        ManaCost::parse(&text)
    }
}

impl From<ManaCost> for String {
    fn from(cost: ManaCost) -> String {
        cost.to_string()
    }
}
