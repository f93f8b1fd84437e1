"""The files of a replay of Talishar: the table as it is written there, the inputs, and what the modes of an input mean.

A state has a line for each part of the table, with words between spaces. A card has some words there, first its name; how many differs by the
zone and has changed over the years, so it is found out. An input is a line `player mode button card number boxes`, and the boxes
stand between `|`. A line `player StartTurn number 0` stands where a turn begins.
"""

import functools
import gzip
import json
import pathlib
import re
import subprocess

GAME = "flesh-and-blood"

# The lines of a state, from 0: those of the match, and those of a player, who has 18 from line 1 or 19 on.
LIFE, WINNER, FIRST, PHASE, LAYERS, MAIN, LINKS = 0, 38, 39, 42, 52, 54, 56
HAND, DECK, CHARACTER, ARSENAL, DISCARD, PITCH, BANISH, SETTINGS = 0, 1, 2, 4, 7, 8, 9, 17

# The lines that change although nobody has done anything: times, statistics, settings; after LINKS there is one more for each chain link.
RESTLESS, RESTLESS_LATER = (11, 18, 29, 36), (63, 66, 67, 68, 70)

# What the modes of an input mean.
FROM_HAND, CHARACTER_ABILITY, FROM_ARSENAL, FROM_BANISH, TO_ARSENAL, TO_BOTTOM = "27", "3", "5", "14", "4", "6"
PERMANENT_ABILITIES = {"10": "an item", "22": "an aura", "24": "an ally", "34": "a permanent"}
PASSES = ("99", "100", "101")
SKIPS = "101"  # This pass is that of the reactions, too.
CHOICES = ("7", "11", "16", "17", "19", "20", "23", "REORDER")
CONCEDES = "100002"
TAKES_BACK = ("10000", "10001", "10003", "100016", "100018", "100019")
# Settings, what is shown, requests, chat, a rematch, a report: nothing of the match.
ASIDE = ("26", "102", "103", "104", "SETTINGS", "10019", "10023", "100000", "100001", "100003", "100004", "100010", "100012", "100013", "100014",
         "100015", "100017", "100020", "100022")


class Cut(Exception):
    """Why a log ends before its replay."""


@functools.cache
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
        if len(self.lines) <= LINKS or not self.line(FIRST) in ("1", "2"):
            raise Cut("a table that is not written as Talishar writes it")

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
            unknown = sorted({word for word in tokens if re.fullmatch("[a-z][a-z0-9_]+", word) and self.name(word) not in self.known})
            raise Cut(f"Duelog does not have {', '.join(unknown) or tokens}")
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
        # The first table is that of the first turn; choices before it stand in the table.
        begin = next((place for place, command in enumerate(self.commands) if command.mode == "StartTurn"), 0)
        self.commands = self.commands[begin:]
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

    def asked(self, command):
        """The phase in which an input was given, and whether a chain link was resolving; None where no table tells."""
        if command is None or command.number - 1 not in self.pointers:
            return None
        state = self.state(command.number - 1)
        return (state.line(PHASE).split() or [""])[0], "RESOLUTIONSTEP" in state.line(LAYERS).split()

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
