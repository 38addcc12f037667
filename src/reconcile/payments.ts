/**
 * What must hold for a round's payments: each player was paid once, as the pure rules say, whatever
 * SQL paid it (I3).
 */
import { type Amount, amount, sum } from '../money/amount.js';
import { parseCoup } from '../punto-banco/notation.js';
import { paytable } from '../punto-banco/paytable.js';
import { settle } from '../punto-banco/settle.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import type { Proof } from './proof.js';
import type { ChunkRow, RecordedRound } from './recorded-rounds.js';

/** What a player staked, and what comes back of it. */
interface Owed {
  readonly staked: bigint;
  readonly back: bigint;
}

export const provePaid = (recorded: RecordedRound, proof: Proof): void => {
  const { round, chunks, payouts } = recorded;
  const { game, status } = round;
  const isVoid = status === 'void' || status === 'refunded';
  const isDecided = status === 'resulted' || status === 'settled';
  if (!isVoid && !isDecided) {
    proof.needs(
      chunks.length + payouts.length === 0,
      `round ${game} is ${status}, and was paid all the same`,
    );
    return;
  }
  const owed = isVoid ? refunds(recorded) : winnings(recorded, round.coup, proof);
  if (owed === undefined) return;

  const parts = chunks[0]?.chunks ?? 1;
  const partOf = (playerId: string): number => Number(BigInt(playerId) % BigInt(parts));
  if (round.ended_seq !== null) proveEnd(recorded, owed, parts, proof);
  const isPaid = new Set(chunks.map(({ chunk }) => chunk));
  const paid = new Map(payouts.map((payout) => [payout.player_id, BigInt(payout.paid)]));
  for (const playerId of new Set([...owed.keys(), ...paid.keys()])) {
    const due = isPaid.has(partOf(playerId)) ? (owed.get(playerId)?.back ?? 0n) : 0n;
    const got = paid.get(playerId) ?? 0n;
    proof.needs(got === due, `round ${game}: player ${playerId} was paid ${got}, not ${due}`);
  }
  for (const chunk of chunks) proveChunk(chunk, isVoid ? 'void' : 'settle', parts, owed, proof);
};

export const refunds = ({ stakes }: RecordedRound): ReadonlyMap<string, Owed> => {
  const owed = new Map<string, Owed>();
  for (const { player_id, stake } of stakes) {
    const all = (owed.get(player_id)?.staked ?? 0n) + BigInt(stake);
    owed.set(player_id, { staked: all, back: all });
  }
  return owed;
};

/**
 * By the rules alone, for this coup. Undefined where the coup or the round's paytable is invalid.
 */
export const winnings = (
  { round, stakes }: RecordedRound,
  notation: string | null,
  proof: Proof,
): ReadonlyMap<string, Owed> | undefined => {
  const coup = parseCoup(notation ?? '');
  const rates = paytable(round.paytable);
  if (coup === undefined || rates === undefined) {
    proof.fails(
      `round ${round.game}: its coup ${notation}, or paytable ${round.paytable}, is not valid`,
    );
    return undefined;
  }
  const slips = new Map<string, { mode: Mode; stakes: Map<Spot, Amount> }>();
  for (const { player_id, mode, spot, stake } of stakes) {
    if (BigInt(stake) < 0n) continue; // The proof of the stakes names it.
    const slip = slips.get(player_id) ?? { mode, stakes: new Map<Spot, Amount>() };
    slips.set(player_id, slip);
    const isLawful = slip.mode === mode && !(mode === 'normal' && spot === 'super_6');
    if (isLawful) slip.stakes.set(spot, amount(BigInt(stake)));
    else
      proof.fails(
        `round ${round.game}: player ${player_id} has a stake on ${spot} in mode ${mode}`,
      );
  }
  return new Map(
    [...slips].map(([playerId, slip]) => [
      playerId,
      {
        staked: sum(slip.stakes.values()),
        back: settle(coup, slip.stakes, slip.mode, rates).total,
      },
    ]),
  );
};

const proveChunk = (
  chunk: ChunkRow,
  verdict: string,
  parts: number,
  owed: ReadonlyMap<string, Owed>,
  proof: Proof,
): void => {
  const own = [...owed].filter(([id]) => BigInt(id) % BigInt(parts) === BigInt(chunk.chunk));
  const due = {
    verdict,
    chunks: parts,
    stakes: sum(own.map(([, { staked }]) => staked)).toString(),
    paid: sum(own.map(([, { back }]) => back)).toString(),
    players: own.filter(([, { back }]) => back > 0n).length,
  };
  for (const what of ['verdict', 'chunks', 'stakes', 'paid', 'players'] as const) {
    const part = `round ${chunk.game}, part ${chunk.chunk} of ${chunk.chunks}`;
    proof.needs(chunk[what] === due[what], `${part}: ${what} is ${chunk[what]}, not ${due[what]}`);
  }
};

/** A round that has ended is paid in all its parts. One without stakes needs none. */
const proveEnd = (
  { round, events, chunks }: RecordedRound,
  owed: ReadonlyMap<string, Owed>,
  parts: number,
  proof: Proof,
): void => {
  const { game } = round;
  const staked = sum([...owed.values()].map((each) => each.staked));
  const back = sum([...owed.values()].map((each) => each.back));
  const isWhole = chunks.length === parts || (chunks.length === 0 && staked === 0n);
  proof.needs(isWhole, `round ${game} has ended with ${chunks.length} of ${parts} parts paid`);
  for (const { event } of events) {
    if (event.kind !== 'round_settled' && event.kind !== 'round_refunded') continue;
    if (event.game !== game) continue;
    const recorded = event.kind === 'round_settled' ? event.paid : event.stakes;
    proof.needs(
      event.stakes === staked.toString() && recorded === back.toString(),
      `round ${game}: the log says ${event.stakes} staked, ${recorded} paid, not ${staked} and ${back}`,
    );
  }
};
