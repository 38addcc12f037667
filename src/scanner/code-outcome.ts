/** What became of a code, and the line that says so. */

export type CodeOutcome =
  | { readonly kind: 'card'; readonly card: string; readonly seat: string; readonly seq: number }
  | { readonly kind: 'cut_card'; readonly seq: number }
  | { readonly kind: 'refused'; readonly refusal: string }
  /**
   * It had been sent when the connection broke, or was kept, and the table has gone on since. It is
   * not sent any more.
   */
  | { readonly kind: 'not_known' }
  /** The connection is down, so it waits. */
  | { readonly kind: 'kept'; readonly waiting: number }
  | { readonly kind: 'echo' }
  /** It waited behind one that was refused, so nobody knows any more where it belongs. */
  | { readonly kind: 'dropped' };

/** `KH  card Kh, punto_1, event 7` */
export const outcomeLine = (code: string, outcome: CodeOutcome): string =>
  `${code.padEnd(8)} ${text(outcome)}`;

const text = (outcome: CodeOutcome): string => {
  switch (outcome.kind) {
    case 'card':
      return `card ${outcome.card}, ${outcome.seat}, event ${outcome.seq}`;
    case 'cut_card':
      return `cut card, event ${outcome.seq}`;
    case 'refused':
      return `REFUSED: ${outcome.refusal}`;
    case 'not_known':
      return 'NOT KNOWN: the table went on while it waited; look there, it is not sent any more';
    case 'kept':
      return `kept until the studio is there; ${outcome.waiting} ${outcome.waiting === 1 ? 'waits' : 'wait'}`;
    case 'echo':
      return 'read twice: not counted again';
    case 'dropped':
      return 'DROPPED: one before it was not taken; scan it again, or have it entered by hand';
  }
};
