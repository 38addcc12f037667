/** A table's event in one line, for a log. */
import type { Card } from '../cards/card.js';
import type { TableCopy } from '../client/table-copy.js';
import type { TableMessage } from '../protocol/table.js';
import { dealCoup, nextSeat } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import { makeCoup } from '../punto-banco/notation.js';
import type { Side } from '../punto-banco/outcome.js';
import { isOneOf } from '../round/event.js';
import { moneyText } from './money-text.js';

/** The kinds about which a line says more than that they happened. */
const SAID = [
  'bets_accepted',
  'table_opened',
  'dealer_changed',
  'cards_brought',
  'cards_shuffled',
  'card_change_warned',
  'cards_due',
  'card_withdrawn',
  'card_corrected',
  'coup_confirmed',
  'round_corrected',
  'correction_paid',
  'malfunction_reported',
  'spot_closed',
  'spot_opened',
  'shoe_change_started',
  'shoe_started',
  'cards_burned',
  'betting_opened',
  'last_bets_called',
  'betting_closed',
  'card_dealt',
  'card_shown',
  'cut_card_drawn',
  'scan_refused',
  'coup_decided',
  'round_settled',
  'round_voided',
  'round_refunded',
  'table_suspended',
  'table_resumed',
] as const;

/**
 * Undefined for batches of bets: `betting_closed` sums them up, with `bets`, the commands that
 * stood in the round (undefined: not known). Only the line of a settled round begins with
 * `settled`, and only that of a refunded one with `refunded`.
 */
export const eventLine = (
  message: TableMessage,
  copy: TableCopy,
  bets: number | undefined,
): string | undefined => {
  const { table } = message;
  const at = `${table} ${message.kind}`;
  if (!isOneOf(message, SAID)) return at;
  switch (message.kind) {
    case 'bets_accepted':
      return undefined;
    case 'table_opened':
      return `${at} dealer=${quoted(message.dealer)}`;
    case 'dealer_changed':
      return `${at} dealer=${quoted(message.dealer)} was=${quoted(message.was)}`;
    case 'cards_brought':
      return `${at} cards=${quoted(message.cards)}`;
    case 'cards_shuffled':
      return `${at} how=${message.how}`;
    case 'card_change_warned':
      return `${at} due=${new Date(message.dueAtMs).toISOString()}`;
    case 'cards_due':
      return `${at} reason=${message.reason}`;
    case 'card_withdrawn': {
      const { side, position, card, setAside, reason } = message;
      const where = setAside ? 'set aside' : 'scanned again';
      return `${at} ${side}_${position} ${card ?? '?'} ${where} reason=${reason}`;
    }
    case 'card_corrected':
      return `${at} ${message.side}_${message.position} ${message.was ?? '?'} is ${message.card ?? '?'}`;
    case 'coup_confirmed':
      return `${at} game=${message.game}`;
    case 'round_corrected':
      return `${at} game=${message.game} correction=${message.correction} fix=${message.fix}`;
    case 'correction_paid': {
      const { game, correction, paid, shortfall } = message;
      return `${at} game=${game} correction=${correction} paid=${moneyText(paid)} shortfall=${moneyText(shortfall)}`;
    }
    case 'malfunction_reported':
      return `${at} ${message.malfunction} note=${quoted(message.note)}`;
    case 'spot_closed':
    case 'spot_opened':
      return `${at} spot=${message.spot}`;
    case 'shoe_change_started':
      return `${at} reason=${message.reason}`;
    case 'shoe_started':
      return `${at} shoe=${message.shoe}`;
    case 'cards_burned':
      return `${at} card=${message.card ?? '?'} unseen=${message.unseen ?? '?'}`;
    case 'betting_opened': {
      const last = message.isLast ? ' last' : '';
      return `${at} game=${message.game} round=${message.roundInShoe}${last}`;
    }
    case 'last_bets_called':
      return `${at} game=${message.game}`;
    case 'betting_closed':
      return `${at} game=${message.game} bets=${bets ?? '?'}`;
    case 'card_dealt': {
      const { side, position, card } = message;
      if (message.faceDown === true) {
        return `${table} card ${side}_${position} ${card ?? '?'} face_down`;
      }
      const total = totalOf(hands(copy.round?.cards ?? [])[side]);
      return `${table} card ${side}_${position} ${card ?? '?'} total=${total}`;
    }
    case 'card_shown': {
      const { side, position, card } = message;
      return `${table} shown ${side}_${position} ${card}`;
    }
    case 'cut_card_drawn':
      return `${table} cut_card ${message.thisCoupIsLast ? 'this coup' : 'the next coup'} is the last`;
    case 'scan_refused':
      return `${at} ${message.refusal} code=${quoted(message.code)} scan=${message.scanSeq}`;
    case 'coup_decided': {
      const { outcome, puntoTotal, bancoTotal } = message.result;
      return `${table} result ${outcome} punto=${puntoTotal} banco=${bancoTotal} bead=${message.bead}`;
    }
    case 'round_settled': {
      const stakes = moneyText(message.stakes ?? '0');
      const paid = moneyText(message.paid ?? '0');
      return `settled ${table} ${message.game} ${dealt(copy)} stakes=${stakes} paid=${paid}`;
    }
    case 'round_voided':
      return `${at} game=${message.game} reason=${quoted(message.reason)}`;
    case 'round_refunded':
      return `refunded ${table} ${message.game} stakes=${moneyText(message.stakes ?? '0')}`;
    case 'table_suspended':
      return `${at} reason=${quoted(message.reason)}`;
    case 'table_resumed':
      return `${at} by=${quoted(message.by ?? '?')}`;
  }
};

/** The state of a table when it is first seen. */
export const snapshotLine = ({ table, phase, shoe }: TableCopy): string => {
  const where = `${table} found phase=${phase}`;
  if (shoe === null) return `${where} shoe=none`;
  return `${where} shoe=${shoe.ordinal} coups=${shoe.beads.length} cards_left=${shoe.cardsLeft ?? '?'}`;
};

/** The cards on each side, while the coup is dealt and after. */
export const hands = (cards: readonly Card[]): Readonly<Record<Side, readonly Card[]>> => {
  const sides: Record<Side, Card[]> = { punto: [], banco: [] };
  for (const [index, card] of cards.entries()) {
    const seat = nextSeat(cards.slice(0, index));
    if (seat !== undefined) sides[seat.side].push(card);
  }
  return sides;
};

const dealt = ({ round }: TableCopy): string => {
  const coup = dealCoup(round?.cards ?? []);
  return coup === undefined ? '"" unknown' : `"${makeCoup(coup)}" ${coup.outcome}`;
};

const quoted = (text: string): string => JSON.stringify(text);
