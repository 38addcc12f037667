/**
 * The demo's staff: known badges, one known PIN, and a row for whoever asks for a login of the
 * staff.
 */
import type pg from 'pg';
import { refusedWith } from '../access/http-access.refusals.js';
import { readStaffStatuses } from '../access/staff-status.js';
import { DEMO_PIN, DEMO_STAFF, demoDevices } from '../protocol/demo.js';
import type { PersonRole } from '../protocol/operations.js';
import { inTransaction } from '../platform/transaction.js';
import { STUDIO, lineOf } from '../staff/audit.service.js';
import { hashSecret } from '../staff/secret.js';
import { type NewMember, insertMember } from '../staff/staff-rows.js';

/**
 * Accounts of an earlier start stay as they are. `tables`: how many the demo has, each with a
 * device.
 */
export const openDemoStaff = async (pool: pg.Pool, tables: number): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>('select id from staff');
  const known = new Set(rows.map(({ id }) => id));
  const all = [...DEMO_STAFF, ...demoDevices(tables)];
  const missing = all.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  const secret = await hashSecret(DEMO_PIN); // Not a secret at all, so one hash will do.
  for (const { id, role, badge, table } of missing) {
    await open(pool, { id, role, name: id, badge, secret, table });
  }
};

/** Nobody may work here unless the staff's log says since when. */
const open = (pool: pg.Pool, member: NewMember): Promise<void> =>
  inTransaction(pool, async (tx) => {
    if (!(await insertMember(tx, { ...member, isDemo: true }))) return;
    const { id: subject, role, name, badge, table } = member;
    const after = { role, name, badge, ...(table !== undefined && { table }) };
    const reason = 'the demo';
    await tx.query(lineOf({ by: STUDIO, operation: 'staff:open', subject, reason, after }));
  });

/**
 * Somebody of this name and role works here from now on. Throws where the name is known in another
 * role, or disabled. Returns the generation for their token.
 */
export const employ = async (pool: pg.Pool, id: string, role: PersonRole): Promise<number> => {
  await open(pool, { id, role, name: id, badge: null, secret: null });
  const [status] = await readStaffStatuses(pool, [{ id, role }]);
  if (status === 'disabled') throw refusedWith('disabled');
  if (status !== 'good') throw refusedWith('other_role');
  const { rows } = await pool.query<{ generation: number }>(
    'select generation from staff where id = $1',
    [id],
  );
  return rows[0]!.generation;
};
