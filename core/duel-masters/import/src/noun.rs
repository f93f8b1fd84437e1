//! Noun phrases: what they mean as filters and groups.

use duelog_duel_masters::language::definition::{Compare, Filter, Group, Number, Ref};
use duelog_duel_masters::language::keywords::Keyword;
use duelog_duel_masters::language::types::{CardType, Civilization, Place};

use crate::grammar::{Node, Rule, number};
use crate::setting::Setting;

/// How many of a group are meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Many {
    /// All of them.
    All,
    /// As many as the last action came to.
    Same,
    /// So many, at least and at most.
    Between(i32, i32),
}

/// A noun phrase.
#[derive(Debug, Clone)]
pub struct Noun {
    /// How many.
    pub many: Many,
    /// What each must be, wherever it is, without whose it is.
    pub filters: Vec<Filter>,
    /// Whose.
    pub owner: Option<Ref>,
    /// In which zone; the battle zone if nothing is said of creatures and cross gears.
    pub place: Option<Place>,
    /// Whether it is in the zones of both players.
    pub both: bool,
    /// How much power all that are chosen may have together.
    pub total: Option<i32>,
}

/// One filter of several that all must match.
pub fn all(mut filters: Vec<Filter>) -> Filter {
    filters.sort_by_key(rank);
    match filters.len() {
        0 => Filter::Any,
        1 => filters.remove(0),
        _ => Filter::All(filters),
    }
}

/// One filter of several of which one must match.
pub fn either(mut filters: Vec<Filter>) -> Filter {
    if filters.len() == 1 { filters.remove(0) } else { Filter::Either(filters) }
}

/// Where a filter stands in a list: type, whose, and the rest as it is said.
fn rank(filter: &Filter) -> u8 {
    match filter {
        Filter::Kind(_) => 0,
        Filter::Of(_) => 1,
        Filter::Not(inner) if **inner == Filter::This => 3,
        _ => 2,
    }
}

/// A civilization by its name.
pub fn civilization(text: &str) -> Result<Civilization, String> {
    let found = Civilization::ALL.into_iter().find(|civilization| civilization.name() == text.trim());
    found.ok_or_else(|| format!("`{text}` is not a civilization"))
}

/// A race as it is marked.
pub fn race(text: &str) -> String {
    text.trim().trim_matches(['<', '>']).to_string()
}

/// The civilizations of a list of them.
pub fn civilizations(node: &Node<'_>) -> Result<Filter, String> {
    let each = node.all(Rule::civ).map(|own| civilization(own.text()).map(Filter::Civilization));
    Ok(either(each.collect::<Result<_, _>>()?))
}

/// The keyword that a node names.
pub fn keyword(node: &Node<'_>) -> Result<Keyword, String> {
    Ok(match node.rule() {
        Rule::kw_attacker => Keyword::PowerAttacker(node.digits()?),
        Rule::kw_speed => Keyword::SpeedAttacker,
        Rule::kw_blocker => Keyword::Blocker,
        Rule::kw_slayer => Keyword::Slayer,
        Rule::kw_double => Keyword::Breaker(2),
        Rule::kw_triple => Keyword::Breaker(3),
        Rule::kw_trigger | Rule::sx => Keyword::ShieldTrigger,
        _ => return Err(format!("`{}` is not a keyword that can be said here", node.text())),
    })
}

impl Noun {
    /// Reads a noun phrase, or the part of one behind its number.
    pub fn read(node: &Node<'_>, setting: &Setting) -> Result<Noun, String> {
        let mut noun =
            Noun { many: Many::All, filters: Vec::new(), owner: None, place: None, both: false, total: None };
        for part in node.parts() {
            match part.rule() {
                Rule::count => noun.count(&part)?,
                Rule::theirs => noun.owner = Some(Ref::Opponent),
                Rule::yours => noun.owner = Some(Ref::You),
                Rule::his => noun.owner = Some(setting.his()),
                Rule::cores => noun.cores(&part)?,
                // What else stands in a sentence with a noun phrase in it is read where the sentence is.
                Rule::digits | Rule::on_bottom | Rule::into_grave | Rule::may => {}
                _ => noun.post(&part, setting)?,
            }
        }
        Ok(noun)
    }

    fn count(&mut self, node: &Node<'_>) -> Result<(), String> {
        let Some(own) = node.parts().next() else { return Err("a number is missing".to_string()) };
        self.many = match own.rule() {
            Rule::any_number => Many::Between(0, 99),
            Rule::up_to => Many::Between(0, number(&own.first()?)?),
            Rule::all => Many::All,
            Rule::another => {
                self.filters.push(Filter::Not(Box::new(Filter::This)));
                Many::Between(1, 1)
            }
            Rule::that_many => Many::Same,
            Rule::any_of => Many::Between(1, 1),
            _ => {
                let count = number(&own.first()?)?;
                Many::Between(count, count)
            }
        };
        Ok(())
    }

