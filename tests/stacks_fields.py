"""What a view of Stacked Dice must tell, followed through the events."""

from dicecup.engine.games.base import LETTERS


class Table:
    """Free dice, stacks and scores, event by event."""

    def __init__(self, seats):
        self.seats = LETTERS[:seats]
        self.scores = dict.fromkeys(self.seats, 0)
        self.number, self.free, self.stacks = 0, {}, []

    def round(self, event):
        self.number, self.starter, self.stacks, self.throws = event["round"], event["starter"], [], 0

    def roll(self, event):
        if event["for"] == "lap":
            self.throws += event["seat"] == self.starter
            self.free[event["seat"]] = sorted(event["dice"])
            self.lap = []

    def move(self, event):
        """A turn: the first of a lap where one has just ended."""
        seat, move = event["seat"], event["move"]
        self.lap = [*self.lap[len(self.lap) // len(self.seats) * len(self.seats) :], move]
        if move == "pass":
            return
        _, face, _, target = move.split()
        self.free[seat].remove(int(face))
        if target in self.seats:
            self.free[target].remove(int(face))
            self.stacks.append((int(face), [target, seat]))
        else:
            self.stacks[int(target[1:]) - 1][1].append(seat)

    def score(self, event):
        self.scores[event["seat"]] = event["total"]


def fields(game, view):
    """The fields of a view, of a seat that is to decide."""
    table = Table(len(view.seats))
    for event in view.events:
        if (heard := getattr(table, event["type"], None)) is not None:
            heard(event)
    lap = table.lap if len(table.lap) < len(table.seats) else []
    stacks = {f"#{n}": stack for n, stack in enumerate(table.stacks, 1)}
    worth = {name: len(dice) * (face if face > 1 else game.rules.ace_value) for name, (face, dice) in stacks.items()}
    return {
        "round": table.number,
        "playing": [*table.seats],
        "scores": table.scores,
        "starter": table.starter,
        "dice": table.free[view.seat],
        "free_dice": {seat: table.free[seat] for seat in table.seats},
        "stacks": {name: dice for name, (_, dice) in stacks.items()},
        "stack_faces": {name: face for name, (face, _) in stacks.items()},
        "stack_points": worth,
        "open_stacks": [name for name, (_, dice) in stacks.items() if len(dice) < game.rules.max_height],
        "points": {
            seat: sum(points for name, points in worth.items() if stacks[name][1][-1] == seat) for seat in table.seats
        },
        "throws": table.throws,
        "lap_turns": len(lap),
        "lap_stacked": sum(move != "pass" for move in lap),
    }
