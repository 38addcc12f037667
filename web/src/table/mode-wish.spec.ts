import { expect, it } from 'vitest';
import type { Bet, BetReply } from '../../../src/client/betting.js';
import { ModeWish } from './mode-wish.js';

const STANDS = { ok: true } as BetReply;
const REFUSED = { ok: false, refusal: 'table_is_busy' } as BetReply;

let players = 0;
const aPlayer = (): string => `wisher-${(players += 1)}`;

/** A seat that answers as the test says. */
const aSeat = (...replies: readonly (BetReply | undefined)[]) => {
  const left = [...replies];
  const bets: Bet[] = [];
  const bet = (asked: Bet) => {
    bets.push(asked);
    return Promise.resolve(left.shift());
  };
  return { bet, bets };
};

const NORMAL: Bet = { kind: 'mode', mode: 'normal' };

it('a wish waits for whichever table comes, and for the page that comes back', async () => {
  const player = aPlayer();
  new ModeWish(player).wish('normal');
  const later = new ModeWish(player);
  expect(new ModeWish(aPlayer()).store.getState().mode, 'another player’s').toBeUndefined();
  const seat = aSeat(STANDS);
  await later.fulfil(seat, 'zero_commission');
  expect(seat.bets).toEqual([NORMAL]);
  expect(later.store.getState().mode).toBeUndefined();
  expect(new ModeWish(player).store.getState().mode).toBeUndefined();
});

it('a wish that was refused, or not answered, stays until it stands', async () => {
  const own = new ModeWish(aPlayer());
  own.wish('normal');
  const seat = aSeat(REFUSED, undefined, STANDS);
  for (const left of ['normal', 'normal', undefined]) {
    await own.fulfil(seat, 'zero_commission');
    expect(own.store.getState().mode).toBe(left);
  }
  await own.fulfil(seat, 'zero_commission');
  expect(seat.bets).toHaveLength(3);
});

it('a wish is asked for once at a time, and dropped where it holds', async () => {
  const own = new ModeWish(aPlayer());
  own.wish('normal');
  const seat = aSeat(STANDS);
  await Promise.all([own.fulfil(seat, 'zero_commission'), own.fulfil(seat, 'zero_commission')]);
  expect(seat.bets).toHaveLength(1);
  own.wish('normal');
  await own.fulfil(seat, 'normal');
  expect(seat.bets).toHaveLength(1);
  expect(own.store.getState().mode).toBeUndefined();
});

it('whoever has answered is not asked again, also once the wish is fulfilled', async () => {
  const player = aPlayer();
  const own = new ModeWish(player);
  expect(own.store.getState().isAnswered).toBe(false);
  own.wish('normal');
  expect(new ModeWish(player).store.getState().isAnswered, 'by a page that comes back').toBe(true);
  await own.fulfil(aSeat(STANDS), 'zero_commission');
  expect(own.store.getState()).toEqual({ mode: undefined, isAnswered: true });
});
