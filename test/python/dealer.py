"""A dealer with a scanner: deals the coups of an order (JSON, the one argument) once its players sit there, and prints what it saw."""
import json
import sys
import time
import uuid
import urllib.request

from line import WITHIN_S, Line


class Dealer(Line):
    scans = 0

    def desk(self, name, **words):
        return self.must(name, table=self.table, **words)

    def scan(self, code, name="card:scan"):
        self.scans += 1
        return self.call(name, table=self.table, code=code, scanSeq=self.scans)


def seated(order):
    with urllib.request.urlopen(f"{order['url']}/tables") as answer:
        tables = json.load(answer)
    return next(table["players"] for table in tables if table["table"] == order["table"])


def wait_for_players(order):
    ends_at = time.monotonic() + WITHIN_S
    while seated(order) < order["players"]:
        if time.monotonic() > ends_at:
            raise TimeoutError(f"{order['players']} players did not sit down")
        time.sleep(0.1)


def deal(dealer, cards):
    opened = dealer.next("betting_opened", dealer.desk("betting:open")["seq"] - 1)
    refused = dealer.scan("XX")
    closed = dealer.next("betting_closed", opened["seq"])
    seats = []
    for card in cards.split():
        reply = dealer.scan(card)
        if not reply["ok"]:
            raise RuntimeError(f"{card} was refused: {reply}")
        seats.append(reply["seat"])
    settled = dealer.next("round_settled", closed["seq"])
    return {
        "game": opened["game"],
        "refused": refused,
        "seats": seats,
        "stakes": settled.get("stakes"),
        "paid": settled.get("paid"),
    }


def main(order):
    dealer = Dealer(order)
    dealer.connect("/dealer")
    dealer.follow("table:watch")
    dealer.desk("table:open")
    dealer.desk("cards:bring", cards=f"box-{uuid.uuid4()}")
    dealer.desk("shoe:shuffle", how="manual")
    dealer.desk("shoe:cut")
    burned = dealer.scan("3H", "shoe:burn")
    wait_for_players(order)
    rounds = [deal(dealer, cards) for cards in order["coups"]]
    report = {
        "transport": dealer.socket.transport(),
        "burned": burned,
        "rounds": rounds,
        "gaps": dealer.gaps,
    }
    dealer.close()
    return report


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
