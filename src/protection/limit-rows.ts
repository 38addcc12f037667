/** The rows of limits: what a person may lose, stake and play, who ordered it, and since when. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { LimitKind, LimitPeriod } from '../protocol/limit-kinds.js';
import type { KeptLimit, OwnLimits, ProtectionChange } from '../protocol/play-limits.js';
import type { BarSource } from '../protocol/protection.js';
import { type Person, lockPerson } from './bar-rows.js';

type Querying = Pick<pg.ClientBase, 'query'>;

export interface NewLimit {
  readonly kind: LimitKind;
  /** Null of a reality check. */
  readonly period: LimitPeriod | null;
  /** Of `loss` and `stake`, and of nothing else. */
  readonly currency: string | null;
  /** Minor units, or minutes, as digits. Null: none any more. */
  readonly limit: string | null;
  readonly source: BarSource;
  readonly by: string;
  readonly reason: string;
}

/** By trigger it says from when it holds, and the sessions of the person are marked. */
const INSERT = statement({
  inputs: {
    operator: 'text',
    ref: 'text',
    kind: 'text',
    period: 'text null',
    currency: 'text null',
    limit: 'bigint null',
    source: 'text',
    by: 'text',
    reason: 'text',
  },
  text: `
with held as (
  select from limits_in_force(:operator, :ref)
   where source = :source and kind = :kind and period is not distinct from :period
     and currency is not distinct from :currency and amount is not null
)
insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
select :operator, :ref, :kind, :period, :currency, :limit, :source, :by, :reason
 where :limit is not null or exists (select from held)
returning (extract(epoch from holds_from) * 1000)::bigint as "holdsFromMs"`,
});

/** From when it holds. Undefined where there is nothing to take away: nothing is written. */
export const insertLimit = async (
  client: Querying,
  { operator, ref }: Person,
  limit: NewLimit,
): Promise<number | undefined> => {
  const { rows } = await client.query<{ holdsFromMs: string }>(INSERT({ operator, ref, ...limit }));
  return rows[0] && Number(rows[0].holdsFromMs);
};

/**
 * Of each source, kind, period and currency what holds, with what waits. `used` is that of the
 * player, where one is named.
 */
const READ = statement({
  inputs: { operator: 'text', ref: 'text', player: 'bigint null' },
  text: `
with held as (
  select * from limits_in_force(:operator, :ref)
), waiting as (
  select l.* from play_limits l
   where l.operator_id = :operator and l.ref = :ref and not l.is_past
     and l.holds_from > studio_now()
     and not exists (
       select from play_limits n
        where n.operator_id = l.operator_id and n.ref = l.ref and not n.is_past and n.id > l.id
          and n.source = l.source and n.kind = l.kind
          and n.period is not distinct from l.period and n.currency is not distinct from l.currency)
)
select l.kind, l.period, l.currency, l.source, l.by, l.reason, l.amount as "limit",
       (extract(epoch from l.at) * 1000)::bigint as "atMs",
       w.id is not null as waits, w.amount as "nextLimit",
       (extract(epoch from w.holds_from) * 1000)::bigint as "nextFromMs",
       case when l.kind <> 'reality_check' then limit_used(:player, l.kind, l.period) end as used
  from held l
  left join waiting w on w.source = l.source and w.kind = l.kind
   and w.period is not distinct from l.period and w.currency is not distinct from l.currency
 where l.amount is not null
   and (:player is null or l.currency is null
        or l.currency = (select currency from players where id = :player))
 order by array_position(array['loss', 'stake', 'time', 'reality_check'], l.kind),
          array_position(array['day', 'week', 'month'], l.period), l.currency, l.source`,
});

interface Row extends Omit<KeptLimit, 'atMs' | 'next'> {
  readonly atMs: string;
  readonly waits: boolean;
  readonly nextLimit: string | null;
  readonly nextFromMs: string | null;
  readonly used: string | null;
}

type ReadLimit = KeptLimit & { readonly used: string | null };

/** What holds of a person; with a `player`, in that one's currency, and what is used of it. */
export const readLimits = async (
  client: Querying,
  { operator, ref }: Person,
  player: string | null = null,
): Promise<ReadLimit[]> => {
  const { rows } = await client.query<Row>(READ({ operator, ref, player }));
  return rows.map(({ atMs, waits, nextLimit, nextFromMs, ...limit }) => ({
    ...limit,
    atMs: Number(atMs),
    next: waits ? { limit: nextLimit, fromMs: Number(nextFromMs) } : null,
  }));
};

