#!/usr/bin/env python3
"""Replays as Talishar writes them, made of matches that duelog plays, and what `talishar.py` reads out of them.

    cargo build -p duelog
    python3 tests/peers/talishar_files.py --matches 40

Each match is played by chance with two of the decks in fixtures/decks/flesh-and-blood, and written down as Talishar would do it: inputs with
places in the hand and among the equipment, and none where Talishar passes by itself. Every second match has the tables too, with
plays that are taken back; the others have the two files alone. Then `talishar.py` reads the files. Its log must verify, with the same
decisions in the same order; where the files alone do not tell a draw, it must end there, and nowhere else. Ends with 1 where one differs.
"""

import argparse
import collections
import gzip
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import talishar
import talishar_replay
from talishar import Engine
from talishar_replay import GAME, Cut

DECKS = pathlib.Path(__file__).resolve().parent.parent.parent / "fixtures/decks/flesh-and-blood"

# How many words a weapon or equipment has had over the years, and a banished card has.
CHARACTER, BANISH = (9, 15, 16), 3

# How often a player plays something, takes a play back, changes a setting.
PLAYS, TAKES_BACK, SETS = 0.85, 0.04, 0.02

# How often a defender passes the reactions together with the defenders.
SKIPS = 0.1

# How often Talishar asks somebody who can only pass: who holds an instant that cannot be paid, say.
ASKS = 0.05

# How many of all players want to be asked in each step, and how many of all matches somebody gives up.
HOLDS, GIVES_UP = 0.15, 0.2

# Decks without a card that is shuffled or taken at random, mostly: what the files alone tell to the end.
QUIET = ("bravo", "dorinthea")

# Dice stand in no file, and these cards have choices whose inputs are not known.
AVOIDED = {"scabskin_leathers", "barkbone_strapping", "bone_head_barrier_yellow", "regurgitating_slog_red"}

# How a choice is written down: a place in the hand, or one with its zone; with a question before it; several; a card of the deck.
PLACE, ZONE, ASKED, BOXES, OF_DECK, PROMPTED = "place", "zone", "asked", "boxes", "of deck", "prompted"
CHOICES = {
    "katsu choose": ASKED, "katsu search": ZONE, "show_time_blue search": ZONE, "sand_sketched_plan_blue search": OF_DECK,
    "sink_below_red choose": PLACE, "sink_below_blue choose": PLACE, "scour_the_battlescape_blue choose": PLACE,
    "hope_merchants_hood choose": BOXES, "remembrance_yellow choose": BOXES, "enlightened_strike_red cost_bottom": PLACE,
    "flock_of_the_feather_walkers_red cost_reveal": PROMPTED, "demolition_crew_red cost_reveal": PROMPTED,
    "pummel_red choose": PLACE, "steelblade_supremacy_red choose_targets": ZONE, "ironsong_determination_yellow choose_targets": ZONE,
    "buckling_blow_red choose": PLACE, "buckling_blow_blue choose": PLACE,
}


def said(seat, choice, called):
    """A decision, by the names of the cards: which copy of a card lies where differs from match to match."""
    def named(item):
        if isinstance(item, dict):
            return json.dumps({kind: called(what) if kind == "object" else [called(what[0]), what[1]] if kind == "ability"
                               else [what[0], called(what[1])] if kind == "act" else None if kind == "number" else what
                               for kind, what in item.items()})
        return item
    return seat, [named(item) for item in choice["pick"]]


class Listener(talishar.Reader):
    """A reader that remembers what it answers."""

    def __init__(self, *replay):
        super().__init__(*replay)
        self.said = []

    def answer(self, choice, draws):
        self.look()
        self.said.append(said(self.question["seat"], choice, self.called))
        super().answer(choice, draws)


class Unsaid(Exception):
    """What cannot be written down."""


