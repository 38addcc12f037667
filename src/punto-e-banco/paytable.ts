/**
 * The paytable of Punto e Banco: what each spot pays (RULES 3). It is data with a version, so that
 * an old hand is paid by the paytable it was played on.
 */
import type { Odds } from '../money/odds.js';
import { type PuntoEBancoSpot } from './spot.js';

export const PUNTO_E_BANCO_PAYTABLE_VERSIONS = ['punto-e-banco-1'] as const;
export type PuntoEBancoPaytableVersion = (typeof PUNTO_E_BANCO_PAYTABLE_VERSIONS)[number];

export type PuntoEBancoPaytable = Readonly<Record<PuntoEBancoSpot, Odds>>;

export const PUNTO_E_BANCO_PAYTABLES: Readonly<
  Record<PuntoEBancoPaytableVersion, PuntoEBancoPaytable>
> = Object.freeze({
  'punto-e-banco-1': Object.freeze({
    punto: { win: 1, stake: 1 },
    banco: { win: 19, stake: 20 }, // 1:1 less 5 % commission
    egalite: { win: 9, stake: 1 },
    punto_pair: { win: 15, stake: 1 },
    banco_pair: { win: 15, stake: 1 },
  }),
});

/** The version that new hands are played on. */
export const CURRENT_PUNTO_E_BANCO_PAYTABLE: PuntoEBancoPaytableVersion = 'punto-e-banco-1';