/** What holds in the place of `limit`, and nobody else sets any of the person's meanwhile. */
export const lockLimit = async (
  client: Querying,
  person: Person,
  { source, kind, period, currency }: NewLimit,
): Promise<ReadLimit | undefined> => {
  await lockPerson(client, person);
  return (await readLimits(client, person)).find(
    (held) =>
      held.source === source &&
      held.kind === kind &&
      held.period === period &&
      held.currency === currency,
  );
};

const READ_CHECK = statement({
  inputs: { operator: 'text', ref: 'text', player: 'bigint' },
  text: `
select ceil(greatest(extract(epoch from checked + every * interval '1 minute' - studio_now()), 0) * 1000) as "dueInMs",
       floor(extract(epoch from studio_now() - since) * 1000) as "playedMs", staked, returned
  from (select unchecked_since(:operator, :ref) as checked,
               (select min(amount) from limits_in_force(:operator, :ref) where kind = 'reality_check') as every,
               (select plays_since(:operator, :ref) from sessions where player_id = :player and closed_at is null) as since) as its,
       lateral (select coalesce(sum(p.staked), 0) as staked, coalesce(sum(p.returned), 0) as returned
                  from play_since(:player, since) p) as play
 where checked is not null and every is not null and since is not null`,
});

type Check = NonNullable<OwnLimits['realityCheck']>;
type CheckRow = Readonly<Record<keyof Check, string>>;

/**
 * When it is due, and what it says. Null where none is set, or no session of the player is open.
 */
export const readCheck = async (
  client: Querying,
  { operator, ref }: Person,
  player: string,
): Promise<Check | null> => {
  const { rows } = await client.query<CheckRow>(READ_CHECK({ operator, ref, player }));
  if (rows[0] === undefined) return null;
  const { dueInMs, playedMs, staked, returned } = rows[0];
  return { dueInMs: Number(dueInMs), playedMs: Number(playedMs), staked, returned };
};

/** By the player's clock a check may be due a little sooner than by the studio's. */
const DUE_WITHIN = `interval '1 minute'`;

const CONFIRM = statement({
  inputs: { operator: 'text', ref: 'text' },
  text: `
insert into reality_checks (operator_id, ref)
select :operator, :ref
  from (select min(amount) * interval '1 minute' as every
          from limits_in_force(:operator, :ref) where kind = 'reality_check') as its
 where unchecked_since(:operator, :ref) <= studio_now() - (every - ${DUE_WITHIN})`,
});

/** Does nothing where no check is due: there is nothing to confirm, and nothing begins anew. */
export const insertCheck = async (client: Querying, { operator, ref }: Person): Promise<void> => {
  await client.query(CONFIRM({ operator, ref }));
};

const READ_CHANGES = statement({
  inputs: { operator: 'text', ref: 'text', player: 'bigint' },
  text: `
select change, kind, source, period, "limit",
       (extract(epoch from at) * 1000)::bigint as "atMs",
       (extract(epoch from holds_from) * 1000)::bigint as "fromMs",
       (extract(epoch from until) * 1000)::bigint as "untilMs"
  from (
    select at, 'set' as change, kind, source, null as period, null::bigint as "limit", at as holds_from, until
      from play_bars where operator_id = :operator and ref = :ref
    union all
    select l.at, 'lifted', b.kind, l.source, null, null, l.at, null
      from play_bar_lifts l join play_bars b on b.id = l.bar_id
     where b.operator_id = :operator and b.ref = :ref
    union all
    select at, case when amount is null then 'lifted' else 'set' end, kind, source, period, amount, holds_from, null
      from play_limits where operator_id = :operator and ref = :ref
       and (currency is null or currency = (select currency from players where id = :player))
  ) as change
 order by at desc limit 100`,
});

type ChangeRow = Omit<ProtectionChange, 'atMs' | 'fromMs' | 'untilMs'> & {
  readonly atMs: string;
  readonly fromMs: string;
  readonly untilMs: string | null;
};

/** What was set and lifted, the newest first: bars, and limits in the player's currency. */
export const readChanges = async (
  client: Querying,
  { operator, ref }: Person,
  player: string,
): Promise<ProtectionChange[]> => {
  const { rows } = await client.query<ChangeRow>(READ_CHANGES({ operator, ref, player }));
  return rows.map(({ atMs, fromMs, untilMs, ...change }) => ({
    ...change,
    atMs: Number(atMs),
    fromMs: Number(fromMs),
    untilMs: untilMs === null ? null : Number(untilMs),
  }));
};
