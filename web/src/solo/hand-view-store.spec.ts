import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoAnswer } from '../../../src/client/connection.js';
import { FACES, parseCard } from '../../../src/cards/card.js';
import { decidePuntoEBancoHand } from '../../../src/punto-e-banco/decide.js';
import { DEFAULT_PUNTO_E_BANCO_RULES } from '../../../src/punto-e-banco/rules.js';
import { amount } from '../../../src/money/amount.js';
import type { PuntoEBancoEvent, PuntoEBancoHand } from '../../../src/punto-e-banco/state.js';
import type { HandOrder, PlayedOrder, SoloDesk } from './desk.js';
import { HandViewStore } from './hand-view-store.js';
import { unansweredOrders } from './unanswered-orders.js';
import { PUNTO_E_BANCO, type PuntoEBancoOrder } from './punto-e-banco/game.js';

type Played = PlayedOrder<PuntoEBancoEvent>;
type Opened = Awaited<ReturnType<SoloDesk<PuntoEBancoOrder, PuntoEBancoEvent>['open']>>;
type Store = HandViewStore<PuntoEBancoHand, PuntoEBancoEvent, PuntoEBancoOrder>;

const DECK = ['9h', 'Kd', '8c', 'Ts', '2d'].map((text) => parseCard(text)!);
const HAND = '100000000001';
const NEXT = { number: '100000000002', commitment: 'b'.repeat(64) };
const ORDER: PuntoEBancoOrder = { kind: 'deal', stakes: { punto: '100' }, seed: 'x' };

/** A coup that Punto wins 7 to 2: the studio has paid 200 of it. */
const coup = (): Played => {
  const decision = decidePuntoEBancoHand(
    PUNTO_E_BANCO.newHand,
    { kind: 'deal', step: 0, stakes: { punto: amount(100) } },
    { deck: [...DECK, ...FACES], rules: DEFAULT_PUNTO_E_BANCO_RULES },
  );
  if (!decision.ok) throw new Error(decision.refusal);
  return {
    ok: true,
    dealt: { ...fresh(HAND), seed: 'x', opening: '00', events: decision.events },
    balance: 1_100n,
    next: NEXT,
  };
};

const fresh = (number: string) => ({
  number,
  commitment: 'a'.repeat(64),
  seed: null,
  cut: null,
  opening: null,
  events: [],
});

const kept = new Map<string, string>();

/** A studio that answers as the test says, and a page that shows its credit. */
const aRoom = (desk: Partial<SoloDesk<PuntoEBancoOrder, PuntoEBancoEvent>>) => {
  const balances: (bigint | 'read')[] = [];
  const reported: (readonly [what: 'kept' | 'ended' | 'refused', string, bigint?])[] = [];
  let connected = (): void => undefined;
  const store: Store = new HandViewStore(
    PUNTO_E_BANCO,
    {
      open: async () => ({
        ok: true,
        rules: { version: 'punto-e-banco-1', currency: 'EUR', chips: [100n], limits: {} },
        dealt: fresh(HAND),
        balance: 1_000n,
      }),
      play: async () => coup(),
      find: async () => null,
      onChanged: () => () => undefined,
      onDiffers: () => () => undefined,
      ...desk,
    },
    {
      balance: (balance) => balances.push(balance),
      paid: (_, to) => balances.push(to),
      read: () => balances.push('read'),
      acted: () => undefined,
      refused: (refusal) => reported.push(['refused', refusal]),
      kept: ({ hand, taken }) => reported.push(['kept', hand, taken]),
      ended: ({ hand, taken }) => reported.push(['ended', hand, taken]),
      whenConnected: (listener) => {
        connected = listener;
        listener();
        return () => undefined;
      },
    },
  );
  const close = store.open();
  return {
    store: store.store,
    hands: store,
    balances,
    reported,
    close,
    comesBack: () => connected(),
  };
};

