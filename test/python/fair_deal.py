"""Deals hands of the solo games again, and checks the files that prove them, by docs/fair-deal.md alone.

Written from the document, with Python's own library only. It reads a list of JSON values from its
input and prints one of answers:

    fair_deal.py deal     openings with what the player gave -> the commitment and the deck of each
    fair_deal.py check    proofs -> what is wrong with each, or null
    fair_deal.py prove    proofs without events, commitment and version -> the whole proofs
    fair_deal.py known    the path of NIST's known answers -> how many of them came out
"""
import hashlib
import hmac
import json
import re
import sys

# The deck ---------------------------------------------------------------------------------------

FACES = [rank + suit for suit in 'shdc' for rank in 'A23456789TJQK']
FORTY = [face for face in FACES if face[0] not in '89T']


class Drbg:
    """HMAC_DRBG with SHA-256."""

    def __init__(self, seed_material):
        self.key, self.value = b'\0' * 32, b'\1' * 32
        self.update(seed_material)

    def mac(self, data):
        return hmac.new(self.key, data, hashlib.sha256).digest()

    def update(self, data):
        self.key = self.mac(self.value + b'\0' + data)
        self.value = self.mac(self.value)
        if data:
            self.key = self.mac(self.value + b'\1' + data)
            self.value = self.mac(self.value)

    def generate(self, count):
        out = b''
        while len(out) < count:
            self.value = self.mac(self.value)
            out += self.value
        self.update(b'')
        return out[:count]


def byte_stream(drbg):
    while True:
        yield from drbg.generate(128)


def shuffled(cards, stream):
    cards = list(cards)
    for count in range(len(cards), 1, -1):
        while True:
            byte = next(stream)
            if byte < 256 - 256 % count:
                break
        chosen = byte % count
        cards[count - 1], cards[chosen] = cards[chosen], cards[count - 1]
    return cards


def deck_of(proof):
    opening = bytes.fromhex(proof['opening'])
    if proof['game'] == 'blackjack':
        order = [FACES[index] for index in opening[32:]]
        return order[proof['cut']:] + order[:proof['cut']]
    text = '|'.join(['sabot-deal-1', proof['game'], proof['rules'], proof['hand'], proof['seed']])
    cards = FACES if proof['game'] == 'punto_e_banco' else FORTY
    return shuffled(cards, byte_stream(Drbg(opening + text.encode('ascii'))))


def commitment_of(opening):
    return hashlib.sha256(bytes.fromhex(opening)).hexdigest()


def is_deck(proof):
    return proof['game'] != 'blackjack' or sorted(bytes.fromhex(proof['opening'])[32:]) == sorted(
        list(range(52)) * 6
    )


if __name__ == '__main__' and sys.argv[1:] == ['deal']:
    deals = json.load(sys.stdin)
    print(json.dumps([{'commitment': commitment_of(d['opening']), 'deck': deck_of(d)} for d in deals]))
