import { describe, expect, it } from 'vitest';
import { amount } from '../../../src/money/amount.js';
import type { PlayerResult } from '../../../src/protocol/player.js';
import type { Autoplay, AutoplayStops } from '../table/autoplay-store.js';
import type { SeatViewStore, SeatView } from '../table/seat-view-store.js';
import { type AutoplaySight, afterRound, autoplayStep, isChangedByHand } from './autoplay-step.js';

const NO_STOPS: AutoplayStops = { creditMin: undefined, winMax: undefined, lossMax: undefined };

const running = (changes: Partial<Autoplay> = {}): Autoplay => ({
  seat: {} as SeatViewStore,
  stakes: new Map([
    ['punto', amount(1_000n)],
    ['egalite', amount(100n)],
  ]),
  stops: NO_STOPS,
  roundsLeft: 5,
  net: 0n,
  game: '1000000001',
  isIn: false,
  ...changes,
});

const sight = (changes: Partial<AutoplaySight> = {}): AutoplaySight => ({
  isConnected: true,
  isReached: true,
  isOpen: true,
  credit: 10_000n,
  phase: 'betting',
  game: '1000000002',
  result: undefined,
  hasBets: false,
  isChanged: false,
  ...changes,
});

const result = (changes: Partial<PlayerResult> = {}): PlayerResult => ({
  table: 'pb-1',
  game: '1000000001',
  outcome: 'settled',
  stakes: '1100',
  paid: '0',
  bets: [],
  balance: '8900',
  ...changes,
});
const NOT_TAKEN = result({ outcome: 'not_taken', paid: '1100' });

const stops = (changes: Partial<AutoplayStops>) => ({ stops: { ...NO_STOPS, ...changes } });

describe('autoplay', () => {
  it('bets in the next round, once its bets are open and the table is reached', () => {
    expect(autoplayStep(running(), sight())).toBe('bet');
    expect(autoplayStep(running(), sight({ phase: 'last_bets' }))).toBe('bet');
    expect(autoplayStep(running(), sight({ phase: 'dealing' }))).toBe('wait');
    expect(autoplayStep(running(), sight({ isReached: false }))).toBe('wait');
    expect(autoplayStep(running(), sight({ game: undefined }))).toBe('wait');
  });

  it('does not bet twice in a round, nor in the one that it began in', () => {
    const same = { game: '1000000001' };
    expect(autoplayStep(running({ isIn: true }), sight(same))).toBe('wait');
    expect(autoplayStep(running(), sight(same))).toBe('wait');
  });

  it.each<[string, Partial<Autoplay>, Partial<AutoplaySight>]>([
    ['line', {}, { isConnected: false }],
    ['session', {}, { isOpen: false }],
    ['refused', { isIn: true }, { result: NOT_TAKEN, game: '1000000001' }],
    ['refused', {}, { result: NOT_TAKEN, game: '1000000001' }],
    ['suspended', { isIn: true }, { phase: 'suspended', game: '1000000001' }],
    ['suspended', {}, { phase: 'void' }],
    ['suspended', {}, { phase: 'closed' }],
    ['rounds', { roundsLeft: 0 }, { phase: 'settled', game: '1000000001' }],
    ['own_bets', {}, { hasBets: true }],
    ['own_bets', { isIn: true }, { isChanged: true, game: '1000000001' }],
    ['win', { net: 500n, ...stops({ winMax: 500n }) }, {}],
    ['loss', { net: -1_000n, ...stops({ lossMax: 2_099n }) }, {}],
    ['credit', stops({ creditMin: 8_901n }), {}],
  ])('ends by %s where it is so', (ends, changes, seen) => {
    expect(autoplayStep(running(changes), sight(seen))).toEqual({ ends });
  });

  it('goes on where the stakes of a round that it was not in were refused', () => {
    const result = { ...NOT_TAKEN, game: '1000000000' };
    expect(autoplayStep(running(), sight({ result }))).toBe('bet');
  });

  it('goes on as long as no stop is passed', () => {
    expect(autoplayStep(running({ net: 499n, ...stops({ winMax: 500n }) }), sight())).toBe('bet');
    expect(autoplayStep(running({ net: -1_000n, ...stops({ lossMax: 2_100n }) }), sight())).toBe(
      'bet',
    );
    expect(autoplayStep(running(stops({ creditMin: 8_900n })), sight())).toBe('bet');
  });
});

describe('the round that autoplay is in', () => {
  const view = (changes: object = {}) =>
    ({
      copy: { phase: 'dealing', round: { game: '1000000001' } },
      known: { own: { stakes: new Map() } },
      asked: [],
      result: undefined,
      isUnsure: false,
      ...changes,
    }) as unknown as SeatView;
  const isIn = running({ isIn: true });
  const lying = { own: { stakes: isIn.stakes } };
  const onPunto = (stake: bigint) => new Map([...isIn.stakes, ['punto', amount(stake)]]);
  const closed = { phase: 'bets_closed', round: { game: '1000000001' } };

  it('counts once its result is there', () => {
    expect(afterRound(isIn, view({ known: lying }))).toBe(isIn);
    const lost = afterRound(isIn, view({ known: lying, result: result() }));
    expect(lost).toMatchObject({ isIn: false, net: -1_100n });
    expect(afterRound(isIn, view({ result: result() }))).toEqual(lost);
    expect(afterRound(lost, view({ known: lying, result: result() }))).toBe(lost);
  });

  it('brings nothing where the bets were taken back before they were closed', () => {
    const open = { phase: 'betting', round: { game: '1000000001' } };
    expect(afterRound(isIn, view({ copy: open }))).toBe(isIn);
    expect(afterRound(isIn, view())).toMatchObject({ isIn: false, net: 0n });
  });

  it('is waited for while it is not sure that no bets lie', () => {
    expect(afterRound(isIn, view({ isUnsure: true }))).toBe(isIn);
    const lost = afterRound(isIn, view({ isUnsure: true, result: result() }));
    expect(lost).toMatchObject({ isIn: false, net: -1_100n });
  });

  it.each<[string, boolean, object]>([
    ['as they were placed', false, {}],
    ['more on a spot', true, { known: { own: { stakes: onPunto(2_000n) } } }],
    ['less on a spot', true, { known: { own: { stakes: onPunto(500n) } } }],
    ['a spot less', true, { known: { own: { stakes: new Map([['punto', amount(1_000n)]]) } } }],
    ['taken back whole', true, { known: { own: { stakes: new Map() } } }],
    ['a bet asked for', true, { asked: [{ bet: { kind: 'undo' } }] }],
    ['a mode asked for', false, { asked: [{ bet: { kind: 'mode', mode: 'normal' } }] }],
    ['unsure', false, { known: { own: { stakes: new Map() } }, isUnsure: true }],
    ['closed', false, { known: { own: { stakes: onPunto(2_000n) } }, copy: closed }],
  ])('says whether the player has changed its bets: %s', (_, is, changes) => {
    const open = { phase: 'betting', round: { game: '1000000001' } };
    expect(isChangedByHand(isIn, view({ copy: open, known: lying, ...changes }))).toBe(is);
  });
});
