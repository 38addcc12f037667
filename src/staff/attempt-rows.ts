/**
 * Wrong sign-ins in a row, counted in rows of the database, in whatever process and however many at
 * once: for each badge and network together, and more slowly for each badge from all networks that
 * it has never signed in from. So whoever guesses is slowed down, from however many networks, and
 * keeps nobody out who signs in from where they did before.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { StaffRole } from '../protocol/operations.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/**
 * From this many wrong ones in a row on, each is followed by a time in which none is checked: five
 * seconds, then twice as long each time, a minute at most.
 */
const FAILURES_MAX = 5;
/** The same for all networks together. */
const FAILURES_MAX_OF_ALL = 50;
const WAIT_S = 5;
const WAIT_MAX_S = 60;

export interface Attempt {
  readonly id: string;
  readonly badge: string;
  /** From where it is tried. */
  readonly network: string;
  readonly role: StaffRole;
  readonly name: string;
  readonly secret: string;
  readonly disabled: boolean;
  /** The generation of the tokens that it signs in to. */
  readonly generation: number;
  /** If this one fails it is one too many, and the badge is locked here until then, in ms. */
  readonly lockedUntilMs: number | undefined;
}

export type TakenAttempt =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'locked'; readonly untilMs: number }
  | { readonly kind: 'nobody'; readonly lockedUntilMs: number | undefined };

type Account = Omit<Attempt, 'badge' | 'network' | 'lockedUntilMs'>;
/** In place of an account, where nobody has the badge. */
type Nobodys = Readonly<Record<keyof Account, null>>;
interface Locked {
  readonly locked_until_ms: string | null;
}
type Row = (Account | Nobodys) & Locked;
type Here = Locked & { readonly is_known: boolean };

const UNTIL = '(extract(epoch from locked_until) * 1000)::bigint as locked_until_ms';

/** The columns after one more wrong sign-in. */
const ONE_MORE = (table: string, most: number): string =>
  `failures = ${table}.failures + 1,
   locked_until = case when ${table}.failures + 1 >= ${most} then studio_clock()
     + least(${WAIT_MAX_S}, ${WAIT_S} * power(2, least(${table}.failures + 1 - ${most}, 16))) * interval '1 second' end`;

const IS_OPEN = (table: string): string =>
  `(${table}.locked_until is null or ${table}.locked_until <= studio_clock())`;

/** Until when the badge is locked for networks that it has never signed in from. */
const LOCKED_FOR_STRANGERS = `
select ${UNTIL} from (select locked_until from staff where badge = $1
                      union all select locked_until from unknown_badges where badge = $1) as of_all
 where locked_until > studio_clock()
   and not exists (select from sign_in_networks where badge = $1 and network = $2 and is_known)
 order by locked_until desc limit 1`;

/**
 * Locks the row while it counts. The attempt is counted before it is checked, so that attempts at
 * the same time get no more tries. What is no longer kept is forgotten, a few rows each time.
 */
const TAKE_HERE = `
with old as (
  delete from sign_in_networks where (badge, network) in (
    select badge, network from sign_in_networks
     where kept_until < studio_now() and (badge, network) <> ($1, $2)
     order by kept_until limit 10 for update skip locked)
)
insert into sign_in_networks as n (badge, network, failures, kept_until)
values ($1, $2, 1, studio_now() + interval '1 day')
    on conflict (badge, network) do update
   set ${ONE_MORE('n', FAILURES_MAX)},
       kept_until = greatest(n.kept_until, studio_now() + interval '1 day')
 where ${IS_OPEN('n')}
returning is_known, ${UNTIL}`;

const LOCKED_HERE = `select ${UNTIL} from sign_in_networks where badge = $1 and network = $2`;

/**
 * Counts it among those of all networks, whether anybody has the badge or not: in one statement for
 * both, so that its time reveals neither. `$2` is whether their lock does not apply, as to a
 * network that is known. Badges that nobody has are forgotten after a day, a few each time.
 */
const TAKE = `
with known as (
  update staff set ${ONE_MORE('staff', FAILURES_MAX_OF_ALL)}
   where badge = $1 and secret is not null and ($2 or ${IS_OPEN('staff')})
  returning id, role, name, secret, generation, locked_until,
            (disabled_at is not null or is_demo and not is_demo_database()) as disabled
), old as (
  delete from unknown_badges where badge in (
    select badge from unknown_badges
     where tried_at < studio_now() - interval '1 day' and badge <> $1
     order by tried_at limit 10 for update skip locked)
), unknown as (
  insert into unknown_badges as u (badge, failures)
  select $1, 1 where not exists (select from staff where badge = $1 and secret is not null)
      on conflict (badge) do update set ${ONE_MORE('u', FAILURES_MAX_OF_ALL)}, tried_at = studio_now()
   where ${IS_OPEN('u')}
  returning locked_until
)
select id, role, name, secret, generation, disabled, ${UNTIL} from known
union all
select null, null, null, null, null, null, ${UNTIL} from unknown`;

