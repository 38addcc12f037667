"""
A player of the solo games. It plays a hand of each game of an order (JSON, the one argument) to its
end, and prints what it saw. It checks for itself that the deck is the one that was committed to
before the stakes, and that the money is what the cards say.
"""
import json
import sys
import urllib.request
import uuid

from fair_deal import commitment_of, fault_of
from line import Line

SEED = "una mano di Python"
CUT = 77
DEALS = {
    "punto_e_banco": {"stakes": {"banco": "1000", "egalite": "200"}, "seed": SEED},
    "sette_e_mezzo": {"stake": "1000", "seed": SEED},
    "blackjack": {"stakes": ["1000", "200", "300"], "cut": CUT},
}


class Solo(Line):
    def connect(self):
        super().connect("/player", "/solo")

    def ask(self, name, **request):
        return self.call_in("/solo", name, request)

    def get(self, path):
        asked = urllib.request.Request(
            self.url + path, headers={"Authorization": f"Bearer {self.token}"}
        )
        with urllib.request.urlopen(asked) as answer:
            return json.load(answer)


def choice_of(hand):
    """What to ask next, of the commands that may be asked."""
    view = hand["view"]
    if hand["game"] == "sette_e_mezzo":
        return "stand" if "stand" in view["choices"] else "draw"
    if view["phase"] == "insurance":
        return "insure"
    return "split" if "split" in view["choices"] else "stand"


def play(solo, game, balance):
    prefix = game.replace("_", "-")
    opened = solo.ask("hand:open", game=game)
    number, commitment = opened["hand"]["hand"], opened["hand"]["commitment"]
    deal = {"hand": number, "id": str(uuid.uuid4()), "step": 0, **DEALS[game]}
    first = reply = solo.ask(f"{prefix}:deal", **deal)
    again = [solo.ask(f"{prefix}:deal", **deal) == first]
    other = {**deal, **({"cut": CUT + 1} if game == "blackjack" else {"seed": "another"})}
    reused = solo.ask(f"{prefix}:deal", **other)
    waited = []
    while reply["next"] is None:
        hand = reply["hand"]
        # Without its line: the hand waits, as it was.
        solo.close()
        solo.connect()
        waited.append(solo.ask("hand:open", game=game)["hand"]["events"] == hand["events"])
        kind, step = choice_of(hand), hand["view"]["step"]
        asked = {"hand": number, "id": str(uuid.uuid4()), "step": step}
        if kind == "insure":
            asked["boxes"] = []
        reply = solo.ask(f"{prefix}:{kind}", **asked)
        again.append(solo.ask(f"{prefix}:{kind}", **asked) == reply)
    found = solo.ask("hand:find", id=deal["id"])
    late = solo.ask(f"{prefix}:deal", **{**deal, "id": str(uuid.uuid4())})
    hand = reply["hand"]
    taken = sum(int(event.get("taken", 0)) for event in hand["events"])
    paid = sum(int(event.get("paid", 0)) for event in hand["events"])
    balance += paid - taken
    proof = solo.get(f"/me/hands/{number}")["proof"]
    return balance, {
        "game": game,
        "sameAgain": all(again),
        "waited": all(waited),
        "reused": reused,
        "late": late,
        "isFound": {"ok": True, **found["found"]} == first,
        "openingIsCommitted": commitment_of(hand["opening"]) == commitment,
        "provesTheHand": [proof[name] for name in ("hand", "commitment", "opening", "events")]
        == [number, commitment, hand["opening"], hand["events"]],
        "ours": proof.get("seed", proof.get("cut")),
        "fault": fault_of(proof),
        "balanceIsRight": int(reply["balance"]) == balance,
        "hasNext": reply["next"]["hand"] != number,
    }


def main(order):
    solo = Solo(order)
    solo.connect()
    solo.must("session:buy-in", key=str(uuid.uuid4()), amount=order["buyIn"])
    balance, hands = int(order["buyIn"]), []
    for game in DEALS:
        balance, seen = play(solo, game, balance)
        hands.append(seen)
    cashed_out = solo.must("session:cash-out", key=str(uuid.uuid4()))["amount"]
    report = {
        "transport": solo.socket.transport(),
        "hands": hands,
        "cashedOut": int(cashed_out) == balance,
    }
    solo.close()
    return report


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
