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
  returning operator_id, started_at
)
select id as operator, callback_url as "callbackUrl", started_at::text as "startedAt" from due join claimed on operator_id = id`,
});

export interface Claimed {
  readonly operator: string;
  readonly callbackUrl: string;
  /** By the clock of the database, as it writes it. What was booked before is listed. */
  readonly startedAt: string;
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
       on conflict (operator_id) do update set started_at = studio_clock() returning operator_id, started_at)
     select id as operator, callback_url as "callbackUrl", started_at::text as "startedAt" from operators join claimed on operator_id = id`,
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

/** There is more of it than is looked at at a time: it is due at once. */
export const noteLong = async (client: Querying, operator: string): Promise<void> => {
  await client.query(
    `update wallet_statements set started_at = '-infinity' where operator_id = $1`,
    [operator],
  );
};

/**
 * What is compared, by when it ended in our journal or was listed: moments of the database, as it
 * writes them.
 */
interface Window {
  readonly since: string;
  readonly until: string;
  /** Until when all is compared already. */
  readonly whole: string | null;
}

/**
 * What is written is seen a moment later than its time says, and what ended in the minute before
 * the list was begun to be read was not looked for in it. A clock that was put back counts, too.
 */
const WINDOW = statement({
  inputs: { operator: 'text', startedAt: 'timestamptz', isAll: 'boolean' },
  text: `
select case when :isAll then '-infinity' else coalesce(whole - interval '10 minutes', '-infinity') end::text as since,
       (studio_clock() + interval '1 second')::text as until, whole::text
  from wallet_statements, lateral (select case when whole_at < :startedAt then whole_at when whole_at is not null then :startedAt end as whole) as known
 where operator_id = :operator`,
});

/** What has changed on either side since all was compared last, or `isAll`. */
export const readWindow = async (
  client: Querying,
  { operator, startedAt }: Claimed,
  isAll: boolean,
): Promise<Window> => {
  const { rows } = await client.query<Window>(WINDOW({ operator, startedAt, isAll }));
  return rows[0]!;
};

const NOTE_WHOLE = statement({
  inputs: {
    operator: 'text',
    startedAt: 'timestamptz',
    at: 'timestamptz',
    whole: 'timestamptz null',
  },
  text: `
update wallet_statements set whole_at = least(:startedAt, greatest(:at, :whole)) where operator_id = :operator`,
});

/** All that was booked before is here, and is compared: until `at`, or the list was begun. */
export const noteWhole = async (
  client: Querying,
  { operator, startedAt }: Claimed,
  at: string,
  { whole }: Window,
): Promise<void> => {
  await client.query(NOTE_WHOLE({ operator, startedAt, at, whole }));
};

/**
 * For how many seconds a wallet that was compared before has not been compared to its end: that of
 * the longest. An adapter has no list, so that nothing was ever compared with it.
 */
export const readComparedAge = async (client: Querying): Promise<number> => {
  const { rows } = await client.query<{ age: number }>(
    `select coalesce(extract(epoch from studio_clock() - min(s.whole_at)), 0)::float8 as age
       from wallet_statements s join operators o on o.id = s.operator_id
      where o.callback_url is not null and o.disabled_at is null`,
  );
  return Math.max(0, rows[0]!.age);
};

/** So many movements are in memory at a time. */
const COMPARED_AT_ONCE = 1_000;

/**
 * Up to when so many have ended, or were listed: by the index of either, of which no more is read.
 * Those of one moment are not parted.
 */
const PART = statement({
  inputs: { operator: 'text', since: 'timestamptz', until: 'timestamptz', many: 'int' },
  text: `
select until::text, until = :until as "isLast" from (select least(:until,
  (select ended_at from wallet_movements where operator_id = :operator and ended_at > :since and ended_at <= :until
    order by ended_at offset :many - 1 limit 1),
  (select listed_at from wallet_lines where operator_id = :operator and listed_at > :since and listed_at <= :until
    order by listed_at offset :many - 1 limit 1)) as until) as part`,
});

/** The cancel of a debit is no movement of ours. That of a stake of a void round is one. */
const TOUCHED = statement({
  inputs: { operator: 'text', since: 'timestamptz', until: 'timestamptz' },
  text: `
select movement_id as id from wallet_movements where operator_id = :operator and ended_at > :since and ended_at <= :until
union select case kind when 'cancel' then coalesce(refers, movement_id) else movement_id end
  from wallet_lines where operator_id = :operator and listed_at > :since and listed_at <= :until
union select movement_id from wallet_lines join wallet_movements using (operator_id, movement_id)
 where operator_id = :operator and listed_at > :since and listed_at <= :until and wallet_lines.kind = 'cancel'`,
});

/**
 * Of these movements, those of which neither side says more between the two moments: what does is
 * compared by then, each of them once.
 */
