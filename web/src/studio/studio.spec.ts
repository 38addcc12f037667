import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PlayerClient } from '../../../src/client/player-client.js';
import type { PlayerCorrection, PlayerResult } from '../../../src/protocol/player.js';
import { keepAccountRead } from '../cashier/keep-account-read.js';
import { tellerOf } from '../solo/studio-desk.js';
import { Studio } from './studio.js';
import { forgetPlayer, keepToken } from './token.js';

type Listener = (result: PlayerResult) => void;
type CorrectionListener = (correction: PlayerCorrection) => void;

const RESULT = {
  ...{ table: 'pb-1', game: '1000000001', stakes: '100', paid: '200', balance: '900' },
  outcome: 'settled',
} as unknown as PlayerResult;

const CORRECTION: PlayerCorrection = {
  ...{ table: 'pb-1', game: '1000000001', fix: 'resettle' },
  ...{ was: '200', paid: '0', balance: '0', shortfall: '100' },
};

/** The answers to `session:read`, each as the test lets it come. */
let answers: ((balance: string, more?: object) => void)[];
let listeners: Listener[];
let correctionListeners: CorrectionListener[];
let studio: Studio;
let page: EventTarget & { visibilityState: 'visible' | 'hidden' };

/** A page that cannot reach the studio: what that says, the test says for it. */
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:1', hash: '' });
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  vi.stubGlobal('document', page);
  listeners = [];
  answers = [];
  vi.spyOn(PlayerClient.prototype, 'onResult').mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  correctionListeners = [];
  vi.spyOn(PlayerClient.prototype, 'onCorrection').mockImplementation((listener) => {
    correctionListeners.push(listener);
    return () => undefined;
  });
  studio = new Studio('token', null);
  vi.spyOn(studio.client, 'send').mockImplementation(
    () =>
      new Promise((resolve) => {
        const rest = { gameAccount: '0', idleEndsAtMs: null, warned: false, lastEnd: null };
        answers.push((balance, more) =>
          resolve({ ok: true, open: true, balance, ...rest, ...more }),
        );
      }),
  );
  studio.account.setState({ session: { open: true, balance: 1_000n, gameAccount: 0n } });
});
afterEach(() => {
  studio.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** At the table `pb-1`. */
const sitsInYen = () => {
  const copy = { settings: { name: 'Salon', currency: 'JPY' } };
  studio.seat('pb-1').store.setState({ copy: copy as never });
};
const isRead = () => studio.account.getState().isRead;
const credit = () => studio.account.getState().session?.balance;

describe('the credit on the page', () => {
  it('is asked for again where a hand has changed it while it was asked for', async () => {
    void studio.readAccount();
    tellerOf(studio, 'blackjack').balance(900n);
    answers[0]!('1000');
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect(credit()).toBe(900n);
    expect(isRead()).toBe(false);
    answers[1]!('900');
    await vi.waitFor(() => expect(isRead()).toBe(true));
    expect(credit()).toBe(900n);
    tellerOf(studio, 'blackjack').balance(800n);
    expect(isRead()).toBe(false);
  });

  it('is read by the cashier also where each answer takes longer than its pause', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const close = keepAccountRead(studio);
    await vi.advanceTimersByTimeAsync(4_500);
    answers[0]!('900');
    await vi.advanceTimersByTimeAsync(2_900);
    expect(credit()).toBe(900n);
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(answers).toHaveLength(2);
    close();
    answers[1]!('800');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(2);
  });

  it('is asked for when the page comes into sight, until it is closed', () => {
    const turns = (visibilityState: 'visible' | 'hidden') => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    turns('hidden');
    expect(answers).toHaveLength(0);
    turns('visible');
    expect(answers).toHaveLength(1);
    studio.close();
    turns('visible');
    expect(answers).toHaveLength(1);
  });

  it('is asked for after a result of a table behind the room of a solo game', () => {
    sitsInYen();
    studio.show('pb-1');
    for (const hear of listeners) hear(RESULT);
    expect(answers, 'the table on the screen has the last word').toHaveLength(0);
    studio.show(undefined);
    for (const hear of listeners) hear({ ...RESULT, game: '1000000002' });
    expect(answers).toHaveLength(1);
  });
});

it('seats at tables that are neither played nor watched are left, once no bets lie there', async () => {
  const left: string[] = [];
  studio.onLeft((table) => left.push(table));
  const [, , taken, withBets] = ['pb-1', 'pb-2', 'pb-3', 'pb-4'].map((table) => studio.seat(table));
  const holdsBets = vi.spyOn(withBets!, 'holdsBets', 'get').mockReturnValue(true);
  studio.stayAt(['pb-1', 'pb-2']);
  studio.stayAt(['pb-1', 'pb-2']);
  await Promise.resolve();
  expect(left).toEqual(['pb-3']);
  expect(studio.seat('pb-3')).not.toBe(taken);
  holdsBets.mockReturnValue(false);
  withBets!.store.setState({ absent: undefined });
  expect(left).toEqual(['pb-3', 'pb-4']);
});

it('a result of a table without a seat is in the currency of the player', () => {
  sitsInYen();
  studio.show(undefined);
  for (const hear of listeners) hear({ ...RESULT, table: 'pb-2' });
  expect(studio.line.getState().away).toMatchObject([{ name: 'pb-2', currency: 'JPY' }]);
});

it('a result that comes before any seat is in no currency yet', () => {
  studio.show('pb-1');
  for (const hear of listeners) hear({ ...RESULT, table: 'pb-2' });
  expect(studio.line.getState().away).toMatchObject([{ name: 'pb-2', currency: undefined }]);
});

it('a result of the table on the screen is said where the page shows the table no more', () => {
  const results = () => studio.line.getState().away.map((news) => 'result' in news);
  sitsInYen();
  studio.show('pb-1');
  const hears = (game: string) => {
    for (const hear of listeners) hear({ ...RESULT, game });
  };
  for (const absent of [undefined, 'table_is_moving']) {
    studio.seat('pb-1').store.setState({ absent });
    hears('1000000001');
  }
  expect(results(), 'the table shows it').toEqual([]);
  studio.seat('pb-1').store.setState({ absent: 'not_allowed' });
  hears('1000000002');
  studio.seat('pb-1').store.setState({ absent: 'table_is_moving', copy: undefined });
  hears('1000000003');
  expect(results()).toEqual([true, true]);
});

describe('a correction', () => {
  const hear = (correction: PlayerCorrection) => {
    for (const each of correctionListeners) each(correction);
  };

  it('of a table without a seat is reported where the player is, and the account is read', () => {
    sitsInYen();
    studio.show('pb-1');
    const correction = { ...CORRECTION, table: 'pb-2' };
    hear(correction);
    expect(studio.line.getState().away).toEqual([{ name: 'pb-2', currency: 'JPY', correction }]);
    expect(answers).toHaveLength(1);
  });

  it('of the table on the screen is reported there alone', () => {
    sitsInYen();
    studio.show('pb-1');
    hear(CORRECTION);
    expect(studio.line.getState().away).toEqual([]);
    studio.show(undefined);
    hear(CORRECTION);
    expect(studio.line.getState().away).toMatchObject([{ name: 'Salon' }]);
  });
});

describe('a hand that waits for its player', () => {
  const hand = { game: 'sette_e_mezzo', hand: '100000000001', taken: '2000', paid: '0' } as const;
  const { game, hand: number, taken } = hand;
  const kept = { game, hand: number, taken };
  const other = { game: 'blackjack', hand: '100000000002', taken: '500' } as const;
  const reasons = () => studio.line.getState().hands.map(({ hand: of, reason }) => [of, reason]);
  /** The studio says which hands wait. */
  const reads = async (...handsInPlay: readonly object[]): Promise<void> => {
    const reading = studio.readAccount();
    answers.pop()!('1000', { handsInPlay });
    await reading;
  };
  /** What the studio says of each hand that is asked for. */
  const finds = (found: object | undefined) => {
    const status = found === undefined ? 503 : 200;
    const ask = vi.fn(async (_: string) => new Response(JSON.stringify(found ?? {}), { status }));
    vi.stubGlobal('fetch', ask);
    return ask;
  };
  beforeEach(() => keepToken({ token: 'given', name: null }));
  afterEach(forgetPlayer);

  it('is reported no more once it is void, or the house has played it', () => {
    studio.keepHand(kept);
    studio.keepHand(other);
    studio.noteHand({ ...hand, reason: 'voided' });
    expect(reasons()).toEqual([
      [other.hand, 'kept'],
      [number, 'voided'],
    ]);
  });

  it('is reported to a player who comes in, but in the room of its game, and once', async () => {
    studio.cameTo('blackjack');
    await reads(kept, other);
    expect(studio.line.getState().hands).toEqual([{ ...hand, reason: 'kept' }]);
    studio.seenHand();
    await reads(kept, other);
    expect(reasons()).toEqual([]);
  });

  it('is reported once where it is left twice, and not where its room was entered again', () => {
    studio.keepHand(kept);
    studio.keepHand(kept);
    expect(reasons()).toEqual([[number, 'kept']]);
    studio.cameTo(game);
    studio.keepHand(kept);
    expect(reasons()).toEqual([]);
  });

  it('is reported where it was dealt on another device', async () => {
    studio.cameTo(game);
    studio.leftRoom();
    await reads();
    await reads(kept);
    expect(reasons()).toEqual([[number, 'kept']]);
  });

  it.each([
    ['void', 'voided'],
    ['over', 'over'],
  ] as const)('has its end reported where nobody said it: %s', async (status, reason) => {
    const ask = finds({ ...kept, status, paid: '4000' });
    await reads(kept);
    studio.seenHand();
    await reads();
    await vi.waitFor(() => expect(reasons()).toEqual([[number, reason]]));
    expect(studio.line.getState().hands).toMatchObject([{ game, taken, paid: '4000' }]);
    expect(ask.mock.calls[0]![0]).toBe(`me/hands/${number}`);
    await reads();
    expect(ask).toHaveBeenCalledOnce();
  });

  it('is said to have ended where nothing more can be learned', async () => {
    finds(undefined);
    await reads(kept);
    await reads();
    await vi.waitFor(() => expect(reasons()).toEqual([[number, 'ended']]));
  });

  it('has nothing else reported where the studio says it in the meantime', async () => {
    const ask = finds({ ...kept, status: 'over', paid: '4000' });
    await reads(kept);
    await reads();
    studio.noteHand({ ...hand, reason: 'house_played', paid: '4000' });
    await vi.waitFor(() => expect(ask).toHaveResolved());
    await new Promise(setImmediate);
    expect(reasons()).toEqual([[number, 'house_played']]);
  });

  it('is not said to have ended where it was dealt after the account was read', async () => {
    const ask = finds({ ...kept, status: 'in_play', paid: '0' });
    await reads(kept);
    await reads();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    await reads(kept);
    expect(reasons()).toEqual([[number, 'kept']]);
  });
});
