import { describe, expect, it } from 'vitest';
import { WALLET_REQUESTS } from '../protocol/wallet.js';
import type { Due } from './wallet-rows.js';
import { walletOrder } from './wallet-order.js';

const PLAIN = { player: 'anna', currency: 'EUR', exponent: 2 };
const ROUND: Due = {
  ...{ id: '1', movementId: 'round.7.3.debit', kind: 'debit', status: 'due', player: '3' },
  ...{ ref: 'anna', currency: 'EUR', amount: '700', key: 'round:7', game: '1000000007', tries: 0 },
  ...{ table: 'pb-1', coup: null, hand: null, soloGame: null, firstDebit: null },
  ...{ closesHand: false, session: null, tipDealer: null },
  bets: [
    { spot: 'egalite', amount: '200' },
    { spot: 'punto', amount: '500' },
  ],
};
const SESSION: Due = {
  ...{ ...ROUND, movementId: 'in.3.key', key: 'key', game: null, table: null, bets: null },
};
const PAID: Due = {
  ...{ ...ROUND, kind: 'credit', bets: null, coup: 'P 9h Kd . B 4c 2s' },
  movementId: 'round.7.3.credit',
};
const HAND: Due = {
  ...{ ...SESSION, movementId: 'hand.3.key.debit', key: 'hand:100000000007' },
  ...{ hand: '100000000007', soloGame: 'blackjack', kind: 'debit' },
};
const HAND_PAID: Due = {
  ...{ ...HAND, kind: 'credit', movementId: 'hand.3.100000000007.credit' },
  firstDebit: 'hand.3.key.debit',
};
const ofHand = { hand: '100000000007', game: 'blackjack' };
const firstOfHand = 'hand.3.key.debit';
const round = '1000000007';
const refers = 'round.7.3.debit';

describe('what is asked of a wallet', () => {
  it.each([
    ['stakes', ROUND, 'debit', { round, table: 'pb-1', bets: ROUND.bets }],
    ['a session', SESSION, 'debit', {}],
    ['a tip of a session', { ...SESSION, kind: 'tip', table: 'pb-1' }, 'tip', { table: 'pb-1' }],
    [
      'a tip',
      { ...SESSION, tipDealer: 'Dora', table: 'pb-1' },
      'tip',
      { table: 'pb-1', takes: true },
    ],
    ['what a session left', { ...SESSION, kind: 'credit' }, 'credit', {}],
    ['what a round has paid', PAID, 'credit', { round, refers, closes: true, outcome: 'punto' }],
    [
      'a void that was paid by hand',
      { ...PAID, coup: null, amount: '0' },
      'credit',
      { round, refers, closes: true, outcome: 'void', total: '0' },
    ],
    [
      'the stakes of a void',
      { ...PAID, coup: null, movementId: 'round.7.3.cancel' },
      'cancel',
      { round, refers, reason: 'round_void' },
    ],
    [
      'stakes that nobody decided',
      { ...ROUND, status: 'void' },
      'cancel',
      { round, refers, movementId: `${refers}.cancel`, reason: 'no_answer' },
    ],
    [
      'a session that nobody decided',
      { ...SESSION, status: 'void' },
      'cancel',
      { refers: 'in.3.key', movementId: 'in.3.key.cancel', reason: 'no_answer' },
    ],
    [
      'a correction',
      { ...PAID, kind: 'adjust', amount: '-500', movementId: 'round.7.3.adjust.2' },
      'adjust',
      { round, refers, correction: 2 },
    ],
    ['an action of a hand', HAND, 'debit', ofHand],
    ['what a hand has paid', HAND_PAID, 'credit', { ...ofHand, refers: firstOfHand, closes: true }],
    [
      'an action that does not stand',
      { ...HAND, kind: 'credit', movementId: `${firstOfHand}.cancel` },
      'cancel',
      { ...ofHand, refers: firstOfHand, reason: 'round_void' },
    ],
    [
      'the last stake of a hand that is void',
      { ...HAND, kind: 'credit', movementId: `${firstOfHand}.cancel`, closesHand: true },
      'cancel',
      { ...ofHand, refers: firstOfHand, reason: 'round_void', closes: true },
    ],
    ['a player with a session', { ...SESSION, session: 's-1' }, 'debit', { session: 's-1' }],
    [
      'an action that nobody decided',
      { ...HAND, status: 'void' },
      'cancel',
      {
        ...ofHand,
        ...{ refers: firstOfHand, movementId: `${firstOfHand}.cancel`, reason: 'no_answer' },
      },
    ],
    [
      'the void of a hand that was over',
      { ...HAND_PAID, kind: 'adjust', amount: '-500', movementId: 'hand.3.100000000007.adjust.1' },
      'adjust',
      { ...ofHand, refers: firstOfHand, correction: 1 },
    ],
  ] as const)('is, of %s, what the protocol says', (_, due: Due, verb, besides) => {
    const asked = walletOrder(due);
    const { movementId, amount: total } = due;
    expect(asked).toEqual({ verb, order: { ...PLAIN, movementId, total, ...besides } });
    expect(WALLET_REQUESTS[asked.verb].safeParse({ ...asked.order, requestId: '1' }).success).toBe(
      true,
    );
  });
});
