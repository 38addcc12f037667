/** How often each thing has come in the shoe, as counts and as shares. */
import type { Bead } from './bead.js';

/** Counts over all coups of the shoe, ties too. `naturals` are coups that ended on one. */
export interface Statistics {
  readonly coups: number;
  readonly punto: number;
  readonly banco: number;
  readonly egalite: number;
  readonly puntoPairs: number;
  readonly bancoPairs: number;
  readonly naturals: number;
}

/** Whole tenths of a per cent of all coups. 0 while there are none. */
type Shares = Omit<Statistics, 'coups'>;

const NO_COUPS: Statistics = {
  coups: 0,
  punto: 0,
  banco: 0,
  egalite: 0,
  puntoPairs: 0,
  bancoPairs: 0,
  naturals: 0,
};

/** Mutable: the counts of the coups added so far. */
export class Tally {
  readonly #counts: Counts = { ...NO_COUPS };

  get counts(): Statistics {
    return { ...this.#counts };
  }

  add(bead: Bead): void {
    const counts = this.#counts;
    counts.coups += 1;
    if (bead.outcome === 'punto') counts.punto += 1;
    else if (bead.outcome === 'banco') counts.banco += 1;
    else counts.egalite += 1;
    if (bead.puntoPair) counts.puntoPairs += 1;
    if (bead.bancoPair) counts.bancoPairs += 1;
    if (bead.natural) counts.naturals += 1;
  }
}

type Counts = { -readonly [K in keyof Statistics]: Statistics[K] };

const WHOLE = 1000;

/**
 * Punto, Banco and Egalité always add up to 1000 (largest remainder; of equal remainders Punto's
 * first, then Banco's).
 */
export const sharesOf = (counts: Statistics): Shares => {
  const share = (count: number): number =>
    counts.coups === 0 ? 0 : Math.round((count * WHOLE) / counts.coups);
  const [punto, banco, egalite] = apportion(counts);
  return {
    punto,
    banco,
    egalite,
    puntoPairs: share(counts.puntoPairs),
    bancoPairs: share(counts.bancoPairs),
    naturals: share(counts.naturals),
  };
};

const apportion = ({ coups, punto, banco, egalite }: Statistics): [number, number, number] => {
  if (coups === 0) return [0, 0, 0];
  const counts = [punto, banco, egalite];
  const shares = counts.map((count) => Math.floor((count * WHOLE) / coups));
  const remainder = (index: number): number => (counts[index]! * WHOLE) % coups;
  const byRemainder = [0, 1, 2].sort((a, b) => remainder(b) - remainder(a));
  const missing = WHOLE - shares.reduce((sum, share) => sum + share, 0);
  for (const index of byRemainder.slice(0, missing)) shares[index]! += 1;
  return [shares[0]!, shares[1]!, shares[2]!];
};
