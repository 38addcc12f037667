"""
A player. It plays the rounds of an order (JSON, the one argument), works out for itself what each
must pay, and prints what it saw.
"""
import json
import sys
import uuid
from itertools import takewhile

from line import Line, ready_file, wait_until

PAIR_PAYS = 11


class Player(Line):
    def __init__(self, order):
        super().__init__(order)
        self.results = {}

    def listen(self):
        def take(result):
            self.tell(lambda: self.results.update({result["game"]: result}))

        self.socket.on("player:result", take, namespace=self.namespace)

    def bet(self, game, spot, amount, bet_id=None):
        return self.call(
            "bet:place",
            table=self.table,
            game=game,
            betId=bet_id or str(uuid.uuid4()),
            spot=spot,
            amount=amount,
        )

    def result(self, game):
        return self.wait(f"the result of {game}", lambda: self.results.get(game))


def total_of(cards):
    points = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}
    return sum(points.get(card[0]) if card[0] in points else int(card[0]) for card in cards) % 10


def is_pair(cards):
    return cards[0][0] == cards[1][0]


def comes_back(spot, stake, punto, banco):
    """Stake and winnings of one bet, in zero-commission mode, by the printed rules."""
    p, b = total_of(punto), total_of(banco)
    if spot in ("punto", "banco"):
        if p == b:
            return stake
        if spot == "punto":
            return 2 * stake if p > b else 0
        if p > b:
            return 0
        return stake + stake // 2 if b == 6 else 2 * stake
    if spot == "egalite":
        return 9 * stake if p == b else 0
    pair = punto if spot == "punto_pair" else banco
    return stake * (1 + PAIR_PAYS) if is_pair(pair) else 0


def refusals_of(player, game):
    """What must be refused while the bets are open, and change nothing."""
    return {
        "number": player.bet(game, "punto", 500),
        "spot": player.bet(game, "zero", "500"),
        "command": player.call("bet:win"),
        "round": player.bet("9999999999", "punto", "500"),
        "amount": player.bet(game, "punto", "90000"),
        "table": player.call("table:join", table="pb-99"),
    }


def cut_line(player):
    """
    Disconnects until LAST BETS are called, and comes back. Returns what was missed up to the close.
    """
    player.interrupt()
    wait_until("LAST BETS", lambda: player.phase() != "betting")
    player.connect("/player")
    missed = player.follow("table:join")["missed"]
    kinds = [message["kind"] for message in missed]
    return list(takewhile(lambda kind: kind != "betting_closed", kinds))


def play(player, bets, balance, after, is_cut):
    opened = player.next("betting_opened", after)
    game, first = opened["game"], opened["seq"]
    refused = refusals_of(player, game)
    acks = []
    for spot, amount in bets.items():
        bet_id = str(uuid.uuid4())
        reply = player.bet(game, spot, amount, bet_id)
        again = player.bet(game, spot, amount, bet_id)
        balance -= int(amount)
        acks.append(
            {
                "spot": spot,
                "ok": reply["ok"],
                "sameAgain": reply == again,
                "balanceIsRight": reply.get("balance") == str(balance),
            }
        )
    missed = cut_line(player) if is_cut else None
    closed = player.next("betting_closed", first)
    late = player.bet(game, "punto", "500")
    decided = player.next("coup_decided", closed["seq"])
    player.next("round_settled", decided["seq"])
    dealt = [m for m in player.messages if m["kind"] == "card_dealt" and m["game"] == game]
    punto = [m["card"] for m in dealt if m["side"] == "punto"]
    banco = [m["card"] for m in dealt if m["side"] == "banco"]
    result = player.result(game)
    reckoned = sum(comes_back(spot, int(amount), punto, banco) for spot, amount in bets.items())
    balance += reckoned
    return balance, {
        "game": game,
        "refused": refused,
        "acks": acks,
        "missed": missed,
        "late": late,
        "cards": [f"{m['side']} {m['position']} {m['card']}" for m in dealt],
        "coup": decided["coup"],
        "totals": [decided["result"]["puntoTotal"], decided["result"]["bancoTotal"]],
        "totalsReckoned": [total_of(punto), total_of(banco)],
        "result": result,
        "reckoned": {"paid": str(reckoned), "balance": str(balance)},
    }, decided["seq"]


def main(order):
    player = Player(order)
    player.connect("/player")
    before = player.follow("table:join")
    key = str(uuid.uuid4())
    bought = [player.must("session:buy-in", key=key, amount=order["buyIn"]) for _ in range(2)]
    balance, seq, rounds = int(order["buyIn"]), before["snapshot"]["seq"], []
    for number, bets in enumerate(order["rounds"]):
        is_cut = number == len(order["rounds"]) - 1
        open(ready_file(order, number), "w").close()
        balance, seen, seq = play(player, bets, balance, seq, is_cut)
        rounds.append(seen)
    received = player.must("session:read")["balance"]
    cashed_out = player.must("session:cash-out", key=str(uuid.uuid4()))["amount"]
    report = {
        "transport": player.socket.transport(),
        "seat": before["seat"],
        "bought": [reply["balance"] for reply in bought],
        "rounds": rounds,
        "balance": {"reckoned": str(balance), "received": received, "cashedOut": cashed_out},
        "kinds": [message["kind"] for message in player.messages],
        "gaps": player.gaps,
    }
    player.close()
    return report


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
