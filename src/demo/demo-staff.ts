/** The demo's staff: known badges, one known PIN, and a row for whoever asks for a login of the staff. */
import type pg from 'pg';
import { refusedWith } from '../access/http-access.refusals.js';
import { readStandings } from '../access/staff-standing.js';
import { DEMO_PIN, DEMO_STAFF } from '../protocol/demo.js';
import type { StaffRole } from '../protocol/operations.js';
import { hashSecret } from '../staff/secret.js';
import { insertMember } from '../staff/staff-rows.js';

/** Those of an earlier start stay as they are. */
export const openDemoStaff = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>('select id from staff');
  const known = new Set(rows.map(({ id }) => id));
  const missing = DEMO_STAFF.filter(({ id }) => !known.has(id));
  if (missing.length === 0) return;
  const secret = await hashSecret(DEMO_PIN); // no secret at all: one hash will do
  for (const { id, role, badge } of missing) {
    await insertMember(pool, { id, role, name: id, badge, secret });
  }
};

/** Somebody of this name and role works here from now on; throws where the name is known in another role, or disabled. */
export const employ = async (pool: pg.Pool, id: string, role: StaffRole): Promise<void> => {
  await insertMember(pool, { id, role, name: id, badge: null, secret: null });
  const [standing] = await readStandings(pool, [{ id, role }]);
  if (standing === 'disabled') throw refusedWith('disabled');
  if (standing !== 'good') throw refusedWith('other_role');
};
