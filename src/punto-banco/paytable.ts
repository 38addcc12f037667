/**
 * The paytable: what every spot pays (RULES 1.3 and 1.4). It is data with a version, so that an old
 * round is paid by the paytable it was played on.
 */
import type { Odds } from '../money/odds.js';
import type { Mode, PairSpot } from './spot.js';

export const PAYTABLE_VERSIONS = ['punto-banco-1'] as const;
type PaytableVersion = (typeof PAYTABLE_VERSIONS)[number];

/** The margins by which the named side must win, without a natural, for the Bonus to pay. */
export const BONUS_MARGINS = [4, 5, 6, 7, 8, 9] as const;
export type BonusMargin = (typeof BONUS_MARGINS)[number];

export interface Paytable extends Readonly<Record<PairSpot, Odds>> {
  readonly version: PaytableVersion;
  readonly punto: Odds;
  readonly banco: Readonly<Record<Mode, BancoOdds>>;
  readonly egalite: Odds;
  readonly bonus: BonusOdds;
  readonly super_6: Odds;
}

interface BancoOdds {
  readonly won: Odds;
  readonly wonWithSix: Odds;
}

export interface BonusOdds {
  readonly natural: Odds;
  readonly margin: Readonly<Record<BonusMargin, Odds>>;
}

/** Undefined for an unknown version. */
export const paytable = (version: string): Paytable | undefined => PAYTABLE_OF.get(version);

const pays = (win: number, stake = 1): Odds => Object.freeze({ win, stake });

/** The paytable of new rounds. */
export const CURRENT_PAYTABLE: Paytable = Object.freeze({
  version: 'punto-banco-1',
  punto: pays(1),
  banco: Object.freeze({
    zero_commission: Object.freeze({ won: pays(1), wonWithSix: pays(1, 2) }),
    normal: Object.freeze({ won: pays(19, 20), wonWithSix: pays(19, 20) }),
  }),
  egalite: pays(8),
  punto_pair: pays(11),
  banco_pair: pays(11),
  either_pair: pays(5),
  perfect_pair: pays(25),
  bonus: Object.freeze({
    natural: pays(1),
    margin: Object.freeze({
      9: pays(30),
      8: pays(10),
      7: pays(6),
      6: pays(4),
      5: pays(2),
      4: pays(1),
    }),
  }),
  super_6: pays(15),
});

const PAYTABLE_OF: ReadonlyMap<string, Paytable> = new Map([
  [CURRENT_PAYTABLE.version, CURRENT_PAYTABLE],
]);