    fn cores(&mut self, node: &Node<'_>) -> Result<(), String> {
        let mut cores = node.all(Rule::core).map(|core| self::core(&core)).collect::<Result<Vec<_>, _>>()?;
        let other = Filter::Not(Box::new(Filter::This));
        if let [first, ..] = &mut cores[..]
            && first.contains(&other)
        {
            first.retain(|filter| *filter != other);
            self.filters.push(other.clone());
        }
        if cores.iter().any(|core| core.contains(&other)) {
            return Err("`other` belongs to one of several things alone".to_string());
        }
        if cores.len() == 1 {
            self.filters.extend(cores.remove(0));
            return Ok(());
        }
        // What all of them are is said once.
        if let Some(kind) = cores[0].iter().find(|filter| matches!(filter, Filter::Kind(_))).cloned()
            && cores.iter().all(|core| core.contains(&kind) && core.len() > 1)
        {
            cores.iter_mut().for_each(|core| core.retain(|filter| *filter != kind));
            self.filters.push(kind);
        }
        if cores.iter().any(Vec::is_empty) {
            return Err("one of several things is said without a quality".to_string());
        }
        self.filters.push(either(cores.into_iter().map(all).collect()));
        Ok(())
    }

    fn post(&mut self, node: &Node<'_>, setting: &Setting) -> Result<(), String> {
        match node.rule() {
            Rule::in_battle => self.place = Some(Place::Battle),
            Rule::in_zone => {
                if node.all(Rule::zone).count() > 1 {
                    return Err("several zones at once are no group".to_string());
                }
                for part in node.parts() {
                    match part.rule() {
                        Rule::theirs => self.owner = Some(Ref::Opponent),
                        Rule::yours => self.owner = Some(Ref::You),
                        Rule::his => self.owner = Some(setting.his()),
                        Rule::each_his => self.both = true,
                        _ => self.place = Some(place(&part)?),
                    }
                }
            }
            Rule::i_have => self.owner = Some(Ref::You),
            Rule::they_have => self.owner = Some(Ref::Opponent),
            Rule::he_has => self.owner = Some(setting.his()),
            Rule::that_total => self.total = Some(node.digits()?),
            Rule::that_is => {
                for part in node.parts() {
                    self.filters.push(quality(&part)?);
                }
            }
            Rule::dont_have => self.filters.push(Filter::Not(Box::new(quality(&node.first()?)?))),
            Rule::costs_so => {
                let how = if node.has(Rule::or_less) { Compare::AtMost } else { Compare::AtLeast };
                self.filters.push(Filter::Cost(how, Box::new(Number::N(node.digits()?))));
            }
            Rule::can_attack => {}
            Rule::costs_mana => {
                let mana = Number::Count(Group::In(Place::Mana, Ref::You, Filter::Any));
                self.filters.push(Filter::Cost(Compare::AtMost, Box::new(mana)));
            }
            // Only what the creature itself is given speaks of its power so.
            Rule::power_of_host if setting.given => {
                let own = Number::Total(
                    duelog_duel_masters::language::definition::Stat::Power,
                    Group::Of(Ref::This),
                );
                self.filters.push(Filter::Power(Compare::AtMost, Box::new(own)));
            }
            Rule::of_chosen => {
                self.filters.push(Filter::OfChosen(setting.race.ok_or("no race has been chosen")?))
            }
            Rule::of_chosen_civ => {
                self.filters
                    .push(Filter::OfChosen(setting.civilization.ok_or("no civilization has been chosen")?));
            }
            Rule::except => {
                let mut others = Noun { many: Many::All, filters: Vec::new(), ..self.clone() };
                others.cores(&node.first()?)?;
                others.filters.retain(|filter| !matches!(filter, Filter::Kind(_)));
                self.filters.push(Filter::Not(Box::new(all(others.filters))));
            }
            Rule::less_power => {
                let own = Number::Total(
                    duelog_duel_masters::language::definition::Stat::Power,
                    Group::Of(setting.it.clone().ok_or("`it` refers to nothing")?),
                );
                self.filters.push(Filter::Not(Box::new(Filter::Power(Compare::AtLeast, Box::new(own)))));
            }
            _ => return Err(format!("`{}` is not understood of a thing", node.text())),
        }
        Ok(())
    }

    /// What each must be, whose it is too.
    pub fn filter(&self) -> Result<Filter, String> {
        if self.total.is_some() {
            return Err("a total is only said of what is chosen".to_string());
        }
        let mut filters = self.filters.clone();
        filters.extend(self.owner.clone().map(Filter::Of));
        Ok(all(filters))
    }

    /// The filter, of creatures where no type is said.
    pub fn creatures(&self) -> Result<Filter, String> {
        if matches!(self.place, None | Some(Place::Battle)) {
            self.filter()
        } else {
            Err("creatures in the battle zone are meant".to_string())
        }
    }