const NOBODY = { kind: 'nobody', lockedUntilMs: undefined } as const;

/**
 * Counts one wrong sign-in from a network (`networkOf`). `forgive` takes it back. A try that meets
 * a lock is not counted.
 */
export const takeAttempt = async (
  client: Querying,
  by: 'badge' | 'id',
  value: string,
  network: string,
): Promise<TakenAttempt> => {
  const badge = by === 'badge' ? value : await badgeOf(client, value);
  if (badge === undefined) return NOBODY;
  const closedUntilMs = await lockOf(client, LOCKED_FOR_STRANGERS, [badge, network]);
  if (closedUntilMs !== undefined) return { kind: 'locked', untilMs: closedUntilMs };

  const counted = await client.query<Here>(TAKE_HERE, [badge, network]);
  const here = counted.rows[0];
  if (here === undefined) {
    const untilMs = await lockOf(client, LOCKED_HERE, [badge, network]);
    return untilMs === undefined ? NOBODY : { kind: 'locked', untilMs };
  }
  const hereMs = msOf(here.locked_until_ms);

  const taken = await client.query<Row>(TAKE, [badge, here.is_known]);
  const row = taken.rows[0];
  if (row === undefined) {
    // Another try may have locked it just now.
    const untilMs = await lockOf(client, LOCKED_FOR_STRANGERS, [badge, network]);
    return untilMs === undefined ? NOBODY : { kind: 'locked', untilMs };
  }
  const { locked_until_ms, ...account } = row;
  const ofAllMs = here.is_known ? undefined : msOf(locked_until_ms);
  const lockedUntilMs = later(hereMs, ofAllMs);
  return isKnown(account)
    ? { kind: 'attempt', attempt: { ...account, badge, network, lockedUntilMs } }
    : { kind: 'nobody', lockedUntilMs };
};

const isKnown = (account: Account | Nobodys): account is Account => account.id !== null;

const badgeOf = async (client: Querying, id: string): Promise<string | undefined> => {
  const { rows } = await client.query<{ badge: string | null }>(
    'select badge from staff where id = $1',
    [id],
  );
  return rows[0]?.badge ?? undefined;
};

const later = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);

const msOf = (text: string | null): number | undefined =>
  text === null ? undefined : Number(text);

const lockOf = async (
  client: Querying,
  sql: string,
  values: readonly string[],
): Promise<number | undefined> => {
  const { rows } = await client.query<Locked>(sql, [...values]);
  return msOf(rows[0]?.locked_until_ms ?? null);
};

/** Without use a network is known for so long. */
const KNOW = `
insert into sign_in_networks as n (badge, network, is_known, kept_until)
values ($1, $2, true, studio_now() + interval '90 days')
    on conflict (badge, network) do update
   set failures = 0, locked_until = null, is_known = true, kept_until = excluded.kept_until`;

const CLEAR = statement({
  inputs: { id: 'text', secret: 'text', role: 'text' },
  text: 'update staff set failures = 0, locked_until = null where id = :id and secret = :secret and role = :role',
});

/**
 * It was the right one, so the counts are cleared, and the badge has signed in from this network.
 * False where the secret or the role has changed meanwhile.
 */
export const forgive = async (
  client: Querying,
  { id, badge, network, secret, role }: Attempt,
): Promise<boolean> => {
  const { rowCount } = await client.query(CLEAR({ id, secret, role }));
  if (rowCount !== 1) return false;
  await client.query(KNOW, [badge, network]);
  return true;
};

export const KNOWN_NETWORKS_MAX = 1_000;

/** A network that is known is kept for the longest, from when somebody signed in from there. */
const KNOWN_NETWORKS = `
select network from (
  select network, kept_until from sign_in_networks
   where is_known and kept_until > studio_now() order by kept_until desc limit $1) as latest
 order by kept_until`;

/** Where the staff has signed in from last, the latest at the end. */
export const readKnownNetworks = async (client: Querying): Promise<readonly string[]> => {
  const { rows } = await client.query<{ network: string }>(KNOWN_NETWORKS, [KNOWN_NETWORKS_MAX]);
  return rows.map(({ network }) => network);
};
