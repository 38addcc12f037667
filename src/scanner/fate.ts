/** What became of a code, and the line that says so. */

export type Fate =
  | { readonly kind: 'card'; readonly card: string; readonly seat: string; readonly seq: number }
  | { readonly kind: 'cut_card'; readonly seq: number }
  | { readonly kind: 'refused'; readonly refusal: string }
  /** It had gone out when the line broke, and the table has gone on since: it is not sent again. */
  | { readonly kind: 'not_known' }
  /** The link is down: it waits. */
  | { readonly kind: 'kept'; readonly waiting: number }
  | { readonly kind: 'echo' }
  /** It waited behind one that was refused: where it belongs nobody knows any more. */
  | { readonly kind: 'dropped' };

/** `KH  card Kh, punto_1, event 7` */
export const fateLine = (code: string, fate: Fate): string => `${code.padEnd(8)} ${text(fate)}`;

const text = (fate: Fate): string => {
  switch (fate.kind) {
    case 'card':
      return `card ${fate.card}, ${fate.seat}, event ${fate.seq}`;
    case 'cut_card':
      return `cut card, event ${fate.seq}`;
    case 'refused':
      return `REFUSED: ${fate.refusal}`;
    case 'not_known':
      return 'NOT KNOWN: sent when the line broke; look at the table, it is not sent again';
    case 'kept':
      return `kept until the studio is there; ${fate.waiting} ${fate.waiting === 1 ? 'waits' : 'wait'}`;
    case 'echo':
      return 'read twice: not counted again';
    case 'dropped':
      return 'DROPPED: one before it was not taken; scan it again, or have it entered by hand';
  }
};