const shown = ({ store }: ReturnType<typeof aRoom>): number => store.getState().hand.cards.length;

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a hand on the page', () => {
  it('is not taken back by an answer from before its last order', async () => {
    let answer = (_: Opened): void => undefined;
    const late = new Promise<Opened>((resolve) => {
      answer = resolve;
    });
    let opened = 0;
    const read: Opened = {
      ok: true,
      rules: { version: 'punto-e-banco-1', currency: 'EUR', chips: [100n], limits: {} },
      dealt: fresh(HAND),
      balance: 1_000n,
    };
    const room = aRoom({ open: () => (++opened === 1 ? Promise.resolve(read) : late) });
    await vi.advanceTimersByTimeAsync(0);
    room.comesBack();
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(10_000);
    answer(read);
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toBe(2);
    expect(room.store.getState()).toMatchObject({ hand: { phase: 'over' }, next: NEXT });
    expect(room.balances.at(-1)).toBe(1_100n);
  });

  it('is dealt card by card, and its winnings are shown with its end', async () => {
    const room = aRoom({});
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    expect(shown(room)).toBe(0);
    expect(room.balances.at(-1)).toBe(900n);
    room.hands.hasten();
    expect(shown(room)).toBe(1);
    room.hands.startNext();
    expect(shown(room), 'a hand that is dealt is not cleared').toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(room.store.getState().hand).toMatchObject({ phase: 'over', paid: 200n });
    expect(room.balances.at(-1)).toBe(1_100n);
    room.hands.startNext();
    expect(room.store.getState().dealt).toMatchObject(NEXT);
    room.close();
  });

  it('that is left while its cards are dealt has the credit read anew', async () => {
    const room = aRoom({});
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(100);
    room.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(room.balances.slice(-2)).toEqual([900n, 'read']);
  });

  it('that is left once it is shown asks for nothing more', async () => {
    const room = aRoom({});
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(10_000);
    room.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(room.balances.at(-1)).toBe(1_100n);
  });

  it('that has none after it asks for the next one, where the player wants it', async () => {
    let opened = 0;
    const open = async (): Promise<Opened> => ({
      ok: true,
      rules: { version: 'punto-e-banco-1', currency: 'EUR', chips: [100n], limits: {} },
      dealt: fresh((opened += 1) === 1 ? HAND : NEXT.number),
      balance: 1_100n,
    });
    const room = aRoom({ open, play: async () => ({ ...coup(), next: null }) });
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(10_000);
    room.hands.startNext();
    await vi.advanceTimersByTimeAsync(0);
    expect(room.store.getState()).toMatchObject({ dealt: { number: NEXT.number, events: [] } });
    room.close();
  });

  it('says what a refusal says, and has changed nothing', async () => {
    const room = aRoom({ play: async () => ({ ok: false, refusal: 'reality_check_due' }) });
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    expect(room.store.getState()).toMatchObject({ shown: 0, said: { code: 'reality_check_due' } });
    expect(room.reported, 'the page shows the check').toEqual([['refused', 'reality_check_due']]);
    expect(room.store.getState().asked).toBeUndefined();
    room.close();
  });
});

describe('a hand in play', () => {
  /** As in the other games, where the stakes are taken and a choice is the player’s. */
  const begun = () => ({ ...coup().dealt, opening: null, events: coup().dealt.events.slice(0, 2) });

  it('is kept where the room was left before its deal was answered', async () => {
    let answer = (_: Played): void => undefined;
    const late = new Promise<Played>((resolve) => {
      answer = resolve;
    });
    const room = aRoom({ play: () => late });
    await vi.advanceTimersByTimeAsync(0);
    void room.hands.play(ORDER);
    room.close();
    expect(room.reported).toEqual([]);
    answer({ ...coup(), dealt: begun(), balance: 900n, next: null });
    await vi.advanceTimersByTimeAsync(0);
    expect(room.reported).toEqual([['kept', HAND, 100n]]);
    expect(room.balances.at(-1)).toBe('read');
  });

  it('that has ended while there was no connection is said to have', async () => {
    const rules = { version: 'punto-e-banco-1', currency: 'EUR', chips: [100n], limits: {} };
    const reads = [begun(), begun(), fresh(NEXT.number)];
    const room = aRoom({
      open: async () => ({ ok: true, rules, dealt: reads.shift()!, balance: 1_000n }),
    });
    await vi.advanceTimersByTimeAsync(0);
    room.comesBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(room.reported, 'it waits still').toEqual([]);
    room.comesBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(room.reported).toEqual([['ended', HAND, 100n]]);
    expect(room.store.getState().dealt?.number).toBe(NEXT.number);
    room.close();
    expect(room.reported).toHaveLength(1);
  });
});

describe('a stake outside of limits that have changed meanwhile', () => {
  it.each(['stake_below_minimum', 'stake_above_maximum'])(
    'is refused without a number that the page does not know: %s',
    async (refusal) => {
      const limits = { punto: { min: 1_000n, max: 5_000n } };
      let opened = 0;
      const open = async (): Promise<Opened> => ({
        ok: true,
        rules: {
          ...{ version: 'punto-e-banco-1', currency: 'EUR', chips: [100n] },
          limits: (opened += 1) === 1 ? {} : limits,
        },
        dealt: fresh(HAND),
        balance: 1_000n,
      });
      const room = aRoom({ open, play: async () => ({ ok: false, refusal }) });
      await vi.advanceTimersByTimeAsync(0);
      await room.hands.play(ORDER);
      await vi.advanceTimersByTimeAsync(0);
      expect(room.store.getState().said).toMatchObject({ code: 'limits_changed' });
      expect(room.store.getState().rules, 'they are read').toMatchObject({ limits });
      room.close();
    },
  );
});