const COMPARED = statement({
  inputs: {
    operator: 'text',
    ids: 'text[]',
    startedAt: 'timestamptz',
    after: 'timestamptz',
    until: 'timestamptz',
  },
  text: `
select t.id,
       case when m.id is not null then json_build_object('kind', case when m.kind = 'credit' and m.movement_id like any ('{round.%.cancel,hand.%.cancel}') then 'cancel' when m.tip_dealer is not null then 'tip' else m.kind end, 'status', m.status, 'amount', m.amount::text,
         'ref', p.ref, 'currency', p.currency, 'isListable', coalesce(m.ended_at < :startedAt - interval '60 seconds', false)) end as own,
       case when l.movement_id is not null then json_build_object('kind', l.kind, 'status', l.status, 'total', l.total::text,
         'ref', l.player_ref, 'currency', l.currency) end as line,
       exists (select from wallet_lines c where c.operator_id = :operator and c.refers = t.id and c.kind = 'cancel' and c.status = 'done'
         and not exists (select from wallet_movements f where f.operator_id = :operator and f.movement_id = c.movement_id)) as is_undone
  from unnest(:ids) as t(id)
  left join wallet_movements m on m.operator_id = :operator and m.movement_id = t.id
  left join players p on p.id = m.player_id
  left join wallet_lines l on l.operator_id = :operator and l.movement_id = t.id
 where (m.ended_at > :after and m.ended_at <= :until) is not true
   and ((l.kind <> 'cancel' or l.refers is null or m.id is not null) and l.listed_at > :after and l.listed_at <= :until) is not true
   and not exists (select from wallet_lines c where c.operator_id = :operator and c.refers = t.id and c.kind = 'cancel'
                      and c.listed_at > :after and c.listed_at <= :until)`,
});

interface Compared {
  readonly id: string;
  readonly own: OwnMovement | null;
  readonly line: ListedLine | null;
  readonly is_undone: boolean;
}

/** The next part of the window, which ends at `until`, and what is compared in it. */
interface Part {
  readonly until: string;
  readonly isLast: boolean;
  readonly compared: readonly Compared[];
}

/** What was touched after `since`, so many at a time. */
export const readPart = async (
  client: Querying,
  { operator, startedAt }: Claimed,
  since: string,
  window: Window,
): Promise<Part> => {
  const many = COMPARED_AT_ONCE;
  const { rows: ends } = await client.query<Pick<Part, 'until' | 'isLast'>>(
    PART({ operator, since, until: window.until, many }),
  );
  const { until, isLast } = ends[0]!;
  const { rows: touched } = await client.query<{ id: string }>(TOUCHED({ operator, since, until }));
  const compared: Compared[] = [];
  for (let from = 0; from < touched.length; from += many) {
    const ids = touched.slice(from, from + many).map(({ id }) => id);
    const { rows } = await client.query<Compared>(
      COMPARED({ operator, ids, startedAt, after: until, until: window.until }),
    );
    compared.push(...rows);
  }
  return { until, isLast, compared };
};

const OPEN = statement({
  inputs: { operator: 'text', after: 'text', many: 'bigint' },
  text: `
select movement_id as id from wallet_cases where operator_id = :operator and closed_at is null and movement_id > :after
 order by movement_id limit :many`,
});

/**
 * The cases that are open, in the order of their movements, so many at a time: what was compared in
 * the window is left out. Undefined where there are no more after `after`.
 */
export const readOpen = async (
  client: Querying,
  { operator, startedAt }: Claimed,
  after: string,
  { since, until }: Window,
): Promise<{ readonly last: string; readonly compared: readonly Compared[] } | undefined> => {
  const { rows: open } = await client.query<{ id: string }>(
    OPEN({ operator, after, many: COMPARED_AT_ONCE }),
  );
  const last = open.at(-1)?.id;
  if (last === undefined) return undefined;
  const ids = open.map(({ id }) => id);
  const { rows: compared } = await client.query<Compared>(
    COMPARED({ operator, ids, startedAt, after: since, until }),
  );
  return { last, compared };
};

export interface NamedDifference extends Difference {
  readonly movementId: string;
}

const OPEN_CASES = statement({
  inputs: { operator: 'text', movementIds: 'text[]', kinds: 'text[]', details: 'text[]' },
  text: `
insert into wallet_cases (operator_id, movement_id, kind, detail)
select :operator, d.* from unnest(:movementIds, :kinds, :details) as d(movement_id, kind, detail)
 where not exists (select from wallet_cases c where c.operator_id = :operator and c.movement_id = d.movement_id
   and (c.closed_at is null or (c.ended_as = 'by_hand' and c.kind = d.kind and c.detail = d.detail)))
on conflict do nothing`,
});

/** Each is a case, unless it is one, or two persons have settled it as one before. */
export const openDifferences = async (
  client: Querying,
  operator: string,
  differences: readonly NamedDifference[],
): Promise<void> => {
  await client.query(
    OPEN_CASES({
      operator,
      movementIds: differences.map(({ movementId }) => movementId),
      kinds: differences.map(({ kind }) => kind),
      details: differences.map(({ detail }) => detail),
    }),
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
