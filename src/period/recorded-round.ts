/** A round of an exported period, as the proofs of the books take it. */
import { type BetCommand, batchesOf, totalOf } from '../reconcile/bet-batches.js';
import type { RecordedRound } from '../reconcile/recorded-rounds.js';
import { headOf, isLater, parse } from '../reconcile/stored-event.js';
import type { LineOf } from './lines.js';

type RoundLine = LineOf<'rounds'>;
type CorrectionLine = LineOf<'corrections'>;

/** An event of the round, as its log has it. */
export interface RoundEvent {
  readonly seq: string;
  readonly payload: string;
}

export const recordedRound = (
  line: RoundLine,
  events: readonly RoundEvent[],
  corrections: readonly CorrectionLine[],
): RecordedRound => ({
  round: {
    game: line.game,
    table_id: line.table,
    round_in_shoe: line.roundInShoe,
    paytable: line.paytable,
    status: line.status,
    opened_seq: line.openedSeq,
    closed_seq: line.closedSeq,
    coup: line.coup,
    ended_seq: line.endedSeq,
    // The balances prove it: no account of stakes holds anything at the end of a period.
    left: '0',
  },
  events: events.flatMap(({ seq, payload }) => {
    const event = parse(payload);
    return event === undefined ? [] : [{ seq: BigInt(seq), event }];
  }),
  isLater: events.some(({ payload }) => isLater(headOf(payload))),
  batches: batchesOf(commandsOf(line)),
  stakes: stakesOf(line),
  chunks: line.chunks.map(([chunk, chunks, verdict, stakes, paid, players]) => {
    return { game: line.game, chunk, chunks, verdict, stakes, paid, players };
  }),
  payouts: line.payouts.map(([player_id, , paid]) => ({ game: line.game, player_id, paid })),
  corrections: corrections.map(({ game, ordinal, fix, coup, player, parts, ...rest }) => ({
    ...{ game, ordinal, fix, coup, player_id: player, chunks: parts },
    ordered: rest.ordered?.payload ?? null,
    finished: rest.finished?.payload ?? null,
    is_finished: rest.finished !== null,
  })),
  untaken: new Set(corrections.flatMap(({ untaken }) => untaken)),
  correctionChunks: corrections.flatMap(({ game, ordinal, chunks }) =>
    chunks.map(([chunk, stakes, was, paid, shortfall, players]) => {
      return { game, ordinal, chunk, stakes, was, paid, shortfall, players };
    }),
  ),
  correctionPayouts: corrections.flatMap(({ game, ordinal, payouts }) =>
    payouts.map(([player_id, was, paid, from_game, to_game, shortfall, recovered]) => {
      return { game, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered };
    }),
  ),
});

const commandsOf = ({ bets }: RoundLine): readonly BetCommand[] => {
  const commands = new Map<string, BetCommand>();
  for (const [player, account, bet, , spot, mode, kind, amount, seq] of bets) {
    const name = `${seq} ${player} ${bet}`;
    const before = commands.get(name);
    const and = (line: string, all?: string): string =>
      all === undefined ? line : `${all},${line}`;
    commands.set(name, {
      ...{ player, account, bet, kind, seq },
      spots: and(spot, before?.spots),
      modes: and(mode, before?.modes),
      amounts: and(amount, before?.amounts),
    });
  }
  return [...commands.values()];
};

const stakesOf = ({ game, bets }: RoundLine): RecordedRound['stakes'] => {
  const stakes = new Map<string, { stake: bigint; of: RecordedRound['stakes'][number] }>();
  for (const [player_id, , , , spot, mode, , amount] of bets) {
    const name = `${player_id} ${mode} ${spot}`;
    const stake = (stakes.get(name)?.stake ?? 0n) + BigInt(amount);
    stakes.set(name, { stake, of: { game, player_id, mode, spot, stake: `${stake}` } });
  }
  return [...stakes.values()].filter(({ stake }) => stake !== 0n).map(({ of }) => of);
};

/**
 * What its bets and payments should have moved, and what its entries say that they have: each
 * posting as a text. `house` is the number of the account `house`.
 */
export const postingsOf = (
  line: RoundLine,
  house: string,
): { readonly due: readonly string[]; readonly posted: readonly string[] } => {
  const { game, table, stakesAccount, further } = line;
  const accountOf = (player: string): string => further[player] ?? stakesAccount;
  const due: string[] = [];
  const add = (key: string, from: string, to: string, amount: bigint): void => {
    if (amount > 0n) due.push(`${key}: ${amount} from account ${from} to ${to}`);
  };
  for (const command of commandsOf(line)) {
    const key = `bets:${table}:${command.seq}`;
    const total = totalOf(command);
    add(key, command.account ?? '-', accountOf(command.player), total);
    add(key, accountOf(command.player), command.account ?? '-', -total);
  }
  for (const [chunk, chunks, verdict, stakes, paid] of line.chunks) {
    const key = `round:${game}:${verdict}:${chunk}`;
    const isOfIt = (player: string): boolean => BigInt(player) % BigInt(chunks) === BigInt(chunk);
    const rests = new Map([[stakesAccount, BigInt(stakes) - BigInt(paid)]]);
    // What is of a further currency is netted there, and not in the table's own.
    const net = (player: string, change: bigint): void => {
      const account = further[player];
      if (account === undefined || !isOfIt(player)) return;
      rests.set(account, (rests.get(account) ?? 0n) + change);
      rests.set(stakesAccount, rests.get(stakesAccount)! - change);
    };
    for (const command of commandsOf(line)) net(command.player, totalOf(command));
    for (const [player, , amount] of line.payouts) net(player, -BigInt(amount));
    for (const [account, rest] of rests) {
      add(key, account, house, rest);
      add(key, house, account, -rest);
    }
    for (const [player, account, amount] of line.payouts) {
      if (isOfIt(player)) add(key, accountOf(player), account ?? '-', BigInt(amount));
    }
  }
  const posted = line.entries.flatMap(({ key, postings }) =>
    postings.map(([from, to, amount]) => `${key}: ${amount} from account ${from} to ${to}`),
  );
  return { due, posted };
};
