/** The studio's side of an operator's wallet that is tried: requests as they are, and spoilt. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { signatureHeaders } from '../operator/message-signature.js';
import {
  WALLET_REQUESTS,
  type WalletReason,
  walletAnswer,
  walletStatement,
  whyNoList,
} from '../protocol/wallet.js';
import type { WalletListing, WalletVerb } from '../protocol/wallet.js';
import { bodyOf, readSigned } from '../wallet/signed-answer.js';
import { askByHost } from './ask-by-host.js';

/** What the wallet answered. `none`: no verdict, as the studio sees it. */
export type Said =
  | { readonly is: 'done'; readonly balance: bigint }
  | { readonly is: 'refused'; readonly reason: WalletReason }
  | { readonly is: 'busy' }
  | { readonly is: 'none'; readonly why: string };

/** What is wrong with a request on purpose. */
export interface Spoilt {
  readonly key?: KeyObject;
  readonly kid?: string;
  readonly createdS?: number;
  /** Of the text, after it was signed. */
  readonly body?: (text: string) => string;
  /** Of the text, before it is signed: it may be no JSON. */
  readonly text?: (text: string) => string;
  /** The verb whose path the signed request is sent to. */
  readonly to?: string;
  readonly method?: string;
  /** Whom it is signed for, and whom it says that it asks. */
  readonly host?: string;
  readonly isUnsigned?: boolean;
  /** What the signature leaves out. */
  readonly without?: string;
  /** Nobody waits for the answer any longer than this, in ms. */
  readonly leavesMs?: number;
  /** The same in both requests: they are the same bytes. */
  readonly requestId?: string;
  readonly nonce?: string;
}

interface TriedOptions {
  readonly url: string;
  readonly studio: { readonly kid: string; readonly key: KeyObject };
  /** The operator's public keys that hold. */
  readonly keys: readonly KeyObject[];
  readonly nowMs: () => number;
  /** How long one try waits for its answer. */
  readonly tryMs: number;
}

export interface TriedOrder {
  readonly player: string;
  readonly currency: string;
  readonly exponent: number;
  readonly session?: string;
  readonly movementId?: string;
  readonly total?: string;
  readonly refers?: string;
  readonly reason?: 'no_answer' | 'round_void';
  /** Of a round, as the studio sends it in seamless mode. */
  readonly round?: string;
  readonly table?: string;
  readonly bets?: readonly { readonly spot: string; readonly amount: string }[];
  readonly takes?: true;
  readonly closes?: true;
  readonly outcome?: string;
  readonly correction?: number;
  /** Of a hand of a solo game, in place of a round. */
  readonly hand?: string;
  readonly game?: string;
  /** What the player has answered, and to what. */
  readonly notice?: string;
  readonly action?: string;
  readonly answeredAtMs?: number;
}

const hasNotice = (said: unknown): boolean =>
  typeof said === 'object' && said !== null && 'notice' in said;

const askPlainly = async (url: string, init: RequestInit) => {
  const { status, headers, body } = await fetch(url, { ...init, redirect: 'manual' });
  return { status, headers: Object.fromEntries(headers), body: await bodyOf(body) };
};

export class TriedWallet {
  /** The slowest verdict, in ms. */
  slowestMs = 0;
  requests = 0;

  constructor(private readonly options: TriedOptions) {}

  async ask(verb: WalletVerb, order: TriedOrder, spoilt: Spoilt = {}): Promise<Said> {
    const requestId = spoilt.requestId ?? randomUUID();
    const startedAtMs = performance.now();
    const answer = await this.#send(verb, { ...order, requestId }, spoilt);
    if (typeof answer === 'string') return { is: 'none', why: answer };
    const said = walletAnswer.safeParse(answer.said);
    if (!said.success) return { is: 'none', why: 'the body is no answer' };
    const { data } = said;
    if (data.status === 'done' && data.notice === undefined && hasNotice(answer.said)) {
      return { is: 'none', why: 'a notice that no player can be shown' };
    }
    if (data.requestId !== requestId || data.movementId !== order.movementId) {
      return { is: 'none', why: 'an answer to something else' };
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAtMs);
    if (data.status === 'done') return { is: 'done', balance: BigInt(data.balance) };
    return data.status === 'busy' ? { is: 'busy' } : { is: 'refused', reason: data.reason };
  }

  /** A page of the wallet's list of movements, or why there is none. */
  async list(after: string | null, limit: number): Promise<WalletListing | string> {
    const requestId = randomUUID();
    const answer = await this.#send('movements', { requestId, after, limit }, {});
    if (typeof answer === 'string') return answer;
    const said = walletStatement.safeParse(answer.said);
    if (!said.success) return whyNoList(said.error);
    return said.data.requestId === requestId ? said.data : 'an answer to something else';
  }

  async #send(verb: WalletVerb, order: object, spoilt: Spoilt) {
    this.requests += 1;
    const { url, studio, keys, nowMs, tryMs } = this.options;
    const base = url.replace(/\/$/, '');
    const { host, pathname } = new URL(`${base}/${verb}`);
    const asked = spoilt.host ?? host;
    const plain = JSON.stringify(
      spoilt.text === undefined ? WALLET_REQUESTS[verb].parse(order) : order,
    );
    const text = spoilt.text?.(plain) ?? plain;
    const signed = this.#signed(asked, pathname, text, spoilt, studio);
    const headers = { ...signed, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(spoilt.leavesMs ?? tryMs);
    const method = spoilt.method ?? 'POST';
    try {
      const to = `${base}/${spoilt.to ?? verb}`;
      const body = method === 'POST' ? (spoilt.body?.(text) ?? text) : undefined;
      const answer =
        spoilt.host === undefined
          ? await askPlainly(to, { method, headers, ...(body !== undefined && { body }), signal })
          : await askByHost(to, { method, headers: { ...headers, host: asked }, body, signal });
      return await this.#read(answer, keys, nowMs());
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error
        ? error.cause.message
        : String(error);
    }
  }

  #signed(
    host: string,
    target: string,
    text: string,
    { key, kid, createdS, isUnsigned, without, nonce }: Spoilt,
    studio: TriedOptions['studio'],
  ): Record<string, string> {
    if (isUnsigned === true) return {};
    const signing = {
      kid: kid ?? studio.kid,
      key: key ?? studio.key,
      createdS: createdS ?? Math.floor(this.options.nowMs() / 1000),
      nonce: nonce ?? randomUUID(),
    };
    const request = { method: 'POST', target, headers: { host } };
    return signatureHeaders(request, Buffer.from(text), signing, without);
  }

  /** By whichever of the operator's keys it is signed. */
  async #read(
    answer: Parameters<typeof readSigned>[0],
    keys: readonly KeyObject[],
    nowMs: number,
  ): ReturnType<typeof readSigned> {
    let why: Awaited<ReturnType<typeof readSigned>> = 'an unknown key';
    for (const key of keys) {
      why = await readSigned(answer, nowMs, () => Promise.resolve(key));
      if (typeof why !== 'string') return why;
    }
    return why;
  }
}
