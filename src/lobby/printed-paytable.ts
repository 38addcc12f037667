/**
 * The paytable as a player may read it: what every bet pays, and what it returns from a full shoe,
 * exactly.
 */
import { DECKS_IN_SHOE, fullCounts } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import type { Odds } from '../money/odds.js';
import type { PrintedPaytable, WinsOn } from '../protocol/http.js';
import { percentText } from '../money/fraction.js';
import { exactOdds } from '../punto-banco/odds.js';
import { BONUS_MARGINS, type BonusOdds, type Paytable, paytable } from '../punto-banco/paytable.js';
import { MODES, type Mode, SPOTS, type Spot } from '../punto-banco/spot.js';

const PERCENT_DECIMALS = 4;
const PRINTED = new Map<string, PrintedPaytable>();

/** Counted once for each version. Undefined for an unknown version. */
export const printedPaytable = (version: string): PrintedPaytable | undefined => {
  const rates = paytable(version);
  if (rates === undefined) return undefined;
  const printed = PRINTED.get(version) ?? print(rates);
  PRINTED.set(version, printed);
  return printed;
};

const print = (rates: Paytable): PrintedPaytable => {
  const odds = exactOdds(fullCounts(), rates);
  assert(odds !== 'too_few_cards', 'a full shoe has the cards for a coup');
  return {
    version: rates.version,
    decks: DECKS_IN_SHOE,
    bets: MODES.flatMap((mode) =>
      SPOTS.filter((spot) => isOffered(spot, mode)).map((spot) => {
        const { expectedReturn } = odds[mode][spot];
        const { numerator, denominator } = expectedReturn;
        return {
          mode,
          spot,
          pays: [...pays(spot, mode, rates)],
          return: { n: numerator.toString(), d: denominator.toString() },
          percent: percentText(expectedReturn, PERCENT_DECIMALS),
        };
      }),
    ),
  };
};

/** RULES 1.8. */
const isOffered = (spot: Spot, mode: Mode): boolean =>
  spot !== 'super_6' || mode === 'zero_commission';

type Pays = readonly PrintedPaytable['bets'][number]['pays'][number][];

const pays = (spot: Spot, mode: Mode, rates: Paytable): Pays => {
  switch (spot) {
    case 'banco': {
      const { won, wonWithSix } = rates.banco[mode];
      const isOne = won.win * wonWithSix.stake === wonWithSix.win * won.stake;
      return isOne ? [on('won', won)] : [on('won', won), on('won_with_six', wonWithSix)];
    }
    case 'punto_bonus':
    case 'banco_bonus':
      return bonusPays(rates.bonus);
    case 'punto':
    case 'egalite':
    case 'punto_pair':
    case 'banco_pair':
    case 'either_pair':
    case 'perfect_pair':
    case 'super_6':
      return [on('won', rates[spot])];
  }
};

const bonusPays = ({ natural, margin }: BonusOdds): Pays => [
  on('natural', natural),
  ...BONUS_MARGINS.map((points) => on(`margin_${points}`, margin[points])),
];

const on = (winsOn: WinsOn, { win, stake }: Odds) => ({ on: winsOn, win, stake });
