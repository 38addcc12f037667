import { afterEach, expect, it, vi } from 'vitest';
import type { BetReply } from '../../../src/client/betting.js';
import type { Viewer } from '../../../src/client/followed-table.js';
import type { PlayerClient, PlayerJoin } from '../../../src/client/player-client.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { PlayerCorrection } from '../../../src/protocol/player.js';
import { DEFAULT_SETTINGS, type TableSettings } from '../../../src/round/settings.js';
import { isTaken } from './own-settings.js';
import { SeatViewStore } from './seat-view-store.js';

const GAME = '1000000001';
const BARE = { stakes: {}, placements: 0, previous: {}, mode: 'standard', balance: '10000' };
const STANDS = { ok: true, change: { punto: '500' }, leftOut: [], capped: [], balance: '9500' };

const CORRECTION: PlayerCorrection = {
  ...{ table: 'pb-1', game: GAME, fix: 'resettle' },
  ...{ was: '200', paid: '0', balance: '900', shortfall: '0' },
};

afterEach(() => void vi.useRealTimers());

/** A seat whose bets and joins are answered when the test lets them. */
const aSeat = (settings: TableSettings = DEFAULT_SETTINGS) => {
  const copyOf = (its: TableSettings) =>
    ({ round: { game: GAME }, phase: 'betting', settings: its, nextSettings: null }) as TableCopy;
  let viewer: Viewer<PlayerJoin> = {};
  const answers: ((reply: BetReply) => void)[] = [];
  const heard = new Map<string, (message: unknown) => void>();
  const on = (name: string, listener: (message: unknown) => void) => {
    heard.set(name, listener);
    return () => undefined;
  };
  const client = {
    onResult: () => () => undefined,
    connection: { state: 'connected', on, onState: () => () => undefined },
    join: (_table: string, joining: Viewer<PlayerJoin>) => {
      viewer = joining;
      return { copy: copyOf(settings), startOver: () => undefined };
    },
    bet: () => new Promise<BetReply>((resolve) => answers.push(resolve)),
  } as unknown as PlayerClient;
  const nothing = () => undefined;
  const seat = new SeatViewStore('pb-1', client, {
    ...{ balance: nothing, paid: nothing, acted: nothing },
    ...{ refused: nothing, missed: nothing, unanswered: nothing },
  });
  viewer.snapshot?.(copyOf(settings));
  return {
    seat,
    answer: () => answers.shift()!(STANDS as unknown as BetReply),
    joined: (changes: object = {}) =>
      viewer.joined?.({ seat: { ...BARE, ...changes }, result: null } as unknown as PlayerJoin),
    joinedAfter: (correction: PlayerCorrection) =>
      viewer.joined?.({
        seat: { ...BARE, stakes: { punto: '100' } },
        result: null,
        correction,
      } as unknown as PlayerJoin),
    corrected: (correction = CORRECTION) => heard.get('player:correction')?.(correction),
    sent: (its: TableSettings) => viewer.snapshot?.(copyOf(its)),
    view: () => seat.store.getState(),
  };
};

it('is unsure from an answer to a bet that it may contain already, until it is sent anew', async () => {
  const { seat, answer, joined, view } = aSeat();
  joined();
  const bet = seat.bet({ kind: 'place', spot: 'punto', amount: '500' });
  joined();
  expect(view()).toMatchObject({ isUnsure: false, asked: [{ isDoubtful: true }] });
  answer();
  await bet;
  expect(view()).toMatchObject({
    isUnsure: true,
    asked: [],
    known: { own: { stakes: new Map() } },
  });
  joined({ stakes: { punto: '500' }, placements: 1 });
  expect(view()).toMatchObject({ isUnsure: false, known: { own: { placements: 1 } } });
});

it('is sure of a bet that was answered as ever', async () => {
  const { seat, answer, joined, view } = aSeat();
  joined();
  const bet = seat.bet({ kind: 'place', spot: 'punto', amount: '500' });
  answer();
  await bet;
  expect(view()).toMatchObject({ isUnsure: false, known: { own: { placements: 1 } } });
});

it('keeps the player’s own currency where the table takes it no more', () => {
  const CHF = { ...DEFAULT_SETTINGS, chips: ['500'], groupLimits: {}, rate: '1.06' };
  const { joined, sent, view } = aSeat();
  joined({ currency: 'CHF' });
  sent({ ...DEFAULT_SETTINGS, further: { CHF } });
  expect(view().copy?.settings).toMatchObject({ currency: 'CHF', chips: ['500'] });
  sent({ ...DEFAULT_SETTINGS, further: {} });
  const { settings } = view().copy!;
  expect(settings).toMatchObject({ currency: 'CHF', chips: [], tipMax: null });
  expect(settings.limits.punto).toEqual({ min: '0', max: '0' });
  expect(isTaken(settings)).toBe(false);
  sent({ ...DEFAULT_SETTINGS, further: { CHF } });
  expect(isTaken(view().copy!.settings)).toBe(true);
});

it('what happened at a table that is not on the screen is not said there later', () => {
  vi.useFakeTimers();
  const { seat, corrected, view } = aSeat();
  corrected();
  vi.advanceTimersByTime(9_999);
  expect(view().notices).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(view().notices).toEqual([]);
  // On the screen it is read for as long as somebody points at it.
  const goes = seat.draws();
  corrected({ ...CORRECTION, fix: 'void', was: '0', paid: '100' });
  vi.advanceTimersByTime(60_000);
  expect(view().notices).toHaveLength(1);
  goes();
  vi.advanceTimersByTime(10_000);
  expect(view().notices).toEqual([]);
});

it('says a correction that came while there was no line, once', () => {
  const { seat, corrected, joined, joinedAfter, view } = aSeat();
  joined({ stakes: { punto: '100' } });
  expect(seat.holdsBets).toBe(true);
  joinedAfter(CORRECTION);
  expect(view().notices).toMatchObject([{ what: { kind: 'correction', paid: '0' } }]);
  expect(seat.holdsBets).toBe(false);
  joinedAfter({ ...CORRECTION, balance: '800' });
  expect(view().notices).toHaveLength(1);
  const next = { ...CORRECTION, fix: 'void', was: '0', paid: '100' } as const;
  joinedAfter(next);
  expect(view().notices).toHaveLength(2);
  corrected(next);
  expect(view().notices).toHaveLength(2);
  corrected();
  joinedAfter(CORRECTION);
  expect(view().notices).toHaveLength(3);
});
