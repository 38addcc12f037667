/** The scanner signs in with the badge and the secret of its table's device. */
import { z } from 'zod';
import { isPassing } from '../protocol/command.js';
import type { Who } from './settings.js';

const signedIn = z.object({ token: z.string(), name: z.string() });
const refused = z.object({ error: z.string() });

/** The studio does not let this badge in. Asked again and again it would be locked. */
export class NotLetIn extends Error {
  override readonly name = 'NotLetIn';
}

const WITHIN_MS = 10_000;
const LOCKED_AGAIN_MS = 30_000;

/**
 * One try. Throws `NotLetIn`, or whatever kept the studio from answering. With a badge that is
 * locked it waits before it says so.
 */
export const signIn = async (
  url: string,
  who: Extract<Who, { kind: 'badge' }>,
): Promise<string> => {
  const answer = await fetch(`${url}/staff/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ badge: who.badge, pin: who.pin }),
    signal: AbortSignal.timeout(WITHIN_MS),
  });
  const body: unknown = await answer.json().catch(() => undefined);
  const done = signedIn.safeParse(body);
  if (answer.ok && done.success) return done.data.token;
  const error = refused.safeParse(body).data?.error ?? `status ${answer.status}`;
  // Anything else is a fault of the badge or the PIN.
  const passes = answer.status >= 500 || error === 'locked' || isPassing(error);
  if (error === 'locked') await new Promise((resolve) => setTimeout(resolve, LOCKED_AGAIN_MS));
  throw passes ? new Error(error) : new NotLetIn(`badge ${who.badge} is not let in: ${error}`);
};
