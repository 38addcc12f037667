/**
 * Operators and their keys, made and changed by the owner of the tables alone. Each change is
 * recorded in the staff's log.
 */
import { createHash, createPublicKey } from 'node:crypto';
import type pg from 'pg';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { OperatorOpening } from '../protocol/operator.js';
import { STUDIO, lineOf } from '../staff/audit.service.js';
import {
  type OperatorRow,
  insertKey,
  insertOperator,
  lockOperator,
  readOperators,
} from './operator-rows.js';

type Refused =
  | 'operator_exists'
  | 'unknown_operator'
  | 'unknown_table'
  | 'not_an_ed25519_key'
  | 'key_exists'
  | 'two_keys_hold'
  | 'unknown_key';

/** The name of a key: its operator's, and the beginning of the key's own hash. */
const kidOf = (operator: string, publicKey: string): string =>
  `${operator}-${createHash('sha256').update(publicKey, 'base64').digest('hex').slice(0, 16)}`;

/** SPKI, DER, as base64. Undefined for anything but a public key of Ed25519, as PEM. */
const parsePublicKey = (pem: string): string | undefined => {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return key.export({ format: 'der', type: 'spki' }).toString('base64');
  } catch {
    return undefined;
  }
};

export class Operators {
  constructor(
    private readonly pool: pg.Pool,
    private readonly reason: string,
  ) {}

  list(): Promise<readonly OperatorRow[]> {
    return readOperators(this.pool);
  }

  /** Without `tables` its players may see all. */
  add(opening: OperatorOpening): Promise<OperatorRow | Refused> {
    return inTransaction(this.pool, async (tx) => {
      const { rows } = await tx.query<{ id: string }>(
        'select id from unnest($1::text[]) as id where id not in (select id from tables)',
        [opening.tables ?? []],
      );
      if (rows.length > 0) return 'unknown_table';
      if (!(await insertOperator(tx, opening))) return 'operator_exists';
      const { id: subject, ...after } = opening;
      await this.#record(tx, { operation: 'operator:add', subject, after });
      return (await lockOperator(tx, subject))!;
    });
  }

  /** Two keys hold at once. For a third, one of them is revoked first. */
  addKey(id: string, pem: string): Promise<{ readonly kid: string } | Refused> {
    return this.#change(id, async (tx, { keys }) => {
      const publicKey = parsePublicKey(pem);
      if (publicKey === undefined) return 'not_an_ed25519_key';
      const kid = kidOf(id, publicKey);
      // A key that was revoked is not given again.
      if (keys.some((key) => key.kid === kid)) return 'key_exists';
      if (!(await insertKey(tx, { operator: id, kid, publicKey }))) return 'two_keys_hold';
      const after = { kid, publicKey };
      await this.#record(tx, { operation: 'operator:key', subject: id, after });
      return { kid };
    });
  }

  /** From now on nothing that is signed by it is taken. */
  revoke(id: string, kid: string): Promise<{ readonly kid: string } | Refused> {
    return this.#change(id, async (tx) => {
      const { rowCount } = await tx.query(
        `update operator_keys set revoked_at = studio_now()
          where operator_id = $1 and kid = $2 and revoked_at is null`,
        [id, kid],
      );
      if (rowCount !== 1) return 'unknown_key';
      await this.#record(tx, { operation: 'operator:revoke', subject: id, before: { kid } });
      return { kid };
    });
  }

  /** Nothing of an operator that is off is taken. What its players have in hand goes on. */
  turn(id: string, to: 'on' | 'off'): Promise<OperatorRow | Refused> {
    return this.#change(id, async (tx, { isOff }) => {
      if (isOff !== (to === 'off')) {
        await tx.query(
          `update operators set disabled_at = case $2 when 'off' then studio_now() end where id = $1`,
          [id, to],
        );
        await this.#record(tx, { operation: `operator:${to}`, subject: id });
      }
      return (await lockOperator(tx, id))!;
    });
  }

  #change<Done>(
    id: string,
    work: (tx: Transaction, operator: OperatorRow) => Promise<Done | Refused>,
  ): Promise<Done | Refused> {
    return inTransaction(this.pool, async (tx) => {
      const operator = await lockOperator(tx, id);
      return operator === undefined ? 'unknown_operator' : work(tx, operator);
    });
  }

  async #record(tx: Transaction, action: Omit<Parameters<typeof lineOf>[0], 'by'>): Promise<void> {
    await tx.query(lineOf({ by: STUDIO, reason: this.reason, ...action }));
  }
}
