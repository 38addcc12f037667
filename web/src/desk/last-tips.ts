/** The tips that a desk keeps, the one that was given last first, however late it hears of one. */
import type { Tip } from '../../../src/protocol/tip.js';

/** As many as the studio gives at once. */
const KEPT_MAX = 20;

/** With those that have come, each once. */
export const withTips = (kept: readonly Tip[], come: readonly Tip[]): readonly Tip[] =>
  [...new Map([...kept, ...come].map((tip) => [tip.id, tip])).values()]
    .toSorted((a, b) => b.atMs - a.atMs || Number(BigInt(b.id) - BigInt(a.id)))
    .slice(0, KEPT_MAX);
