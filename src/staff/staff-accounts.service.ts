/**
 * The accounts of the staff: opened, changed, disabled, never deleted. Each change is recorded with
 * who made it, and why.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { OperationName, PersonRole, StaffRole } from '../protocol/operations.js';
import type { StaffCredentials, StaffMember, StaffOpening } from '../protocol/staff.js';
import { Audit, ENDS_SIGN_INS } from './audit.service.js';
import { hashSecret, makeBadge, makeDeviceSecret, makePin } from './secret.js';
import {
  insertMember,
  lockAdministrator,
  lockMember,
  readMember,
  readStaff,
} from './staff-rows.js';

/** Who ordered it, and why. */
export interface AccountOrder {
  readonly by: string;
  readonly reason?: string | undefined;
}

type Change = 'role' | 'disable' | 'enable' | 'unlock';
type ChangeRefusal = 'not_found' | 'own_account' | 'not_allowed';
type OpeningRefusal = 'staff_exists' | 'badge_taken' | 'unknown_table' | 'not_allowed';

const CHANGES: Readonly<Record<Change, string>> = {
  role: 'update staff set role = $2, generation = generation + 1 where id = $1 and role <> $2',
  disable:
    'update staff set disabled_at = studio_clock(), generation = generation + 1 where id = $1 and disabled_at is null',
  enable: 'update staff set disabled_at = null where id = $1 and disabled_at is not null',
  unlock: `
with networks as (
  update sign_in_networks as n set failures = 0, locked_until = null from staff
   where staff.id = $1 and n.badge = staff.badge and (n.failures > 0 or n.locked_until is not null)
  returning n.badge
)
update staff set failures = 0, locked_until = null
 where id = $1 and (failures > 0 or locked_until is not null or exists (select from networks))`,
};

const RESET = statement({
  inputs: { id: 'text', secret: 'text', badge: 'text' },
  text: `
update staff set secret = :secret, badge = :badge, failures = 0, locked_until = null, generation = generation + 1
 where id = :id`,
});

@Injectable()
export class StaffAccounts {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
  ) {}

  list(): Promise<readonly StaffMember[]> {
    return readStaff(this.pool);
  }

  find(id: string): Promise<StaffMember | undefined> {
    return readMember(this.pool, id);
  }

  /** The PIN is given only here. */
  async open(
    { role, name, id = name, badge = makeBadge(), table }: Omit<StaffOpening, 'reason'>,
    order: AccountOrder,
  ): Promise<StaffCredentials | OpeningRefusal> {
    const pin = secretFor(role);
    const secret = await hashSecret(pin);
    return inTransaction(this.pool, async (tx) => {
      if (!(await lockAdministrator(tx, order.by, id))) return 'not_allowed';
      if (table !== undefined && !(await isTable(tx, table))) return 'unknown_table';
      const isNew = await insertMember(tx, { id, role, name, badge, secret, table });
      if (!isNew) return (await this.#isTaken(tx, id)) ? 'staff_exists' : 'badge_taken';
      const after = { role, name, badge, ...(table !== undefined && { table }) };
      await this.#record(tx, order, { operation: 'staff:open', subject: id, after });
      return { id, badge, pin };
    });
  }

  /**
   * Makes up another PIN in place of a lost one. It also unlocks the account. An account without a
   * badge gets one. Whoever is signed in by the old PIN is signed out.
   */
  async reset(id: string, order: AccountOrder): Promise<StaffCredentials | ChangeRefusal> {
    if (id === order.by) return 'own_account';
    // An account of a person never becomes a device, nor the other way round.
    const role = (await readMember(this.pool, id))?.role ?? 'dealer';
    const pin = secretFor(role);
    const secret = await hashSecret(pin);
    return inTransaction(this.pool, async (tx) => {
      if (!(await lockAdministrator(tx, order.by, id))) return 'not_allowed';
      const before = await lockMember(tx, id);
      if (before === undefined) return 'not_found';
      const badge = before.badge ?? makeBadge();
      await tx.query(RESET({ id, secret, badge }));
      await tx.query(
        'update sign_in_networks set failures = 0, locked_until = null where badge = $1',
        [badge],
      );
      await this.#record(tx, order, { operation: 'staff:reset', subject: id });
      return { id, badge, pin };
    });
  }

  /**
   * Tokens of the old role are no longer valid, not even when it is given again. Nobody changes
   * their own role. An administrator stays one until another administrator changes
   * it, so that there always is one.
   */
  async changeRole(
    id: string,
    role: PersonRole,
    order: AccountOrder,
  ): Promise<StaffMember | ChangeRefusal | 'is_a_device'> {
    const member = await this.find(id);
    if (member?.role === 'device') return 'is_a_device';
    return this.#change('role', id, order, [role]);
  }

  /**
   * Tokens are no longer valid, not even when the account is enabled again, and connections are cut
   * within a second.
   */
  async disable(id: string, order: AccountOrder): Promise<StaffMember | ChangeRefusal> {
    return this.#change('disable', id, order);
  }

  async enable(id: string, order: AccountOrder): Promise<StaffMember | ChangeRefusal> {
    return this.#change('enable', id, order);
  }

  /** After five wrong sign-ins. */
  async unlock(id: string, order: AccountOrder): Promise<StaffMember | ChangeRefusal> {
    return this.#change('unlock', id, order);
  }

  /**
   * The role counts for approvals at once, and not only after a day. Only the owner of the tables
   * may vouch: the database refuses everybody else.
   */
  async vouch(id: string, { by, reason }: AccountOrder): Promise<StaffMember | 'not_found'> {
    return inTransaction(this.pool, async (tx) => {
      const member = await lockMember(tx, id);
      if (member === undefined) return 'not_found';
      await tx.query('update staff set role_vouched = true where id = $1', [id]);
      const after = { role: member.role };
      await this.audit.record(tx, { by, reason, operation: 'staff:vouch', subject: id, after });
      return member;
    });
  }

  async #change(
    change: Change,
    id: string,
    order: AccountOrder,
    values: readonly unknown[] = [],
  ): Promise<StaffMember | ChangeRefusal> {
    if (id === order.by) return 'own_account';
    return inTransaction(this.pool, async (tx) => {
      if (!(await lockAdministrator(tx, order.by, id))) return 'not_allowed';
      const before = await lockMember(tx, id);
      if (before === undefined) return 'not_found';
      await tx.query(CHANGES[change], [id, ...values]);
      const after = (await readMember(tx, id))!;
      const operation = `staff:${change}` as const;
      const ended = before.role === after.role ? {} : ENDS_SIGN_INS;
      await this.#record(tx, order, {
        ...{ operation, subject: id, before },
        after: { ...after, ...ended },
      });
      return after;
    });
  }

  async #isTaken(tx: Transaction, id: string): Promise<boolean> {
    const { rowCount } = await tx.query('select from staff where id = $1', [id]);
    return rowCount === 1;
  }

  async #record(
    tx: Transaction,
    { by, reason }: AccountOrder,
    what: { operation: OperationName; subject: string; before?: unknown; after?: unknown },
  ): Promise<void> {
    await this.audit.record(tx, { by, reason, ...what });
  }
}

const secretFor = (role: StaffRole): string => (role === 'device' ? makeDeviceSecret() : makePin());

const isTable = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query('select from tables where id = $1', [id]);
  return rowCount === 1;
};
