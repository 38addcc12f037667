/**
 * What was done with cards, shoe and dealers at this table while a desk of this tab was there: by
 * whom, and when.
 */
import type { TableMessage } from '../../../src/protocol/table.js';

const KINDS = [
  'table_opened',
  'table_closed',
  'dealer_changed',
  'cards_brought',
  'cards_shuffled',
  'shoe_cut',
  'shoe_started',
  'cards_burned',
  'cut_card_drawn',
  'shoe_change_started',
  'cards_due',
  'card_withdrawn',
  'card_left_shoe',
  'card_never_left',
  'malfunction_reported',
] as const;

type Notice = Extract<TableMessage, { kind: (typeof KINDS)[number] }>;

export type Procedure = Notice & {
  /** Who was the dealer then. Null where nobody was. */
  readonly dealtBy?: string | null;
};

const KEPT = 40;

export const isProcedure = (message: TableMessage): message is Notice =>
  KINDS.some((kind) => kind === message.kind);

/** Newest first. */
export const withProcedure = (
  all: readonly Procedure[],
  message: TableMessage,
  dealtBy: string | null,
): readonly Procedure[] =>
  isProcedure(message) ? [{ ...message, dealtBy }, ...all].slice(0, KEPT) : all;

/**
 * Who did it. Undefined where the table did it by itself. A card that was read was drawn by whoever
 * dealt.
 */
export const doerOf = (procedure: Procedure): string | undefined => {
  if (procedure.kind === 'table_opened') return procedure.dealer;
  if ('manual' in procedure && procedure.manual !== undefined) {
    return `${procedure.manual.requestedBy}, ${procedure.manual.approvedBy}`;
  }
  if (procedure.kind === 'cards_burned' || procedure.kind === 'cut_card_drawn') {
    return procedure.dealtBy ?? undefined;
  }
  return 'by' in procedure ? procedure.by : undefined;
};
