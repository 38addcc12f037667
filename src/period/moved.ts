/**
 * What batches of hands, and corrections, should have moved by what is recorded of them, and what
 * their entries say that they have.
 */
import type { EntryLine, LineOf } from './lines.js';

type Batch = Pick<LineOf<'batches'>, 'steps' | 'voided' | 'entry' | 'accounts'>;

/**
 * What is wrong with the entry of a batch of hands, if anything. `house` is the number of the
 * account `house`.
 */
export const movedFault = (
  { steps, voided, entry, accounts }: Batch,
  house: string,
): string | undefined => {
  const { within, out, into } = sumsOf(entry, house);
  if (voided !== null) {
    const back = voided.reduce((sum, each) => sum + BigInt(each['back'] ?? 0), 0n);
    const moved = within + out - into;
    return moved === back ? undefined : `its entry gives ${moved} back, its voids ${back}`;
  }
  const [taken, paid] = [amountOf(steps, 'taken'), amountOf(steps, 'paid')];
  if (within !== taken || out !== paid) {
    return `its entry takes ${within} and pays ${out}, its steps ${taken} and ${paid}`;
  }
  return accounts === undefined ? undefined : othersFault(steps, entry, accounts);
};

/** What its entry took from another player than its steps say, or paid to another, if anything. */
const othersFault = (
  steps: Batch['steps'],
  entry: Batch['entry'],
  accounts: NonNullable<Batch['accounts']>,
): string | undefined => {
  const sessions = new Map(accounts.map(([player, session]) => [session, player]));
  const hands = new Map(accounts.map(([player, , account]) => [account, player]));
  const left = new Map<string, bigint>();
  const add = (what: string, amount: bigint): void => {
    left.set(what, (left.get(what) ?? 0n) + amount);
  };
  for (const text of steps) {
    const { player = '', taken = 0, paid = 0 } = STEP.exec(text)?.groups ?? {};
    add(`by player ${player}`, -BigInt(taken));
    add(`to player ${player}`, -BigInt(paid));
  }
  for (const [source, destination, amount] of entry?.postings ?? []) {
    const [from, to] = [sessions.get(source), sessions.get(destination)];
    if (to !== undefined) add(`to player ${to}`, BigInt(amount));
    else if (hands.has(source)) continue; // What a hand took goes to the house when it ends.
    else if (from !== undefined && hands.get(destination) === from) {
      add(`by player ${from}`, BigInt(amount));
    } else add(`from account ${source} to ${destination}`, BigInt(amount));
  }
  const wrong = [...left].find(([, amount]) => amount !== 0n);
  return wrong && `its entry moves ${wrong[1]} too much ${wrong[0]}`;
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

/** The text of a step. What lies in the middle of it may hold bars of its own. */
const STEP = /^\d+\|[^|]*\|\d+\|(?<player>\d+)\|.*\|(?<taken>\d+)\|(?<paid>\d+)\|-?\d+$/s;

const amountOf = (steps: readonly string[], name: 'taken' | 'paid'): bigint =>
  steps.reduce((sum, text) => sum + BigInt(STEP.exec(text)?.groups?.[name] ?? 0), 0n);

/** The amounts that a correction owes, and those posted, each with the key of its entry. */
export const correctionPostings = (
  line: LineOf<'corrections'>,
): { readonly due: readonly string[]; readonly posted: readonly string[] } => {
  const { game, ordinal, parts, payouts, entries } = line;
  const byHand = new Set(line.byHand);
  const due = payouts.flatMap(([player, ...amounts]) => {
    const [was, paid, fromGame, toGame, shortfall, recovered] = amounts.map(BigInt) as Six;
    // Only the difference is paid by hand.
    const kept = byHand.has(player) ? (was < paid ? was : paid) : 0n;
    const steps = [
      ['cover', fromGame],
      ['cover', shortfall],
      ['back', was - kept],
      ['pay', paid - kept],
      ['pay', toGame],
      ['recover', recovered],
    ] as const;
    const part = BigInt(player) % BigInt(parts);
    return steps
      .filter(([, amount]) => amount > 0n)
      .map(([step, amount]) => `round:${game}:correction:${ordinal}:${step}:${part}: ${amount}`);
  });
  const posted = entries.flatMap(({ key, postings }) =>
    postings.map(([, , amount]) => `${key}: ${amount}`),
  );
  return { due, posted };
};

type Six = [bigint, bigint, bigint, bigint, bigint, bigint];
