/** Four eyes: what needs two different persons, with a reason where one is asked for (I12). */
import type { RoundRefusal } from './refusal.js';

/**
 * Two persons, and the approval that names both (I12). `requestedBy` and `approvedBy` are staff
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

/** Only the three fields: what else a command carries does not belong in the log. */
export const fourEyesOf = ({ requestedBy, approvedBy, approval }: FourEyes): FourEyes => ({
  requestedBy,
  approvedBy,
  approval,
});
