/** What the page as a whole does about a refusal, wherever it was given: at a table, in a room. */
import { sayToParent } from '../studio/parent-page.js';

/** Something was changed, or a stake was refused: the page asks again how long was played. */
export const ASK_AGAIN = 'sabot.limits';

export const heedRefusal = (refusal: string): void => {
  if (refusal === 'barred_from_play') sayToParent({ kind: 'barred' });
  if (refusal === 'reality_check_due') dispatchEvent(new Event(ASK_AGAIN));
};
