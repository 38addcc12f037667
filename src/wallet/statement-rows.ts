/** What operators' wallets have listed, page by page, beside our journal of them. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { ListedMovement } from '../protocol/wallet.js';
import type { Difference, ListedLine, OwnMovement } from './difference.js';

type Querying = Pick<pg.ClientBase, 'query'>;

const CLAIM = statement({
  inputs: { everyMs: 'int' },
  text: `
with due as (
  select o.id, o.callback_url from operators o left join wallet_statements s on s.operator_id = o.id
   where o.callback_url is not null and o.disabled_at is null
     and (s.operator_id is null or s.started_at <= studio_clock() - :everyMs * interval '1 ms')
), claimed as (
  insert into wallet_statements as s (operator_id) select id from due
  on conflict (operator_id) do update set started_at = studio_clock()
   where s.started_at <= studio_clock() - :everyMs * interval '1 ms'
  returning operator_id
)
select id as operator, callback_url as "callbackUrl" from due join claimed on operator_id = id`,
});

interface Claimed {
  readonly operator: string;
  readonly callbackUrl: string;
}

/** The operators whose lists were not read for so long: this process reads them now. */
export const claimStatements = async (
  client: Querying,
  everyMs: number,
): Promise<readonly Claimed[]> => {
  const { rows } = await client.query<Claimed>(CLAIM({ everyMs }));
  return rows;
};

/** Undefined for an operator that is not there, or has no wallet. */
export const claimStatement = async (
  client: Querying,
  operator: string,
): Promise<Claimed | undefined> => {
  const { rows } = await client.query<Claimed>(
    `with claimed as (
       insert into wallet_statements as s (operator_id) select id from operators where id = $1 and callback_url is not null
       on conflict (operator_id) do update set started_at = studio_clock() returning operator_id)
     select id as operator, callback_url as "callbackUrl" from operators join claimed on operator_id = id`,
    [operator],
  );
  return rows[0];
};

/** Null: nothing was read of it so far. */
export const readCursor = async (client: Querying, operator: string): Promise<string | null> => {
  const { rows } = await client.query<{ cursor: string | null }>(
    'select cursor from wallet_statements where operator_id = $1',
    [operator],
  );
  return rows[0]?.cursor ?? null;
};

/** The last of one id counts. */
const KEEP_LINES = statement({
  inputs: { operator: 'text', lines: 'jsonb' },
  text: `
insert into wallet_lines (operator_id, movement_id, kind, player_ref, currency, total, status, refers)
select distinct on ("movementId") :operator, "movementId", kind, player, currency, total, status, refers
  from rows from (jsonb_to_recordset(:lines) as ("movementId" text, kind text, player text, currency text, total bigint, status text, refers text))
       with ordinality as line ("movementId", kind, player, currency, total, status, refers, at)
 order by "movementId", at desc
on conflict (operator_id, movement_id) do update
   set kind = excluded.kind, player_ref = excluded.player_ref, currency = excluded.currency, total = excluded.total,
       status = excluded.status, refers = excluded.refers, listed_at = studio_clock()`,
});

/** A page, and the cursor behind it, in one transaction. */
export const keepPage = async (
  tx: Querying,
  operator: string,
  lines: readonly ListedMovement[],
  next: string | null,
): Promise<void> => {
  await tx.query(KEEP_LINES({ operator, lines: JSON.stringify(lines) }));
  await tx.query('update wallet_statements set cursor = $2 where operator_id = $1', [
    operator,
    next,
  ]);
};

/** Its list goes on: it is due at once. */
export const noteLong = async (client: Querying, operator: string): Promise<void> => {
  await client.query(
    `update wallet_statements set started_at = '-infinity' where operator_id = $1`,
    [operator],
  );
};

/** Everything that was booked before it was begun to be read is here. */
export const noteWhole = async (client: Querying, operator: string): Promise<void> => {
  await client.query('update wallet_statements set whole_at = started_at where operator_id = $1', [
    operator,
  ]);
};

