/**
 * Four eyes: what two different persons must stand for, with a reason where one is asked for (I12).
 */
import type { RoundRefusal } from './refusal.js';

/**
 * Two persons, and the approval that both stand in (I12). `requestedBy` and `approvedBy` are staff
 * ids.
 */
export interface FourEyes {
  readonly requestedBy: string;
  readonly approvedBy: string;
  readonly approval: string;
}

export const missingPerson = ({
  requestedBy,
  approvedBy,
}: Pick<FourEyes, 'requestedBy' | 'approvedBy'>): RoundRefusal | undefined =>
  requestedBy === '' || approvedBy === '' || requestedBy === approvedBy
    ? 'second_person_is_missing'
    : undefined;

/** The three fields alone: what else a command carries is not the log's. */
export const fourEyesOf = ({ requestedBy, approvedBy, approval }: FourEyes): FourEyes => ({
  requestedBy,
  approvedBy,
  approval,
});
