/**
 * The paytable of Blackjack, and who wins by it (RULES 5). It is data with a version, so that an
 * old hand is paid by the paytable it was played on.
 */
import type { Odds } from '../money/odds.js';
import { LOST, RETURNED, type Verdict, won, wonIf } from '../money/verdict.js';
import { TOTAL_MAX } from './total.js';

export const BLACKJACK_PAYTABLE_VERSIONS = ['blackjack-1'] as const;
export type BlackjackPaytableVersion = (typeof BLACKJACK_PAYTABLE_VERSIONS)[number];

export interface BlackjackPaytable {
  readonly won: Odds;
  readonly blackjack: Odds;
  readonly insurance: Odds;
}

export const BLACKJACK_PAYTABLES: Readonly<Record<BlackjackPaytableVersion, BlackjackPaytable>> =
  Object.freeze({
    'blackjack-1': Object.freeze({
      won: { win: 1, stake: 1 },
      blackjack: { win: 3, stake: 2 },
      insurance: { win: 2, stake: 1 },
    }),
  });

/** The version that new hands are played on. */
export const CURRENT_BLACKJACK_PAYTABLE: BlackjackPaytableVersion = 'blackjack-1';

/** What of a hand decides who wins. */
export interface Score {
  readonly total: number;
  readonly isBlackjack: boolean;
}

/** A blackjack beats any other 21. A player who busts has lost, whatever the bank has. */
export const blackjackVerdict = (
  player: Score,
  bank: Score,
  paytable: BlackjackPaytable,
): Verdict => {
  if (player.total > TOTAL_MAX) return LOST;
  if (player.isBlackjack) return bank.isBlackjack ? RETURNED : won(paytable.blackjack);
  if (bank.isBlackjack) return LOST;
  if (bank.total > TOTAL_MAX) return won(paytable.won);
  return player.total === bank.total ? RETURNED : wonIf(player.total > bank.total, paytable.won);
};

export const insuranceVerdict = (bank: Score, paytable: BlackjackPaytable): Verdict =>
  wonIf(bank.isBlackjack, paytable.insurance);
