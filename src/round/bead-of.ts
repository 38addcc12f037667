/** A coup as the roads see it. */
import type { Coup } from '../punto-banco/coup.js';
import type { Bead } from '../roads/bead.js';

export const beadOf = (coup: Coup): Bead => ({
  outcome: coup.outcome,
  total: Math.max(coup.puntoTotal, coup.bancoTotal),
  natural: coup.naturals.punto || coup.naturals.banco,
  puntoPair: coup.pairs.punto !== undefined,
  bancoPair: coup.pairs.banco !== undefined,
});
