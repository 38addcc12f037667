/** The sound of each notice for the dealer. */
import type { DeskSound } from './sounds.js';
import type { DeskNotice } from './notice.js';

export const soundOf = ({ kind }: DeskNotice): DeskSound => {
  switch (kind) {
    case 'taken':
    case 'byHand':
    case 'corrected':
      return 'taken';
    case 'cut_card':
      return 'cutCard';
    case 'called':
    case 'withdrawn':
      return 'done';
    case 'reported':
    case 'notKept':
      // No refusal: the card was read, and must not be scanned again.
      return 'stopped';
    case 'torn':
    case 'slow':
    case 'dropped':
    case 'unknown':
    case 'refused':
      return 'refused';
  }
};