describe('a hand that the house voids', () => {
  const studioThatVoids = () => {
    let tell: Parameters<SoloDesk<PuntoEBancoOrder, PuntoEBancoEvent>['onChanged']>[0] = () =>
      undefined;
    const room = aRoom({
      onChanged: (listener) => {
        tell = listener;
        return () => undefined;
      },
    });
    const voids = () => tell({ dealt: { ...coup().dealt }, balance: 1_000n });
    return { room, voids };
  };
  it('is shown as it ended, and the credit is what the studio says', async () => {
    const { room, voids } = studioThatVoids();
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    voids();
    expect(room.store.getState()).toMatchObject({ said: undefined, dealt: { number: HAND } });
    expect(room.balances.at(-1)).toBe(1_000n);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(room.balances.at(-1), 'what it had paid is not shown any more').toBe(1_000n);
    room.close();
  });

  it('leaves another hand in view as it is', async () => {
    const { room, voids } = studioThatVoids();
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(10_000);
    room.hands.startNext();
    expect(room.balances.at(-1)).toBe(1_100n);
    voids();
    expect(room.store.getState()).toMatchObject({ dealt: NEXT });
    expect(room.balances.at(-1)).toBe(1_000n);
    room.close();
  });
});

describe('an order without an answer', () => {
  const lost = async (): Promise<never> => {
    throw new NoAnswer('the line is lost');
  };

  it('is asked for until it is known, and then shown', async () => {
    let tries = 0;
    const find = async (): Promise<Played> => ((tries += 1) < 3 ? lost() : coup());
    const room = aRoom({ play: lost, find });
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    expect(room.store.getState()).toMatchObject({ isDoubtful: true, asked: { command: ORDER } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tries).toBe(3);
    expect(room.store.getState()).toMatchObject({ isDoubtful: false, hand: { phase: 'over' } });
    expect([...kept.keys()]).toEqual(['sabot.solo.unanswered']);
    expect(unansweredOrders()).toMatchObject([
      { game: 'punto_e_banco', hand: HAND, kind: 'deal', outcome: 'stands' },
    ]);
    room.close();
  });

  it('is asked for by the page that comes after a reload', async () => {
    const before = aRoom({ play: lost, find: lost });
    await vi.advanceTimersByTimeAsync(0);
    await before.hands.play(ORDER);
    before.close();
    const asked: HandOrder<PuntoEBancoOrder>[] = [];
    const after = aRoom({
      find: async (order) => {
        asked.push(order);
        return coup();
      },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toMatchObject([{ hand: HAND, step: 0, command: ORDER }]);
    expect(after.store.getState()).toMatchObject({ hand: { phase: 'over', paid: 200n } });
    after.close();
  });

  it('shows no credit of back then, and then the hand as it has gone on since', async () => {
    const before = aRoom({ play: lost, find: lost });
    await vi.advanceTimersByTimeAsync(0);
    await before.hands.play(ORDER);
    before.close();
    const LATER = fresh('8000000009');
    const opened = async (): Promise<Opened> => ({
      ok: true,
      rules: { version: 'punto-e-banco-1', currency: 'EUR', chips: [100n], limits: {} },
      dealt: { ...LATER, events: coup().dealt.events.slice(0, 1) },
      balance: 0n,
    });
    const after = aRoom({ find: async () => coup(), open: opened });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(after.balances).toEqual([0n]);
    expect(after.store.getState().dealt?.number).toBe(LATER.number);
    after.close();

    const alone = aRoom({ play: lost, find: async () => coup() });
    await vi.advanceTimersByTimeAsync(0);
    await alone.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(alone.balances.at(-1)).toBe('read');
    expect(alone.balances).not.toContain(1_100n);
    alone.close();
  });

  it('that stands in a game that is closed says that it is', async () => {
    const before = aRoom({ play: lost, find: lost });
    await vi.advanceTimersByTimeAsync(0);
    await before.hands.play(ORDER);
    before.close();
    const open = async (): Promise<Opened> => ({ ok: false, refusal: 'game_is_closed' });
    const after = aRoom({ find: async () => coup(), open });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(after.store.getState()).toMatchObject({ closedBecause: 'game_is_closed' });
    after.close();
  });

  it('that does not stand is said, and the hand waits for stakes', async () => {
    const room = aRoom({ play: lost });
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(room.store.getState()).toMatchObject({
      said: { code: 'did_not_stand' },
      hand: { phase: 'stakes' },
    });
    expect(room.store.getState().asked).toBeUndefined();
    expect(unansweredOrders()).toMatchObject([{ hand: HAND, kind: 'deal', outcome: 'missing' }]);
    room.close();
  });

  it('is found out once, though the line came back twice, and frees no order after it', async () => {
    const answers: ((found: null) => void)[] = [];
    const find = () => new Promise<null>((resolve) => answers.push(resolve));
    let tries = 0;
    const play = () => ((tries += 1) === 1 ? lost() : new Promise<Played>(() => undefined));
    const room = aRoom({ play, find });
    await vi.advanceTimersByTimeAsync(0);
    await room.hands.play(ORDER);
    room.comesBack();
    await vi.advanceTimersByTimeAsync(0);
    answers[0]!(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(room.store.getState().said).toMatchObject({ code: 'did_not_stand' });
    void room.hands.play(ORDER);
    const { asked } = room.store.getState();
    for (const answer of answers.slice(1)) answer(null);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBeDefined();
    expect(room.store.getState()).toMatchObject({ asked, said: undefined });
    room.close();
  });
});
