/**
 * The paytable of Sette e Mezzo, and who wins by it (RULES 4). It is data with a version, so that
 * an old hand is paid by the paytable it was played on.
 */
import type { Odds } from '../money/odds.js';
import { LOST, RETURNED, type Verdict, wonIf } from '../money/verdict.js';
import { HALF_POINTS_MAX } from './points.js';

export const SETTE_E_MEZZO_PAYTABLE_VERSIONS = ['sette-e-mezzo-1'] as const;
export type SetteEMezzoPaytableVersion = (typeof SETTE_E_MEZZO_PAYTABLE_VERSIONS)[number];

export interface SetteEMezzoPaytable {
  /** For more points than the bank has, and when the bank busts. */
  readonly won: Odds;
}

export const SETTE_E_MEZZO_PAYTABLES: Readonly<
  Record<SetteEMezzoPaytableVersion, SetteEMezzoPaytable>
> = Object.freeze({ 'sette-e-mezzo-1': Object.freeze({ won: { win: 1, stake: 1 } }) });

/** The version that new hands are played on. */
export const CURRENT_SETTE_E_MEZZO_PAYTABLE: SetteEMezzoPaytableVersion = 'sette-e-mezzo-1';

/** Both in half-points. A player who busts has lost, whatever the bank has. */
export const setteEMezzoVerdict = (
  player: number,
  bank: number,
  paytable: SetteEMezzoPaytable,
): Verdict => {
  if (player > HALF_POINTS_MAX) return LOST;
  if (bank > HALF_POINTS_MAX) return wonIf(true, paytable.won);
  return player === bank ? RETURNED : wonIf(player > bank, paytable.won);
};
