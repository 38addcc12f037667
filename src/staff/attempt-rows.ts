/**
 * Wrong sign-ins in a row, counted in the row of the account that they are tried on, in whatever
 * process and however many at once.
 */
import type pg from 'pg';
import type { StaffRole } from '../protocol/operations.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** After this many wrong ones in a row, no further one is checked for a while. */
const FAILURES_MAX = 5;
const LOCKED_FOR = '15 minutes';

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
  | { readonly kind: 'nobody' };

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

/**
 * Locks the row while it counts. The attempt is counted before it is checked, so that attempts at
 * the same time get no more tries.
 */
const TAKE = (by: 'badge' | 'id'): string => `
update staff set failures = case when failures + 1 < ${FAILURES_MAX} then failures + 1 else 0 end,
                 locked_until = case when failures + 1 < ${FAILURES_MAX} then null else studio_clock() + interval '${LOCKED_FOR}' end
 where ${by} = $1 and secret is not null and (locked_until is null or locked_until <= studio_clock())
returning id, role, name, secret, generation, ${UNTIL},
          (disabled_at is not null or is_demo and not is_demo_database()) as disabled`;

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
    const lockedUntilMs = locked_until_ms === null ? undefined : Number(locked_until_ms);
    return { kind: 'attempt', attempt: { ...attempt, lockedUntilMs } };
  }
  const { rows } = await client.query<Row>(
    `select ${UNTIL} from staff where ${by} = $1 and locked_until is not null`,
    [value],
  );
  const untilMs = rows[0]?.locked_until_ms ?? undefined;
  return untilMs === undefined ? { kind: 'nobody' } : { kind: 'locked', untilMs: Number(untilMs) };
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