class Writer(talishar.Table):
    """A match, and its files."""

    def __init__(self, engine, seed, decks, tables):
        super().__init__(engine, f"match-{seed}")
        self.chance, self.tables = random.Random(seed), tables
        self.setup = {"game": GAME, "seed": seed, "decks": decks, "draws": []}
        self.lines, self.files, self.answers = [], {}, []
        self.held = None  # The input that chooses a mode, until what it costs is paid.
        self.to_arsenal = None  # The input of the arsenal, until pitched cards are ordered.
        self.ordered = []  # The order of triggers that an input has told.
        self.turn, self.slots, self.outcome = 0, {}, None
        self.untold = False  # The files alone do not tell everything.
        self.words, self.old = self.chance.choice(CHARACTER), self.chance.random() < 0.5  # Old files do not name the card of a hand.
        self.holds = [self.chance.random() < HOLDS for _ in (0, 1)]
        self.skips = [False, False]  # Who has passed the reactions together with the defenders.
        self.gives_up = self.chance.randrange(3, 12) if self.chance.random() < GIVES_UP else None

    def phase(self):
        """The phase in which Talishar waits for an answer to the question."""
        prompt, turn = self.question["prompt"], self.view["turn"]
        if prompt != "priority":
            return {"defenders": "B", "pay_pitch": "P", "pitch_order": "PDECK"}.get(prompt, "MAYCHOOSEHAND")
        mine, empty = self.question["seat"] == int(turn["active"][-1]), not self.zone("stack")
        if empty and turn["step"] == "reaction":
            return "A" if mine else "D"
        return "M" if empty and mine and turn["step"] in ("action", "resolution") else "INSTANT"

    def state(self, phase="M", without=None, winner=0):
        """The table in Talishar's words. `without` is a card that a player has just begun to play."""
        lines = [""] * 92
        lines[talishar_replay.LIFE] = " ".join(str(self.view["players"].get(str(seat), {}).get("life", 0)) for seat in (0, 1))
        for seat in (0, 1):
            def cards(zone, words):
                names = [self.called(card) for card in self.zone(f"{zone}_{seat}") if card != without]
                return " ".join(" ".join([name] + words) for name in names)
            own = {talishar_replay.HAND: cards("hand", []), talishar_replay.DECK: cards("deck", []), talishar_replay.ARSENAL: cards("arsenal", ["DOWN", "1", "0", "0", "7", "0"]),
                   talishar_replay.DISCARD: cards("graveyard", ["5", "-"]), talishar_replay.PITCH: cards("pitch", []), talishar_replay.BANISH: cards("banished", ["-", "9"]),
                   talishar_replay.SETTINGS: f"{int(self.holds[seat])} 0 0", talishar_replay.CHARACTER: self.character(seat), 10: "0 0 0 DOWN"}
            for zone, text in own.items():
                lines[1 + 18 * seat + zone] = text
        main = self.view["turn"]["active"][-1] if "active" in self.view["turn"] else str(self.first)
        lines[talishar_replay.WINNER], lines[talishar_replay.FIRST] = str(winner), str(self.first + 1)
        lines[talishar_replay.PHASE], lines[talishar_replay.MAIN], lines[talishar_replay.LINKS] = f"{phase} {main}", str(int(main) + 1), "0"
        if self.view["turn"]["step"] == "resolution" and not self.zone("stack"):
            lines[talishar_replay.LAYERS] = f"RESOLUTIONSTEP {int(main) + 1} - - - - -"
        lines[68] = str(len(self.lines))  # A time.
        return "\r\n".join(lines) + "\r\n"

    def character(self, seat):
        """The hero, the weapons and the equipment."""
        names, once = [], set()
        for card in self.slots[seat]:
            name = self.names[card]
            names.append(name + "_r" if name in once else name)
            once.add(name)
        return " ".join(" ".join([name, "2"] + ["0"] * (self.words - 2)) for name in names)

    # The files.

    def input(self, seat, mode, button="", card="", boxes=(), phase=None):
        self.keep(phase=phase or self.phase())
        self.lines.append(f"{seat + 1} {mode} {button} {card} {len(boxes)} {'|'.join(map(str, boxes))}")

    def keep(self, **how):
        """Keeps the table as it is after the inputs up to here."""
        if self.tables and self.lines:
            self.files[f"replayState_{len(self.lines)}.txt.gz"] = gzip.compress(self.state(**how).encode(), mtime=0)

    def write(self, folder):
        for name, content in self.files.items():
            (folder / name).write_bytes(content)
        (folder / "commandfile.txt").write_bytes("".join(line + "\r\n" for line in self.lines).encode())

    # The match.

    def play(self):
        """Plays to the end. Returns why the match is cut, or None."""
        question = self.engine.ask("open", match=self.match, setup=self.setup)["next"]
        while question:
            self.look()
            self.question = question
            choice = self.answer(question)
            draws = self.engine.ask("draws", match=self.match, choice=choice)["draws"] if self.lines else []
            self.untold = self.untold or any(draw["among"] > 1 for draw in draws)
            if len(draws) > 1 and any("drone_of_brutality" in self.called(card) for seat in (0, 1) for card in self.zone(f"hand_{seat}")):
                raise Unsaid("several cards at random, where one of them may not stay in the graveyard")
            self.answers.append(said(question["seat"], choice, self.called))
            response = self.engine.ask("answer", match=self.match, seat=question["seat"], choice=choice)
            question, self.outcome = response["next"], response.get("outcome")
        self.look()
        self.keep(phase="OVER", winner=self.outcome["winners"][0] + 1 if len(self.outcome["winners"]) == 1 else 0)
        self.engine.ask("close", match=self.match)

    def answer(self, question):
        prompt, seat, pick = question["prompt"], question["seat"], question["ask"].get("pick")
        if prompt == "first_player":  # The files do not tell who could choose; whoever does so begins.
            self.first = seat
            return {"pick": [{"seat": seat}]}
        if prompt == "equipment":
            self.slots[seat] = self.zone(f"hero_{seat}")[:1] + [option["object"] for option in pick["options"]]
            return {"pick": pick["options"]}
        if not self.turn:
            self.names = {card: self.called(card) for seat in (0, 1) for card in self.slots[seat]}
            self.files["origGamestate.txt"] = self.state().encode()
        if self.view["turn"]["turn"] > self.turn and prompt not in ("arsenal", "pitch_order"):
            self.turn_begins()
        if prompt not in ("arsenal", "pitch_order"):
            self.end_of_turn()
        if prompt not in ("pay_pitch", "cost_bottom"):
            self.tell_mode()
        if pick is None:
            raise Unsaid(prompt)
        return getattr(self, prompt if prompt in talishar.OWN else "choose")(seat, pick)

    def end_of_turn(self):
        if self.to_arsenal:
            self.input(*self.to_arsenal, phase="ARS")
            self.to_arsenal = None

    def turn_begins(self):
        self.end_of_turn()
        self.turn = self.view["turn"]["turn"]
        active = int(self.view["turn"]["active"][-1])
        number = self.turn // 2
        if self.tables:
            self.files[f"turn_{active + 1}-{number}_Gamestate.txt"] = self.state().encode()
        self.lines.append(f"{active + 1} StartTurn {number} 0")

    def priority(self, seat, pick):
        options, turn = pick["options"], self.view["turn"]
        mine, empty = seat == int(turn["active"][-1]), not self.zone("stack")
        if self.gives_up and self.turn > self.gives_up:
            self.question["seat"] = self.chance.randrange(2)
            self.input(self.question["seat"], talishar_replay.CONCEDES)
            return {"pick": ["concede"]}
        if empty and turn["step"] == "reaction" and self.skips[seat]:
            self.skips[seat] = False
            return {"pick": ["pass"]}
        asked = self.holds[seat] or not (empty and turn["step"] in ("attack", "defend", "damage"))
        able = [option for option in options if option != "pass" and self.card(option) not in AVOIDED]
        if asked and able and self.chance.random() < PLAYS:
            option = self.chance.choice(able)
            if turn["step"] == "action" and mine and empty:
                self.noise(seat)
            self.plays(seat, option)
            self.skips[1 - seat] = False
            return {"pick": [option]}
        waits = empty and (turn["step"] == "reaction" or turn["step"] == "action" and mine)
        if waits or asked and len(options) > 1 or self.holds[seat] or self.tables and not empty and self.chance.random() < ASKS:
            self.input(seat, "99")
        return {"pick": ["pass"]}

    def card(self, option):
        return self.called((option.get("act") or option.get("ability"))[-1 if "act" in option else 0])

    def plays(self, seat, option):
        if "ability" in option:
            card = option["ability"][0]
            if card in self.slots[seat]:
                return self.input(seat, "3", "", self.slots[seat].index(card) * self.words)
            if self.where(card) == "permanent":
                return self.input(seat, "10", "", 0)
            raise Unsaid(f"an ability of {self.called(card)} in {self.where(card)}")
        card = option["act"][1]
        zone = self.where(card)
        if zone == f"hand_{seat}":
            return self.from_hand(seat, card, self.zone(zone))
        if zone == f"arsenal_{seat}":
            return self.input(seat, "5", "", 0)
        if zone == f"banished_{seat}":
            return self.input(seat, "14", "", self.zone(zone).index(card) * BANISH)
        raise Unsaid(f"a play from {zone}")

    def from_hand(self, seat, card, hand):
        self.input(seat, "27", "" if self.old else self.called(card), hand.index(card))

    def noise(self, seat):
        """Inputs that are nothing of the match: a setting, chat, a play that is taken back."""
        if self.chance.random() < SETS:
            self.input(seat, "26", "5-1")
            self.input(1 - seat, "100015")
        hand = self.zone(f"hand_{seat}")
        if hand and self.chance.random() < (TAKES_BACK if self.tables else TAKES_BACK / 10):
            card = self.chance.choice(hand)
            self.from_hand(seat, card, hand)
            self.keep(phase="P", without=card)
            self.lines.append(f"{seat + 1} 10000   0 ")
            self.untold = True

    def pay_pitch(self, seat, pick):
        option = self.chance.choice([option for option in pick["options"] if "act" in option])
        card = option["act"][1]
        self.from_hand(seat, card, self.zone(f"hand_{seat}"))
        return {"pick": [option]}

    def defenders(self, seat, pick):
        choice = self.sample()
        hand = list(self.zone(f"hand_{seat}"))
        for item in choice["pick"]:
            card = item["object"]
            if card in hand:
                self.from_hand(seat, card, hand)
                hand.remove(card)
            elif card in self.slots[seat]:
                self.input(seat, "3", "", self.slots[seat].index(card) * self.words)
            else:
                raise Unsaid(f"{self.called(card)} defends from {self.where(card)}")
        self.skips[seat] = self.chance.random() < SKIPS
        self.input(seat, talishar_replay.SKIPS if self.skips[seat] else "99")
        return choice

    def sample(self):
        return self.engine.ask("sample", match=self.match, seed=self.chance.randrange(1 << 30))["choices"][0]

    def first_of(self, options, picked):
        """Cards of one name are not told apart there: the first ones are taken."""
        left, taken = self.lying(options), []
        for item in picked:
            taken.append(next(option for option in left if self.called(option["object"]) == self.called(item["object"])))
            left.remove(taken[-1])
        return taken

    def arsenal(self, seat, pick):
        picked = self.first_of(pick["options"], self.sample()["pick"])
        if pick["options"]:
            self.to_arsenal = (seat, "4", "", self.called(picked[0]["object"])) if picked else (seat, "99")
        return {"pick": picked}

    def pitch_order(self, seat, pick):
        picked = self.first_of(pick["options"], self.sample()["pick"])
        for item in picked[:-1]:
            self.input(seat, "6", "", self.called(item["object"]))
        return {"pick": picked}

    def order_triggers(self, seat, pick):
        texts = self.texts()[1:]
        if len(set(texts)) == 1 or all(talishar.WEARS in text for text in texts):
            return {"pick": pick["options"][:1]}
        cards = [talishar.source(text) for text in texts]
        if not self.ordered:
            if len(set(cards)) < len(cards):
                raise Unsaid(f"triggers of one card: {texts}")
            self.ordered = self.chance.sample(cards, len(cards))
            self.input(seat, "REORDER", ",".join(self.ordered))
        place = cards.index(self.ordered.pop(0))
        if len(self.ordered) == 1:
            self.ordered = []
        return {"pick": [pick["options"][place]]}

    def choose(self, seat, pick):
        """Every other choice, by the card that it is of."""
        card = self.question.get("subject")
        subject = self.called(card) if card is not None else talishar.asker(self.texts()[0])
        options, prompt = pick["options"], self.question["prompt"]
        forced = pick["min"] == pick["max"] == len(options)
        if options and isinstance(options[0], dict) and "flag" in options[0]:
            return self.agrees(seat, subject, options)
        if options and isinstance(options[0], dict) and "mode" in options[0]:
            option = self.chance.choice(options)
            self.held = (seat, "17", talishar.MODES[subject][option["mode"]]) if subject in talishar.MODES else None
            if not self.held:
                raise Unsaid(f"a mode of {subject}")
            return {"pick": [option]}
        how = CHOICES.get(f"{subject} {prompt}")
        if how is None and not forced:
            raise Unsaid(f"{prompt} of {subject}")
        choice = {"pick": options} if forced else self.sample()
        if subject == "remembrance_yellow":
            choice = {"pick": []}
        self.chooses(seat, how, [item["object"] for item in choice["pick"]], forced)
        self.tell_mode()
        return choice

    def tell_mode(self):
        if self.held:
            self.input(*self.held, phase="BUTTONINPUT")
            self.held = None

    def chooses(self, seat, how, cards, forced):
        if how == ASKED:
            if self.zone(f"hand_{seat}"):
                self.input(seat, "20", "YES" if cards else "NO")
            how = ZONE if cards else None
        if how == BOXES:
            if not forced:
                self.input(seat, "19", "", "", [self.place(card) for card in cards])
        elif how is None or forced and how != PROMPTED:
            return
        elif not cards:
            self.input(seat, "99")
        elif how == OF_DECK:
            self.input(seat, "11", "", self.place(cards[0]))
        elif how == ZONE:
            zone = self.where(cards[0])
            kind = {"hand": "HAND", "deck": "DECK"}.get(zone.partition("_")[0], "CHAR")
            mine = cards[0] in self.slots[seat] or zone[-1] == str(seat)
            self.input(seat, "16", "", f"{'MY' if mine else 'THEIR'}{kind}-{self.place(cards[0])}")
        else:
            self.input(seat, "16", "", self.place(cards[0]))

    def place(self, card):
        for slots in self.slots.values():
            if card in slots:
                return slots.index(card) * self.words
        return self.zone(self.where(card)).index(card)

    def agrees(self, seat, subject, options):
        if subject in talishar.APPLIED:
            return {"pick": [{"flag": talishar.APPLIED[subject]}]}
        option = self.chance.choice(options)
        if len(options) > 1:
            if not re.match("staunch_response|refraction_bolters", subject):
                raise Unsaid(f"{self.question['prompt']} of {subject}")
            self.input(seat, "20", "YES" if option["flag"] else "NO")
        return {"pick": [option]}


