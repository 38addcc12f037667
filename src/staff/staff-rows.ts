/** The rows of the staff, as an administrator reads and changes them. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { StaffRole } from '../protocol/operations.js';
import type { StaffMember } from '../protocol/staff.js';
import { STUDIO } from './audit.service.js';

type Querying = Pick<pg.ClientBase, 'query'>;

interface Row {
  readonly id: string;
  readonly role: StaffRole;
  readonly name: string;
  readonly table_id: string | null;
  readonly badge: string | null;
  readonly locked_until_ms: string | null;
  readonly disabled_at_ms: string | null;
  readonly created_at_ms: string;
}

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const MEMBER = `
select id, role, name, table_id, badge, ${ms('disabled_at')} as disabled_at_ms, ${ms('created_at')} as created_at_ms,
       (select ${ms('until')} from (select greatest(staff.locked_until, max(n.locked_until)) as until
          from sign_in_networks n where n.badge = staff.badge) as latest
         where until > studio_clock()) as locked_until_ms
  from staff where id <> '${STUDIO}'`;

const memberOf = (row: Row): StaffMember => ({
  id: row.id,
  role: row.role,
  name: row.name,
  table: row.table_id,
  badge: row.badge,
  lockedUntilMs: row.locked_until_ms === null ? null : Number(row.locked_until_ms),
  disabledAtMs: row.disabled_at_ms === null ? null : Number(row.disabled_at_ms),
  createdAtMs: Number(row.created_at_ms),
});

export const readStaff = async (client: Querying): Promise<readonly StaffMember[]> => {
  const { rows } = await client.query<Row>(`${MEMBER} order by role, id`);
  return rows.map(memberOf);
};

export const readMember = async (
  client: Querying,
  id: string,
): Promise<StaffMember | undefined> => {
  const { rows } = await client.query<Row>(`${MEMBER} and id = $1`, [id]);
  return rows[0] && memberOf(rows[0]);
};

/** Nobody else can change the row until the transaction ends. */
export const lockMember = async (
  client: Querying,
  id: string,
): Promise<StaffMember | undefined> => {
  const { rows } = await client.query<Row>(`${MEMBER} and id = $1 for update`, [id]);
  return rows[0] && memberOf(rows[0]);
};

/**
 * Locks both, in the order of their ids. Where two change each other, the second sees what the
 * first did. Returns whether `by` may change accounts now. The console always may.
 */
export const lockAdministrator = async (
  client: Querying,
  by: string,
  id: string,
): Promise<boolean> => {
  const { rows } = await client.query<{ id: string; may: boolean }>(
    `select id, role = 'administrator' and disabled_at is null as may
       from staff where id = any($1) order by id for update`,
    [[by, id]],
  );
  return by === STUDIO || rows.find((row) => row.id === by)?.may === true;
};

export interface NewMember {
  readonly id: string;
  readonly role: StaffRole;
  readonly name: string;
  /** Null: does not sign in by a badge. */
  readonly badge: string | null;
  readonly secret: string | null;
  /** For a device: where it works. */
  readonly table?: string | undefined;
  /** Opened by a demo. The database refuses it unless it is marked as a demo's. */
  readonly isDemo?: boolean;
}

const INSERT_MEMBER = statement({
  inputs: {
    id: 'text',
    role: 'text',
    name: 'text',
    badge: 'text null',
    secret: 'text null',
    table: 'text null',
    isDemo: 'boolean',
  },
  text: `
insert into staff (id, role, name, badge, secret, table_id, is_demo)
values (:id, :role, :name, :badge, :secret, :table, :isDemo)
on conflict do nothing`,
});

/** False where the id, or the badge, belongs to another account. Nothing was written then. */
export const insertMember = async (client: Querying, member: NewMember): Promise<boolean> => {
  const { rowCount } = await client.query(
    INSERT_MEMBER({ table: undefined, isDemo: false, ...member }),
  );
  return rowCount === 1;
};
