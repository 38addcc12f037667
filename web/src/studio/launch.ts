/**
 * How an operator's player comes in: by a token in the address (`#launch=…`) that the studio takes
 * once. What the operator said of the way back is kept for this tab.
 */
import { delayAfter } from '../../../src/client/delays.js';
import type { LaunchedPlayer } from '../../../src/protocol/operator.js';
import { keepFrameOrigins, sayToParent } from './parent-page.js';
import { keepToken } from './token.js';
import { browserKeeps, tabKeeps } from '../browser-keeps.js';

/** Where the player goes on leaving, and where money is brought and taken. Null: nobody said. */
type WaysOut = Pick<LaunchedPlayer, 'returnUrl' | 'cashierUrl'>;

/** Refusals that have words of their own. The others are of a launch that is good no more. */
const OWN_WORDS = ['barred_from_play', 'session_refused', 'operator_is_off'] as const;

/**
 * Why nobody came in. `no_answer`: for as long as the launch was good, or only to the try by which
 * it was used.
 */
export type LaunchFault = 'launch' | 'no_answer' | (typeof OWN_WORDS)[number];

const GOOD_FOR_MS = 60_000;
const ANSWERED_WITHIN_MS = 10_000;

const KEY = 'sabot.launch';
/** The launch, until the studio has decided: a page that is loaded anew shows it again. */
const SHOWN = 'sabot.launch.shown';
/** The launch that let in whoever is here. */
const USED = 'sabot.launch.used';
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
 * Takes the launch out of the address, and then shows it to the studio. Undefined where somebody is
 * let in, or where there is no launch. Else nobody comes in, and who was here before has left. The
 * launch that let in whoever is here may come twice, as by a double click: they stay. A token in
 * the address counts instead of a launch that still waits.
 * `onWait`: the studio cannot let anybody in yet, and is asked again.
 */
export const takeLaunch = async (onWait: () => void): Promise<LaunchFault | undefined> => {
  const hash = new URLSearchParams(location.hash.slice(1));
  const given = hash.get('launch');
  const waiting = tabKeeps.getItem(SHOWN);
  if (given !== null) {
    history.replaceState(null, '', location.pathname + location.search);
    if (given === tabKeeps.getItem(USED)) {
      sayToParent({ kind: 'ready' });
      return undefined;
    }
    tabKeeps.clear();
    tabKeeps.setItem(SHOWN, given);
  } else if (hash.has('token')) {
    tabKeeps.removeItem(SHOWN);
    return undefined;
  }
  const launch = given ?? waiting;
  if (launch === null) return undefined;
  // The page that showed it before may have been left before the answer came.
  const answer = await show(launch, launch === waiting, onWait);
  tabKeeps.removeItem(SHOWN);
  if (typeof answer === 'string') return answer;
  const { token, language, table, returnUrl, cashierUrl, frameOrigins } = answer;
  keepToken({ token, name: null });
  tabKeeps.setItem(USED, launch);
  keepFrameOrigins(frameOrigins);
  tabKeeps.setItem(KEY, JSON.stringify({ returnUrl, cashierUrl } satisfies WaysOut));
  if (language !== null) browserKeeps.setItem(LANGUAGE, language);
  if (table !== null) browserKeeps.setItem(TABLE, table);
  sayToParent({ kind: 'ready' });
  return undefined;
};

/**
 * Until the studio has decided, for as long as a launch is good. `mayBeUsed`: it was shown before,
 * and no answer came.
 */
const show = async (
  launch: string,
  mayBeUsed: boolean,
  onWait: () => void,
): Promise<LaunchedPlayer | LaunchFault> => {
  const untilMs = Date.now() + GOOD_FOR_MS;
  for (let failures = 1; ; failures += 1) {
    try {
      const answer = await ask(launch);
      if (answer === 'launch_used') return mayBeUsed ? 'no_answer' : 'launch';
      if (answer !== undefined) return answer;
    } catch {
      mayBeUsed = true;
    }
    if (Date.now() >= untilMs) return 'no_answer';
    onWait();
    await new Promise((resolve) => setTimeout(resolve, delayAfter(failures)));
  }
};

/** Undefined where the launch is still good. Rejects where the studio has not said what it did. */
const ask = async (
  launch: string,
): Promise<LaunchedPlayer | LaunchFault | 'launch_used' | undefined> => {
  const answer = await fetch('launch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  if (answer.ok) return (await answer.json()) as LaunchedPlayer;
  if (answer.status === 429 || answer.status === 503) return undefined;
  if (answer.status >= 500) throw new Error('it is not known whether the launch was used');
  const { error } = (await answer.json()) as { readonly error: string };
  if (error === 'launch_used') return error;
  return OWN_WORDS.find((each) => each === error) ?? 'launch';
};

export const waysOut = (): WaysOut => {
  const kept = tabKeeps.getItem(KEY);
  return kept === null ? NO_WAYS : (JSON.parse(kept) as WaysOut);
};