def compared(duelog, folder, writer, known):
    """What the reader makes of the files: None where that is as it must be."""
    whole = writer.tables or not writer.untold
    reader, why, verdict, wrong = heard(duelog, folder, writer, known)
    if wrong:
        return wrong
    if whole and (why or reader.kept != len(writer.answers) or verdict != "verified"):
        return f"{reader.kept} of {len(writer.answers)} decisions are read, the log is {verdict}: {why}"
    if not whole and (not why or verdict != "incomplete"):
        return f"the log is {verdict}, though the files do not tell everything"
    lines = (folder / "commandfile.txt").read_bytes().decode().splitlines()
    place = reader.last // 2
    # An input that nobody knows, in the middle of those that were read; and no input from there on.
    return spoiled(duelog, folder, writer, known, lines[:place] + ["1 10005   0 "] + lines[place:], place) or spoiled(
        duelog, folder, writer, known, lines[:place], place)


def spoiled(duelog, folder, writer, known, lines, place):
    """Reads these inputs without tables: nothing after that place may be read, and nothing wrong before it."""
    copy = folder / "spoiled"
    copy.mkdir(exist_ok=True)
    (copy / "origGamestate.txt").write_bytes((folder / "origGamestate.txt").read_bytes())
    (copy / "commandfile.txt").write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    reader, why, verdict, wrong = heard(duelog, copy, writer, known)
    if wrong or not why or reader.last > place or verdict != "incomplete":
        return wrong or f"what is spoiled from input {place + 1} on is read to input {reader.last}, {verdict}: {why}"
    return None


