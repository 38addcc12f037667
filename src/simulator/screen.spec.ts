import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyOf } from '../client/table-copy.js';
import type { TableMessage } from '../protocol/table.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import { Screen } from './screen.js';

const copy = copyOf(snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'pit'), true);
const message = (body: object) =>
  ({ table: 'pb-1', seq: 2, prev: 1, atMs: 0, ...body }) as TableMessage;

describe('the screen', () => {
  const written: string[] = [];
  const terminal = { columns: 100, rows: 40, write: (text: string) => written.push(text) };
  let screen: Screen;

  beforeEach(() => {
    vi.useFakeTimers();
    written.length = 0;
    const floor = () => ({
      url: 'http://here',
      robots: { seated: 2, all: 2 },
      bets: { stood: 0, refused: 0, refusals: '' },
      hands: '',
    });
    screen = new Screen({ terminal, hasColours: false, floor });
  });
  afterEach(() => {
    screen.close();
    vi.useRealTimers();
  });

  const frame = (): string => {
    written.length = 0;
    vi.advanceTimersByTime(100);
    return written.join('');
  };

  it('hides the cursor, and shows it again at the end', () => {
    expect(written.join('')).toContain('\u001b[?25l');
    screen.close();
    expect(written.at(-1)?.endsWith('\u001b[?25h')).toBe(true);
  });

  it('draws at most ten times a second, and only what changed', () => {
    frame();
    expect(frame()).toBe('');
    written.length = 0;
    for (let step = 0; step < 50; step += 1) {
      screen.note(`note ${step}`);
      vi.advanceTimersByTime(20);
    }
    expect(written.length).toBeLessThanOrEqual(10);
  });

  it('draws everything anew on a terminal of another size', () => {
    frame();
    terminal.columns = 90;
    expect(frame()).toContain('\u001b[2J');
  });

  it('draws the roads anew where a round of the shoe is corrected', () => {
    const dealt = (beads: readonly string[]) => ({ ...copy, shoe: { beads } as never });
    screen.snapshot(dealt(['P6', 'B7']), () => 0);
    expect(frame()).toContain('B7');
    const corrected = message({ kind: 'round_corrected', game: '1000000002', fix: 'void' });
    screen.message(corrected, dealt(['P6']));
    expect(frame()).not.toContain('B7');
  });

  it('adds up the stakes, and shows who was paid in the round that ended', () => {
    const game = '1000000001';
    screen.snapshot(copy, () => 0);
    screen.message(message({ kind: 'bets_accepted', game, change: '12300' }), {
      ...copy,
      round: { game } as never,
    });
    expect(frame()).toContain('on the table 123.00');
    const settled = message({ kind: 'round_settled', game, stakes: '12300', paid: '10000' });
    const outcome = 'settled' as const;
    const result = { table: 'pb-1', outcome, stakes: '0', bets: [], balance: '0' };
    screen.result('robot-1', { ...result, game, paid: '10000' });
    screen.message(settled, copy);
    expect(frame()).toContain('paid 100.00 for 123.00 staked: robot-1 100.00');
    screen.result('robot-2', { ...result, game: '1000000002', paid: '700' });
    expect(frame()).not.toContain('robot-2');
  });
});
