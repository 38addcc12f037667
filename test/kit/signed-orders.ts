/** Money that the operator of a test's players brings and takes by orders that it has signed. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import {
  parseSignature,
  parseSignatureInput,
  signatureBase,
  signatureHeaders,
} from '../../src/operator/message-signature.js';
import type { MovementKind } from '../../src/operator/movement-rows.js';
import { Movements } from '../../src/operator/movements.service.js';
import { Operators } from '../../src/operator/operators.js';
import { exponentOf } from '../../src/money/currency.js';
import { Metrics } from '../../src/platform/metrics.js';
import type { TestDatabase } from './database.js';

const PATHS = { deposit: '/operator/deposit', withdrawal: '/operator/withdraw' } as const;

/** The same operator in a database without a studio: by the code that a studio moves money by. */
export class SignedOrders {
  readonly #movements: Movements;

  private constructor(
    private readonly database: TestDatabase,
    private readonly operator: string,
    private readonly by: Awaited<ReturnType<typeof newKey>>,
  ) {
    const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
    this.#movements = new Movements(database.pool, new Metrics(), logger);
  }

  static async open(database: TestDatabase, operator = 'house'): Promise<SignedOrders> {
    const owner = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      const operators = new Operators(owner, 'a test', () => {
        throw new Error('no secret is asked for');
      });
      return new SignedOrders(database, operator, await newKey(operators, operator));
    } finally {
      await owner.end();
    }
  }

  /** Minor units. Throws where it is refused. */
  async move(kind: MovementKind, playerId: string, amount: number): Promise<void> {
    const { rows } = await this.database.pool.query<{ ref: string; currency: string }>(
      'select ref, currency from players where id = $1',
      [playerId],
    );
    const { ref: player, currency } = rows[0]!;
    const order = {
      ...{ movementId: randomUUID(), player, currency },
      ...{ exponent: exponentOf(currency), amount: `${amount}` },
    };
    const verdict = await this.#movements.move(kind, order, this.#sign(kind, order));
    if ('refusal' in verdict) throw new Error(verdict.refusal);
  }

  #sign(kind: MovementKind, order: object) {
    const { kid, privateKey: key } = this.by;
    const body = Buffer.from(JSON.stringify(order));
    const request = { method: 'POST', target: PATHS[kind], headers: { host: 'studio' } };
    const signing = { kid, key, createdS: Math.floor(Date.now() / 1000), nonce: randomUUID() };
    const headers = signatureHeaders(request, body, signing);
    const input = parseSignatureInput(headers['signature-input']!)!;
    const all = { ...request.headers, ...headers };
    const signed = signatureBase({ ...request, headers: all }, input)!;
    const signature = parseSignature(headers['signature']!, input.label)!;
    return { operator: this.operator, kid, signed, signature, body };
  }
}

/** Given by the owner of the tables. */
export const newKey = async (operators: Operators, id: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const added = await operators.addKey(id, pem);
  if (typeof added === 'string') throw new Error(added);
  return { ...added, privateKey };
};
