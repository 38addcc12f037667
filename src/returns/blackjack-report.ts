/** The return of Blackjack, its best play, and hands played by it. */
import { fullShoe } from '../cards/shoe.js';
import { type Entropy, shuffle } from '../cards/shuffle.js';
import {
  type BasicStrategy,
  basicStrategy,
  playing,
  totalName,
} from '../blackjack/basic-strategy.js';
import { type BlackjackCommand, decideBlackjack } from '../blackjack/decide.js';
import { KINDS, countKinds, kindOf } from '../blackjack/kinds.js';
import { BLACKJACK_PAYTABLES, CURRENT_BLACKJACK_PAYTABLE } from '../blackjack/paytable.js';
import { handOf } from '../blackjack/player-hands.js';
import { blackjackReturn, insuranceReturn } from '../blackjack/returns.js';
import { DECKS_IN_BLACKJACK, DEFAULT_BLACKJACK_RULES } from '../blackjack/rules.js';
import { type BlackjackEvent, NEW_BLACKJACK_HAND, evolveBlackjack } from '../blackjack/state.js';
import { viewBlackjack } from '../blackjack/view.js';
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { percentText } from '../money/fraction.js';
import { moved } from '../solo/moved.js';
import { type ReturnsReport, columns } from './report.js';
import type { Sampled } from './sample.js';

const PAYTABLE = BLACKJACK_PAYTABLES[CURRENT_BLACKJACK_PAYTABLE];

export const blackjackReport = (): ReturnsReport => {
  const tables = basicStrategy(PAYTABLE);
  const byTable = blackjackReturn(PAYTABLE, (bank) => playing(tables[bank]!));
  return {
    title: `Blackjack: ${DECKS_IN_BLACKJACK} decks a coup, paytable ${CURRENT_BLACKJACK_PAYTABLE}`,
    lines: [
      ...columns([
        ['exact return, %', 'return'],
        ['best play by the cards of the hand', percent(blackjackReturn(PAYTABLE))],
        ['best play by the table', percent(byTable)],
        ['insurance, of its own stake', percentText(insuranceReturn(PAYTABLE), 4)],
      ]),
      '',
      ...printedStrategy(tables),
    ],
  };
};

const percent = (value: number): string => (value * 100).toFixed(4);

/** The ace last. */
const BANKS = [...KINDS.keys()].slice(1).concat(0);

const printedStrategy = (tables: readonly BasicStrategy[]): readonly string[] => {
  const row = (name: string, cell: (table: BasicStrategy) => string): readonly string[] => [
    name,
    ...BANKS.map((bank) => cell(tables[bank]!)),
  ];
  const totals = (from: number, to: number, isSoft: boolean) =>
    Array.from({ length: from - to + 1 }, (_, index) => {
      const name = totalName(from - index, isSoft);
      return row(name, (table) => cellText(table, name));
    });
  return [
    'Best play by the table. C: card, S: stand, D: double (else a card), DS: double (else stand),',
    'P: split, –: as the total says. No insurance.',
    '',
    ...columns([
      ['bank', ...BANKS.map((bank) => kindName(bank))],
      ...totals(20, 5, false),
      ...totals(20, 13, true),
      ...KINDS.map((_, kind) =>
        row(`pair of ${kindName(kind)}`, ({ splits }) => (splits.has(kind) ? 'P' : '–')),
      ),
    ]),
  ];
};

const cellText = ({ stands, doubles }: BasicStrategy, name: string): string => {
  if (doubles.has(name)) return stands.has(name) ? 'DS' : 'D';
  return stands.has(name) ? 'S' : 'C';
};

const kindName = (kind: number): string => (kind === 9 ? '10' : KINDS[kind]!.charAt(0));

/** Plays one box for 1.00 by the table, by what the player sees of it. */
export const sampleBlackjack = (entropy: Entropy): readonly Sampled[] => {
  const stake = amount(100);
  const shoe = fullShoe(DECKS_IN_BLACKJACK);
  const tables = basicStrategy(PAYTABLE);
  const play = (): number => {
    const deck = shuffle(shoe, entropy);
    const events: BlackjackEvent[] = [];
    let hand = NEW_BLACKJACK_HAND;
    const send = (command: BlackjackCommand): void => {
      const decision = decideBlackjack(hand, command, { deck, rules: DEFAULT_BLACKJACK_RULES });
      assert(decision.ok, 'the table asks for nothing that is refused');
      events.push(...decision.events);
      hand = decision.events.reduce(evolveBlackjack, hand);
    };
    send({ kind: 'deal', step: 0, stakes: [stake] });
    for (let view = viewBlackjack(hand); view.phase !== 'over'; view = viewBlackjack(hand)) {
      const { step, inTurn, choices, bank } = view;
      if (view.insurance !== undefined) {
        send({ kind: 'insure', step, boxes: [] });
        continue;
      }
      assert(inTurn !== undefined, 'a hand that is not over waits for a choice');
      const { cards } = view.boxes[inTurn.box]!.hands[inTurn.hand]!;
      const choose = playing(tables[kindOf(bank.cards[0]!)]!);
      const gains = Object.fromEntries(choices.map((choice) => [choice, 0]));
      const choice = choose(handOf(countKinds(cards)), gains);
      assert(choice !== undefined, 'a hand in turn has a choice');
      send({ kind: choice, step });
    }
    const { taken, paid } = moved(events);
    return 1 + Number(paid - taken) / Number(stake);
  };
  const exact = blackjackReturn(PAYTABLE, (bank) => playing(tables[bank]!));
  return [{ bet: 'best play by the table', exact, play }];
};
