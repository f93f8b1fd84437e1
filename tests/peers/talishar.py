#!/usr/bin/env python3
"""Replays of Talishar (Flesh and Blood), read into logs whose draws are stated, and verified.

    cargo build -p duelog
    python3 tests/peers/talishar.py FOLDER --out match.duelog

FOLDER holds `origGamestate.txt`, the table as the first turn begins, and `commandfile.txt`, each input of the players. Where the
replay also has the table after each input (`replayState_N.txt.gz`) or as each turn begins (`turn_P-N_Gamestate.txt`), shuffles
and random cards are read from there, inputs that were taken back are left out, and the tables are compared as turns begin.

The engine of duelog asks, and the next input answers. Talishar passes for a player who has nothing to play, and those passes stand
in no file: an input that cannot be given yet makes the players pass until it can. What cannot be read ends the log there:
the program names the input and why, and the log is kept up to the input before. Nothing is guessed.

Ends with 0 where the whole replay was read, with 1 where the log ends before it, with 2 where no match begins.
"""

import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile

GAME = "flesh-and-blood"

# The lines of a state, from 0: those of the match, and those of a player, who has 18 from line 1 or 19 on.
LIFE, WINNER, FIRST, PHASE, ACTIONS, MAIN, LINKS = 0, 38, 39, 42, 43, 54, 56
HAND, DECK, CHARACTER, ARSENAL, ITEMS, AURAS, DISCARD, PITCH, BANISH, SETTINGS = 0, 1, 2, 4, 5, 6, 7, 8, 9, 17

# The lines that change although nobody has done anything: times, statistics, settings; after LINKS there is one more for each chain link.
RESTLESS, RESTLESS_LATER = (11, 18, 29, 36), (63, 66, 67, 68, 70)

# What the modes of an input mean.
FROM_HAND, CHARACTER_ABILITY, FROM_ARSENAL, FROM_BANISH, TO_ARSENAL, TO_BOTTOM = "27", "3", "5", "14", "4", "6"
PERMANENT_ABILITIES = {"10": "an item", "22": "an aura", "24": "an ally", "34": "a permanent"}
PASSES = ("99", "100", "101")
CHOICES = ("7", "11", "16", "17", "19", "20", "23", "REORDER")
CONCEDES = "100002"
TAKES_BACK = ("10000", "10001", "10003", "100016", "100018", "100019")
# Settings, what is shown, requests, chat, a rematch, a report: nothing of the match.
ASIDE = ("26", "102", "103", "104", "SETTINGS", "10019", "10023", "100000", "100001", "100003", "100004", "100010", "100012", "100013", "100014",
         "100015", "100017", "100020", "100022")

# The priority of a setting that makes a player be asked in each step.
ALWAYS_ASKED = "1"

# Effects that Talishar applies without asking, where the rules let the player choose.
APPLIED = {"fyendals_spring_tunic": True}

# An optional cost that Talishar asks as a number: the cost with it.
COSTS = {"staunch_response": 6}

# What equipment does as the chain closes on which it has defended. Talishar does it at once; the order changes nothing.
WEARS = "When the combat chain closes, if this has defended"

# The modes of a card, in the order in which Duelog numbers them.
MODES = {"enlightened_strike_red": ["Draw_a_Card", "Buff_Power", "Go_Again"]}


class Cut(Exception):
    """Why a log ends before its replay."""


