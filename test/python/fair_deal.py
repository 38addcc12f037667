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



# The rules --------------------------------------------------------------------------------------


class Refused(Exception):
    """The rules refuse a command."""


def require(condition):
    if not condition:
        raise Refused


def money(text):
    require(isinstance(text, str) and re.fullmatch(r'0|[1-9][0-9]{0,17}', text))
    return int(text)


def win(stake, to, of=1):
    """The stake and what it wins, rounded down."""
    return stake + stake * to // of


class Table:
    """What the three games share: a deck, the events so far, and whether the hand is over."""

    def __init__(self, proof):
        self.deck, self.rules = deck_of(proof), proof['rules']
        self.events, self.drawn, self.over = [], 0, False

    def tell(self, kind, **fields):
        self.events.append({'kind': kind, **fields})

    def next_card(self):
        self.drawn += 1
        return self.deck[self.drawn - 1]

    def obey(self, command):
        require(command['step'] == len(self.events) and not self.over)
        self.play(command)


class PuntoEBanco(Table):
    BANCO_DRAWS = {3: '01234567 9', 4: '234567', 5: '4567', 6: '67'}
    ODDS = {'egalite': 9, 'punto_pair': 15, 'banco_pair': 15}

    def play(self, command):
        stakes = {spot: money(text) for spot, text in command['stakes'].items()}
        require(stakes and min(stakes.values()) > 0)
        self.tell('stakes_taken', paytable=self.rules, taken=str(sum(stakes.values())),
                  stakes={spot: str(stake) for spot, stake in stakes.items()})
        sides = {'punto': [], 'banco': []}

        def deal(side):
            sides[side].append(self.next_card())
            self.tell('card_dealt', side=side, position=len(sides[side]), card=sides[side][-1])

        def total(cards):
            return sum(self.points(card) for card in cards) % 10

        for side in ['punto', 'banco'] * 2:
            deal(side)
        punto, banco = total(sides['punto']), total(sides['banco'])
        if max(punto, banco) < 8:
            if punto <= 5:
                deal('punto')
                third = str(self.points(sides['punto'][2]))
                if banco <= 2 or third in self.BANCO_DRAWS.get(banco, ''):
                    deal('banco')
            elif banco <= 5:
                deal('banco')
        punto, banco = total(sides['punto']), total(sides['banco'])
        won = {
            'punto': punto > banco, 'banco': banco > punto, 'egalite': punto == banco,
            'punto_pair': sides['punto'][0][0] == sides['punto'][1][0],
            'banco_pair': sides['banco'][0][0] == sides['banco'][1][0],
        }
        paid = {}
        for spot, stake in stakes.items():
            if won[spot]:
                paid[spot] = win(stake, 19, 20) if spot == 'banco' else win(stake, self.ODDS.get(spot, 1))
            else:
                paid[spot] = stake if spot in ('punto', 'banco') and punto == banco else 0
        self.over = True
        self.tell('hand_ended', paid=str(sum(paid.values())),
                  paidOn={spot: str(amount) for spot, amount in paid.items()})

    @staticmethod
    def points(card):
        return 0 if card[0] in 'TJQK' else ('A23456789'.index(card[0]) + 1)


class SetteEMezzo(Table):
    MATTA = 'Kd'

    def __init__(self, proof):
        super().__init__(proof)
        self.stake, self.hands = None, {'player': [], 'bank': []}

    def points(self, who):
        """In halves. The matta is the most that does not bust, but a half where it is alone."""
        cards = self.hands[who]
        rest = sum(1 if c[0] in 'JQK' else 2 * ('A234567'.index(c[0]) + 1) for c in cards if c != self.MATTA)
        if self.MATTA not in cards:
            return rest
        if len(cards) == 1:
            return 1
        return rest + max([w for w in (1, 2, 4, 6, 8, 10, 12, 14) if rest + w <= 15], default=1)

    def must_draw(self):
        return self.hands['player'] == [self.MATTA] or self.points('player') < self.points('bank')

    def deal(self, who):
        self.hands[who].append(self.next_card())
        self.tell('card_dealt', to=who, card=self.hands[who][-1])

    def play(self, command):
        kind = command['kind']
        require((kind == 'deal') == (self.stake is None))
        if kind == 'deal':
            self.stake = money(command['stake'])
            require(self.stake > 0)
            self.tell('stake_taken', paytable=self.rules, taken=str(self.stake))
            self.deal('player')
            self.deal('bank')
        elif kind == 'draw':
            self.deal('player')
        elif kind == 'stand':
            require(not self.must_draw())
            return self.stand()
        else:
            self.tell('house_took_over')
            keeps_on = 14 if self.hands['bank'][0] == self.MATTA else 10
            while self.points('player') < 15 and (self.must_draw() or self.points('player') < keeps_on):
                self.deal('player')
            if self.points('player') < 15:
                return self.stand()
        if self.points('player') == 15:
            self.stand()
        elif self.points('player') > 15:
            self.end('lost')

    def stand(self):
        self.tell('player_stood')
        while self.points('bank') < 10 or self.hands['bank'] == [self.MATTA]:
            self.deal('bank')
        player, bank = self.points('player'), self.points('bank')
        self.end('won' if bank > 15 or player > bank else 'returned' if player == bank else 'lost')

    def end(self, verdict):
        self.over = True
        paid = {'won': win(self.stake, 1), 'returned': self.stake, 'lost': 0}[verdict]
        self.tell('hand_ended', verdict=verdict, paid=str(paid))


