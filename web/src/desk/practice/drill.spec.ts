/** Hands to practise on are lawful, their faults are seen, and a seed gives the same again. */
import { expect, test } from 'vitest';
import type { Card } from '../../../../src/cards/card.js';
import { DECKS_IN_SHOE } from '../../../../src/cards/composition.js';
import { dealCoup, nextSeat } from '../../../../src/punto-banco/coup.js';
import { bancoDraws, puntoDraws } from '../../../../src/punto-banco/tableau.js';
import { pointsOf, totalOf } from '../../../../src/punto-banco/hand.js';
import { type Moment, drillsOf, isFault, scoreOf } from './drill.js';
import { FAULTS, type DrillFault } from './faults.js';
import type { Lying, Physical } from './lying.js';

const drills = drillsOf(7, 600);
const moments = drills.flat();

const facesOf = (lying: readonly Lying[]): readonly Card[] => lying.map(({ card }) => card.face);

const of = ({ lying }: Moment, side: string): readonly Card[] =>
  facesOf(lying.filter(({ seat }) => seat.startsWith(side)));

test('a seed gives the same hands again, and another seed others', () => {
  expect(drillsOf(7, 20)).toEqual(drills.slice(0, 20));
  expect(drillsOf(8, 20)).not.toEqual(drills.slice(0, 20));
});

test('what is right is what the tableau says, and the result that of the cards', () => {
  for (const moment of moments) {
    if (isFault(moment.right)) continue;
    const [punto, banco] = [of(moment, 'punto'), of(moment, 'banco')];
    const first = [totalOf(punto.slice(0, 2)), totalOf(banco.slice(0, 2))] as const;
    const third = punto[2] === undefined ? undefined : pointsOf(punto[2]);
    const isPunto = third === undefined && puntoDraws(...first);
    const isBanco = !isPunto && banco.length === 2 && bancoDraws(...first, third);
    const coup = dealCoup(facesOf(moment.lying));
    const right = isPunto ? 'draw_punto' : isBanco ? 'draw_banco' : coup?.outcome;
    expect(moment.right, JSON.stringify(moment)).toBe(right);
  }
});

const isSame = (a: Physical, b: Physical): boolean => a.face === b.face && a.deck === b.deck;

const readOf = ({ lying }: Moment): readonly Physical[] =>
  lying.flatMap(({ scan }) => (typeof scan === 'string' ? [] : [scan]));

/** Where the scanner has read another face than lies there. */
const otherFaces = ({ lying }: Moment): readonly number[] =>
  lying.flatMap(({ card, scan }, index) =>
    typeof scan !== 'string' && scan.face !== card.face ? [index] : [],
  );

/** The seat that the rules give to the last card. Undefined: none. */
const lastSeat = ({ lying }: Moment): string | undefined => {
  const seat = nextSeat(facesOf(lying), lying.length - 1);
  return seat && `${seat.side}_${seat.position}`;
};

const LOOKS: Readonly<Record<DrillFault, (moment: Moment) => boolean>> = {
  card_before_close: ({ sign, lying }) => sign?.kind === 'bets_are_open' && lying.length === 1,
  misread: (moment) => otherFaces(moment).length === 1,
  wrong_order: (moment) => {
    const [first = 0, second = 0, ...more] = otherFaces(moment);
    const [a, b] = [moment.lying[first]!, moment.lying[second]!];
    return second === first + 1 && more.length === 0 && a.scan === b.card && b.scan === a.card;
  },
  extra_card: (moment) => lastSeat(moment) === undefined,
  impossible_card: (moment) => readOf(moment).some(({ deck }) => deck > DECKS_IN_SHOE),
  same_card_twice: (moment) =>
    readOf(moment).some((each, at, all) => all.slice(0, at).some((other) => isSame(each, other))),
  card_exposed: ({ sign }) => sign?.kind === 'card_lies_open',
  cards_dropped: ({ sign }) => sign?.kind === 'cards_on_the_floor' && sign.cards > 0,
  scanner_dead: ({ lying }) => lying.some(({ scan }) => scan === 'silent'),
  wrong_third_card: (moment) =>
    lastSeat(moment) !== undefined && moment.lying.at(-1)!.seat !== lastSeat(moment),
  defective_barcode: ({ lying }) => lying.some(({ scan }) => scan === 'unreadable'),
  stream_lost: ({ sign }) => sign?.kind === 'no_picture',
};

test.each(FAULTS)('%s is to be seen where it is right, and nowhere else', (fault) => {
  const having = moments.filter(({ right }) => right === fault);
  expect(having.length).toBeGreaterThan(8);
  for (const moment of moments) {
    expect(LOOKS[fault](moment), JSON.stringify(moment)).toBe(moment.right === fault);
  }
});

test('about half of the hands have a fault, which is their last moment', () => {
  const hasFault = (each: readonly Moment[]) => each.some(({ right }) => isFault(right));
  const faulty = drills.filter(hasFault);
  expect(faulty.length).toBeGreaterThan(250);
  expect(faulty.length).toBeLessThan(350);
  for (const drill of faulty) expect(hasFault(drill.slice(0, -1))).toBe(false);
});

test('a score is of answers, and its time of hands', () => {
  const right = { given: 'punto', right: 'punto' } as const;
  const wrong = { given: 'punto', right: 'misread' } as const;
  expect(
    scoreOf([
      { answers: [right, right], tookMs: 3_000 },
      { answers: [right, wrong], tookMs: 5_000 },
    ]),
  ).toEqual({ hands: 2, flawless: 1, percent: 75, perHandMs: 4_000 });
  expect(scoreOf([])).toEqual({ hands: 0, flawless: 0, percent: 0, perHandMs: 0 });
});