/** What a list must have: it was booked so long before the list was begun to be read. */
const LISTABLE = `m.ended_at < (select s.started_at from wallet_statements s where s.operator_id = $1) - interval '60 seconds'`;

const COMPARED = `
with since as (
  select case when $2 then '-infinity' else coalesce(whole_at, '-infinity') - interval '48 hours' end as at
    from wallet_statements where operator_id = $1
), touched as (
  select movement_id from wallet_movements, since where operator_id = $1 and ended_at > since.at
  union select case kind when 'cancel' then coalesce(refers, movement_id) else movement_id end
    from wallet_lines, since where operator_id = $1 and listed_at > since.at
  union select movement_id from wallet_cases where operator_id = $1 and closed_at is null
)
select t.movement_id as id,
       case when m.id is not null then json_build_object('kind', case when m.kind = 'credit' and m.movement_id like any ('{round.%.cancel,hand.%.cancel}') then 'cancel' when m.tip_dealer is not null then 'tip' else m.kind end, 'status', m.status, 'amount', m.amount::text,
         'ref', p.ref, 'currency', p.currency, 'isListable', coalesce(${LISTABLE}, false)) end as own,
       case when l.movement_id is not null then json_build_object('kind', l.kind, 'status', l.status, 'total', l.total::text,
         'ref', l.player_ref, 'currency', l.currency) end as line,
       exists (select from wallet_lines c where c.operator_id = $1 and c.refers = t.movement_id and c.kind = 'cancel' and c.status = 'done'
         and not exists (select from wallet_movements f where f.operator_id = $1 and f.movement_id = c.movement_id)) as is_undone
  from touched t
  left join wallet_movements m on m.operator_id = $1 and m.movement_id = t.movement_id
  left join players p on p.id = m.player_id
  left join wallet_lines l on l.operator_id = $1 and l.movement_id = t.movement_id`;

interface Compared {
  readonly id: string;
  readonly own: OwnMovement | null;
  readonly line: ListedLine | null;
  readonly is_undone: boolean;
}

/** So many movements are in memory at a time. */
const COMPARED_AT_ONCE = 1_000;

/**
 * What has changed on either side within two days, or all of it; and what is a case. In parts, of
 * one transaction, which sees the same in all of them.
 */
export async function* readCompared(
  tx: Querying,
  operator: string,
  isAll: boolean,
): AsyncGenerator<readonly Compared[]> {
  await tx.query(`declare compared no scroll cursor for ${COMPARED}`, [operator, isAll]);
  for (;;) {
    const { rows } = await tx.query<Compared>(`fetch ${COMPARED_AT_ONCE} from compared`);
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.query('close compared');
}

export interface NamedDifference extends Difference {
  readonly movementId: string;
}

/** Each is a case, unless it is one, or two persons have settled it as one before. */
export const openDifferences = async (
  client: Querying,
  operator: string,
  differences: readonly NamedDifference[],
): Promise<void> => {
  await client.query(
    `insert into wallet_cases (operator_id, movement_id, kind, detail)
     select $1, d.* from unnest($2::text[], $3::text[], $4::text[]) as d(movement_id, kind, detail)
      where not exists (select from wallet_cases c where c.operator_id = $1 and c.movement_id = d.movement_id
        and (c.closed_at is null or (c.ended_as = 'by_hand' and c.kind = d.kind and c.detail = d.detail)))
     on conflict do nothing`,
    [
      operator,
      differences.map(({ movementId }) => movementId),
      differences.map(({ kind }) => kind),
      differences.map(({ detail }) => detail),
    ],
  );
};

/** Cases that both sides agree on by now. */
export const closeAgreed = async (
  client: Querying,
  operator: string,
  agreed: readonly string[],
): Promise<void> => {
  await client.query(
    `update wallet_cases set closed_at = studio_clock(), ended_as = 'agrees'
      where operator_id = $1 and closed_at is null and movement_id = any($2)
        and kind in ('missing_there', 'missing_here', 'amount_differs', 'outcome_differs')`,
    [operator, agreed],
  );
};
