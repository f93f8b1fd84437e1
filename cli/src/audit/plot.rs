//! A picture of all tests: how small their probabilities are beside those that chance gives.
#![expect(clippy::float_arithmetic, reason = "chances are told to people and kept out of every log")]

use std::fmt::Write as _;

use super::luck::Test;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 480.0;
const MARGIN: f64 = 56.0;

/// How many points are drawn at most: all of the least likely, fewer of the others.
const POINTS_MAX: usize = 2_000;

/// The tests as points: to the right how small the probability of the test in this place is by chance, upwards how small it is.
/// On the line, all is as chance has it; a point high above it is a finding.
pub fn svg(tests: &[Test], level: f64) -> String {
    let count = tests.len() as f64;
    let tenths = |probability: f64| -probability.max(1e-300).log10();
    let by_chance = |place: usize| tenths((place as f64 + 0.5) / count.max(1.0));
    let highest = tests.first().map_or(1.0, |first| tenths(first.probability)).max(by_chance(0)).max(1.0);
    let widest = by_chance(0).max(1.0);
    let x = |value: f64| MARGIN + value / widest * (WIDTH - 2.0 * MARGIN);
    let y = |value: f64| HEIGHT - MARGIN - value / highest * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif" font-size="13">
<rect width="100%" height="100%" fill="white"/>
<title>{} tests of opening hands and first draws</title>
<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#888"/>
<text x="{:.1}" y="{:.1}" text-anchor="middle">by chance (zeros behind the point)</text>
<text x="16" y="{:.1}" text-anchor="middle" transform="rotate(-90 16 {:.1})">observed (zeros behind the point)</text>
"##,
        tests.len(),
        x(0.0),
        y(0.0),
        x(widest.min(highest)),
        y(widest.min(highest)),
        WIDTH / 2.0,
        HEIGHT - 16.0,
        HEIGHT / 2.0,
        HEIGHT / 2.0
    );
    let sparse = (tests.len() / POINTS_MAX).max(1);
    for (place, test) in tests.iter().enumerate() {
        let found = test.corrected < level;
        if found || place < POINTS_MAX || place.is_multiple_of(sparse) {
            let color = if found { "#c0392b" } else { "#2c5f8a" };
            let (right, up) = (x(by_chance(place)), y(tenths(test.probability)));
            let _ = writeln!(svg, r#"<circle cx="{right:.1}" cy="{up:.1}" r="3" fill="{color}"/>"#);
        }
    }
    svg.push_str("</svg>\n");
    svg
}
