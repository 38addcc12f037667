/** The demo's sign-in: a token for whoever asks, in any role. */
import type { DemoLogin, DemoToken } from '../protocol/http.js';

/** Rejects when the studio does not answer, or has no demo logins. */
export const signIn = async (url: string, login: DemoLogin): Promise<DemoToken> => {
  const answer = await fetch(`${url}/demo/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`the studio at ${url} gives no demo login (${answer.status})`);
  return (await answer.json()) as DemoToken; // The studio keeps to the protocol.
};
