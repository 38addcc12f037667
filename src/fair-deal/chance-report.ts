/** The statistics of many shuffles as lines of text, and whether chance explains them. */
import { columns } from '../returns/report.js';
import { adjusted } from './chi-square.js';
import type { NamedTest } from './shuffle-counts.js';

/** How often a fair shuffle is called unfair by all tests together. */
export const FALSE_ALARMS = 0.001;

interface Counted {
  readonly kind: string;
  readonly shuffles: number;
  readonly tests: readonly NamedTest[];
}

export const chanceReport = (
  counted: readonly Counted[],
): { readonly lines: readonly string[]; readonly isFair: boolean } => {
  const tests = counted.flatMap(({ kind, shuffles, tests: of }) =>
    of.map((test) => ({ kind, shuffles, ...test })),
  );
  const ps = adjusted(tests.map(({ p }) => p));
  const isFair = ps.every((p) => p >= FALSE_ALARMS);
  return {
    isFair,
    lines: [
      ...columns([
        ['deck, and what is counted', 'shuffles', 'chi-square', 'degrees', 'p', 'p of all (Holm)'],
        ...tests.map(({ kind, name, shuffles, statistic, freedom, p }, index) => [
          `${kind}: ${name}`,
          String(shuffles),
          statistic.toFixed(1),
          String(freedom),
          p.toFixed(4),
          ps[index]!.toFixed(4),
        ]),
      ]),
      '',
      `${tests.length} tests. A p below 0.05 in one of them is nothing: one in twenty is. In the last column`,
      'they count together (Holm): a fair shuffle has a value below 0.001 there once in 1,000 runs.',
      isFair ? 'Nothing here that chance does not explain.' : 'This is not what chance does.',
    ],
  };
};
