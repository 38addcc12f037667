/**
 * The rows beside a table's log, as Postgres stores them, each with what the log must say of it.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { RowKind, ExpectedRow } from './expected-rows.js';

/** Where the rows are read from: Postgres, or a recording. */
export interface KeptRows {
  /** By their ids. Rows that do not exist are left out. */
  read(
    kept: RowKind,
    table: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StoredRow>>;
  /** The state that a snapshot holds. Undefined where it does not exist. */
  snapshot(table: string, seq: number): Promise<string | undefined>;
  /** Whether the fault that an event reports had an open incident by then. */
  isOpenAlready(table: string, recorded: ExpectedRow): Promise<boolean>;
}

/** Within a transaction. */
export const rowsInPostgres = (client: pg.ClientBase): KeptRows => ({
  read: (kept, table, ids) => readStored(client, kept, table, ids),
  snapshot: (table, seq) => readSnapshot(client, table, seq),
  isOpenAlready: (table, recorded) => isOpenAlready(client, table, recorded),
});

export type StoredRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** `$1` the table, `$2` the ids of the rows (expected-rows.ts). */
const QUERIES: Readonly<Record<RowKind, string>> = {
  round: `
    select r.game_number::text as id, r.table_id, r.shoe_ordinal, r.round_in_shoe, r.paytable, r.status, r.opened_seq, r.opened_at,
           r.closed_seq, r.coup, r.ended_seq, r.ended_at, a.name as stakes_account, $1::text as asked
      from rounds r left join accounts a on a.id = r.stakes_account_id where r.game_number = any($2::bigint[])`,
  shoe: `
    select ordinal::text as id, started_seq, started_at from shoes where table_id = $1 and ordinal = any($2::bigint[])`,
  approval: `
    select u.seq::text as id, u.approval_id, a.kind, a.game_number, a.reason_code, a.requested_by, d.decided_by, d.verdict,
           a.subject ->> 'coup' as coup, a.subject ->> 'player' as player, a.subject ->> 'card' as card, a.subject ->> 'seat' as seat,
           a.table_id = u.table_id and a.expires_at = a.requested_at + interval '15 minutes' and d.decided_by <> a.requested_by
             and d.decided_at between a.requested_at and a.expires_at and u.used_at between d.decided_at and a.expires_at as is_in_time
      from approval_uses u left join approvals a on a.id = u.approval_id left join approval_decisions d on d.approval_id = u.approval_id
     where u.table_id = $1 and u.seq = any($2::bigint[])`,
  correction: `
    select c.game_number || ':' || c.ordinal as id, c.fix, c.coup, c.player_id, c.approval_id, c.ordered_seq, c.finished_seq, $1::text as asked
      from corrections c where c.game_number in (select split_part(id, ':', 1)::bigint from unnest($2::text[]) as given(id))`,
  incident: `
    select opened_seq::text as id, game_number, kind, detail, opened_by, opened_at, evidence
      from incidents where table_id = $1 and opened_seq = any($2::bigint[]) and kind <> 'stalled'`,
};

const readStored = async (
  client: pg.ClientBase,
  kept: RowKind,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> => {
  const known = ids.filter((id) => /^\d{1,18}(:\d{1,9})?$/.test(id)); // No row has another.
  if (known.length === 0) return new Map();
  const { rows } = await client.query<StoredRow>(QUERIES[kept], [table, known]);
  return new Map(rows.map((row) => [row.id, row]));
};

const readSnapshot = async (
  client: pg.ClientBase,
  table: string,
  seq: number,
): Promise<string | undefined> => {
  const { rows } = await client.query<{ state: string }>(
    'select state from table_snapshots where table_id = $1 and seq = $2',
    [table, seq],
  );
  return rows[0]?.state;
};

/**
 * Opened earlier, or in the same moment, and not closed by then: a fault that is open already opens
 * no second incident. The clocks may differ by a minute.
 */
const OPEN_ALREADY = statement({
  inputs: {
    table: 'text',
    kind: 'text',
    game: 'text null',
    seq: 'bigint',
    at: 'timestamptz',
  },
  text: `
select from incidents i
 where i.table_id = :table and i.kind = :kind and i.game_number::text is not distinct from :game and i.opened_seq <= :seq
   and (i.opened_at = :at
        or not exists (select from incident_notes n where n.incident_id = i.id and n.kind = 'closed' and n.at < :at - interval '1 minute'))
 limit 1`,
});

const isOpenAlready = async (
  client: pg.ClientBase,
  table: string,
  { seq, columns }: ExpectedRow,
): Promise<boolean> => {
  const [kind, game, at] = ['kind', 'game_number', 'opened_at'].map(
    (name) => columns.get(name)?.says,
  ) as [string, string | null, Date];
  const { rows } = await client.query(OPEN_ALREADY({ table, kind, game, seq, at }));
  return rows.length > 0;
};
