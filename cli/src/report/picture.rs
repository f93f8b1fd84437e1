//! The table at one moment as a picture (SVG), to put into a ruling, an article or a chat.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use duelog_kernel::figure::Figure;
use duelog_kernel::view::{CardView, PlayerView, ZoneView};
use duelog_kernel::{Seat, View};

use crate::output::Failure;
use crate::piles::is_pile;
use crate::plain::{plain, with_names};
use crate::table::{Order, capital, order};

/// The width of a picture, in pixels.
const WIDTH: usize = 1200;
/// The margin around everything, in pixels.
const MARGIN: usize = 16;
/// The height of the name of a zone, in pixels.
const LABEL: usize = 18;
/// The gap between two zones in a line, in pixels.
const APART: usize = 16;
/// Where a player's facts begin, in pixels.
const FACTS: usize = 140;
/// The width and height of a card, and the gap behind it, in pixels.
const CARD: (usize, usize, usize) = (128, 88, 8);
/// The height of a line of text, in pixels.
const LINE: usize = 20;
/// How many letters of a card's name stand in one line.
const LETTERS: usize = 15;

/// Programs that turn an SVG on their standard input into a PNG on their standard output, with their arguments.
const CONVERTERS: [(&str, &[&str]); 3] = [
    ("rsvg-convert", &["--format=png"]),
    ("magick", &["svg:-", "png:-"]),
    ("inkscape", &["--pipe", "--export-type=png", "--export-filename=-"]),
];

/// A picture that is being drawn: its elements, and how far down they reach.
struct Picture<'a> {
    names: &'a [Option<String>],
    body: String,
    y: usize,
}

/// A zone, the cards of it that are seen, and how many are not.
type Row<'a> = (&'a ZoneView, Vec<&'a CardView>, u32);

/// Draws a view with `near` at the bottom; `title` stands above it.
pub fn svg(view: &View, near: Seat, title: &str, names: &[Option<String>]) -> String {
    let mut picture = Picture { names, body: String::new(), y: MARGIN };
    picture.text(MARGIN, title, "bold");
    let turn = view.turn.iter().filter(|fact| fact.value != "0");
    let turn: Vec<String> = turn.map(|fact| format!("{} {}", fact.name, fact.value)).collect();
    picture.text(MARGIN, &turn.join(" · "), "quiet");
    for player in view.players.iter().filter(|player| player.seat != near) {
        picture.player(player);
        picture.zones(view, player.seat, true);
    }
    picture.shared(view);
    for player in view.players.iter().filter(|player| player.seat == near) {
        picture.zones(view, player.seat, false);
        picture.player(player);
    }
    picture.done()
}

/// Turns a picture into PNG by a program that this machine has.
///
/// # Errors
/// Says which programs can do it where none is found, and what one of them answered where it fails.
pub fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let fault = |what: String| Failure::system(what, "write the picture with a name that ends in .svg");
    for (program, arguments) in CONVERTERS {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let Ok(mut child) = command.spawn() else { continue };
        if let Some(mut to) = child.stdin.take() {
            // A program that stops reading says why on its standard error.
            let _ = to.write_all(svg.as_bytes());
        }
        let output = child.wait_with_output().map_err(|error| fault(format!("{program}: {error}")))?;
        if output.status.success() && !output.stdout.is_empty() {
            return Ok(output.stdout);
        }
        let said = plain(String::from_utf8_lossy(&output.stderr).trim());
        return Err(fault(format!("{program} made no PNG: {said}")));
    }
    let known: Vec<&str> = CONVERTERS.iter().map(|converter| converter.0).collect();
    Err(fault(format!("no program that makes PNG is installed ({})", known.join(", "))))
}

/// Returns whether the name of a file asks for PNG; else it asks for SVG.
///
/// # Errors
/// Wrong use for the ending of another kind of picture.
pub fn wants_png(path: &Path) -> Result<bool, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("png") => Ok(true),
        Some("jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" | "pdf" | "html") => {
            Err(Failure::usage(
                format!("{}: a picture is written as SVG or PNG", path.display()),
                "name a file that ends in .svg or .png",
            ))
        }
        _ => Ok(false),
    }
}