class Engine:
    """`duelog engine`, as much as is needed here."""

    def __init__(self, duelog):
        command = [duelog, "engine", "--protocol", "2"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def ask(self, do, **fields):
        """The response to a request. Raises `Cut` with the message of an error."""
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()
        response = json.loads(self.process.stdout.readline())
        if "error" in response:
            raise Cut(response["error"]["message"])
        return response["ok"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def slug(name):
    """The name of a card as Talishar writes it: `Leg Tap (red)` is `leg_tap_red`."""
    plain = re.sub(r"['\u2019,!?.]", "", name.lower()).replace("&", "and")
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def known_cards(duelog):
    """The cards that Duelog has, by their names in Talishar."""
    run = subprocess.run([duelog, "cards", "list", "--game", GAME, "--format", "json"], capture_output=True, encoding="utf-8", check=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return {slug(row["name"]): row["name"] for row in rows if "name" in row and not row["test_only"]}


class State:
    """The table as Talishar writes it."""

    def __init__(self, text, known):
        self.lines = text.split("\r\n") if "\r\n" in text else text.split("\n")
        self.known = known

    def line(self, number):
        return self.lines[number].strip() if number < len(self.lines) else ""

    def tokens(self, seat, zone):
        return self.line(1 + 18 * seat + zone).split()

    def stride(self, seat, zone):
        """How many words a card of this zone has; Talishar has changed that now and then."""
        tokens = self.tokens(seat, zone)
        fits = (size for size in range(1, len(tokens) + 1)
                if len(tokens) % size == 0 and all(self.name(token) in self.known for token in tokens[::size]))
        return next(fits, None)

    def name(self, token):
        """A card's name. A second weapon of one name has `_r` behind it."""
        return token.removesuffix("_r") if token not in self.known else token

    def cards(self, seat, zone):
        tokens, stride = self.tokens(seat, zone), self.stride(seat, zone)
        if tokens and not stride:
            raise Cut(f"cards that Duelog does not have: {' '.join(tokens)[:80]}")
        return [self.name(token) for token in tokens[::stride]] if tokens else []

    def life(self, seat):
        return int(self.line(LIFE).split()[seat])

    def key(self):
        """What two tables that are the same have in common."""
        links = int(self.line(LINKS) or 0)
        left_out = {*RESTLESS, *(number + links for number in RESTLESS_LATER)}
        return "\n".join(line for number, line in enumerate(self.lines) if number not in left_out)


class Command:
    """An input: player, mode, button, card, number of boxes, boxes."""

    def __init__(self, number, line):
        parts = (line.rstrip("\r\n").split(" ") + [""] * 6)[:6]
        self.number, self.line = number, line.strip()
        self.seat = int(parts[0]) - 1 if parts[0] in ("1", "2") else None
        self.mode, self.button, self.card = parts[1:4]
        self.boxes = [box for box in parts[5].split("|") if box.strip()]
        self.taken = False

    def __str__(self):
        return f"input {self.number} `{self.line}`"


class Replay:
    """The files of a replay."""

    def __init__(self, folder, known):
        self.folder, self.known = pathlib.Path(folder), known
        self.begin = State(self.text("origGamestate.txt"), known)
        lines = self.text("commandfile.txt").splitlines()
        if lines and lines[0].strip().isdigit():  # How far somebody has looked at it.
            lines = lines[1:]
        self.commands = [Command(number, line) for number, line in enumerate(lines, 1) if line.strip()]
        self.pointers = sorted(int(path.name.split("_")[1].split(".")[0]) for path in self.folder.glob("replayState_*.txt.gz"))
        self.states = {}
        self.end = None  # Why not all inputs can be read.
        self.leave_out_what_was_taken_back()

    def text(self, name):
        return (self.folder / name).read_bytes().decode("utf-8")

    def state_after(self, number):
        """The table once an input was carried out, or None. What Talishar does by itself after it has been done."""
        pointer = next((pointer for pointer in self.pointers if pointer >= number), None)
        return None if pointer is None else self.state(pointer)

    def state(self, pointer):
        if pointer not in self.states:
            packed = (self.folder / f"replayState_{pointer}.txt.gz").read_bytes()
            self.states[pointer] = State(gzip.decompress(packed).decode("utf-8"), self.known)
        return self.states[pointer]

    def state_of_turn(self, command):
        """The table as the turn begins that this line announces."""
        path = self.folder / f"turn_{command.seat + 1}-{command.button}_Gamestate.txt"
        if path.exists():
            return State(path.read_bytes().decode("utf-8"), self.known)
        return self.state(command.number) if command.number in self.pointers else None

    def leave_out_what_was_taken_back(self):
        """Inputs whose table was left again, as the tables after them tell. Without tables, all from the turn on in which that was."""
        path = [(self.begin.key(), None)]
        for place, command in enumerate(self.commands):
            after = self.state(command.number) if command.number in self.pointers else None
            if command.mode not in TAKES_BACK:
                path.append((after.key() if after else None, command))
                continue
            if not self.pointers:
                return self.end_before(place)
            target = next((back for back in reversed(range(len(path))) if after and path[back][0] == after.key()), None)
            if target is None:
                self.end = Cut(f"{command}: no earlier table is the one after it")
                break
            del path[target + 1:]
        self.commands = [command for _, command in path if command]

    def end_before(self, place):
        """Ends the replay where the turn begins to which the first undo can return at most."""
        self.end = Cut(f"{self.commands[place]}: taken back, and no tables tell how far")
        turn = [command for command in self.commands[place:] if command.mode in TAKES_BACK]
        place = max(0, place - len(turn))
        while place and self.commands[place].mode != "StartTurn":
            place -= 1
        self.commands = self.commands[:place]


def source(text):
    """The card of an effect that triggered."""
    return slug(re.sub(r" #\d+", "", text).partition(" effect of ")[2].partition(" that triggered")[0])


def asker(question):
    """The card whose effect asks this."""
    return slug(re.sub(r" #\d+", "", question).partition(": ")[0])


def stated(draw, result):
    return {"purpose": draw["purpose"], "number": draw["number"], "result": result}


def order(names, wanted):
    """For each wanted name the place of a card with that name, each once; None where that cannot be."""
    places = collections.defaultdict(list)
    for place, name in reversed(list(enumerate(names))):
        places[name].append(place)
    if sorted(names) != sorted(wanted):
        return None
    return [places[name].pop() for name in wanted]


class Reader:
    """Answers the questions of a match with the inputs of a replay."""

    def __init__(self, engine, replay, folder):
        self.engine, self.replay = engine, replay
        self.names = replay.known
        self.match = "replay"
        self.setup = {"game": GAME, "seed": 1, "draws": [], "decks": [self.deck(seat, folder) for seat in (0, 1)],
                      "labels": {"source": "Talishar"}}
        self.answers, self.kept = [], 0
        self.backed = False  # The answer that is given next is that of an input.
        self.last = 0  # The number of the last input that was taken.
        self.turns = 0  # How many lines say that a turn begins.
        self.agreed = 0  # The answers after which both tables were last the same.
        self.told_turns = any(command.mode == "StartTurn" for command in replay.commands)
        self.asked = [replay.begin.tokens(seat, SETTINGS)[:1] for seat in (0, 1)]
        self.spare, self.unbacked = [0, 0], False
        self.slots = {}

    def deck(self, seat, folder):
        """A deck of what a player begins with."""
        state = self.replay.begin
        counted = collections.Counter(state.cards(seat, CHARACTER) + state.cards(seat, HAND) + state.cards(seat, DECK))
        path = pathlib.Path(folder) / f"player-{seat + 1}.deck"
        path.write_text("".join(f"{count} {self.names[card]}\n" for card, count in counted.items()), encoding="utf-8")
        return str(path)

    # The table.

    def look(self):
        self.view = self.engine.ask("view", match=self.match, viewer="judge")["view"]

    def zone(self, name):
        return self.view["zones"].get(name, {}).get("cards", [])

    def where(self, card):
        return next((name for name, zone in self.view["zones"].items() if card in zone["cards"]), None)

    def called(self, card):
        return slug(self.view["cards"][str(card)]["name"])

    # The inputs.

    def next(self):
        """The next input that was not read; what is aside of the match is left out."""
        for command in self.replay.commands:
            if command.taken:
                continue
            if command.mode in ASIDE:
                command.taken = True
                if command.mode == "SETTINGS" and command.button == "0":
                    self.asked[command.seat] = [command.card]
                continue
            return command
        return None

    def take(self, command):
        command.taken = self.backed = True
        self.last = max(self.last, command.number)
        return command

    def ahead(self, seat, modes, over):
        """The next input of a player that has one of these modes, where only inputs of the modes `over` stand before it."""
        for command in self.replay.commands:
            if command.taken or command.mode in ASIDE:
                continue
            if command.seat == seat and command.mode in modes:
                return command
            if command.mode not in over:
                return None
        return None

    # The match.

    def begin(self):
        """Begins the match: who goes first, what is equipped, how the decks lie."""
        self.question = self.engine.ask("open", match=self.match, setup=self.setup)["next"]
        first = int(self.replay.begin.line(FIRST)) - 1
        made = self.engine.ask("draws", match=self.match)["draws"]
        self.setup["draws"] = [stated(draw, [first]) for draw in made]
        self.engine.ask("close", match=self.match)
        self.question = self.engine.ask("open", match=self.match, setup=self.setup)["next"]
        while self.question["prompt"] in ("first_player", "equipment"):
            self.look()
            seat = self.question["seat"]
            if self.question["prompt"] == "first_player":
                choice = {"pick": [{"seat": first}]}
            else:
                choice = {"pick": self.equipped(seat)}
            self.answer(choice, self.opening(choice))
        self.kept = self.agreed = len(self.answers)
        self.look()
        for seat in (0, 1):
            lie = self.view["players"][str(seat)]["life"]
            if lie != self.replay.begin.life(seat):
                raise Cut(f"player {seat + 1} begins with {self.replay.begin.life(seat)} life, and here with {lie}")

    def equipped(self, seat):
        """The weapons and the equipment of a player, by the places where Talishar keeps them."""
        left = [option["object"] for option in self.question["ask"]["pick"]["options"]]
        self.slots[seat] = [self.zone(f"hero_{seat}")[0]]
        for card in self.replay.begin.cards(seat, CHARACTER)[1:]:
            self.slots[seat].append(next(item for item in left if self.called(item) == card))
            left.remove(self.slots[seat][-1])
        return [{"object": item} for item in self.slots[seat][1:]]

    def opening(self, choice):
        """The shuffles as the match begins: the decks lie as they lay there."""
        result = []
        for draw in self.engine.ask("draws", match=self.match, choice=choice)["draws"]:
            if draw["purpose"] != "shuffle":
                raise Cut(f"a draw of another kind as the match begins: {draw['purpose']}")
            names = [self.called(card) for card in draw["objects"]]
            for seat in (0, 1):
                top = self.replay.begin.cards(seat, HAND) + self.replay.begin.cards(seat, DECK)
                places = order(names, top[::-1])
                if places and self.where(draw["objects"][0]) == f"deck_{seat}":
                    result.append(stated(draw, places))
        return result

    def answer(self, choice, draws):
        seat = self.question["seat"]
        response = self.engine.ask("answer", match=self.match, seat=seat, choice=choice, draws=draws)
        self.answers.append({"seat": seat, "choice": choice, "draws": draws})
        if self.backed:
            self.kept, self.backed, self.unbacked = len(self.answers), False, False
        self.question, self.outcome = response["next"], response.get("outcome")

    def read(self):
        """Reads the replay to its end, or to what cannot be read."""
        self.outcome = None
        try:
            while self.question:
                self.look()
                gives_up = self.next()
                if gives_up and gives_up.mode == CONCEDES:
                    self.take(gives_up)
                    self.question["seat"] = gives_up.seat
                    self.answer({"pick": ["concede"]}, [])
                    continue
                way = getattr(self, self.question["prompt"], None) or self.chosen
                choice = way(self.question["ask"].get("pick") or {})
                self.answer(choice, self.drawn(choice))
            return self.over()
        except Cut as reason:
            here = self.next()
            return str(reason) if here is None or "input " in str(reason) else f"{reason} (before {here})"

    def over(self):
        """The match is over here; whether the replay is, too."""
        last = self.replay.state(self.replay.pointers[-1]) if self.replay.pointers else None
        winner = last.line(WINNER) if last else None
        here = [seat + 1 for seat in self.outcome["winners"]]
        if winner is None and self.unbacked or winner == "0":
            return "the replay ends before the match"
        if winner and [int(winner)] != here:
            return f"there player {winner} has won, here {here}"
        self.kept = len(self.answers)
        return None

    # Draws.

    def drawn(self, choice):
        """The draws of an answer, as the table after the last input tells them."""
        made = self.engine.ask("draws", match=self.match, choice=choice)["draws"]
        told = []
        while len(told) < len(made):
            told.append(self.told(made[len(told)], choice, made))
            made = self.engine.ask("draws", match=self.match, choice=choice, draws=told)["draws"]
        return told

    def told(self, draw, choice, made):
        after = self.replay.state_after(self.last)
        if after is None:
            raise Cut(f"a {draw['purpose']} after input {self.last}, and no table tells how it came out")
        if draw["purpose"] == "shuffle":
            return self.shuffled(draw, after, choice)
        if draw["purpose"] == "choice" and draw.get("objects"):
            return self.picked(draw, after, made)
        raise Cut(f"a {draw['purpose']} after input {self.last}, which no table tells")

    def drawn_from(self, objects):
        """Whose cards these are."""
        seats = {self.where(card)[-1] for card in objects if self.where(card)}
        if len(seats) != 1 or not seats <= {"0", "1"}:
            raise Cut(f"a draw after input {self.last} among cards of more than one player")
        return int(seats.pop())

    def shuffled(self, draw, after, choice):
        """A deck that was shuffled. What was drawn from it since then is the last of the hand."""
        seat = self.drawn_from(draw["objects"])
        moved = sorted(item["object"] for item in choice["pick"] if isinstance(item, dict) and "object" in item)
        fresh = sorted(card for card in draw["objects"] if str(card) not in self.view["cards"])
        was = dict(zip(fresh, moved))  # Cards that this answer puts into the deck are new objects there.
        names = [self.called(was.get(card, card)) for card in draw["objects"]]
        hand, top = after.cards(seat, HAND), after.cards(seat, DECK)
        more = len(names) - len(top)
        places = order(names, (hand[len(hand) - more:] + top)[::-1]) if 0 <= more <= len(hand) else None
        if places is None:
            raise Cut(f"the deck of player {seat + 1} after input {self.last} is not the one that was shuffled")
        return stated(draw, places)

    def picked(self, draw, after, made):
        """A card of a hand that was taken at random: one that is not there any more."""
        seat = self.drawn_from(draw["objects"])
        among = [self.called(card) for card in draw["objects"]]
        gone = list((collections.Counter(among) - collections.Counter(after.cards(seat, HAND))).elements())
        choices = [other for other in made if other["purpose"] == "choice"]
        discarded = after.cards(seat, DISCARD)[-len(choices):]
        if len(set(gone)) > 1 and sorted(discarded) == sorted(gone):
            gone = [discarded[[other["number"] for other in choices].index(draw["number"])]]
        if len(set(gone)) != 1 or gone[0] not in among:
            raise Cut(f"a card at random after input {self.last}: the table does not tell which")
        return stated(draw, [among.index(gone[0])])

    # Questions: what a player does with priority.

    def priority(self, pick):
        """Plays, activates, passes; an input that cannot be given yet makes the player pass."""
        seat, command, options = self.question["seat"], self.next(), pick["options"]
        turn = self.view["turn"]
        if self.turn_begins(command, turn):
            command = self.next()
        mine = seat == int(turn["active"][-1])
        empty = not self.zone("stack")
        # Talishar asks here in any case; elsewhere only whoever has something to play.
        waits = empty and (turn["step"] == "reaction" or turn["step"] == "action" and mine)
        if command is None:
            if self.replay.end:
                raise self.replay.end
            if waits and empty and turn["step"] != "reaction":
                raise Cut("the inputs end here")
        asked = not (empty and turn["step"] in ("attack", "defend", "damage")) or self.asked[seat] == [ALWAYS_ASKED]
        if command and command.seat == seat and asked:
            if command.mode in PASSES:
                self.take(command)
                self.spare[seat] += not waits
                return {"pick": ["pass"]}
            option = self.played(command, options)
            if option:
                self.take(command)
                return {"pick": [option]}
        return self.passes(seat, waits, options)

    def passes(self, seat, waits, options):
        """A pass that stands in no file, or stood there earlier."""
        if "pass" not in options:
            raise Cut(f"a player cannot pass here: {self.question['prompt']}")
        self.without_input(seat, waits)
        return {"pick": ["pass"]}

    def without_input(self, seat, waits):
        if waits and self.spare[seat]:
            self.spare[seat] -= 1
        elif waits:
            self.unbacked = True

    def turn_begins(self, command, turn):
        """Reads the line that says so, and compares the tables."""
        if not self.told_turns or turn["turn"] <= self.turns:
            return False
        if command is None or command.mode != "StartTurn":
            raise Cut(f"here turn {turn['turn']} begins" + (f", there {command} comes" if command else ""))
        if command.seat != int(turn["active"][-1]):
            raise Cut(f"{command}: here it is the turn of the other player")
        self.turns += 1
        table = self.replay.state_of_turn(command)
        differs = table and self.differences(table)
        if differs:
            self.kept = self.agreed
            raise Cut(f"{command}: the tables differ: {differs}")
        command.taken = True
        self.last = command.number
        self.kept = self.agreed = len(self.answers)
        self.spare = [0, 0]
        return True

    def differences(self, table):
        """Where the table here is another one than there."""
        zones = {HAND: "hand", ARSENAL: "arsenal", DECK: "deck"}
        for seat in (0, 1):
            if table.life(seat) != self.view["players"][str(seat)]["life"]:
                return f"player {seat + 1} has {table.life(seat)} life there, here {self.view['players'][str(seat)]['life']}"
            for zone, name in zones.items():
                here = [self.called(card) for card in self.zone(f"{name}_{seat}")]
                there = table.cards(seat, zone)
                if here != there:
                    return f"the {name} of player {seat + 1} is {there} there, here {here}"
            here = sorted(self.called(card) for card in self.zone(f"graveyard_{seat}"))
            there = sorted(card for card in table.cards(seat, DISCARD))
            if here != there:
                return f"the graveyard of player {seat + 1} is {there} there, here {here}"
        return None

    def played(self, command, options):
        """The option of an input that plays a card or activates an ability, where it is one."""
        seat = command.seat
        if command.mode == FROM_HAND:
            return self.to_play(self.in_hand(command), options)
        if command.mode == CHARACTER_ABILITY:
            return self.ability(command, self.slot(seat, command.card), options)
        if command.mode == FROM_ARSENAL:
            arsenal = self.zone(f"arsenal_{seat}")
            return self.to_play(arsenal[0], options) if len(arsenal) == 1 else None
        if command.mode == FROM_BANISH:
            return self.to_play(self.at(command, f"banished_{seat}", 3), options)
        if command.mode in PERMANENT_ABILITIES:
            mine = [option for option in options if isinstance(option, dict) and "ability" in option
                    and self.where(option["ability"][0]) == "permanent"]
            if len(mine) > 1:
                raise Cut(f"{command}: which of {len(mine)} abilities of {PERMANENT_ABILITIES[command.mode]} is meant is not known")
            return mine[0] if mine else None
        if command.mode in (TO_ARSENAL, TO_BOTTOM, "StartTurn", *CHOICES):
            return None
        raise Cut(f"{command}: what mode {command.mode} means here is not known")

    def to_play(self, card, options):
        return next((option for option in options if isinstance(option, dict) and option.get("act") == [0, card]), None)

    def ability(self, command, card, options):
        able = [option for option in options if isinstance(option, dict) and "ability" in option and option["ability"][0] == card]
        if len(able) > 1:
            raise Cut(f"{command}: which of {len(able)} abilities is meant is not known")
        return able[0] if able else None

    def in_hand(self, command):
        """The card of a hand that is meant: its place, and in newer replays its name."""
        hand = self.zone(f"hand_{command.seat}")
        place = int(command.card) if command.card.isdigit() else len(hand)
        card = hand[place] if place < len(hand) else None
        if command.button in self.names and (card is None or self.called(card) != command.button):
            return None
        return card

    def slot(self, seat, index):
        """A weapon or equipment by the place of its first word."""
        place, rest = divmod(int(index), self.replay.begin.stride(seat, CHARACTER)) if index.isdigit() else (0, 1)
        if rest or place >= len(self.slots[seat]):
            raise Cut(f"nothing is at place {index} of the equipment of player {seat + 1}")
        return self.slots[seat][place]

    def at(self, command, zone, stride):
        place = int(command.card) // stride if command.card.isdigit() else len(self.zone(zone))
        return self.zone(zone)[place] if place < len(self.zone(zone)) else None

    # Questions: paying, defending, the end of a turn.

    def pay_pitch(self, pick):
        command = self.next()
        if command and command.seat == self.question["seat"] and command.mode == FROM_HAND:
            option = {"act": [1, self.in_hand(command)]}
            if option in pick["options"]:
                self.take(command)
                return {"pick": [option]}
        raise Cut(f"a card is pitched here, and {command or 'no input'} pitches none")

    def defenders(self, pick):
        """The inputs up to the pass that ends them."""
        seat, defend = self.question["seat"], []
        while True:
            command = self.next()
            if command is None or command.seat != seat:
                break
            if command.mode in PASSES:
                self.take(command)
                return {"pick": defend}
            if command.mode == FROM_HAND:
                # Those that defend have left the hand there, and are still in it here.
                left = [card for card in self.zone(f"hand_{seat}") if {"object": card} not in defend]
                place = int(command.card) if command.card.isdigit() else len(left)
                card = left[place] if place < len(left) else None
            elif command.mode == CHARACTER_ABILITY:
                card = self.slot(seat, command.card)
            else:
                break
            if {"object": card} not in pick["options"] or command.button in self.names and self.called(card) != command.button:
                break
            self.take(command)
            defend.append({"object": card})
        if command is None and self.replay.end:
            raise self.replay.end
        if not defend:
            self.without_input(seat, True)
        return {"pick": defend}

    def arsenal(self, pick):
        """Talishar asks this after the order of pitched cards."""
        command = self.ahead(self.question["seat"], (TO_ARSENAL, *PASSES), (TO_BOTTOM,))
        if command is None:
            return {"pick": []}
        self.take(command)
        if command.mode != TO_ARSENAL:
            return {"pick": []}
        return {"pick": [self.named(pick["options"], command.card, command)]}

    def pitch_order(self, pick):
        """All but the last one are inputs."""
        left, ordered = list(pick["options"]), []
        while len(left) > 1:
            command = self.ahead(self.question["seat"], (TO_BOTTOM,), (TO_BOTTOM,))
            if command is None:
                if len({self.called(option["object"]) for option in left}) > 1:
                    raise Cut("no input says in which order pitched cards go to the bottom")
                break
            ordered.append(self.named(left, command.card, command))
            left.remove(ordered[-1])
            self.take(command)
        return {"pick": ordered + left}

    def named(self, options, name, command):
        option = next((option for option in options if self.called(option["object"]) == name), None)
        if option is None:
            raise Cut(f"{command}: {name} is not among what can be chosen")
        return option

    # Questions: all others.

    def order_triggers(self, pick):
        """The next trigger for the stack: those of one card that do the same are alike, others need an input."""
        request = self.engine.ask("request", match=self.match, words=True)["next"]
        texts = [re.sub(r" #\d+", "", text) for text in request["texts"]]
        if len(set(texts)) == 1 or all(WEARS in text for text in texts):
            return {"pick": pick["options"][:1]}
        command = self.next()
        if not command or command.mode != "REORDER" or command.seat != self.question["seat"]:
            raise Cut("no input says in which order triggers go to the stack")
        names = command.button.split(",")
        card = names[-len(texts)] if len(texts) <= len(names) else None
        meant = [place for place, text in enumerate(texts) if source(text) == card]
        if len({texts[place] for place in meant}) != 1:
            raise Cut(f"{command}: which trigger is meant is not known")
        if len(texts) == 2:
            self.take(command)
        return {"pick": [pick["options"][meant[0]]]}

    def subject(self):
        """The card that a question is about."""
        if "subject" in self.question and str(self.question["subject"]) in self.view["cards"]:
            return self.called(self.question["subject"])
        return asker(self.engine.ask("request", match=self.match, words=True)["next"]["question"])

    def chosen(self, pick):
        """A choice of cards, yes or no, a mode."""
        seat, options = self.question["seat"], pick.get("options")
        if options is None:
            raise Cut(f"the question {self.question['prompt']} is asked, which no input answers")
        command = self.next()
        mine = command if command and command.seat == seat and command.mode in CHOICES + PASSES else None
        if pick["min"] == pick["max"] == len(options):  # Nothing is chosen here; there a player may be asked.
            if mine and mine.mode == "20":
                self.take(mine)
            return {"pick": options}
        flags = [option["flag"] for option in options if isinstance(option, dict) and "flag" in option]
        if flags:
            return {"pick": [{"flag": self.agreed_to(mine, flags)}]}
        if any(isinstance(option, dict) and "mode" in option for option in options):
            return {"pick": [self.mode(seat, options)]}
        if mine and mine.mode == "20":
            self.take(mine)
            if mine.button == "NO":
                return self.nothing(pick, mine)
            command = self.next()
            mine = command if command and command.seat == seat and command.mode in CHOICES + PASSES else None
        mine = mine or self.ahead(seat, CHOICES, CHOICES)
        if mine is None:
            raise Cut(f"the question {self.question['prompt']} of {self.subject() or 'no card'} is asked, and {command or 'no input'} does not answer it")
        self.take(mine)
        if mine.mode in PASSES:
            return self.nothing(pick, mine)
        cards = [{"object": self.meant(mine, place, options)} for place in self.places(mine)]
        if any(card not in options for card in cards) or not pick["min"] <= len(cards) <= pick["max"]:
            raise Cut(f"{mine}: that cannot be chosen for the question {self.question['prompt']} of {self.subject() or 'no card'}")
        return {"pick": cards}

    def nothing(self, pick, command):
        if pick["min"]:
            raise Cut(f"{command}: nothing is chosen, where something must be")
        return {"pick": []}

    def agreed_to(self, command, flags):
        """Yes or no."""
        subject = self.subject()
        if command is None or command.mode in PASSES and len(flags) == 1:
            family = re.sub("_(red|yellow|blue)$", "", subject)
            if len(flags) == 1 or subject in APPLIED or family in COSTS:  # Where a cost cannot be paid, Talishar does not ask.
                return flags[0] if len(flags) == 1 else APPLIED.get(subject, False)
            raise Cut(f"no input says whether {subject or 'something'} is done")
        self.take(command)
        if command.mode in PASSES:
            return False
        if command.mode == "20" and command.button in ("YES", "NO"):
            return command.button == "YES"
        family = re.sub("_(red|yellow|blue)$", "", subject)
        if command.mode == "7" and family in COSTS and command.button.isdigit():
            return int(command.button) >= COSTS[family]
        raise Cut(f"{command}: neither yes nor no for {subject}")

    def mode(self, seat, options):
        """A mode, which Talishar asks after what it costs."""
        command = self.ahead(seat, ("17",), CHOICES + (FROM_HAND,))
        if command is None:
            raise Cut(f"no input chooses a mode of {self.subject()}")
        known = MODES.get(self.subject(), [])
        option = {"mode": known.index(command.button)} if command.button in known else None
        if option not in options:
            raise Cut(f"{command}: the mode {command.button} of {self.subject()} is not known")
        self.take(command)
        return option

    def places(self, command):
        """The places that an input names."""
        if command.mode == "19":
            return command.boxes
        return [command.button if command.mode == "23" else command.card]

    def meant(self, command, place, options):
        """The card that is meant by `MYHAND-2`, by a place alone, or by a name."""
        if place in self.names:
            return self.named(options, place, command)["object"]
        named = re.fullmatch(r"(MY|THEIR)(HAND|DECK|CHAR|ARS)-(\d+)", place)
        if named:
            seat = command.seat if named[1] == "MY" else 1 - command.seat
            zone = {"HAND": "hand", "DECK": "deck", "ARS": "arsenal", "CHAR": None}[named[2]]
            place = named[3]
        else:  # A place alone is one of the zone in which all that can be chosen lies.
            cards = {option["object"] for option in options}
            seat = next((seat for seat in (0, 1) if cards <= set(self.slots[seat])), None)
            zone, _, owner = "".join({self.where(card) for card in cards} if seat is None else []).partition("_")
            if seat is None and zone not in ("hand", "deck") or not place.isdigit():
                raise Cut(f"{command}: which card is meant is not known")
            zone, seat = (zone, int(owner)) if seat is None else (None, seat)
        if zone is None:
            return self.slot(seat, place)
        cards = self.zone(f"{zone}_{seat}")
        return cards[int(place)] if int(place) < len(cards) else None

    def write(self, out):
        """Writes the log of what was read, up to the last input."""
        self.engine.ask("open", match="written", setup=self.setup, record=str(out))
        for answer in self.answers[:self.kept]:
            self.engine.ask("answer", match="written", **answer)
        return self.engine.ask("close", match="written")


def read(duelog, folder, out, known=None):
    """Reads a replay into a log: how many decisions it has, and why it ends before the replay, or None."""
    known = known or known_cards(duelog)
    replay = Replay(folder, known)
    engine = Engine(duelog)
    try:
        with tempfile.TemporaryDirectory() as decks:
            reader = Reader(engine, replay, decks)
            reader.begin()
            why = reader.read()
            pathlib.Path(out).unlink(missing_ok=True)
            reader.write(out)
        return reader.answers[:reader.kept], why
    finally:
        engine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="the folder with origGamestate.txt and commandfile.txt")
    parser.add_argument("--out", required=True, help="the log to write")
    parser.add_argument("--duelog", default="target/debug/duelog")
    options = parser.parse_args()
    try:
        answers, why = read(options.duelog, options.folder, options.out)
    except (Cut, OSError) as reason:
        print(f"no match begins: {reason}", file=sys.stderr)
        return 2
    print(f"{options.out}: {len(answers)} decisions" + (f"; it ends before the replay: {why}" if why else ""))
    verdict = subprocess.run([options.duelog, "verify", options.out])
    return 1 if why or verdict.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
