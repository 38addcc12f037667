/** Who may see what: the one function that makes of an event the message for an audience, or nothing (invariant I5). */
import { assert } from '../money/assert.js';
import { parseCoup } from '../punto-banco/notation.js';
import { spotsOpen } from '../punto-banco/opening.js';
import type { Outcome } from '../punto-banco/outcome.js';
import type { Pair } from '../punto-banco/pair.js';
import type { Spot } from '../punto-banco/spot.js';
import type { EventKind, EventOf, FourEyes, TableEvent } from './event.js';

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
  | EventOf<'last_bets_called'>
  | EventOf<'betting_closed'>
  | EventOf<'dealer_changed'>
  | EventOf<'cards_brought'>
  | EventOf<'cards_shuffled'>
  | EventOf<'shoe_cut'>
  | EventOf<'card_change_warned'>
  | EventOf<'cards_due'>
  | EventOf<'coup_confirmed'>
  | EventOf<'correction_paid'>
  | EventOf<'mishap_reported'>
  | EventOf<'manager_called'>
  | EventOf<'stream_lost'>
  | EventOf<'stream_back'>;

/** Told to all, but who did it only to the staff. */
type StaffSigned =
  | EventOf<'table_closed'>
  | EventOf<'settings_changed'>
  | EventOf<'shoe_change_started'>
  | EventOf<'shoe_started'>;

/** Told to all, but who did it only to the pit. */
type Signed =
  | EventOf<'table_suspended'>
  | EventOf<'table_resumed'>
  | EventOf<'spot_closed'>
  | EventOf<'spot_opened'>
  | EventOf<'closing_called'>
  | EventOf<'closing_called_off'>;

type Unsigned<E> = E extends unknown ? Omit<E, 'by'> : never;

export type TableMessage =
  | Plain
  | EventOf<'bets_accepted'>
  | EventOf<'scan_refused'>
  | Signed
  | Unsigned<Signed>
  | StaffSigned
  | Unsigned<StaffSigned>
  | Omit<EventOf<'cards_burned'>, 'scanSeq' | 'code'>
  | { readonly kind: 'cards_burned' }
  | (Omit<EventOf<'betting_opened'>, 'closedSpots'> & { readonly spots: readonly Spot[] })
  | Omit<EventOf<'card_dealt'>, 'scanSeq' | 'code'>
  | EventOf<'card_withdrawn'>
  | Omit<EventOf<'card_withdrawn'>, 'by'>
  | EventOf<'card_corrected'>
  | Omit<EventOf<'card_corrected'>, 'by' | 'approvedBy' | 'approval'>
  | EventOf<'round_corrected'>
  | Omit<EventOf<'round_corrected'>, keyof FourEyes | 'player' | 'reason'>
  | Omit<EventOf<'round_corrected'>, keyof FourEyes | 'player' | 'reason' | 'moreCards'>
  | Omit<EventOf<'cut_card_drawn'>, 'scanSeq' | 'code'>
  | (EventOf<'coup_decided'> & { readonly result: ResultMessage })
  | EventOf<'round_settled'>
  | Omit<EventOf<'round_settled'>, 'stakes' | 'paid'>
  | EventOf<'round_voided'>
  | Omit<EventOf<'round_voided'>, keyof FourEyes>
  | EventOf<'round_refunded'>
  | Omit<EventOf<'round_refunded'>, 'stakes'>;

/** Players are not told of batches of bets, nor of what the desk does with its cards; the dealer never learns of a stake before the close. */
const HIDDEN_FROM: Partial<Record<EventKind, readonly Audience[]>> = {
  bets_accepted: ['player', 'dealer'],
  scan_refused: ['player'],
  cards_brought: ['player'],
  cards_shuffled: ['player'],
  shoe_cut: ['player'],
  card_change_warned: ['player'],
  cards_due: ['player'],
  coup_confirmed: ['player'],
  correction_paid: ['player'],
  mishap_reported: ['player'],
  manager_called: ['player'],
  stream_lost: ['player'],
  stream_back: ['player'],
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
    case 'last_bets_called':
    case 'betting_closed':
    case 'bets_accepted':
    case 'scan_refused':
    case 'dealer_changed':
    case 'cards_brought':
    case 'cards_shuffled':
    case 'shoe_cut':
    case 'card_change_warned':
    case 'cards_due':
    case 'coup_confirmed':
    case 'correction_paid':
    case 'mishap_reported':
    case 'manager_called':
    case 'stream_lost':
    case 'stream_back':
      return event;
    case 'table_closed':
    case 'settings_changed':
    case 'shoe_change_started':
    case 'shoe_started':
      return audience === 'player' ? unsigned(event) : event;
    case 'cards_burned':
      if (audience === 'player') return { kind: event.kind };
      return signed({ kind: event.kind, card: event.card, unseen: event.unseen }, event);
    case 'betting_opened':
      return bettingOpened(event, audience);
    case 'card_dealt': {
      const { kind, game, side, position, card } = event;
      const dealt = { kind, game, side, position, card };
      return audience === 'player' ? dealt : signed(dealt, event);
    }
    case 'card_withdrawn':
      return audience === 'player' ? unsigned(event) : event;
    case 'card_corrected': {
      if (audience !== 'player') return event;
      const { kind, game, side, position, was, card } = event;
      return { kind, game, side, position, was, card };
    }
    case 'round_corrected': {
      if (audience === 'pit') return event;
      const { kind, game, correction, fix, coup, beads, moreCards } = event;
      const told = { kind, game, correction, fix, coup, beads };
      return audience === 'player' ? told : { ...told, moreCards };
    }
    case 'cut_card_drawn': {
      const { kind, thisCoupIsLast } = event;
      const drawn = { kind, thisCoupIsLast };
      return audience === 'player' ? drawn : signed(drawn, event);
    }
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
    case 'table_suspended':
    case 'table_resumed':
    case 'spot_closed':
    case 'spot_opened':
    case 'closing_called':
    case 'closing_called_off':
      return audience === 'pit' ? event : unsigned(event);
  }
};

/** With the two persons who stand for it, where no scanner read it. */
const signed = <T>(told: T, { manual }: { readonly manual?: FourEyes }) =>
  manual === undefined ? told : { ...told, manual };

const unsigned = ({ by: _, ...rest }: Signed | StaffSigned | EventOf<'card_withdrawn'>) => rest;

/** The spots that are open in the round: those that its place in the shoe opens, and the pit does not keep closed. */
const bettingOpened = (
  { closedSpots, by, ...event }: EventOf<'betting_opened'>,
  audience: Audience,
) => ({
  ...event,
  ...(by !== undefined && audience !== 'player' && { by }),
  spots: [...spotsOpen(event.roundInShoe, closedSpots)],
});

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
