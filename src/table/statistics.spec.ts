import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../test/kit/manual-clock.js';
import { amount } from '../money/amount.js';
import type { TableStatistics } from '../protocol/statistics.js';
import type { Spot } from '../punto-banco/spot.js';
import type { Stakes } from '../punto-banco/stakes.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type TableState, emptyTable } from '../round/state.js';
import { BetStatistics, countStakes } from './statistics.js';

const lying = (...stakes: readonly (readonly [Spot, number])[]): Stakes =>
  new Map(stakes.map(([spot, minorUnits]) => [spot, amount(minorUnits)]));

describe('the count', () => {
  it('sums players and money spot by spot, in the order of the layout', () => {
    const all = [
      lying(['banco', 500], ['super_6', 100]),
      lying(['punto', 300]),
      lying(['banco', 1]),
    ];
    expect(countStakes(all)).toEqual({
      players: 3,
      spots: {
        punto: { players: 1, amount: '300' },
        banco: { players: 2, amount: '501' },
        super_6: { players: 1, amount: '100' },
      },
    });
    expect(Object.keys(countStakes(all).spots)).toEqual(['punto', 'banco', 'super_6']);
  });

  it('leaves out players who have taken everything back', () => {
    expect(countStakes([lying()])).toEqual({ players: 0, spots: {} });
  });

  it('is exact beyond what a number holds', () => {
    const most = 999_999_999_999_999_999n as never;
    const all = [new Map([['punto', most]]), new Map([['punto', most]])] as never;
    expect(countStakes(all).spots.punto?.amount).toBe('1999999999999999998');
  });
});

describe('a table sends its players', () => {
  let state: TableState;
  let stakes: Stakes[];
  let published: { readonly atMs: number; readonly statistics: TableStatistics }[];
  let statistics: BetStatistics;

  let clock: ManualClock;

  beforeEach(() => {
    clock = new ManualClock(0);
    [stakes, published] = [[], []];
    openRound('1000000001', 10_000);
    const parts = {
      clock,
      state: () => state,
      stakes: () => stakes,
      publish: (each: TableStatistics) =>
        void published.push({ atMs: clock.nowMs(), statistics: each }),
    };
    statistics = new BetStatistics(parts);
    statistics.take('betting_opened');
  });
  afterEach(() => {
    statistics.stop();
  });

  const openRound = (game: string, closesAtMs: number): void => {
    const round = { game, closesAtMs } as TableState['round'];
    state = { ...emptyTable('pb-1', DEFAULT_SETTINGS), phase: 'betting', round };
  };
  const bet = (...after: Stakes[]): void => {
    stakes = after;
    statistics.take('bets_accepted');
  };
  const close = (): void => {
    state = { ...state, phase: 'bets_closed' };
    statistics.take('betting_closed');
  };
  const times = (): readonly number[] => published.map(({ atMs }) => atMs);

  it('sums twice a second at most, however fast they bet', async () => {
    for (let ms = 0; ms < 5_000; ms += 10) {
      bet(lying(['banco', ms + 1]));
      await clock.advance(10);
    }
    expect(times()).toEqual([500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000]);
    expect(published.at(-1)?.statistics.spots.banco?.amount).toBe('4991');
  });

  it('sums almost at once where nothing was sent for long', async () => {
    await clock.advance(3_000);
    bet(lying(['banco', 1]));
    await clock.advance(50);
    expect(times()).toEqual([3_050]);
  });

  it('nothing where nothing changed, and that everything was taken back', async () => {
    bet();
    await clock.advance(2_000);
    expect(published).toEqual([]);
    bet(lying(['banco', 1]));
    await clock.advance(2_000);
    bet(lying(['banco', 1]));
    await clock.advance(2_000);
    expect(published).toHaveLength(1);
    bet();
    await clock.advance(2_000);
    expect(published.map(({ statistics: { players } }) => players)).toEqual([1, 0]);
  });

  it('the last sums at the close, half a second or more after the ones before', async () => {
    await clock.advance(9_300);
    bet(lying(['banco', 1]));
    await clock.advance(100);
    bet(lying(['banco', 2]));
    await clock.advance(600);
    close();
    await clock.advance(50);
    expect(times()).toEqual([9_350, 10_050]);
    expect(published.at(-1)?.statistics.spots.banco?.amount).toBe('2');
    await clock.advance(10_000);
    expect(published).toHaveLength(2);
  });

  it('the last sums even if they equal those sent before, or are nothing any more', async () => {
    bet(lying(['banco', 1]));
    await clock.advance(1_000);
    close();
    await clock.advance(50);
    openRound('1000000002', 30_000);
    statistics.take('betting_opened');
    bet(lying(['banco', 1]));
    await clock.advance(1_000);
    stakes = [];
    close();
    await clock.advance(50);
    expect(published.map(({ statistics: { game, players } }) => [game, players])).toEqual([
      ['1000000001', 1],
      ['1000000001', 1],
      ['1000000002', 1],
      ['1000000002', 0],
    ]);
  });

  it('no sums of a round in which nobody ever bet', async () => {
    close();
    await clock.advance(1_000);
    expect(published).toEqual([]);
  });

  it('the present stakes when it comes back from its log', async () => {
    stakes = [lying(['punto', 7])];
    statistics.wait();
    await clock.advance(500);
    expect(times()).toEqual([500]);
  });

  it('nothing once betting is over, and sums again after a suspension', async () => {
    bet(lying(['banco', 1]));
    state = { ...state, phase: 'void' };
    await clock.advance(2_000);
    expect(published).toEqual([]);
    state = { ...state, phase: 'betting' };
    statistics.take('table_resumed');
    await clock.advance(50);
    expect(times()).toEqual([2_050]);
  });
});
