/** Rounds with everything that Postgres holds of them, read some at a time, by their numbers. */
import type pg from 'pg';
import { stakesAccountOf } from '../ledger/stakes-account.js';
import { untakenStakesOf } from '../ledger/untaken-stakes.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import type { TableEvent } from '../round/event.js';
import { type BetBatch, type BetCommand, batchesOf } from './bet-batches.js';
import { headOf, isLater, parse } from './stored-event.js';

const ROUNDS_AT_ONCE = 20;

export interface RoundRow {
  readonly game: string;
  readonly table_id: string;
  readonly round_in_shoe: number;
  readonly paytable: string;
  readonly status: string;
  readonly opened_seq: string;
  readonly closed_seq: string | null;
  readonly coup: string | null;
  readonly ended_seq: string | null;
  /** What is left in the accounts of stakes: minor units of all currencies alike. */
  readonly left: string;
}

const ROUNDS = `
select game_number as game, table_id, round_in_shoe, paytable, status, opened_seq, closed_seq, coup, ended_seq, 
       (select coalesce(sum(balance), 0) from accounts where id = r.stakes_account_id or id = any(r.further_stakes_account_ids)) as left
  from rounds r
 where game_number > $1 order by game_number limit ${ROUNDS_AT_ONCE}`;

const EVENTS = `
select r.game_number as game, e.seq, e.payload
  from rounds r join table_events e
    on e.table_id = r.table_id and e.seq between r.opened_seq and coalesce(r.ended_seq, 9223372036854775807)
 where r.game_number = any($1::bigint[])
   and e.kind in ('betting_opened', 'bets_accepted', 'betting_closed', 'stakes_taken', 'coup_decided', 'round_settled', 'round_voided', 'round_refunded')
 order by e.table_id, e.seq`;

/** What the commands of rounds have placed. */
export const COMMANDS = `
select b.game_number as game, b.seq, r.table_id, ${stakesAccountOf('b.player_id', 'r')} as stakes_account_id, a.id as account_id, sum(b.amount) as total
  from bets b join rounds r using (game_number) left join accounts a on a.player_id = b.player_id and a.kind = 'session'
 where b.game_number = any($1::bigint[])
 group by b.game_number, b.seq, r.table_id, r.stakes_account_id, r.further_stakes_account_ids, a.id, b.player_id, b.bet_id`;

interface CommandRow extends BetCommand {
  readonly game: string;
}

const LINES = `
select b.game_number as game, b.seq, b.player_id as player, a.id as account, b.bet_id as bet, min(b.kind) as kind,
       string_agg(b.spot::text, ',' order by line) as spots, string_agg(b.mode::text, ',' order by line) as modes,
       string_agg(b.amount::text, ',' order by line) as amounts
  from bets b left join accounts a on a.player_id = b.player_id and a.kind = 'session'
 where b.game_number = any($1::bigint[])
 group by b.game_number, b.seq, b.player_id, a.id, b.bet_id order by b.game_number, b.seq, a.id`;

interface StakeRow {
  readonly game: string;
  readonly player_id: string;
  readonly mode: Mode;
  readonly spot: Spot;
  readonly stake: string;
}

const STAKES = `
select game_number as game, player_id, mode, spot, sum(amount) as stake
  from bets where game_number = any($1::bigint[])
 group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4`;

export interface ChunkRow {
  readonly game: string;
  readonly chunk: number;
  readonly chunks: number;
  readonly verdict: string;
  readonly stakes: string;
  readonly paid: string;
  readonly players: number;
}

const CHUNKS = `
select game_number as game, chunk, chunks, verdict, stakes, paid, players
  from settlement_chunks where game_number = any($1::bigint[]) order by 1, 2`;

interface PayoutRow {
  readonly game: string;
  readonly player_id: string;
  readonly paid: string;
}

const PAYOUTS = `
select game_number as game, player_id, paid from payouts where game_number = any($1::bigint[]) order by 1, 2`;

export interface CorrectionRow {
  readonly game: string;
  readonly ordinal: number;
  readonly fix: string;
  readonly coup: string | null;
  readonly player_id: string | null;
  readonly chunks: number;
  /** The events that ordered and finished it, as they are stored. */
  readonly ordered: string | null;
  readonly finished: string | null;
  readonly is_finished: boolean;
}

const CORRECTIONS = `
select c.game_number as game, c.ordinal, c.fix, c.coup, c.player_id, c.chunks, c.finished_seq is not null as is_finished,
       ordered.payload as ordered, finished.payload as finished
  from corrections c join rounds r using (game_number)
  left join table_events ordered on ordered.table_id = r.table_id and ordered.seq = c.ordered_seq and ordered.kind = 'round_corrected'
  left join table_events finished on finished.table_id = r.table_id and finished.seq = c.finished_seq and finished.kind = 'correction_paid'
 where c.game_number = any($1::bigint[]) order by 1, 2`;

