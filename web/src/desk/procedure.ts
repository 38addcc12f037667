/** What was done with cards, shoe and dealers at this table while a desk of this tab was there: who, and when. */
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
  'mishap_reported',
] as const;

export type Procedure = Extract<TableMessage, { kind: (typeof KINDS)[number] }>;

const KEPT = 40;

export const isProcedure = (message: TableMessage): message is Procedure =>
  KINDS.some((kind) => kind === message.kind);

/** Newest first. */
export const withProcedure = (
  all: readonly Procedure[],
  message: TableMessage,
): readonly Procedure[] => (isProcedure(message) ? [message, ...all].slice(0, KEPT) : all);

/** Who did it; undefined where the table did it by itself. */
export const doerOf = (procedure: Procedure): string | undefined => {
  if (procedure.kind === 'table_opened') return procedure.dealer;
  return 'by' in procedure ? procedure.by : undefined;
};
