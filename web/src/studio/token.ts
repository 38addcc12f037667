/**
 * Who plays: a token that the studio gave for a launch, or for a name in the demo, or that is in
 * the address (`#token=…`). Kept for this tab only.
 */
import { signIn } from '../../../src/client/sign-in.js';
import { tabKeeps } from '../browser-keeps.js';

interface Kept {
  readonly token: string;
  /** The demo’s login can be had again under the same name. */
  readonly name: string | null;
}

const KEY = 'sabot.token';

/**
 * Takes the token out of the address, so that it is neither seen nor shared. What the tab keeps of
 * another player is gone.
 */
export const takeToken = (): void => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  if (keptPlayer() !== playerOf(token)) tabKeeps.clear();
  keepToken({ token, name: null });
};

/** The one that is kept. What is in the address belongs to the next load of the page. */
export const readToken = (): Kept | undefined => {
  const kept = tabKeeps.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as Kept);
};

/** Rejects when the studio gives no demo logins. */
export const demoToken = async (name: string): Promise<Kept> => {
  const { token } = await signIn(location.origin, { role: 'player', name });
  keepToken({ token, name });
  return { token, name };
};

/** Nothing of whoever has left is there for the next player in this tab. */
export const forgetPlayer = (): void => tabKeeps.clear();

/** The player has left, and nobody comes in by the token any more that this tab had. */
export const signOut = (): void => {
  const kept = readToken();
  forgetPlayer();
  if (kept === undefined) return;
  const headers = { authorization: `Bearer ${kept.token}` };
  // It is sent to its end also where the page is left at once.
  const request = { method: 'POST', headers, keepalive: true };
  fetch('me/sign-out', request).catch(() => undefined);
};

export const keepToken = (kept: Kept): void => tabKeeps.setItem(KEY, JSON.stringify(kept));

/** The player’s number, as the token says it. Empty where the token is none of the studio’s. */
export const playerOf = (token: string): string => {
  try {
    const claims = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return String((JSON.parse(atob(claims)) as { readonly sub: string }).sub);
  } catch {
    return '';
  }
};

/** Whose token is kept. Empty where none is. */
export const keptPlayer = (): string => playerOf(readToken()?.token ?? '');
