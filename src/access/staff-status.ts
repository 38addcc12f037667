/** The rows of the staff that say whose token is still valid. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Caller } from './tokens.js';

/**
 * `reset`: the token is from before another PIN was given. `unknown`: no staff member has this id.
 */
export type StaffStatus = 'good' | 'disabled' | 'role_changed' | 'reset' | 'unknown';

interface AskedCaller extends Caller {
  /** The token's. Where that does not matter, the account's own. */
  readonly generation?: number | undefined;
}

const STATUSES = statement({
  inputs: { ids: 'text[]', roles: 'text[]', generations: 'int null[]' },
  text: `
select s.role = c.role as same_role, (s.disabled_at is not null or s.is_demo and not is_demo_database()) as disabled,
       s.generation is distinct from coalesce(c.generation, s.generation) as reset
  from unnest(:ids, :roles, :generations) with ordinality as c(id, role, generation, place) left join staff s on s.id = c.id
 order by c.place`,
});

interface Row {
  /** Null: no such row. */
  readonly same_role: boolean | null;
  readonly disabled: boolean;
  readonly reset: boolean;
}

/** The status of each of `callers` now, in their order. */
export const readStaffStatuses = async (
  client: Pick<pg.ClientBase, 'query'>,
  callers: readonly AskedCaller[],
): Promise<readonly StaffStatus[]> => {
  if (callers.length === 0) return [];
  const { rows } = await client.query<Row>(
    STATUSES({
      ids: callers.map(({ id }) => id),
      roles: callers.map(({ role }) => role),
      generations: callers.map(({ generation }) => generation ?? null),
    }),
  );
  return rows.map(({ same_role, disabled, reset }) => {
    if (same_role === null) return 'unknown';
    if (disabled) return 'disabled';
    if (!same_role) return 'role_changed';
    return reset ? 'reset' : 'good';
  });
};

/** Where a device works. Null for everybody else. */
export const tableOf = async (
  client: Pick<pg.ClientBase, 'query'>,
  id: string,
): Promise<string | null> => {
  const { rows } = await client.query<{ table_id: string | null }>(
    'select table_id from staff where id = $1',
    [id],
  );
  return rows[0]?.table_id ?? null;
};
