/**
 * The five spots of Punto e Banco, the game of one deck that a player deals alone (RULES 3). They
 * are spots of the live table, too.
 */
import type { Amount } from '../money/amount.js';
import type { Spot } from '../punto-banco/spot.js';

export const PUNTO_E_BANCO_SPOTS = [
  'punto',
  'banco',
  'egalite',
  'punto_pair',
  'banco_pair',
] as const satisfies readonly Spot[];
export type PuntoEBancoSpot = (typeof PUNTO_E_BANCO_SPOTS)[number];

/** The stake on each spot, in minor units. Only spots with a stake are listed. */
export type PuntoEBancoStakes = Readonly<Partial<Record<PuntoEBancoSpot, Amount>>>;

/** The stakes as a list, in the order of the spots. */
export const stakesOf = (
  stakes: PuntoEBancoStakes,
): readonly { readonly spot: PuntoEBancoSpot; readonly stake: Amount }[] => {
  const listed: { readonly spot: PuntoEBancoSpot; readonly stake: Amount }[] = [];
  for (const spot of PUNTO_E_BANCO_SPOTS) {
    const stake = stakes[spot];
    if (stake !== undefined) listed.push({ spot, stake });
  }
  return listed;
};

export const eachPuntoEBancoSpot = <T>(
  value: (spot: PuntoEBancoSpot) => T,
): Readonly<Record<PuntoEBancoSpot, T>> => ({
  punto: value('punto'),
  banco: value('banco'),
  egalite: value('egalite'),
  punto_pair: value('punto_pair'),
  banco_pair: value('banco_pair'),
});