    /// The group that it speaks of.
    pub fn group(&self) -> Result<Group, String> {
        let shields = self.filters.is_empty() && self.place.is_none();
        match self.place {
            _ if self.both => Err("the zones of both players together are no group".to_string()),
            Some(Place::Battle) => Ok(Group::Battle(all(self.battle()))),
            None if !shields && self.filters.iter().any(is_in_battle) => {
                Ok(Group::Battle(all(self.battle())))
            }
            None => Err("it is not said where they are".to_string()),
            Some(place) => {
                let owner = self.owner.clone().ok_or("it is not said whose zone is meant")?;
                Ok(Group::In(place, owner, all(self.filters.clone())))
            }
        }
    }

    fn battle(&self) -> Vec<Filter> {
        self.filters.iter().cloned().chain(self.owner.clone().map(Filter::Of)).collect()
    }

    /// How many there are.
    pub fn counted(&self) -> Result<Number, String> {
        if !self.both {
            return Ok(Number::Count(self.group()?));
        }
        let of =
            |owner: Ref| Noun { both: false, owner: Some(owner), ..self.clone() }.counted().map(Box::new);
        Ok(Number::Plus(of(Ref::You)?, of(Ref::Opponent)?))
    }
}

/// Whether a filter is of something that is in the battle zone where no zone is said.
fn is_in_battle(filter: &Filter) -> bool {
    match filter {
        Filter::Kind(kind) => matches!(kind, CardType::Creature | CardType::CrossGear),
        Filter::Race(_) => true,
        Filter::Either(all) | Filter::All(all) => all.iter().all(is_in_battle),
        _ => false,
    }
}

fn place(node: &Node<'_>) -> Result<Place, String> {
    let zone = if node.rule() == Rule::zone { node.first()? } else { node.clone() };
    Ok(match zone.rule() {
        Rule::z_mana => Place::Mana,
        Rule::z_grave => Place::Graveyard,
        Rule::z_hand => Place::Hand,
        Rule::z_deck => Place::Deck,
        Rule::z_shield => Place::Shield,
        _ => return Err(format!("`{}` is not a zone", node.text())),
    })
}

/// What a thing is.
pub fn quality(node: &Node<'_>) -> Result<Filter, String> {
    let power = |how, number| Filter::Power(how, Box::new(Number::N(number)));
    Ok(match node.rule() {
        Rule::q_most => power(Compare::AtMost, node.digits()?),
        Rule::q_least => power(Compare::AtLeast, node.digits()?),
        Rule::q_exact => power(Compare::Exactly, node.digits()?),
        Rule::quoted => match keyword(&node.first()?)? {
            Keyword::PowerAttacker(_) => Filter::Keyword(Keyword::PowerAttacker(0)),
            keyword => Filter::Keyword(keyword),
        },
        Rule::quoted_name if node.has(Rule::kw_wave) => Filter::Symbol("Wave Striker".to_string()),
        Rule::in_race => category(&node.first()?),
        Rule::core => all(core(node)?),
        _ => return Err(format!("`{}` is not a quality that the card language has", node.text())),
    })
}

/// A word of races (203.2).
fn category(node: &Node<'_>) -> Filter {
    let word = if node.text().starts_with("cyber") { "Cyber" } else { "Dragon" };
    Filter::Race(word.to_string())
}

fn core(node: &Node<'_>) -> Result<Vec<Filter>, String> {
    let not = |filter| Filter::Not(Box::new(filter));
    let mut filters = Vec::new();
    for part in node.parts() {
        filters.push(match part.rule() {
            Rule::other => not(Filter::This),
            Rule::tapped => Filter::Tapped,
            Rule::untapped => not(Filter::Tapped),
            Rule::civs => civilizations(&part)?,
            Rule::non_civ => not(Filter::Civilization(civilization(part.first()?.text())?)),
            Rule::non_evolution => not(Filter::Evolution),
            Rule::evolution_adj => Filter::Evolution,
            Rule::multicolored => Filter::Civilizations(Compare::AtLeast, Box::new(Number::N(2))),
            Rule::attacking => Filter::Attacking,
            Rule::creature => Filter::Kind(CardType::Creature),
            Rule::spell => Filter::Kind(CardType::Spell),
            Rule::gear => Filter::Kind(CardType::CrossGear),
            Rule::race => Filter::Race(race(part.text())),
            Rule::dragon => category(&part),
            Rule::name => Filter::Named(part.text().trim().trim_matches(['«', '»']).to_string()),
            Rule::that_race => category(&part.first()?.first()?),
            Rule::card => continue,
            Rule::shield => continue,
            _ => return Err(format!("`{}` is not understood of a thing", part.text())),
        });
    }
    filters.sort_by_key(rank);
    Ok(filters)
}

impl Noun {
    /// A noun phrase of shields, whose zone is theirs.
    pub fn of_shields(mut self, node: &Node<'_>) -> Noun {
        if self.place.is_none() && node.text_has_shields() {
            self.place = Some(Place::Shield);
        }
        self
    }
}
