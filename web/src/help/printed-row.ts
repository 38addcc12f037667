/**
 * The paytable’s rows as they are printed. A bet that pays the same in both modes is printed once.
 */
import type { PrintedPaytable } from '../../../src/protocol/http.js';
import type { Mode, Spot } from '../../../src/punto-banco/spot.js';

type Printed = PrintedPaytable['bets'][number];

export interface PrintedRow extends Omit<Printed, 'mode'> {
  /** Undefined where the mode changes nothing. */
  readonly mode: Mode | undefined;
}

export const printedRows = ({ bets }: PrintedPaytable): readonly PrintedRow[] => {
  const spots = [...new Set(bets.map(({ spot }) => spot))];
  return spots.flatMap((spot) => rowsOf(bets.filter((bet) => bet.spot === spot)));
};

const rowsOf = (bets: readonly Printed[]): readonly PrintedRow[] => {
  const [first, ...others] = bets;
  const isSame = others.length > 0 && others.every((bet) => content(bet) === content(first!));
  return isSame ? [{ ...first!, mode: undefined }] : bets;
};

const content = ({ pays, percent, return: { n, d } }: Printed): string =>
  JSON.stringify([pays, percent, n, d]);

/** `0.95:1` where the odds are 19:20, in the page’s language. */
export const oddsText = ({ win, stake }: { win: number; stake: number }, language: string) =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(win / stake)}:1`;

/** `98.9425%` as the language writes it; `percent` is what the studio printed. */
export const percentText = (percent: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: percent.split('.')[1]?.length ?? 0,
    maximumFractionDigits: 20,
  }).format(percent as Intl.StringNumericLiteral);

export const rowKey = ({ spot, mode }: { spot: Spot; mode: Mode | undefined }): string =>
  mode === undefined ? spot : `${spot}-${mode}`;
