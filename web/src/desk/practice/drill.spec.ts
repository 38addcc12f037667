/** Hands to practise on are lawful, their faults are seen, and a seed gives the same again. */
import { expect, test } from 'vitest';
import type { Card } from '../../../../src/cards/card.js';
import { dealCoup } from '../../../../src/punto-banco/coup.js';
import { bancoDraws, puntoDraws } from '../../../../src/punto-banco/tableau.js';
import { pointsOf, totalOf } from '../../../../src/punto-banco/hand.js';
import { type Moment, drillsOf, scoreOf } from './drill.js';

const drills = drillsOf(7, 600);
const moments = drills.flat();

const of = ({ lying }: Moment, side: string): readonly Card[] =>
  lying.filter(({ seat }) => seat.startsWith(side)).map(({ card }) => card);

test('a seed gives the same hands again, and another seed others', () => {
  expect(drillsOf(7, 20)).toEqual(drills.slice(0, 20));
  expect(drillsOf(8, 20)).not.toEqual(drills.slice(0, 20));
});

test('what is right is what the tableau says, and the result that of the cards', () => {
  for (const moment of moments) {
    if (moment.right === 'misread' || moment.right === 'extra_card') continue;
    const [punto, banco] = [of(moment, 'punto'), of(moment, 'banco')];
    const first = [totalOf(punto.slice(0, 2)), totalOf(banco.slice(0, 2))] as const;
    const third = punto[2] === undefined ? undefined : pointsOf(punto[2]);
    const isPunto = third === undefined && puntoDraws(...first);
    const isBanco = !isPunto && banco.length === 2 && bancoDraws(...first, third);
    const coup = dealCoup(moment.lying.map(({ card }) => card));
    const right = isPunto ? 'draw_punto' : isBanco ? 'draw_banco' : coup?.outcome;
    expect(moment.right, JSON.stringify(moment)).toBe(right);
  }
});

test('a card is misread where, and only where, the scanner has read another', () => {
  for (const { lying, right } of moments) {
    const wrong = lying.filter(({ card, read }) => card !== read).length;
    expect(wrong).toBe(right === 'misread' ? 1 : 0);
  }
});

test('a card too many lies where, and only where, the tableau gives none', () => {
  const extra = moments.filter(({ right }) => right === 'extra_card');
  expect(extra.length).toBeGreaterThan(20);
  for (const { lying } of extra) {
    expect(dealCoup(lying.slice(0, -1).map(({ card }) => card)), 'it was complete').toBeDefined();
  }
});

test('about a third of the hands has a fault, which is their last moment', () => {
  const isFault = ({ right }: Moment) => right === 'misread' || right === 'extra_card';
  const faulty = drills.filter((drill) => drill.some(isFault));
  expect(faulty.length).toBeGreaterThan(150);
  expect(faulty.length).toBeLessThan(250);
  for (const drill of faulty) expect(drill.slice(0, -1).some(isFault)).toBe(false);
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
