/** An operator of a test: opened by the owner of the tables, with a key that signs its requests. */
import { type KeyObject, createSecretKey, randomUUID } from 'node:crypto';
import pg from 'pg';
import { signatureHeaders } from '../../src/operator/message-signature.js';
import { askByHost } from '../../src/operator-check/ask-by-host.js';
import { type MadeSecrets, Operators } from '../../src/operator/operators.js';
import type { OperatorOpening } from '../../src/protocol/operator.js';
import { derivedOperatorsKeys } from '../../src/operator/shared-secrets.js';
import { newKey } from './signed-orders.js';
import type { Studio } from './studio.js';
import { JWT_KEY, type Testbed } from './testbed.js';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** What a test may have differently in a request that is good otherwise. */
export interface Spoilt {
  readonly kid?: string;
  readonly key?: KeyObject;
  readonly nonce?: string;
  readonly createdS?: number;
  /** Whom it is signed for, and whom it says that it asks. */
  readonly host?: string;
  /** What is changed after it was signed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: string;
}

/** What the studio of a test makes secrets of. */
export const OPERATORS_KEYS = derivedOperatorsKeys(new TextEncoder().encode(JWT_KEY));

/** As the owner of the tables, which the studio itself never is. */
export const asOwner = async <T>(
  testbed: Testbed,
  work: (operators: Operators, pool: pg.Pool) => Promise<T>,
): Promise<T> => {
  const pool = new pg.Pool({ connectionString: testbed.database.url, max: 1 });
  try {
    return await work(new Operators(pool, 'a test', () => OPERATORS_KEYS), pool);
  } finally {
    await pool.end();
  }
};

export class Operator {
  private constructor(
    readonly testbed: Testbed,
    readonly id: string,
    readonly kid: string,
    readonly key: KeyObject,
  ) {}

  static async open(
    testbed: Testbed,
    id: string,
    opening: Partial<OperatorOpening> = {},
  ): Promise<Operator> {
    const { kid, privateKey } = await asOwner(testbed, async (operators) => {
      const currencies = ['EUR'];
      const given = { id, name: id, mode: 'transfer', currencies, ...opening } as const;
      const opened = await operators.add(given);
      if (typeof opened === 'string') throw new Error(opened);
      return newKey(operators, id);
    });
    return new Operator(testbed, id, kid, privateKey);
  }

  /** One that is there already, with a key of its own. */
  static known(testbed: Testbed, id: string, kid: string, key: KeyObject): Operator {
    return new Operator(testbed, id, kid, key);
  }

  /** The same operator with another key beside the first. */
  async withNewKey(): Promise<Operator> {
    const { kid, privateKey } = await asOwner(this.testbed, (operators) =>
      newKey(operators, this.id),
    );
    return new Operator(this.testbed, this.id, kid, privateKey);
  }

  /** The same operator by a secret that both share, beside its other key. */
  async withSecret(): Promise<{ operator: Operator; secrets: MadeSecrets }> {
    const { id, testbed } = this;
    const made = await asOwner(testbed, (operators) => operators.addSecret(id));
    if (typeof made === 'string') throw new Error(made);
    const key = createSecretKey(Buffer.from(made.operator, 'base64'));
    const { kid, ...secrets } = made;
    return { operator: new Operator(testbed, id, kid, key), secrets };
  }

  get(studio: Studio, path: string, spoilt: Spoilt = {}): Promise<Answer> {
    return this.#ask(studio, 'GET', path, undefined, spoilt);
  }

  /** What is not JSON: a page, a file. */
  async read(studio: Studio, path: string): Promise<{ status: number; text: string }> {
    const response = await this.fetch(studio, path);
    return { status: response.status, text: await response.text() };
  }

  /** The answer as it came, with its headers. */
  fetch(studio: Studio, path: string): Promise<Response> {
    return this.#send(studio, 'GET', path, undefined, {});
  }

  post(studio: Studio, path: string, body: object, spoilt: Spoilt = {}): Promise<Answer> {
    return this.#ask(studio, 'POST', path, JSON.stringify(body), spoilt);
  }

  /** By any method. */
  send(studio: Studio, method: string, path: string, body: object): Promise<Answer> {
    return this.#ask(studio, method, path, JSON.stringify(body), {});
  }

  async #ask(
    studio: Studio,
    method: string,
    path: string,
    body: string | undefined,
    spoilt: Spoilt,
  ): Promise<Answer> {
    const response = await this.#send(studio, method, path, body, spoilt);
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  async #send(
    studio: Studio,
    method: string,
    path: string,
    body: string | undefined,
    spoilt: Spoilt,
  ): Promise<Response> {
    const host = spoilt.host ?? new URL(studio.url).host;
    const signed = signatureHeaders(
      { method, target: path, headers: { host } },
      body === undefined ? undefined : Buffer.from(body),
      {
        kid: spoilt.kid ?? this.kid,
        key: spoilt.key ?? this.key,
        createdS: spoilt.createdS ?? Math.floor(this.testbed.clock.nowMs() / 1000),
        nonce: spoilt.nonce ?? randomUUID(),
      },
    );
    const sent = spoilt.body ?? body;
    const url = `${studio.url}${spoilt.path ?? path}`;
    const headers = { ...signed, 'content-type': 'application/json', ...spoilt.headers };
    if (spoilt.host !== undefined) {
      const by = { method, headers: { ...headers, host }, body: sent };
      const answer = await askByHost(url, by);
      return new Response(answer.body.toString(), answer);
    }
    return fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) });
  }
}
