/**
 * Wrong sign-ins in a row, counted in the row of the account that they are tried on, in whatever
 * process and however many at once.
 */
import type pg from 'pg';
import type { StaffRole } from '../protocol/operations.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/**
 * From this many wrong ones in a row on, each is followed by a time in which none is checked: five
 * seconds, then twice as long each time, a minute at most. Whoever guesses is slowed down, and whom
 * the badge belongs to is not kept out for long.
 */
const FAILURES_MAX = 5;
const WAIT_S = 5;
const WAIT_MAX_S = 60;

export interface Attempt {
  readonly id: string;
  readonly role: StaffRole;
  readonly name: string;
  readonly secret: string;
  readonly disabled: boolean;
  /** The generation of the tokens that it signs in to. */
  readonly generation: number;
  /** If this one fails it is one too many, and the account is locked until then, in ms. */
  readonly lockedUntilMs: number | undefined;
}

export type Taken =
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  | { readonly kind: 'locked'; readonly untilMs: number }
  | { readonly kind: 'nobody'; readonly lockedUntilMs: number | undefined };

interface Row {
  readonly id: string;
  readonly role: StaffRole;
  readonly name: string;
  readonly secret: string;
  readonly disabled: boolean;
  readonly generation: number;
  readonly locked_until_ms: string | null;
}

const UNTIL = '(extract(epoch from locked_until) * 1000)::bigint as locked_until_ms';

/** The columns after one more wrong sign-in. */
const ONE_MORE = (table: string): string =>
  `failures = ${table}.failures + 1,
   locked_until = case when ${table}.failures + 1 >= ${FAILURES_MAX} then studio_clock()
     + least(${WAIT_MAX_S}, ${WAIT_S} * power(2, least(${table}.failures + 1 - ${FAILURES_MAX}, 16))) * interval '1 second' end`;

/**
 * Locks the row while it counts. The attempt is counted before it is checked, so that attempts at
 * the same time get no more tries.
 */
const TAKE = (by: 'badge' | 'id'): string => `
update staff set ${ONE_MORE('staff')}
 where ${by} = $1 and secret is not null and (locked_until is null or locked_until <= studio_clock())
returning id, role, name, secret, generation, ${UNTIL},
          (disabled_at is not null or is_demo and not is_demo_database()) as disabled`;

/** The same for a badge that nobody has. Those of yesterday are forgotten, a few each time. */
const TAKE_UNKNOWN = `
with old as (
  delete from unknown_badges where badge in (
    select badge from unknown_badges
     where tried_at < studio_now() - interval '1 day' and badge <> $1
     order by tried_at limit 10 for update skip locked)
)
insert into unknown_badges as u (badge, failures) values ($1, 1)
    on conflict (badge) do update set ${ONE_MORE('u')}, tried_at = studio_now()
 where u.locked_until is null or u.locked_until <= studio_clock()
returning ${UNTIL}`;

const LOCKED = (table: 'staff' | 'unknown_badges', by: 'badge' | 'id'): string =>
  `select ${UNTIL} from ${table} where ${by} = $1 and locked_until is not null`;

/** Counts one wrong sign-in. `forgive` takes it back. */
export const takeAttempt = async (
  client: Querying,
  by: 'badge' | 'id',
  value: string,
): Promise<Taken> => {
  const taken = await client.query<Row>(TAKE(by), [value]);
  const row = taken.rows[0];
  if (row !== undefined) {
    const { locked_until_ms, ...attempt } = row;
    return { kind: 'attempt', attempt: { ...attempt, lockedUntilMs: msOf(locked_until_ms) } };
  }
  const untilMs = await lockOf(client, LOCKED('staff', by), value);
  if (untilMs !== undefined) return { kind: 'locked', untilMs };
  if (by === 'id') return { kind: 'nobody', lockedUntilMs: undefined };
  const unknown = await client.query<Pick<Row, 'locked_until_ms'>>(TAKE_UNKNOWN, [value]);
  const tried = unknown.rows[0];
  if (tried === undefined) {
    const until = await lockOf(client, LOCKED('unknown_badges', by), value);
    return until === undefined
      ? { kind: 'nobody', lockedUntilMs: undefined }
      : { kind: 'locked', untilMs: until };
  }
  return { kind: 'nobody', lockedUntilMs: msOf(tried.locked_until_ms) };
};

const msOf = (text: string | null): number | undefined =>
  text === null ? undefined : Number(text);

const lockOf = async (
  client: Querying,
  sql: string,
  value: string,
): Promise<number | undefined> => {
  const { rows } = await client.query<Pick<Row, 'locked_until_ms'>>(sql, [value]);
  return msOf(rows[0]?.locked_until_ms ?? null);
};

/**
 * It was the right one, so the count is cleared. False where the secret or the role has changed
 * meanwhile.
 */
export const forgive = async (
  client: Querying,
  { id, secret, role }: Attempt,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    'update staff set failures = 0, locked_until = null where id = $1 and secret = $2 and role = $3',
    [id, secret, role],
  );
  return rowCount === 1;
};
