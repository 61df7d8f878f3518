"""What a view of liar's dice must tell, followed through the events that its seat has seen."""

from dicecup.engine.games.base import LETTERS


class Table:
    """Dice, bids and losses, event by event, as one seat sees them."""

    def __init__(self, game, seat, seats):
        self.rules, self.seat, self.seats = game.rules, seat, LETTERS[:seats]
        names = self.rules.face_names
        self.faces = [*range(1, self.rules.faces + 1)] if names == "none" else [*names]
        self.hands_won = dict.fromkeys(self.seats, 0)
        self.new_hand()

    def new_hand(self):
        self.held = dict.fromkeys(self.seats, self.rules.dice_per_player)
        self.penalties = dict.fromkeys(self.seats, 0)
        self.opened = []  # who has opened palifico rounds in this hand

    def sorted(self, dice):
        return sorted(dice, key=self.faces.index)

    def face(self, bid):
        """The face that a bid names, None of a sum."""
        return next((face for face in self.faces if bid.endswith(f"x{face}")), None)

    def round(self, event):
        self.starter, self.before, self.held = event["starter"], self.held, dict.fromkeys(self.seats, 0) | event["dice"]
        self.playing = [seat for seat in self.seats if seat in event["dice"]]
        self.cup, self.bids, self.passer = [], [], None
        self.shown = {seat: [] for seat in self.seats}
        self.last_bids = dict.fromkeys(self.seats)
        how = self.rules.palifico
        self.palifico = (
            how.trigger == "one_die"
            and self.before[self.starter] > 1 == self.held[self.starter]
            and not (how.once and self.starter in self.opened)
            and (len(self.playing) > 2 or how.with_two_left)
        )
        self.opened += [self.starter] * self.palifico
        self.duel = self.rules.final_duel == "sum" and sorted(self.held.values())[-2:] == [1, 1] == [
            n for n in self.held.values() if n
        ]

    def roll(self, event):
        if event["seat"] == self.seat and event["for"] != "order":
            self.cup = event["dice"]

    def move(self, event):
        seat, move = event["seat"], event["move"]
        if move.startswith("show "):
            dice = [face for word in move.split()[1:] for face in self.faces if word == str(face)]
            self.shown[seat] += dice
        elif move[0].isdigit() or move.startswith("sum "):
            self.bids.append((seat, move))
            self.last_bids[seat] = move
            self.passer = None
        elif move == "pass":
            self.passer = seat

    def penalty(self, event):
        self.penalties[event["seat"]] = event["points"]

    def hand_won(self, event):
        self.hands_won[event["seat"]] = event["wins"]
        self.new_hand()

    @property
    def wild(self):
        """The face that counts as every other."""
        wild, off = self.rules.wild_face, self.rules.wild_off
        if wild == "none" or self.palifico or self.duel:
            return None
        on_wild = [self.face(bid) == self.faces[wild - 1] for _, bid in self.bids]
        ended = any(on_wild) if off == "once_wild_bid" else on_wild[:1] == [True] and off == "if_opened_on_wild"
        return None if ended else self.faces[wild - 1]


def fields(game, view):
    """The fields of a view, of a seat that is to decide."""
    table = Table(game, view.seat, len(view.seats))
    for event in view.events:
        if (heard := getattr(table, event["type"], None)) is not None:
            heard(event)
    bidder, bid = table.bids[-1] if table.bids else (None, None)
    by_points = table.penalties if game.rules.loss == "penalty" else table.held
    show = all(move.startswith("show ") for move in view.legal)
    others = sum(table.held[seat] - len(table.shown[seat]) for seat in table.seats if seat != view.seat)
    return {
        "round": view.events[-1]["round"],
        "playing": table.playing,
        "scores": table.hands_won if game.rules.best_of > 1 else by_points,
        "starter": table.starter,
        "phase": "show" if show else "out_of_turn" if "wait" in view.legal else "turn",
        "dice": table.sorted(table.cup),
        "dice_in_play": sum(table.held.values()),
        "dice_hidden": others,
        "dice_left": table.held,
        "dice_shown": {seat: table.sorted(dice) for seat, dice in table.shown.items()},
        "bid": bid,
        "bid_count": int(bid.removeprefix("sum ").partition("x")[0]) if bid else 0,
        "bid_face": table.face(bid) if bid else None,
        "bidder": bidder,
        "bids": len(table.bids),
        "first_bid": table.bids[0][1] if table.bids else None,
        "last_bids": table.last_bids,
        "passer": table.passer,
        "wild_face": table.wild,
        "palifico": table.palifico,
        "final_duel": table.duel,
        "penalties": table.penalties,
        "hands_won": table.hands_won,
    }
