/** Signs a badge and its PIN in at the studio. */
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
  | { readonly ok: true; readonly member: Member }
  | {
      readonly ok: false;
      readonly refusal: SignInFault;
      /** Of a badge that is locked, by the studio’s clock, in ms since 1970. */
      readonly untilMs: number | undefined;
    };

interface BadgeAndPin {
  readonly badge: string;
  readonly pin: string;
}

export const signInStaff = async (given: BadgeAndPin): Promise<SignInAnswer> => {
  const answer = await fetch('staff/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  }).catch(() => undefined);
  if (answer === undefined) return refused('no_answer');
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.ok) return { ok: true, member: byOwnClock(body as Member, studioMs(answer)) };
  const { error, untilMs } = (body ?? {}) as { error?: unknown; untilMs?: number };
  return refused(REFUSALS.find((each) => each === error) ?? 'internal_error', untilMs);
};

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