impl Picture<'_> {
    fn text(&mut self, x: usize, text: &str, class: &str) {
        self.y += LINE;
        let text = self.harmless(text);
        let y = self.y - 6;
        let _ = writeln!(self.body, r#"<text x="{x}" y="{y}" class="{class}">{text}</text>"#);
    }

    /// A text with the players' names that is safe within XML.
    fn harmless(&self, text: &str) -> String {
        escaped(&plain(&with_names(text, self.names)))
    }

    fn player(&mut self, player: &PlayerView) {
        let facts = player.facts.iter().filter(|fact| fact.value != "0" && fact.value != "no");
        let facts: Vec<String> = facts.map(|fact| format!("{} {}", fact.name, fact.value)).collect();
        self.y += 6;
        let (y, width, height, side) = (self.y, WIDTH - 2 * MARGIN, LINE + 8, player.seat.0 % 2);
        let _ = writeln!(
            self.body,
            r#"<rect x="{MARGIN}" y="{y}" width="{width}" height="{height}" rx="6" class="side{side}"/>"#
        );
        self.y += 4;
        self.text(MARGIN + 10, &capital(&player.seat.to_string()), "bold");
        self.y -= LINE;
        self.text(MARGIN + FACTS, &facts.join(" · "), "plain");
        self.y += 10;
    }

    /// The rows of a player's own cards, those in play next to the middle of the table.
    fn zones(&mut self, view: &View, seat: Seat, far: bool) {
        let mut rows: Vec<Row<'_>> = Vec::new();
        for zone in &view.zones {
            let (cards, hidden): (Vec<&CardView>, u32) = match zone.seat {
                Some(own) if own == seat && !is_pile(&zone.name) => {
                    let seen = u32::try_from(zone.cards.len()).unwrap_or(u32::MAX);
                    (zone.cards.iter().collect(), zone.count.saturating_sub(seen))
                }
                None if order(&zone.name).is_none() && !is_pile(&zone.name) => {
                    (zone.cards.iter().filter(|card| side(&card.figure) == Some(seat)).collect(), 0)
                }
                Some(_) | None => continue,
            };
            if !cards.is_empty() || hidden > 0 {
                let shared = zone.seat.is_none();
                rows.insert(if shared { 0 } else { rows.len() }, (zone, cards, hidden));
            }
        }
        if far {
            rows.reverse();
        }
        self.flow(rows);
    }

    /// All that waits in the middle, the next to resolve last.
    fn shared(&mut self, view: &View) {
        let y = self.y + 4;
        let right = WIDTH - MARGIN;
        let _ = writeln!(self.body, r#"<path d="M{MARGIN} {y}H{right}" class="middle"/>"#);
        self.y += 12;
        for zone in view.zones.iter().filter(|zone| zone.seat.is_none() && zone.count > 0) {
            let all = order(&zone.name).is_some() || is_pile(&zone.name);
            let cards = zone.cards.iter().filter(|card| all || side(&card.figure).is_none());
            let cards: Vec<&CardView> = cards.collect();
            if !cards.is_empty() {
                self.flow(vec![(zone, cards, 0)]);
            }
        }
    }

    /// Zones one beside the other, as many as have room in a line; one that needs more takes lines of its own.
    fn flow(&mut self, zones: Vec<Row<'_>>) {
        let (width, height, gap) = CARD;
        let per_line = (WIDTH - 2 * MARGIN + gap) / (width + gap);
        let mut used = 0;
        for (zone, cards, hidden) in zones {
            let cards = gathered(&zone.name, cards);
            let places = cards.len() + usize::from(hidden > 0);
            let room = (WIDTH - 2 * MARGIN).saturating_sub(used);
            if used > 0 && places * (width + gap) > room + gap {
                self.y += LABEL + height + gap;
                used = 0;
            }
            let (left, top) = (MARGIN + used, self.y);
            let order =
                if order(&zone.name) == Some(Order::LastFirst) { ": the first resolves first" } else { "" };
            self.text(left, &format!("{}{order}", zone.name), "quiet");
            self.y = top;
            for place in 0..places {
                let x = left + place % per_line * (width + gap);
                let y = top + LABEL + place / per_line * (height + gap);
                match cards.get(place) {
                    Some((card, count)) => self.card(x, y, card, *count),
                    None => self.hidden(x, y, hidden),
                }
            }
            self.y += places.div_ceil(per_line).saturating_sub(1) * (height + gap);
            used += places * (width + gap) + APART;
        }
        if used > 0 {
            self.y += LABEL + height + gap;
        }
    }

    fn hidden(&mut self, x: usize, y: usize, count: u32) {
        self.frame(x, y, "back");
        let (x, y) = (x + 10, y + CARD.1 / 2 + 4);
        let _ = writeln!(self.body, r#"<text x="{x}" y="{y}" class="quiet">{count} hidden</text>"#);
    }

    fn frame(&mut self, x: usize, y: usize, class: &str) {
        let (width, height, _) = CARD;
        let _ = writeln!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" class="{class}"/>"#
        );
    }

    fn card(&mut self, x: usize, y: usize, card: &CardView, count: usize) {
        let (width, height, _) = CARD;
        let marks = &card.figure.marks;
        let marked = |mark: &str| marks.iter().any(|one| one == mark);
        let class = match (marked("face-down"), marked("tapped")) {
            (true, _) => "back",
            (false, true) => "card tapped",
            (false, false) => "card",
        };
        self.frame(x, y, class);
        let colors: Vec<&str> = card.figure.colors.iter().filter_map(|color| paint(color)).collect();
        for (place, color) in colors.iter().enumerate() {
            let part = (width - 8) / colors.len();
            let (x, y) = (x + 4 + place * part, y + 4);
            let _ =
                writeln!(self.body, r#"<rect x="{x}" y="{y}" width="{part}" height="4" fill="{color}"/>"#);
        }
        let times = if count > 1 { format!("{count}× ") } else { String::new() };
        let owner = card.figure.owner.map(|seat| format!(" ({seat})")).unwrap_or_default();
        let name = format!("{times}{}{owner}", card.name);
        for (line, text) in broken(&plain(&with_names(&name, self.names))).iter().take(3).enumerate() {
            let (x, y, text) = (x + 7, y + 24 + line * 15, escaped(text));
            let _ = writeln!(self.body, r#"<text x="{x}" y="{y}" class="name">{text}</text>"#);
        }
        let below: Vec<String> = marks.iter().map(|mark| mark.replace('-', " ")).collect();
        let (left, right, above, y) = (x + 7, x + width - 6, y + height - 20, y + height - 6);
        let below = self.harmless(&below.join(", "));
        let _ = writeln!(self.body, r#"<text x="{left}" y="{above}" class="mark">{below}</text>"#);
        let size = escaped(&size(&card.figure));
        let _ = writeln!(self.body, r#"<text x="{right}" y="{y}" class="size">{size}</text>"#);
    }

    fn done(self) -> String {
        let height = self.y + MARGIN;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" font-size="13">
<style>{STYLE}</style>
<rect width="{WIDTH}" height="{height}" fill="white"/>
{}</svg>
"#,
            self.body
        )
    }
}

/// The look of the parts of a picture.
const STYLE: &str = ".bold{font-weight:600;font-size:15px}.quiet{fill:#666}.name{font-weight:600;font-size:12px}\
.mark{fill:#8a4b00;font-size:10px}.size{font-weight:600;text-anchor:end}.card{fill:#fbfaf6;stroke:#888}\
.tapped{stroke-dasharray:4 3;fill:#ecebe6}.back{fill:#dcdfe6;stroke:#888}.middle{stroke:#bbb}\
.side0{fill:#eaf3f8}.side1{fill:#fbf3e0}";

/// Cards that look the same as one with their number; where the order of a zone is the game, each by itself and
/// in that order.
fn gathered<'a>(zone: &str, cards: Vec<&'a CardView>) -> Vec<(&'a CardView, usize)> {
    if let Some(order) = order(zone) {
        return order.of(cards).into_iter().map(|card| (card, 1)).collect();
    }
    let mut groups: Vec<(&CardView, usize)> = Vec::new();
    for card in cards {
        let alike = |group: &&mut (&CardView, usize)| {
            group.0.name == card.name && group.0.line == card.line && group.0.figure == card.figure
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.1 += 1,
            None => groups.push((card, 1)),
        }
    }
    groups
}

fn side(figure: &Figure) -> Option<Seat> {
    figure.side.or(figure.owner)
}

/// The colour in which a color or civilization is drawn.
fn paint(color: &str) -> Option<&'static str> {
    Some(match color.to_lowercase().as_str() {
        "white" | "light" => "#d9c66a",
        "blue" | "water" => "#3b7dd8",
        "black" | "darkness" => "#4a4350",
        "red" | "fire" => "#d0452f",
        "green" | "nature" => "#3c8c4a",
        "yellow" => "#e0b400",
        _ => return None,
    })
}

/// Power and toughness, or the like.
fn size(figure: &Figure) -> String {
    let value =
        |name: &str| figure.numbers.iter().find(|number| number.name == name).map(|number| number.value);
    match (value("power"), value("toughness"), value("defense")) {
        (Some(power), Some(toughness), _) => format!("{power}/{toughness}"),
        (Some(power), None, Some(defense)) => format!("{power} | {defense}"),
        (Some(one), None, None) | (None, _, Some(one)) => one.to_string(),
        (None, _, None) => value("loyalty").map(|loyalty| loyalty.to_string()).unwrap_or_default(),
    }
}

/// A name in lines.
fn broken(name: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in name.split_whitespace() {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + 1 + word.chars().count() > LETTERS {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// A text that is safe within XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_at_blanks() {
        assert_eq!(broken("Jace, the Mind Sculptor"), ["Jace, the Mind", "Sculptor"]);
        assert_eq!(broken(""), [""]);
    }

    #[test]
    fn text_is_safe_within_xml() {
        assert_eq!(escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }

    #[test]
    fn an_ordered_zone_is_never_gathered() {
        let card = |id: u32, name: &str| CardView {
            id: duelog_kernel::ObjectId(id),
            name: name.to_string(),
            line: String::new(),
            facts: Vec::new(),
            figure: Figure::default(),
        };
        let all = [card(1, "Bolt"), card(2, "Growth"), card(3, "Bolt")];
        let all: Vec<&CardView> = all.iter().collect();
        let ids = |zone| {
            gathered(zone, all.clone()).iter().map(|(card, count)| (card.id.0, *count)).collect::<Vec<_>>()
        };
        assert_eq!(ids("stack"), [(3, 1), (2, 1), (1, 1)]);
        assert_eq!(ids("battlefield"), [(1, 2), (2, 1)]);
    }
}