interface CorrectionChunkRow {
  readonly game: string;
  readonly ordinal: number;
  readonly chunk: number;
  readonly stakes: string;
  readonly was: string;
  readonly paid: string;
  readonly shortfall: string;
  readonly players: number;
}

const CORRECTION_CHUNKS = `
select game_number as game, ordinal, chunk, stakes, was, paid, shortfall, players
  from correction_chunks where game_number = any($1::bigint[]) order by 1, 2, 3`;

export interface CorrectionPayoutRow {
  readonly game: string;
  readonly ordinal: number;
  readonly player_id: string;
  readonly was: string;
  readonly paid: string;
  readonly from_game: string;
  readonly to_game: string;
  readonly shortfall: string;
  readonly recovered: string;
}

const CORRECTION_PAYOUTS = `
select game_number as game, ordinal, player_id, was, paid, from_game, to_game, shortfall, recovered
  from correction_payouts where game_number = any($1::bigint[]) order by 1, 2, 3`;

const UNTAKEN = `
select c.game_number as game, u.player_id
  from (select distinct game_number from corrections where game_number = any($1::bigint[]) and fix = 'resettle') as c
 cross join lateral (${untakenStakesOf('c.game_number')}) as u`;

/** A round with everything that is recorded of it. */
export interface RecordedRound {
  readonly round: RoundRow;
  readonly events: readonly { readonly seq: bigint; readonly event: TableEvent }[];
  /** Whether a later version of the studio wrote to it: `events` are not all that there are. */
  readonly isLater: boolean;
  readonly batches: readonly BetBatch[];
  readonly stakes: readonly StakeRow[];
  readonly chunks: readonly ChunkRow[];
  readonly payouts: readonly PayoutRow[];
  readonly corrections: readonly CorrectionRow[];
  /** Of a round that was resettled: whose wallets never gave the stakes. */
  readonly untaken: ReadonlySet<string>;
  readonly correctionChunks: readonly CorrectionChunkRow[];
  readonly correctionPayouts: readonly CorrectionPayoutRow[];
}

/** Portions of rounds, in the order of their numbers. */
export async function* recordedRounds(
  client: pg.ClientBase,
): AsyncGenerator<readonly RecordedRound[]> {
  for (let last = '0'; ;) {
    const { rows } = await client.query<RoundRow>(ROUNDS, [last]);
    if (rows.length === 0) return;
    yield await readAbout(client, rows);
    last = rows.at(-1)!.game;
  }
}

const readAbout = async (
  client: pg.ClientBase,
  rounds: readonly RoundRow[],
): Promise<readonly RecordedRound[]> => {
  const read = async <Row extends { readonly game: string }>(query: string) => {
    const { rows } = await client.query<Row>(query, [rounds.map(({ game }) => game)]);
    return byGame(rows);
  };
  const events = await read<{ game: string; seq: string; payload: string }>(EVENTS);
  const commands = await read<CommandRow>(LINES);
  const stakes = await read<StakeRow>(STAKES);
  const chunks = await read<ChunkRow>(CHUNKS);
  const payouts = await read<PayoutRow>(PAYOUTS);
  const corrections = await read<CorrectionRow>(CORRECTIONS);
  const untaken = await read<{ game: string; player_id: string }>(UNTAKEN);
  const correctionChunks = await read<CorrectionChunkRow>(CORRECTION_CHUNKS);
  const correctionPayouts = await read<CorrectionPayoutRow>(CORRECTION_PAYOUTS);
  return rounds.map((round) => ({
    round,
    events: (events.get(round.game) ?? []).flatMap(({ seq, payload }) => {
      const event = parse(payload);
      return event === undefined ? [] : [{ seq: BigInt(seq), event }];
    }),
    isLater: (events.get(round.game) ?? []).some(({ payload }) => isLater(headOf(payload))),
    batches: batchesOf(commands.get(round.game) ?? []),
    stakes: stakes.get(round.game) ?? [],
    chunks: chunks.get(round.game) ?? [],
    payouts: payouts.get(round.game) ?? [],
    corrections: corrections.get(round.game) ?? [],
    untaken: new Set(untaken.get(round.game)?.map(({ player_id }) => player_id)),
    correctionChunks: correctionChunks.get(round.game) ?? [],
    correctionPayouts: correctionPayouts.get(round.game) ?? [],
  }));
};

const byGame = <Row extends { readonly game: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> => {
  const games = new Map<string, Row[]>();
  for (const row of rows) {
    const known = games.get(row.game);
    if (known === undefined) games.set(row.game, [row]);
    else known.push(row);
  }
  return games;
};
