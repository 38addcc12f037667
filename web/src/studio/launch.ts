/**
 * How an operator's player comes in: by a token in the address (`#launch=…`) that the studio takes
 * once. What the operator said of the way back is kept for this tab.
 */
import type { LaunchedPlayer } from '../../../src/protocol/operator.js';
import { keepFrameOrigins, sayToParent } from './parent-page.js';
import { keepToken } from './token.js';
import { browserKeeps, tabKeeps } from '../browser-keeps.js';

/** Where the player goes on leaving, and where money is brought and taken. Null: nobody said. */
type WaysOut = Pick<LaunchedPlayer, 'returnUrl' | 'cashierUrl'>;

const KEY = 'sabot.launch';
const NO_WAYS: WaysOut = { returnUrl: null, cashierUrl: null };

/** What the page remembers anyway, and the operator may choose before. */
const LANGUAGE = 'sabot.language';
const TABLE = 'sabot.table';

/** Whether somebody comes in by the end of an address: by a launch, or by a token. */
export const isWayIn = (hash: string): boolean => {
  const given = new URLSearchParams(hash.slice(1));
  return given.has('launch') || given.has('token');
};

/**
 * Takes the launch out of the address, and then uses it. False where the studio does not take it:
 * nobody comes in by it, and who was here before has left.
 */
export const takeLaunch = async (): Promise<boolean> => {
  const launch = new URLSearchParams(location.hash.slice(1)).get('launch');
  if (launch === null) return true;
  history.replaceState(null, '', location.pathname + location.search);
  tabKeeps.clear();
  const answer = await fetch('launch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch }),
  }).catch(() => undefined);
  if (answer?.ok !== true) return false;
  const { token, language, table, returnUrl, cashierUrl, frameOrigins } =
    (await answer.json()) as LaunchedPlayer;
  keepToken({ token, name: null });
  keepFrameOrigins(frameOrigins);
  tabKeeps.setItem(KEY, JSON.stringify({ returnUrl, cashierUrl } satisfies WaysOut));
  if (language !== null) browserKeeps.setItem(LANGUAGE, language);
  if (table !== null) browserKeeps.setItem(TABLE, table);
  sayToParent({ kind: 'ready' });
  return true;
};

export const waysOut = (): WaysOut => {
  const kept = tabKeeps.getItem(KEY);
  return kept === null ? NO_WAYS : (JSON.parse(kept) as WaysOut);
};
