import { describe, expect, it } from 'vitest';
import { copyOf } from '../client/table-copy.js';
import { amount } from '../money/amount.js';
import type { TableMessage } from '../protocol/table.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import { eventLine, snapshotLine } from './event-line.js';
import { LineReport } from './line-report.js';
import { moneyText } from './money-text.js';
import type { SimulatedHand } from './report.js';
import { RobotTally } from './tally.js';

const GAME = '1000000012';
const empty = copyOf(snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'pit'), true);
const round = {
  game: GAME,
  roundInShoe: 1,
  isLast: false,
  spots: [],
  lastBetsAtMs: 0,
  closesAtMs: 0,
  faceDown: null,
};
const dealt = (cards: string) => ({
  ...empty,
  round: { ...round, cards: cards.split(' ') as never },
});
const message = (body: object) =>
  ({ table: 'pb-1', seq: 2, prev: 1, atMs: 0, ...body }) as TableMessage;

describe('the line of an event', () => {
  it.each<[object, string]>([
    [
      { kind: 'card_dealt', game: GAME, side: 'banco', position: 2, card: 'Ks' },
      'pb-1 card banco_2 Ks total=4',
    ],
    [
      { kind: 'card_dealt', game: GAME, side: 'banco', position: 2, card: 'Ks', faceDown: true },
      'pb-1 card banco_2 Ks face_down',
    ],
    [
      { kind: 'card_shown', game: GAME, side: 'banco', position: 2, card: 'Ks' },
      'pb-1 shown banco_2 Ks',
    ],
    [{ kind: 'betting_opened', ...round }, 'pb-1 betting_opened game=1000000012 round=1'],
    [{ kind: 'betting_closed', game: GAME }, 'pb-1 betting_closed game=1000000012 bets=5'],
    [{ kind: 'cards_burned', card: '9h', unseen: 9 }, 'pb-1 cards_burned card=9h unseen=9'],
    [{ kind: 'table_suspended', reason: 'a "fall"' }, 'pb-1 table_suspended reason="a \\"fall\\""'],
    [
      { kind: 'round_refunded', game: GAME, stakes: '500', opensAtMs: 0 },
      'refunded pb-1 1000000012 stakes=5.00',
    ],
  ])('%j', (body, line) => {
    expect(eventLine(message(body), dealt('2h 4c Kd Ks'), 5)).toBe(line);
  });

  it('of a settled round has cards, outcome and money', () => {
    const settled = message({
      kind: 'round_settled',
      game: GAME,
      stakes: '123400',
      paid: '110005',
      opensAtMs: 0,
    });
    expect(eventLine(settled, dealt('2h 4c Kd Ks 5s 7d'), 5)).toBe(
      'settled pb-1 1000000012 "P 2h Kd 5s . B 4c Ks 7d" punto stakes=1234.00 paid=1100.05',
    );
  });

  it('is undefined for a batch of bets, which the close sums up', () => {
    const written: string[] = [];
    const lines = new LineReport((line) => written.push(line), new RobotTally());
    const bets = { kind: 'bets_accepted', game: GAME, bets: 3, change: '100', digest: '' };
    lines.message(message({ kind: 'betting_opened', ...round }), dealt(''));
    lines.message(message(bets), dealt(''));
    lines.message(message(bets), dealt(''));
    lines.message(message({ kind: 'betting_closed', game: GAME }), dealt(''));
    expect(written).toEqual([
      'pb-1 betting_opened game=1000000012 round=1',
      'pb-1 betting_closed game=1000000012 bets=6',
    ]);
  });

  it('does not count bets where the table was found in the middle of a round', () => {
    const written: string[] = [];
    const lines = new LineReport((line) => written.push(line), new RobotTally());
    lines.message(
      message({ kind: 'bets_accepted', game: GAME, bets: 3, change: '100', digest: '' }),
      dealt(''),
    );
    lines.message(message({ kind: 'betting_closed', game: GAME }), dealt(''));
    expect(written).toEqual(['pb-1 betting_closed game=1000000012 bets=?']);
  });

  it('sums up the solo hands', () => {
    const written: string[] = [];
    const lines = new LineReport((line) => written.push(line), new RobotTally());
    const hand: SimulatedHand = {
      name: 'robot',
      game: 'punto_e_banco',
      hand: '100000000001',
      taken: amount(500n),
      paid: amount(975n),
    };
    for (let number = 1; number <= 30; number += 1) lines.hand(hand);
    expect(written).toEqual(['solo hands=25 stakes=125.00 paid=243.75']);
  });

  it('says how a table was found', () => {
    expect(snapshotLine(empty)).toBe('pb-1 found phase=closed shoe=none');
  });
});

describe('money', () => {
  it.each([
    ['0', '0.00'],
    ['5', '0.05'],
    ['123400', '1234.00'],
    ['-150', '-1.50'],
  ])('%s minor units are %s', (units, text) => {
    expect(moneyText(units)).toBe(text);
  });
});
