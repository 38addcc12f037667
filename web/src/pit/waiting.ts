/**
 * What needs somebody at this pit: incidents that nobody has in hand, and requests that whoever is
 * signed in may decide. The title of the page and its sound go by this list, and by the players who
 * wait for an answer.
 */
import type { Approval } from '../../../src/protocol/approval.js';
import type { Cases } from './pit.js';

/** Still to be decided, and about something that is as it was when it was asked for. */
export const isToDecide = ({ state, stands, expiresAtMs }: Approval, nowMs: number): boolean =>
  state === 'pending' && stands && expiresAtMs > nowMs;

/** Still to be decided, or approved and still to be carried out. */
export const isUnderWay = (approval: Approval, nowMs: number): boolean =>
  isToDecide(approval, nowMs) || (approval.state === 'approved' && approval.stands);

interface Person {
  readonly id: string;
  readonly mayApprove: boolean;
  readonly mayTake: boolean;
}

/** By their names: `incident 12`, `request 7`. Nobody decides on a request of their own. */
export const needsOf = (
  { incidents, approvals }: Cases,
  { id: who, mayApprove, mayTake }: Person,
  nowMs: number,
): readonly string[] => [
  ...(mayTake ? [...incidents.values()] : [])
    .filter(({ state }) => state === 'open')
    .map(({ id }) => `incident ${id}`),
  ...(mayApprove ? [...approvals.values()] : [])
    .filter((each) => isToDecide(each, nowMs) && each.requestedBy !== who)
    .map(({ id }) => `request ${id}`),
];
