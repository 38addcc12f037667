import { describe, expect, it } from 'vitest';
import { type TableCopy, copyOf } from '../client/table-copy.js';
import { parseBeads } from '../../test/kit/beads.js';
import type { Bead } from '../roads/bead.js';
import { rebuild } from '../roads/scoreboard.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import { drawFloor, phaseText } from './drawing.js';
import type { Floor, FloorTable } from './floor.js';
import { beside, clipped, colouredStyle, padded, plainStyle, widthOf } from './terminal-style.js';

const empty = (table: string) => copyOf(snapshot(emptyTable(table, DEFAULT_SETTINGS), 'pit'), true);

const BEADS: Bead[] = parseBeads('P6 B8nb E7p B7 B9n P7')!;

const tableOf = (table: string, copy: Partial<TableCopy> = {}): FloorTable => ({
  copy: { ...empty(table), dealer: 'Ada', ...copy },
  board: rebuild(BEADS),
  nowMs: 10_000,
  state: 'connected',
  stakes: 12_300n,
  lastEnd: undefined,
  payments: [],
});

const ROUND = {
  game: '1000000001',
  roundInShoe: 7,
  isLast: false,
  spots: [],
  lastBetsAtMs: 15_000,
  closesAtMs: 20_000,
  faceDown: null,
};

const SHOE = { ordinal: 3, burned: true, beads: [], cutCardOut: false, cardsLeft: 300 };

const floorOf = (...tables: FloorTable[]): Floor => ({
  url: 'http://127.0.0.1:3000',
  tables,
  robots: { seated: 20, all: 20 },
  bets: { stood: 57, refused: 2, refusals: 'betting_is_closed 2' },
  hands: 'blackjack 3',
  notes: [],
});

const draw = (floor: Floor, columns = 100, rows = 60) =>
  drawFloor(floor, { columns, rows, styled: plainStyle });

describe('the drawing of the floor', () => {
  it('shows a coup on the table', () => {
    const copy = {
      phase: 'settled' as const,
      opensAtMs: 14_100,
      shoe: SHOE,
      round: { ...ROUND, cards: ['2h', '4c', 'Kd', 'Ks', '5s', '2d'] as const },
    };
    const table: FloorTable = {
      ...tableOf('pb-1', copy),
      lastEnd: { game: ROUND.game, outcome: 'settled', stakes: 12_300n, paid: 10_050n },
      payments: [
        { name: 'robot-1', paid: 50n },
        { name: 'robot-2', paid: 10_000n },
        { name: 'robot-3', paid: 0n },
      ],
    };
    expect(draw(floorOf(table)).slice(0, 8)).toEqual([
      'SABOT  http://127.0.0.1:3000  20 robots  57 bets, 2 refused',
      '',
      'Punto Banco (pb-1)  dealer Ada  shoe 3, coup 0, 300 cards left  game 1000000001',
      '',
      '  PAID, next bets in 5          on the table 123.00',
      '  PUNTO  2h Kd 5s   7     BANCO  4c Ks 2d   6     ',
      '  PUNTO WINS 7–6',
      '  paid 100.50 for 123.00 staked: robot-2 100.00, robot-1 0.50',
    ]);
  });

  it('shows the five roads', () => {
    const text = draw(floorOf(tableOf('pb-1'))).join('\n');
    expect(text).toMatch(/Bead Plate +Big Road/);
    expect(text).toMatch(/P6 +P +B1b +P\n/);
    expect(text).toMatch(/Big Eye Boy +Small Road +Cockroach Road/);
  });

  it('gives other tables a line each', () => {
    const lines = draw(floorOf(tableOf('pb-1'), tableOf('pb-2')));
    expect(lines.filter((line) => line.startsWith('pb-2'))).toHaveLength(1);
  });

  it('says that the studio is away', () => {
    const lines = draw(floorOf({ ...tableOf('pb-1'), state: 'lost' }));
    expect(lines[0]).toContain('the studio is away');
  });

  it('keeps to its paper, with however many tables', () => {
    const tables = Array.from({ length: 50 }, (_, index) => tableOf(`pb-${index + 1}`));
    for (const [columns, rows] of [
      [80, 23],
      [40, 10],
      [200, 80],
      [20, 5],
    ] as const) {
      const lines = drawFloor(floorOf(...tables), { columns, rows, styled: colouredStyle });
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    expect(draw(floorOf(...tables), 100, 40).join('\n')).toMatch(/… and \d+ more tables/);
  });

  it('waits for its tables', () => {
    expect(draw(floorOf()).join('\n')).toContain('waiting for the tables');
  });
});

describe('the phase', () => {
  it.each([
    ['betting', 'PLACE YOUR BETS 10'],
    ['last_bets', 'LAST BETS 10'],
    ['accepting_bets', 'ACCEPTING BETS 0'],
    ['bets_closed', 'BETS CLOSED'],
    ['dealing', 'BETS ACCEPTED'],
    ['suspended', 'SUSPENDED: a card fell'],
    ['void', 'VOID'],
    ['closed', 'CLOSED'],
  ] as const)('%s reads %s', (phase, text) => {
    const suspended = { from: 'dealing' as const, reason: 'a card fell' };
    const round = { ...ROUND, cards: [] };
    expect(phaseText(tableOf('pb-1', { phase, round, suspended }))).toBe(text);
  });
});

describe('ink', () => {
  it('has no width', () => {
    const text = colouredStyle('red', 'Kd');
    expect(widthOf(text)).toBe(2);
    expect(padded(text, 4)).toBe(`${text}  `);
    expect(widthOf(clipped(`${text} ${text}`, 4))).toBe(4);
    expect(clipped(text, 2)).toBe(text);
  });

  it('puts blocks beside each other', () => {
    expect(beside([['a', 'bb'], ['c']], 2)).toEqual(['a   c', 'bb']);
  });
});