def heard(duelog, folder, writer, known):
    """The reader of a replay, why it ended, the verdict on its log, and where it has heard another decision than there was."""
    log = folder / "match.duelog"
    reader, why = talishar.read(duelog, folder, log, known, Listener)
    wrong = next((f"decision {place + 1} was {there}, and {here} is read"
                  for place, (there, here) in enumerate(zip(writer.answers, reader.said[:reader.kept])) if there != here), None)
    run = subprocess.run([duelog, "verify", str(log), "--format", "json"], capture_output=True, encoding="utf-8")
    return reader, why, json.loads(run.stdout.splitlines()[0])["verdict"], wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duelog", default="target/debug/duelog")
    parser.add_argument("--keep", help="keep the files and logs in this folder")
    options = parser.parse_args()
    known = talishar_replay.known_cards(options.duelog)
    keep = pathlib.Path(options.keep or tempfile.mkdtemp())
    decks = sorted(str(path) for path in DECKS.glob("*.deck"))
    quiet = [deck for deck in decks if pathlib.Path(deck).stem in QUIET]
    done, unsaid, wrong = collections.Counter(), collections.Counter(), 0
    engine, seed = Engine(options.duelog), options.seed - 1
    while sum(done.values()) < options.matches:
        seed += 1
        tables = seed % 2 == 0
        writer = Writer(engine, seed, random.Random(seed).choices(quiet if seed % 4 == 1 else decks, k=2), tables)
        try:
            writer.play()
        except Unsaid as reason:
            unsaid[str(reason)] += 1
            continue
        folder = keep / str(seed)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        writer.write(folder)
        try:
            found = compared(options.duelog, folder, writer, known)
        except Cut as reason:
            found = f"no match begins: {reason}"
        done["whole, with tables" if tables else "up to what the files alone do not tell" if writer.untold else "whole, the files alone"] += 1
        if found:
            wrong += 1
            print(f"{seed}: {found}", flush=True)
    engine.close()
    print(f"{sum(done.values())} replays in {keep}: {', '.join(f'{number} {kind}' for kind, number in sorted(done.items()))}; {wrong} read wrongly; "
          f"{sum(unsaid.values())} other matches cannot be written down")
    for reason, number in unsaid.most_common():
        print(f"{number} {reason}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
