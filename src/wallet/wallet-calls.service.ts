/**
 * Requests to operators' wallets: signed by the studio, bounded in time and size. Only an answer
 * that the operator has signed, to this very request, is a verdict. Everything else is unknown.
 */
import { type KeyObject, randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Agent } from 'undici';
import { CONFIG, type Config } from '../config.js';
import { signatureHeaders } from '../operator/message-signature.js';
import { readKeyHolders } from '../operator/operator-rows.js';
import { operatorKeyOf } from '../operator/shared-secrets.js';
import { StudioSigning } from '../operator/studio-signing.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { MONEY_POOL } from '../platform/database.js';
import { GroupRead, endOfTurn } from '../platform/group-read.js';
import { Metrics } from '../platform/metrics.js';
import { timeLimit } from '../platform/within.js';
import {
  WALLET_REQUESTS,
  type WalletAnswer,
  type WalletVerb,
  type WalletListing,
  walletAnswer,
  walletStatement,
  whyNoList,
} from '../protocol/wallet.js';
import { keepNotice } from './notice-rows.js';
import { type Answer, AnswerTooLong, type Evidence, bodyOf, readSigned } from './signed-answer.js';

interface WalletAddress {
  readonly operator: string;
  readonly callbackUrl: string;
}

export type CallVerdict =
  | (Exclude<WalletAnswer, { status: 'busy' }> & { readonly evidence: Evidence })
  | {
      readonly status: 'unknown';
      readonly why: string;
      /** Nobody has answered: there was no connection. */
      readonly isSilent?: true;
      /** There was no answer in time. */
      readonly isLate?: true;
    };

/** Why there is no verdict of a wallet that says that it is busy. */
export const BUSY = 'busy';

const unknown = (why: string): CallVerdict => ({ status: 'unknown', why });
const silent = (why: string): CallVerdict => ({ status: 'unknown', why, isSilent: true });
const late = (why: string): CallVerdict => ({ status: 'unknown', why, isLate: true });

/** A connection stays open so long after its last answer, unless the wallet ends it before. */
const KEPT_MS = 30_000;
/** Keys that are read at once, and answers that may wait for one. */
const KEYS_AT_ONCE = 100;
const KEYS_WAITING_MAX = 100_000;

interface Holder {
  readonly operator: string;
  readonly key: KeyObject;
}

