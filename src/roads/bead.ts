/**
 * A coup as the roads see it. Notation: the letter of the outcome, the total, then n, p and b where
 * true: `P6`, `B8nb`, `E7p`.
 */
import { assert } from '../money/assert.js';
import type { Outcome } from '../punto-banco/outcome.js';

export interface Bead {
  readonly outcome: Outcome;
  /** The winner's total, 0–9. For Egalité it is the common one. */
  readonly total: number;
  /**
   * The coup ended on a natural. It then had four cards and the higher total won, so the natural is
   * the winner's (the loser may have the lower one). In a tie both hands have it.
   */
  readonly natural: boolean;
  readonly puntoPair: boolean;
  readonly bancoPair: boolean;
}

export const OUTCOME_LETTERS = { punto: 'P', banco: 'B', egalite: 'E' } as const;

const OUTCOME_OF = { P: 'punto', B: 'banco', E: 'egalite' } as const;

const BEAD = /^([PBE])([0-9])(n?)(p?)(b?)$/;

/**
 * Undefined when `text` is not a bead. Only the notation is checked. Whether any cards could make
 * such a coup is for the coup to say.
 */
export const parseBead = (text: string): Bead | undefined => {
  const parts = BEAD.exec(text);
  if (parts === null) return undefined;
  return {
    outcome: OUTCOME_OF[parts[1] as keyof typeof OUTCOME_OF],
    total: Number(parts[2]),
    natural: parts[3] !== '',
    puntoPair: parts[4] !== '',
    bancoPair: parts[5] !== '',
  };
};

/** By n + 2p + 4b. */
const FLAGS = ['', 'n', 'p', 'np', 'b', 'nb', 'pb', 'npb'];

/** Every possible bead, so that a coup builds no string. */
const TEXTS = Object.values(OUTCOME_LETTERS).flatMap((letter) =>
  [...'0123456789'].flatMap((total) => FLAGS.map((flags) => letter + total + flags)),
);

export const makeBead = ({ outcome, total, natural, puntoPair, bancoPair }: Bead): string => {
  assert(Number.isInteger(total) && total >= 0 && total <= 9, 'a total is from 0 to 9');
  const first = outcome === 'punto' ? 0 : outcome === 'banco' ? 80 : 160;
  const flags = (natural ? 1 : 0) + (puntoPair ? 2 : 0) + (bancoPair ? 4 : 0);
  return TEXTS[first + total * 8 + flags]!;
};
