/**
 * What the dealer does next, from the table as it is and the shoe at hand. Nothing is remembered,
 * so a dealer may come in at any moment.
 */
import type { Shoe } from '../cards/shoe.js';
import type { TableCopy } from '../client/table-copy.js';
import { nextSeat } from '../punto-banco/coup.js';
import { makeScanCode, mustNameOne } from '../round/scan-code.js';
import { CARDS_FOR_A_COUP } from '../round/state.js';

export type DealerMove =
  | {
      readonly kind:
        | 'open_table'
        | 'relieve'
        | 'change_shoe'
        | 'shuffle'
        | 'cut'
        | 'show'
        | 'confirm';
    }
  | { readonly kind: 'bring_cards'; readonly cards: string }
  | { readonly kind: 'open_betting'; readonly notBeforeMs: number }
  | { readonly kind: 'burn' | 'scan'; readonly code: string; readonly scanSeq: number };

/** The shoes of the table. */
export interface Shoes {
  shoe(ordinal: number, decks: number): Shoe;
  /** False for a shoe that is to be changed for another. */
  isWanted(ordinal: number): boolean;
}

/**
 * Undefined when the dealer waits: for the bets, the settlement, the clock or the pit. `leftOut`
 * counts cards that the studio did not take.
 */
export const nextMove = (copy: TableCopy, shoes: Shoes, leftOut = 0): DealerMove | undefined => {
  switch (copy.phase) {
    case 'closed':
      // A table that has dealt before was closed by somebody, who will know when to open it again.
      return copy.shoe === null ? { kind: 'open_table' } : undefined;
    case 'shoe_change':
      return makeReady(copy, shoes);
    case 'bets_closed':
    case 'dealing':
      if (copy.desk?.next === 'SHOW_CARD') return { kind: 'show' };
      return isComplete(copy)
        ? { kind: 'confirm' }
        : { kind: 'scan', ...nextScan(copy, shoes, leftOut) };
    case 'settled':
    case 'void':
      return between(copy, shoes);
    case 'betting':
    case 'last_bets':
    case 'accepting_bets':
    case 'resulted':
    case 'suspended':
      return undefined;
  }
};

/** Cards that have left the shoe, burned ones included. This is the position of the next card. */
export const cardsDrawn = ({ shoe, settings }: TableCopy): number =>
  settings.decks * 52 - (shoe?.cardsLeft ?? 0);

export const isFresh = (copy: TableCopy): boolean =>
  copy.shoe !== null && !copy.shoe.burned && cardsDrawn(copy) === 0;

const makeReady = (copy: TableCopy, shoes: Shoes): DealerMove => {
  const { shoe, desk, table } = copy;
  const isInPlace = shoe !== null && desk?.cut === true;
  const isUnwanted = isInPlace && !shoes.isWanted(shoe.ordinal);
  if (desk?.newCardsDue === true || isUnwanted) {
    return { kind: 'bring_cards', cards: newCards(table, (shoe?.ordinal ?? 0) + 1, desk) };
  }
  if (!isInPlace) return { kind: desk?.shuffled === true ? 'cut' : 'shuffle' };
  if (shoe.burned) return { kind: 'open_betting', notBeforeMs: 0 };
  return { kind: 'burn', ...nextScan(copy, shoes, 0) };
};

/** For the shoe `ordinal`: `pb-1/3`. Where cards of that name were brought already: `pb-1/3:2`. */
const newCards = (table: string, ordinal: number, desk: TableCopy['desk']): string => {
  const name = `${table}/${ordinal}`;
  const [last, time = '1'] = (desk?.cards ?? '').split(':');
  return last === name ? `${name}:${Number(time) + 1}` : name;
};

/** The coup is dealt, and waits for the dealer to confirm it. */
const isComplete = ({ phase, round }: TableCopy): boolean =>
  phase === 'dealing' && nextSeat(round?.cards ?? []) === undefined;

/**
 * After a round. As a rule the studio's own clock opens the next bets, or begins the change of a
 * shoe that has ended.
 */
const between = (copy: TableCopy, shoes: Shoes): DealerMove | undefined => {
  const { shoe, opensAtMs, settings } = copy;
  if (shoe === null || opensAtMs === null || isSpent(copy)) return undefined;
  if (!shoes.isWanted(shoe.ordinal)) return { kind: 'change_shoe' };
  return settings.opensItself ? undefined : { kind: 'open_betting', notBeforeMs: opensAtMs };
};

const isSpent = ({ shoe, round, desk }: TableCopy): boolean =>
  desk?.newCardsDue === true ||
  (shoe?.cutCardOut === true && round?.isLast === true) ||
  (shoe?.cardsLeft ?? 0) < CARDS_FOR_A_COUP;

const nextScan = (copy: TableCopy, shoes: Shoes, leftOut: number) => {
  const scanSeq = (copy.lastScanSeq ?? 0) + 1;
  const { cards, cutAt } = shoes.shoe(copy.shoe?.ordinal ?? 1, copy.settings.decks);
  const place = cardsDrawn(copy) + leftOut;
  const { scanCodes } = copy.desk ?? copy.settings;
  if (place >= cutAt && copy.shoe?.cutCardOut === false)
    return { code: scanCodes.cutCard, scanSeq };
  // A shoe that was filled from another seed may need more cards than this one has. They are then
  // taken from the front again.
  const at = place % cards.length;
  const card = cards[at]!;
  if (!mustNameOne(scanCodes)) return { code: makeScanCode(card, scanCodes), scanSeq };
  // Which copy of its face it is in the shoe is its deck, and its place its serial number.
  const deck = cards.slice(0, at + 1).filter((each) => each === card).length;
  return { code: makeScanCode(card, scanCodes, deck, at + 1), scanSeq };
};