@Injectable()
export class WalletCalls implements BeforeApplicationShutdown {
  /** To one wallet at most. */
  readonly connections: number;
  readonly #signing: StudioSigning;
  readonly #agent: Agent;
  /** Read for each answer after it has come, so that a revoked key holds no longer. */
  readonly #holders: GroupRead<Holder>;

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<Config, 'studioKey' | 'operatorsKeys'> &
      Partial<Pick<Config, 'walletConnections'>>,
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'nowMs'>,
    private readonly metrics: Metrics,
  ) {
    const { walletConnections = 1 } = config;
    this.#signing = new StudioSigning(config, pool);
    this.connections = walletConnections;
    // The outbox sends no more at once. A balance that is asked for besides has a few places.
    this.#agent = new Agent({ connections: walletConnections + 8, keepAliveTimeout: KEPT_MS });
    this.#holders = new GroupRead({
      read: (kids) => this.#readHolders(kids),
      groupMax: KEYS_AT_ONCE,
      waitingMax: KEYS_WAITING_MAX,
      othersAsked: endOfTurn,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * `order` lacks the request's own id. Nothing is thrown for what the wallet does, and the wallet
   * is waited for no longer than `withinMs`.
   */
  async ask(
    to: WalletAddress,
    verb: WalletVerb,
    order: Readonly<Record<string, unknown>>,
    withinMs: number,
    stop?: AbortSignal,
  ): Promise<CallVerdict> {
    const requestId = randomUUID();
    const body = Buffer.from(JSON.stringify(WALLET_REQUESTS[verb].parse({ ...order, requestId })));
    const startedAtMs = performance.now();
    const limit = timeLimit(withinMs, stop);
    const asked = { requestId, movementId: order['movementId'] };
    const verdict = await this.#send(to, verb, body, limit.signal)
      .then(
        (answer) => this.#read(to, answer, asked),
        (error: unknown) => {
          if (error instanceof AnswerTooLong) return unknown(String(error));
          return (limit.signal.aborted ? late : silent)(String(error));
        },
      )
      .then((read) => this.#keepNotice(to.operator, order, read))
      .catch((error: unknown) => unknown(String(error)));
    limit.clear();
    const seconds = (performance.now() - startedAtMs) / 1_000;
    this.metrics.wallet.observe({ operation: `wallet_${verb}`, answer: verdict.status }, seconds);
    return verdict;
  }

  /**
   * A page of the movements that the wallet has booked, behind the cursor `after`, or why there is
   * none. Nothing is thrown for what the wallet does.
   */
  async list(
    to: WalletAddress,
    after: string | null,
    limit: number,
    withinMs: number,
  ): Promise<WalletListing | string> {
    const requestId = randomUUID();
    const order = WALLET_REQUESTS.movements.parse({ requestId, after, limit });
    const body = Buffer.from(JSON.stringify(order));
    try {
      const answer = await this.#send(to, 'movements', body, AbortSignal.timeout(withinMs));
      const signed = await this.#signed(to.operator, answer);
      if (typeof signed === 'string') return signed;
      const said = walletStatement.safeParse(signed.said);
      if (!said.success) return whyNoList(said.error);
      return said.data.requestId === requestId ? said.data : 'an answer to something else';
    } catch (error) {
      return String(error);
    }
  }

  async #send(
    { operator, callbackUrl }: WalletAddress,
    verb: WalletVerb,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Answer> {
    const url = new URL(`${callbackUrl.replace(/\/$/, '')}/${verb}`);
    const { host, pathname, search } = url;
    const { kid, key } = await this.#signing.of(operator);
    const signed = signatureHeaders(
      { method: 'POST', target: `${pathname}${search}`, headers: { host } },
      body,
      { kid, key, createdS: Math.floor(this.clock.nowMs() / 1000), nonce: randomUUID() },
    );
    const {
      statusCode,
      headers,
      body: answer,
    } = await this.#agent.request({
      ...{ origin: url.origin, path: `${pathname}${search}`, method: 'POST', body, signal },
      headers: { ...signed, 'content-type': 'application/json' },
    });
    return { status: statusCode, headers, body: await bodyOf(answer) };
  }

  async #read(
    { operator }: WalletAddress,
    answer: Answer,
    asked: { readonly requestId: string; readonly movementId: unknown },
  ): Promise<CallVerdict> {
    const signed = await this.#signed(operator, answer);
    if (typeof signed === 'string') return unknown(signed);
    const said = walletAnswer.safeParse(signed.said);
    if (!said.success) return unknown('the body is no answer');
    if (said.data.requestId !== asked.requestId || said.data.movementId !== asked.movementId) {
      return unknown('an answer to something else');
    }
    if (said.data.status === 'busy') return unknown(BUSY);
    return { ...said.data, evidence: signed.evidence };
  }

  /** Before what the wallet says counts: where it cannot be written, the wallet is asked again. */
  async #keepNotice(
    operator: string,
    { player, currency }: Readonly<Record<string, unknown>>,
    verdict: CallVerdict,
  ): Promise<CallVerdict> {
    if (verdict.status === 'done' && verdict.notice !== undefined) {
      const whose = { operator, ref: String(player), currency: String(currency) };
      await keepNotice(this.pool, whose, verdict.notice);
    }
    return verdict;
  }

  #signed(operator: string, answer: Answer): ReturnType<typeof readSigned> {
    return readSigned(answer, this.clock.nowMs(), async (kid) => {
      const holder = await this.#holders.ask(kid);
      return holder?.operator === operator ? holder.key : undefined;
    });
  }

  async #readHolders(kids: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
    const found = new Map<string, Holder>();
    for (const holder of await readKeyHolders(this.pool, kids)) {
      const key = operatorKeyOf(holder, this.config.operatorsKeys);
      if (key !== undefined) found.set(holder.kid, { operator: holder.operator, key });
    }
    return found;
  }
}
