/**
 * What administrators change of operators in the pit. One asks, and another approves; what only
 * takes away, one does alone. The database holds both to it (operators-by-two.sql).
 */
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { databaseRefusal } from '../platform/database-refusals.js';
import { POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { HttpRefusal } from '../protocol/http.js';
import {
  type KeptOperators,
  OPERATOR_CHANGE_REFUSALS,
  type OperatorChange,
  type OperatorChangeRefusal,
  type OrderedChange,
} from '../protocol/operator-changes.js';
import { Audit } from '../staff/audit.service.js';
import { type AskedChange, insertChange, lockChange, readChanges } from './change-rows.js';
import { type OperatorRow, lockOperator, readOperators } from './operator-rows.js';
import { type OrderedBy, type Planned, carryOut, planChange, stateOf } from './operators.js';

type Refused = OperatorChangeRefusal | HttpRefusal | 'unknown_table' | 'unknown_player';

const NOTHING_MADE = { privateKey: undefined, secrets: undefined };

/** All that wait are shown. */
const WAITING_MAX = 50;

const DECIDE = statement({
  inputs: { id: 'bigint', verdict: 'text', by: 'text' },
  text: 'update operator_changes set verdict = :verdict, decided_by = :by where id = :id',
});

/** What is refused when something of it is written already. */
class Undone extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal);
  }
}

@Injectable()
export class OperatorChanges {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly audit: Audit,
    @Inject(CONFIG) private readonly config: Pick<Config, 'operatorsKeys'>,
  ) {}

  readonly #secretsOf = () => this.config.operatorsKeys;

  async read(): Promise<KeptOperators> {
    const [operators, changes] = await Promise.all([
      readOperators(this.pool),
      readChanges(this.pool, WAITING_MAX),
    ]);
    return {
      operators: operators.map((row) => ({ id: row.id, ...stateOf(row), keys: [...row.keys] })),
      changes,
    };
  }

  /** Asks for it, or does it where one may. What is made is given in this answer alone. */
  async order(change: OperatorChange, order: OrderedBy): Promise<OrderedChange | Refused> {
    const planned = await this.#whole<Planned, Refused>(async (tx) => {
      const plan = await planChange(tx, change, this.#secretsOf);
      if (typeof plan === 'string') return plan;
      if (plan.kind === 'off' || plan.kind === 'revoke') {
        return (await carryOut(tx, plan, order)) ?? plan;
      }
      await this.#ask(tx, plan, order);
      return plan;
    });
    if (typeof planned === 'string') return planned;
    const { privateKey, secrets } = planned.kind === 'key' ? planned : NOTHING_MADE;
    return { ...(await this.read()), privateKey: privateKey ?? null, secrets: secrets ?? null };
  }

  /**
   * What `make` writes of a new table, and a change asked for of each of the operators, so that its
   * players see the table: all of it, or nothing. Returns the numbers of the changes.
   */
  async showing<No extends string>(
    table: string,
    operators: readonly string[],
    order: OrderedBy,
    make: (tx: Transaction) => Promise<No | undefined>,
  ): Promise<readonly string[] | No | Refused> {
    const ids = [...new Set(operators)].toSorted();
    return this.#whole<readonly string[], No | Refused>(async (tx) => {
      // Whoever changes an operator takes its row before the staff's log, and so does this.
      const before: [string, OperatorRow | undefined][] = [];
      for (const id of ids) before.push([id, await lockOperator(tx, id)]);
      const obstacle = await make(tx);
      if (obstacle !== undefined) return obstacle;
      const changes: string[] = [];
      for (const [id, row] of before) {
        if (row === undefined) throw new Undone('unknown_operator');
        if (row.tables === null) throw new Undone('nothing_changes');
        const alteration = { tables: [...row.tables, table] };
        const plan = await planChange(tx, { kind: 'alter', id, alteration }, this.#secretsOf);
        if (typeof plan === 'string') throw new Undone(plan);
        changes.push(await this.#ask(tx, plan, order));
      }
      return changes;
    });
  }

  /** Returns the number of the change. */
  async #ask(tx: Transaction, plan: Planned, order: OrderedBy): Promise<string> {
    const number = await insertChange(tx, plan, order, WAITING_MAX);
    if (number === undefined) throw new Undone('too_many_messages');
    await this.audit.record(tx, {
      ...order,
      ...{ operation: 'operator:ask', subject: plan.operator },
      ...{
        before: plan.before ?? undefined,
        after: { change: number, kind: plan.kind, ...plan.after },
      },
    });
    return number;
  }

  /**
   * The second administrator’s word: what is approved is done with it. Who asked takes it back by
   * refusing it.
   */
  async decide(
    id: string,
    verdict: 'approved' | 'refused',
    order: OrderedBy,
  ): Promise<KeptOperators | Refused> {
    const refusal = await this.#whole<undefined, Refused>(async (tx) => {
      const asked = await lockChange(tx, id);
      if (asked === undefined) return 'not_found';
      if (asked.verdict !== null) return 'approval_used';
      if (verdict === 'approved' && asked.requestedBy === order.by) return 'same_person';
      if (asked.isOver) return 'approval_expired';
      const { requestedBy } = asked;
      const its = { ...order, subject: asked.operator };
      const decision = DECIDE({ id, verdict, by: order.by });
      if (verdict === 'refused') {
        await tx.query(decision);
        await this.audit.record(tx, {
          ...its,
          operation: 'operator:refuse',
          after: { change: id, requestedBy },
        });
        return undefined;
      }
      const obstacle = await obstacleTo(tx, asked);
      if (obstacle !== undefined) return obstacle;
      await tx.query(decision);
      const undone = await carryOut(tx, plannedOf(asked), order, { change: id, requestedBy });
      if (undone !== undefined) throw new Undone(undone);
      return undefined;
    });
    return refusal ?? this.read();
  }

  /** A transaction that is refused by the database, or half-way, has changed nothing. */
  async #whole<Done, No>(
    work: (tx: Transaction) => Promise<Done | No>,
  ): Promise<Done | No | Refused> {
    try {
      return await inTransaction(this.pool, work);
    } catch (error) {
      if (error instanceof Undone) return error.refusal;
      const refusal = databaseRefusal(error);
      if (refusal !== undefined && refusal in OPERATOR_CHANGE_REFUSALS) {
        return refusal as OperatorChangeRefusal;
      }
      throw error;
    }
  }
}

/** What has changed since it was asked for, so that it cannot be done any more. */
const obstacleTo = async (
  tx: Transaction,
  { operator, kind, before, after }: AskedChange,
): Promise<OperatorChangeRefusal | undefined> => {
  const row = await lockOperator(tx, operator);
  // What was asked for by an earlier version lacks what it did not know, and cannot be what it is.
  const isWhole = 'policy' in after && 'webhook' in after;
  if (kind === 'add') return row === undefined && isWhole ? undefined : 'moved_on';
  if (row === undefined) return 'moved_on';
  if (!('kid' in after)) return isDeepStrictEqual(stateOf(row), before) ? undefined : 'moved_on';
  if (row.keys.some(({ kid }) => kid === after.kid)) return 'key_exists';
  return row.keys.filter(({ isRevoked }) => !isRevoked).length >= 2 ? 'two_keys_hold' : undefined;
};

const plannedOf = ({ operator, kind, before, after }: AskedChange): Planned => {
  if ('kid' in after) return { kind: 'key', operator, before: null, after };
  return { kind: kind === 'key' ? 'alter' : kind, operator, before, after };
};
