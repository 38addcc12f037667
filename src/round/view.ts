/** Who may see what: the one function that makes of an event the message for an audience, or nothing (invariant I5). */
import { assert } from '../money/assert.js';
import { parseCoup } from '../punto-banco/notation.js';
import { spotsOpen } from '../punto-banco/opening.js';
import type { Outcome } from '../punto-banco/outcome.js';
import type { Pair } from '../punto-banco/pair.js';
import type { Spot } from '../punto-banco/spot.js';
import type { EventKind, EventOf, TableEvent } from './event.js';

export const AUDIENCES = ['player', 'dealer', 'pit'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** A coup's result, for those who do not keep the rules themselves. */
export interface ResultMessage {
  readonly outcome: Outcome;
  readonly puntoTotal: number;
  readonly bancoTotal: number;
  readonly natural: boolean;
  readonly puntoPair: Pair | null;
  readonly bancoPair: Pair | null;
}

/** The events that a viewer is shown as they are. */
type Plain =
  | EventOf<'table_opened'>
  | EventOf<'table_closed'>
  | EventOf<'settings_changed'>
  | EventOf<'shoe_change_started'>
  | EventOf<'shoe_started'>
  | EventOf<'last_bets_called'>
  | EventOf<'betting_closed'>;

export type TableMessage =
  | Plain
  | EventOf<'bets_accepted'>
  | EventOf<'scan_refused'>
  | EventOf<'table_suspended'>
  | Omit<EventOf<'table_suspended'>, 'by'>
  | EventOf<'table_resumed'>
  | Omit<EventOf<'table_resumed'>, 'by'>
  | Omit<EventOf<'cards_burned'>, 'scanSeq' | 'code'>
  | { readonly kind: 'cards_burned' }
  | (EventOf<'betting_opened'> & { readonly spots: readonly Spot[] })
  | Omit<EventOf<'card_dealt'>, 'scanSeq' | 'code'>
  | Omit<EventOf<'cut_card_drawn'>, 'scanSeq' | 'code'>
  | (EventOf<'coup_decided'> & { readonly result: ResultMessage })
  | EventOf<'round_settled'>
  | Omit<EventOf<'round_settled'>, 'stakes' | 'paid'>
  | EventOf<'round_voided'>
  | Omit<EventOf<'round_voided'>, 'requestedBy' | 'approvedBy'>
  | EventOf<'round_refunded'>
  | Omit<EventOf<'round_refunded'>, 'stakes'>;

/** Players are not told of batches of bets, nor of refused scans; the dealer never learns of a stake before the close. */
const HIDDEN_FROM: Partial<Record<EventKind, readonly Audience[]>> = {
  bets_accepted: ['player', 'dealer'],
  scan_refused: ['player'],
};

export const isShownTo = (event: TableEvent, audience: Audience): boolean =>
  !(HIDDEN_FROM[event.kind] ?? []).includes(audience);

/**
 * The message that `audience` gets of `event`, or undefined. A burn card comes before a close: players
 * learn that the shoe is burned, not which card it was, nor how many (which would tell its points).
 */
export const view = (event: TableEvent, audience: Audience): TableMessage | undefined => {
  if (!isShownTo(event, audience)) return undefined;
  switch (event.kind) {
    case 'table_opened':
    case 'table_closed':
    case 'settings_changed':
    case 'shoe_change_started':
    case 'shoe_started':
    case 'last_bets_called':
    case 'betting_closed':
    case 'bets_accepted':
    case 'scan_refused':
      return event;
    case 'cards_burned':
      if (audience === 'player') return { kind: event.kind };
      return { kind: event.kind, card: event.card, unseen: event.unseen };
    case 'betting_opened':
      return { ...event, spots: [...spotsOpen(event.roundInShoe)] };
    case 'card_dealt': {
      const { kind, game, side, position, card } = event;
      return { kind, game, side, position, card };
    }
    case 'cut_card_drawn':
      return { kind: event.kind, thisCoupIsLast: event.thisCoupIsLast };
    case 'coup_decided':
      return { ...event, result: resultOf(event.coup) };
    case 'round_settled': {
      if (audience !== 'player') return event;
      const { kind, game, opensAtMs } = event;
      return { kind, game, opensAtMs };
    }
    case 'round_voided': {
      if (audience === 'pit') return event;
      const { kind, game, reason } = event;
      return { kind, game, reason };
    }
    case 'round_refunded': {
      if (audience !== 'player') return event;
      const { kind, game, opensAtMs } = event;
      return { kind, game, opensAtMs };
    }
    case 'table_suspended': {
      if (audience === 'pit') return event;
      const { kind, reason } = event;
      return { kind, reason };
    }
    case 'table_resumed': {
      if (audience === 'pit') return event;
      const { kind, pausedMs } = event;
      return { kind, pausedMs };
    }
  }
};

const resultOf = (notation: string): ResultMessage => {
  const coup = parseCoup(notation);
  assert(coup !== undefined, 'the log holds coups that were dealt');
  const { outcome, puntoTotal, bancoTotal, naturals, pairs } = coup;
  return {
    outcome,
    puntoTotal,
    bancoTotal,
    natural: naturals.punto || naturals.banco,
    puntoPair: pairs.punto ?? null,
    bancoPair: pairs.banco ?? null,
  };
};