class Hand:
    def __init__(self, box, number, stake, cards=(), split=False):
        self.box, self.number, self.stake, self.cards, self.split = box, number, stake, list(cards), split
        self.done, self.doubled = False, False

    @property
    def place(self):
        return {'box': self.box, 'hand': self.number}


class Blackjack(Table):
    def __init__(self, proof):
        super().__init__(proof)
        self.boxes, self.bank, self.hole, self.insured, self.offered = [], [], None, [], False

    @staticmethod
    def value(card):
        return 10 if card[0] in 'TJQK' else 'A23456789'.index(card[0]) + 1

    def total(self, cards):
        hard = sum(map(self.value, cards))
        return hard + 10 if hard <= 11 and any(card[0] == 'A' for card in cards) else hard

    def natural(self, hand):
        return not hand.split and len(hand.cards) == 2 and self.total(hand.cards) == 21

    def deal(self, hand):
        hand.cards.append(self.next_card())
        self.tell('card_dealt', card=hand.cards[-1], **hand.place)

    def deal_bank(self):
        self.bank.append(self.next_card())
        self.tell('bank_card_dealt', card=self.bank[-1])

    def hands(self):
        return [hand for box in self.boxes for hand in box]

    def in_turn(self):
        return next((hand for hand in self.hands() if not hand.done), None)

    def play(self, command):
        kind = command['kind']
        require((kind == 'deal') == (not self.boxes))
        if kind == 'deal':
            return self.open(list(map(money, command['stakes'])))
        if kind == 'abandon':
            self.tell('house_took_over')
            if self.offered:
                self.insure([])
            return self.go_on(abandoned=True)
        require((kind == 'insure') == self.offered)
        if kind == 'insure':
            self.insure(command['boxes'])
            return self.go_on()
        hand = self.in_turn()
        if kind == 'card':
            self.deal(hand)
        elif kind == 'stand':
            self.tell('hand_stood', **hand.place)
            hand.done = True
        elif kind == 'double':
            require(len(hand.cards) == 2)
            self.tell('hand_doubled', taken=str(hand.stake), **hand.place)
            hand.stake, hand.doubled = 2 * hand.stake, True
            self.deal(hand)
        else:
            one, other = hand.cards[:2]
            require(len(hand.cards) == 2 and not hand.split and self.value(one) == self.value(other))
            self.tell('hand_split', taken=str(hand.stake), **hand.place)
            self.boxes[hand.box] = [Hand(hand.box, n, hand.stake, [card], True) for n, card in enumerate((one, other))]
        self.go_on()

    def open(self, stakes):
        require(len(stakes) in (1, 3, 5) and min(stakes) > 0)
        self.tell('stakes_taken', paytable=self.rules, stakes=list(map(str, stakes)), taken=str(sum(stakes)))
        self.boxes = [[Hand(box, 0, stake)] for box, stake in enumerate(stakes)]
        self.insured = [0] * len(stakes)
        for hand in self.hands():
            self.deal(hand)
        self.deal_bank()
        for hand in self.hands():
            self.deal(hand)
        self.hole = self.next_card()
        self.tell('hole_card_dealt')
        self.offered = self.bank[0][0] == 'A'
        if not self.offered:
            self.go_on()

    def insure(self, boxes):
        require(all(0 <= box < len(self.boxes) for box in boxes))
        self.insured = [self.boxes[n][0].stake // 2 if n in boxes else 0 for n in range(len(self.boxes))]
        require(all(self.insured[box] > 0 for box in boxes))
        self.offered = False
        self.tell('insurance_decided', insured=list(map(str, self.insured)), taken=str(sum(self.insured)))

    def go_on(self, abandoned=False):
        """Whatever needs no choice: second cards, hands that are done, and then the bank."""
        for hand in self.hands():
            if hand.done:
                continue
            if len(hand.cards) < 2:
                self.deal(hand)
            aces_split = hand.split and hand.cards[0][0] == 'A'
            if hand.doubled or aces_split or self.total(hand.cards) >= 21:
                hand.done = True
            elif abandoned:
                self.tell('hand_stood', **hand.place)
                hand.done = True
            else:
                return
        self.bank.append(self.hole)
        self.tell('hole_card_turned', card=self.hole)
        if any(self.total(hand.cards) <= 21 and not self.natural(hand) for hand in self.hands()):
            while self.total(self.bank) < 17:
                self.deal_bank()
        self.end()

    def end(self):
        bank = self.total(self.bank)
        bank_natural = len(self.bank) == 2 and bank == 21
        results = []
        for hand in self.hands():
            own = self.total(hand.cards)
            rank, against = (own, self.natural(hand)), (0 if bank > 21 else bank, bank_natural)
            if own > 21:
                verdict, paid = 'lost', 0
            elif rank == against:
                verdict, paid = 'returned', hand.stake
            elif self.natural(hand):
                verdict, paid = 'won', win(hand.stake, 3, 2)
            elif not bank_natural and rank > against:
                verdict, paid = 'won', win(hand.stake, 1)
            else:
                verdict, paid = 'lost', 0
            results.append({**hand.place, 'verdict': verdict, 'paid': paid})
        insurance = [win(stake, 2) if bank_natural else 0 for stake in self.insured]
        self.over = True
        self.tell('hand_ended', insurance=list(map(str, insurance)),
                  results=[{**result, 'paid': str(result['paid'])} for result in results],
                  paid=str(sum(result['paid'] for result in results) + sum(insurance)))


GAMES = {'punto_e_banco': PuntoEBanco, 'sette_e_mezzo': SetteEMezzo, 'blackjack': Blackjack}
RULES = {'punto_e_banco': 'punto-e-banco-1', 'sette_e_mezzo': 'sette-e-mezzo-1', 'blackjack': 'blackjack-1'}


def dealt(proof):
    """The hand after all its commands."""
    table = GAMES[proof['game']](proof)
    for step in proof['steps']:
        table.obey(step['command'])
    return table


# The proof --------------------------------------------------------------------------------------

NAMES = {'version', 'game', 'rules', 'hand', 'status', 'commitment', 'opening', 'steps', 'events'}


def is_proof(proof):
    if not isinstance(proof, dict) or proof.get('version') != 1 or proof.get('game') not in GAMES:
        return False
    is_blackjack = proof['game'] == 'blackjack'
    if set(proof) != NAMES | {'cut' if is_blackjack else 'seed'}:
        return False
    length = 344 if is_blackjack else 32
    return (
        proof['rules'] == RULES[proof['game']]
        and proof['status'] in ('over', 'void')
        and re.fullmatch(r'[1-9][0-9]{11}', proof['hand']) is not None
        and re.fullmatch(r'[0-9a-f]{64}', proof['commitment']) is not None
        and re.fullmatch(r'[0-9a-f]{%d}' % (2 * length), proof['opening']) is not None
        and (proof['cut'] in range(312) if is_blackjack
             else re.fullmatch(r'[ -~]{1,64}', proof['seed']) is not None)
    )


def fault_of(proof):
    if not is_proof(proof):
        return 'malformed_proof'
    if commitment_of(proof['opening']) != proof['commitment']:
        return 'commitment_differs'
    if not is_deck(proof):
        return 'opening_is_no_deck'
    try:
        table = dealt(proof)
    except Refused:
        return 'command_is_refused'
    events, due = proof['events'], table.events
    for n in range(max(len(events), len(due))):
        event = events[n] if n < len(events) else None
        follows = due[n] if n < len(due) else None
        if event == follows:
            continue
        if event is None:
            return 'hand_is_not_over' if follows['kind'] == 'hand_ended' else 'event_differs'
        if follows is None or event['kind'] != follows['kind']:
            return 'event_differs'
        if event.get('card') != follows.get('card'):
            return 'card_differs'
        return 'payment_differs' if event['kind'] == 'hand_ended' else 'event_differs'
    return None if table.over or proof['status'] == 'void' else 'hand_is_not_over'


def known_answers(path):
    """How many of NIST's known answers come out."""
    with open(path, encoding='ascii') as file:
        fields = [line.strip().partition(' =') for line in file if ' =' in line and line[0] not in '[#']
    came_out, given = 0, {}
    for name, _, value in fields:
        if name != 'COUNT':
            given[name] = bytes.fromhex(value.strip())
        if name == 'ReturnedBits':
            drbg = Drbg(given['EntropyInput'] + given['Nonce'] + given['PersonalizationString'])
            drbg.generate(128)
            came_out += drbg.generate(128) == given[name]
    return came_out


def main(what, *paths):
    if what == 'known':
        return [known_answers(path) for path in paths]
    given = json.load(sys.stdin)
    if what == 'deal':
        return [{'commitment': commitment_of(each['opening']), 'deck': deck_of(each)} for each in given]
    if what == 'check':
        return [fault_of(each) for each in given]
    return [
        {**each, 'version': 1, 'commitment': commitment_of(each['opening']), 'events': dealt(each).events}
        for each in given
    ]


if __name__ == '__main__':
    print(json.dumps(main(*sys.argv[1:])))
