/**
 * What batches of hands should have moved by what is recorded of them, and what their entries say
 * that they have.
 */
import type { EntryLine, LineOf } from './lines.js';

/**
 * What is wrong with the entry of a batch of hands, if anything. `house` is the number of the
 * account `house`.
 */
export const movedFault = (
  { steps, voided, entry }: Pick<LineOf<'batches'>, 'steps' | 'voided' | 'entry'>,
  house: string,
): string | undefined => {
  const { within, out, into } = sumsOf(entry, house);
  if (voided !== null) {
    const back = voided.reduce((sum, each) => sum + BigInt(each['back'] ?? 0), 0n);
    const moved = within + out - into;
    return moved === back ? undefined : `its entry gives ${moved} back, its voids ${back}`;
  }
  const [taken, paid] = [amountOf(steps, 'taken'), amountOf(steps, 'paid')];
  if (within === taken && out === paid) return undefined;
  return `its entry takes ${within} and pays ${out}, its steps ${taken} and ${paid}`;
};

/** A stake goes from the player to her hands, from there to the house, and the house pays. */
const sumsOf = (entry: EntryLine | null, house: string) => {
  const sums = { within: 0n, out: 0n, into: 0n };
  for (const [source, destination, amount] of entry?.postings ?? []) {
    const way = source === house ? 'out' : destination === house ? 'into' : 'within';
    sums[way] += BigInt(amount);
  }
  return sums;
};

/** What ends the text of a step. What comes before may hold bars of its own. */
const END_OF_STEP = /\|(?<taken>\d+)\|(?<paid>\d+)\|-?\d+$/;

const amountOf = (steps: readonly string[], name: 'taken' | 'paid'): bigint =>
  steps.reduce((sum, text) => sum + BigInt(END_OF_STEP.exec(text)?.groups?.[name] ?? 0), 0n);
