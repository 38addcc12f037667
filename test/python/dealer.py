"""
A dealer with a scanner. It deals the coups of an order (JSON, the one argument), each once the
player is ready for it, and prints what it saw.
"""
import json
import os
import sys
import uuid

from line import Line, ready_file, wait_until


class Dealer(Line):
    scans = 0

    def desk(self, name, **words):
        return self.must(name, table=self.table, **words)

    def scan(self, code, name="card:scan"):
        self.scans += 1
        return self.call(name, table=self.table, code=code, scanSeq=self.scans)


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
    rounds = []
    for number, cards in enumerate(order["coups"]):
        is_ready = ready_file(order, number)
        wait_until(f"the player is ready for round {number}", lambda: os.path.exists(is_ready))
        rounds.append(deal(dealer, cards))
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
