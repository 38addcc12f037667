/**
 * The outcome of a round after its corrections: void, or paid by a coup, with the bets of some
 * players refunded.
 */
import type { Coup } from '../punto-banco/coup.js';
import { parseCoup } from '../punto-banco/notation.js';
import type { Fix } from '../round/correction.js';

export type RoundOutcome =
  | { readonly kind: 'unended' }
  | { readonly kind: 'void' }
  | { readonly kind: 'settled'; readonly coup: Coup; readonly refunded: ReadonlySet<string> };

interface Round {
  readonly status: 'betting' | 'closed' | 'resulted' | 'settled' | 'void' | 'refunded';
  readonly coup: string | null;
}

interface Corrected {
  readonly fix: Fix;
  readonly coup: string | null;
  readonly player: string | null;
  /** Of a resettlement: whose stakes no wallet has given. They are refunded. */
  readonly untaken: readonly string[];
}

/**
 * `corrections` in their order. Each decides anew what everybody it concerns has from the round, so
 * the last one counts.
 */
export const roundOutcomeOf = (round: Round, corrections: readonly Corrected[]): RoundOutcome =>
  corrections.reduce<RoundOutcome>(after, firstOutcome(round));

const firstOutcome = ({ status, coup }: Round): RoundOutcome => {
  if (status === 'void' || status === 'refunded') return { kind: 'void' };
  const decided = status === 'settled' && coup !== null ? parseCoup(coup) : undefined;
  if (decided === undefined) return { kind: 'unended' };
  return { kind: 'settled', coup: decided, refunded: new Set() };
};

const after = (outcome: RoundOutcome, { fix, coup, player, untaken }: Corrected): RoundOutcome => {
  switch (fix) {
    case 'void':
      return { kind: 'void' };
    case 'resettle': {
      const put = parseCoup(coup ?? '');
      return put === undefined
        ? outcome
        : { kind: 'settled', coup: put, refunded: new Set(untaken) };
    }
    case 'refund':
      return outcome.kind === 'settled' && player !== null
        ? { ...outcome, refunded: new Set([...outcome.refunded, player]) }
        : outcome;
  }
};
