/**
 * Requests to operators' wallets: signed by the studio, bounded in time and size. Only an answer
 * that the operator has signed, to this very request, is a verdict. Everything else is unknown.
 */
import { createPublicKey, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import {
  ANSWER_COVERED,
  isDigestOf,
  isSignedBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
  signatureHeaders,
} from '../operator/message-signature.js';
import { readKeyHolder } from '../operator/operator-rows.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { MONEY_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import {
  WALLET_REQUESTS,
  type WalletAnswer,
  type WalletVerb,
  walletAnswer,
} from '../protocol/wallet.js';
import { type StudioKey, studioKey } from './studio-key.js';

interface WalletAddress {
  readonly operator: string;
  readonly callbackUrl: string;
}

/** The answer as the operator signed it, for whoever doubts it. */
export interface Evidence {
  readonly kid: string;
  readonly signed: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}

export type Verdict =
  | (Exclude<WalletAnswer, { status: 'busy' }> & { readonly evidence: Evidence })
  | { readonly status: 'unknown'; readonly why: string };

const BODY_MAX = 64 * 1024;
/** How far the clocks of an operator and of the studio may be apart. */
const APART_S = 30;

const unknown = (why: string): Verdict => ({ status: 'unknown', why });

@Injectable()
export class WalletCalls {
  readonly #studio: StudioKey;

  constructor(
    @Inject(CONFIG) { jwtKey }: Pick<Config, 'jwtKey'>,
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {
    this.#studio = studioKey(jwtKey);
  }

  /**
   * `order` lacks the request's own id. Nothing is thrown for what the wallet does, and nothing is
   * waited for longer than `withinMs`.
   */
  async ask(
    to: WalletAddress,
    verb: WalletVerb,
    order: Readonly<Record<string, unknown>>,
    withinMs: number,
    stop?: AbortSignal,
  ): Promise<Verdict> {
    const requestId = randomUUID();
    const body = Buffer.from(JSON.stringify(WALLET_REQUESTS[verb].parse({ ...order, requestId })));
    const startedAtMs = performance.now();
    const limit = AbortSignal.timeout(withinMs);
    const signal = stop === undefined ? limit : AbortSignal.any([limit, stop]);
    const verdict = await this.#send(to, verb, body, signal).then(
      (answer) => this.#read(to, answer, { requestId, movementId: order['movementId'] }),
      (error: unknown) => unknown(String(error)),
    );
    const seconds = (performance.now() - startedAtMs) / 1_000;
    this.metrics.wallet.observe({ operation: `wallet_${verb}`, answer: verdict.status }, seconds);
    return verdict;
  }

  async #send(
    { callbackUrl }: WalletAddress,
    verb: WalletVerb,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Answer> {
    const url = new URL(`${callbackUrl.replace(/\/$/, '')}/${verb}`);
    const { host, pathname, search } = url;
    const { kid, key } = this.#studio;
    const signed = signatureHeaders(
      { method: 'POST', target: `${pathname}${search}`, headers: { host } },
      body,
      { kid, key, createdS: Math.floor(this.clock.nowMs() / 1000), nonce: randomUUID() },
    );
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json' },
      body: new Uint8Array(body),
      redirect: 'error',
      signal,
    });
    return { status: response.status, headers: response.headers, body: await bodyOf(response) };
  }

  async #read(
    { operator }: WalletAddress,
    { status, headers, body }: Answer,
    asked: { readonly requestId: string; readonly movementId: unknown },
  ): Promise<Verdict> {
    if (status !== 200) return unknown(`status ${status}`);
    const input = parseSignatureInput(headers.get('signature-input') ?? '');
    const signature = input && parseSignature(headers.get('signature') ?? '', input.label);
    if (input === undefined || signature === undefined) return unknown('not signed');
    if (!ANSWER_COVERED.every((each) => input.components.includes(each))) {
      return unknown('the signature covers too little');
    }
    if (Math.abs(this.clock.nowMs() / 1000 - input.createdS) > APART_S) {
      return unknown('signed at another time');
    }
    const answer = { method: '', target: '', headers: Object.fromEntries(headers), status };
    const base = signatureBase(answer, input);
    const holder = await readKeyHolder(this.pool, input.kid);
    if (base === undefined || holder?.operator !== operator) return unknown('an unknown key');
    const der = Buffer.from(holder.publicKey, 'base64');
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (!isSignedBy(key, base, signature)) return unknown('the signature is wrong');
    if (!isDigestOf(headers.get('content-digest') ?? '', body)) return unknown('another body');
    const said = walletAnswer.safeParse(parsed(body));
    if (!said.success) return unknown('the body is no answer');
    if (said.data.requestId !== asked.requestId || said.data.movementId !== asked.movementId) {
      return unknown('an answer to something else');
    }
    if (said.data.status === 'busy') return unknown('busy');
    return { ...said.data, evidence: { kid: input.kid, signed: base, signature, body } };
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Throws for one that is too long. */
const bodyOf = async (response: Response): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > BODY_MAX) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
