/**
 * What the page offers to choose from. The types make sure that nothing of the protocol is missing.
 */
import type {
  ApprovalKind,
  ReasonCode,
  TableApprovalKind,
} from '../../../../src/protocol/approval.js';

const keys = <Key extends string>(all: Readonly<Record<Key, true>>): readonly Key[] =>
  Object.keys(all) as Key[];

export const KINDS = keys<TableApprovalKind>({
  void: true,
  resettle: true,
  refund: true,
  card: true,
  card_correction: true,
  burn_card: true,
  cut_card: true,
  hand_pay: true,
});

export const REASONS = keys<ReasonCode>({
  misdeal: true,
  misread_card: true,
  wrong_card_drawn: true,
  exposed_card: true,
  equipment_fault: true,
  video_fault: true,
  procedure_fault: true,
  payment_fault: true,
  player_dispute: true,
  other: true,
});

/** About the shoe at the table, and not about a round. */
export const isOfShoe = (kind: ApprovalKind): boolean =>
  kind === 'burn_card' || kind === 'cut_card';
