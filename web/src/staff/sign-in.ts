/** Signs a badge and its PIN in at the studio, and out, and chooses another PIN there. */
import type { SignedInStaff } from '../../../src/protocol/staff.js';
import type { Member } from './member.js';

const REFUSALS = [
  'wrong_badge_or_pin',
  'locked',
  'disabled',
  'too_many_messages',
  'malformed_request',
  'not_here', // The role may not use this page.
  'no_answer',
  'internal_error',
] as const;
export type SignInFault = (typeof REFUSALS)[number];

type SignInAnswer =
  | {
      readonly ok: true;
      readonly member: Member;
      /** Who gave the PIN, and knows it; null: nobody of the staff but its owner. */
      readonly pinBy: string | null;
    }
  | {
      readonly ok: false;
      readonly refusal: SignInFault;
      /** Of a badge that is locked, by the studio’s clock, in ms since 1970. */
      readonly untilMs: number | undefined;
    };

export interface BadgeAndPin {
  readonly badge: string;
  readonly pin: string;
}

export const signInStaff = async (given: BadgeAndPin): Promise<SignInAnswer> => {
  const answer = await post('staff/sign-in', given);
  if (answer?.ok !== true) return refusedBy(answer);
  const { pinBy, ...member } = (await answer.json()) as Earlier;
  // A studio of the version before does not say.
  return { ok: true, member: byOwnClock(member, studioMs(answer)), pinBy: pinBy ?? null };
};

/**
 * The PIN `next` in place of the one by which `member` has signed in, which ends that sign-in; and
 * another sign-in, by it. Where the answer to a change is lost, that sign-in shows whether it was
 * made.
 */
export const chooseOwnPin = async (
  { member, badge, pin }: BadgeAndPin & { readonly member: Member },
  next: string,
): Promise<SignInAnswer> => {
  const answer = await post('staff/me/pin', { pin, next }, member.token);
  const isOver = answer === undefined || answer.status === 401;
  if (!isOver && !answer.ok) return refusedBy(answer);
  const anew = await signInStaff({ badge, pin: next });
  return isOver && !anew.ok && anew.refusal === 'wrong_badge_or_pin' ? refusedBy(answer) : anew;
};

/**
 * Every sign-in of theirs ends, unless they deal at a table other than the desk's. It is not waited
 * for, and sent to its end also where the page is left: whoever signs out has gone.
 */
export const signOutStaff = ({ token }: Member, table: string | undefined): void => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const request = { method: 'POST', headers, body: JSON.stringify({ table }), keepalive: true };
  fetch('staff/me/sign-out', request).catch(() => undefined);
};

const post = (path: string, body: object, token?: string): Promise<Response | undefined> =>
  fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);

const refusedBy = async (answer: Response | undefined): Promise<SignInAnswer> => {
  if (answer === undefined) return refused('no_answer');
  const body = (await answer.json().catch(() => undefined)) as Refusal | undefined;
  return refused(REFUSALS.find((each) => each === body?.error) ?? 'internal_error', body?.untilMs);
};

type Earlier = Omit<SignedInStaff, 'pinBy'> & Partial<Pick<SignedInStaff, 'pinBy'>>;

interface Refusal {
  readonly error?: unknown;
  readonly untilMs?: number;
}

const refused = (refusal: SignInFault, untilMs?: number): SignInAnswer => ({
  ok: false,
  refusal,
  untilMs,
});

/** The machines at the tables are not always set to the right time. */
const byOwnClock = (member: Member, studioMs: number): Member => ({
  ...member,
  expiresAtMs: member.expiresAtMs - studioMs + Date.now(),
});

const studioMs = (answer: Response): number => {
  const notice = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(notice) ? Date.now() : notice;
};
