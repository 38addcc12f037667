/** The rows of the staff, as far as they say whose token still holds. */
import type pg from 'pg';
import type { Caller } from './tokens.js';

/** `unknown`: nobody of the staff has this id. */
export type Standing = 'good' | 'disabled' | 'role_changed' | 'unknown';

const STANDING = `
select s.role = c.role as same_role, s.disabled_at is not null as disabled
  from unnest($1::text[], $2::text[]) with ordinality as c(id, role, place) left join staff s on s.id = c.id
 order by c.place`;

interface Row {
  /** Null: no such row. */
  readonly same_role: boolean | null;
  readonly disabled: boolean;
}

/** How each of `callers` stands now, in their order. */
export const readStandings = async (
  client: Pick<pg.ClientBase, 'query'>,
  callers: readonly Caller[],
): Promise<readonly Standing[]> => {
  if (callers.length === 0) return [];
  const { rows } = await client.query<Row>(STANDING, [
    callers.map(({ id }) => id),
    callers.map(({ role }) => role),
  ]);
  return rows.map(({ same_role, disabled }) => {
    if (same_role === null) return 'unknown';
    if (disabled) return 'disabled';
    return same_role ? 'good' : 'role_changed';
  });
};
