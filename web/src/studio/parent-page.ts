/**
 * What the page of an operator hears where it shows this one in a frame: by `postMessage`, and only
 * where the operator lists its origin. Nothing is taken from it.
 */
import { tabKeeps } from '../browser-keeps.js';

/** `source` and `version` tell it from messages of others. */
type ParentEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'session'; readonly open: boolean }
  | { readonly kind: 'reality_check'; readonly playedMs: number }
  | { readonly kind: 'reality_check_confirmed' }
  | { readonly kind: 'barred' }
  /** The player has cashed out and leaves; then goes back to the operator's page. */
  | { readonly kind: 'left' }
  | { readonly kind: 'return' };

const KEY = 'sabot.frames';

/** Whoever has left still goes back, when the tab keeps nothing of them any more. */
let listed: readonly string[] | undefined;

/** As the launch named them. The tab keeps them for a page that is loaded anew. */
export const keepFrameOrigins = (origins: readonly string[]): void => {
  listed = origins;
  tabKeeps.setItem(KEY, JSON.stringify(origins));
};

const listedOrigins = (): readonly string[] =>
  (listed ??= JSON.parse(tabKeeps.getItem(KEY) ?? '[]') as readonly string[]);

const parentOrigin = (): string | undefined => {
  const [first] = location.ancestorOrigins ?? [];
  if (first !== undefined) return first;
  return document.referrer === '' ? undefined : new URL(document.referrer).origin;
};

export const sayToParent = (event: ParentEvent): void => {
  if (window.parent === window) return;
  const origin = parentOrigin();
  if (origin === undefined || !listedOrigins().includes(origin)) return;
  window.parent.postMessage({ source: 'sabot', version: 1, ...event }, origin);
};
