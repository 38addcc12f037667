/**
 * The adapter: a small server between the studio and a wallet that speaks another protocol. To the
 * studio it is the operator's wallet, and signs by the operator's key; the wallet itself is asked
 * in its own shape. Each request is one call, and a repeat is a repeat there. It keeps nothing but
 * which debits it has sent lately, in memory.
 */
import { type KeyObject, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHeaders } from '../operator/message-signature.js';
import { isSignedByStudio, isSignedFor, studioKeysIn } from '../operator/studio-signature.js';
import { WALLET_REQUESTS, type WalletReason } from '../protocol/wallet.js';
import type { SoloGame } from '../solo/game.js';
import { bodyOf } from '../wallet/signed-answer.js';
import { evolution } from './evolution.js';
import { hub88 } from './hub88.js';
import { pragmatic } from './pragmatic.js';
import { SentDebits } from './sent-debits.js';
import { type Asked, type Shape, type AdapterVerdict, isTaken, unknown } from './shape.js';
import { softswiss } from './softswiss.js';

export const SHAPES = { hub88, softswiss, evolution, pragmatic } as const satisfies Record<
  string,
  Shape
>;
export type Protocol = keyof typeof SHAPES;

/** The verbs that a wallet of another protocol may know. It lists no movements. */
const VERBS = ['open', 'balance', 'debit', 'credit', 'cancel', 'adjust', 'tip'] as const;

/** The studio waits for 2 s. */
const WITHIN_MS = 1_800;
const REQUEST_MAX = 64 * 1024;
const LOOPBACK = '127.0.0.1';
/** Lines of the log in a minute, and characters of each. */
const LINES_MOST = 60;
const LINE_MOST = 300;

interface AdapterOptions {
  readonly protocol: Protocol;
  /** Where the wallet is reached, and what it knows us by. */
  readonly url: string;
  readonly secret: string;
  /** The studio's public keys, one or two, as PEM. */
  readonly studio: string;
  /** The operator's own, by which the answers are signed. */
  readonly key: { readonly kid: string; readonly key: KeyObject };
  readonly nowMs: () => number;
  /** The host of the callback URL, with its port if it has one; by default where it listens. */
  readonly authority?: string;
  /** The address to listen at; by default only this machine reaches it. */
  readonly listen?: string;
  readonly port?: number;
  /** Hears why a request has no verdict. */
  readonly log?: (line: string) => void;
}

export class AdapterServer {
  readonly #server: Server;
  readonly #studio: readonly KeyObject[];
  readonly #debits: SentDebits;
  #minute = 0;
  #lines = 0;

  private constructor(private readonly options: AdapterOptions) {
    this.#studio = studioKeysIn(options.studio);
    this.#debits = new SentDebits(options.nowMs());
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: AdapterOptions): Promise<AdapterServer> {
    const adapter = new this(options);
    await new Promise<void>((resolve, reject) => {
      adapter.#server.once('error', reject);
      adapter.#server.listen(options.port ?? 0, options.listen ?? LOOPBACK, resolve);
    });
    return adapter;
  }

  get url(): string {
    return `http://${this.#bound}/wallet`;
  }

  get #bound(): string {
    const { address, family, port } = this.#server.address() as AddressInfo;
    return `${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const verb = VERBS.find((each) => request.url === `/wallet/${each}`);
    if (verb === undefined || request.method !== 'POST') return end(response, 404);
    const { nowMs, authority = this.#bound } = this.options;
    if (!isSignedFor(authority, request)) return end(response, 421);
    if (!isSignedByStudio(request, body, { studio: this.#studio, nowMs: nowMs() })) {
      return end(response, 401);
    }
    const order = WALLET_REQUESTS[verb].safeParse(jsonOf(body));
    if (!order.success) return end(response, 400);
    const of: Order = order.data;
    const { requestId, player, currency, exponent, movementId, total, refers, reason } = of;
    // None of the protocols has a word for money that is spent of what the wallet gave before.
    if (verb === 'tip' && of.takes !== true) {
      return this.#answer(response, { requestId, movementId, status: 'refused', reason: 'game' });
    }
    const { session = player } = of;
    // The wallet's round may be a hand of ours: the two have numbers of different length.
    const round = of.round ?? of.hand;
    // The stake of an action goes back, and its hand goes on, unless it says that it is over.
    const goesOn = verb === 'cancel' && of.hand !== undefined && of.closes !== true;
    const closes = verb !== 'debit' && !goesOn;
    const asked: Asked = {
      ...{
        verb,
        requestId,
        player,
        session,
        currency,
        exponent,
        round,
        game: of.game,
        closes,
        refers,
        atMs: nowMs(),
      },
      ...{ movementId: movementId ?? '', total: BigInt(total ?? 0) },
    };
    const signal = AbortSignal.timeout(WITHIN_MS);
    const verdict = this.#weigh(asked, reason, await this.#askAll(asked, signal));
    const { why, ...answer } = { why: undefined, ...verdict };
    if (why !== undefined) this.#log(`${verb} ${movementId ?? ''}: ${why}`);
    if (verdict.status === 'unknown') return end(response, 502);
    // Who owes has nothing: the studio takes no balance below zero.
    const owes = verdict.status === 'done' && verdict.balance < 0n && { balance: 0n };
    this.#answer(response, { requestId, movementId, ...answer, ...owes });
  }

  /** Whoever comes in has a balance: where `open` does not say it, that is asked for besides. */
  async #askAll(asked: Asked, signal: AbortSignal): Promise<AdapterVerdict | NotSent> {
    const said = await this.#ask(asked, signal);
    const shape: Shape = SHAPES[this.options.protocol];
    if (asked.verb !== 'open' || said.status !== 'done' || !shape.opensWithoutBalance) return said;
    const session = said.session ?? asked.session;
    const next: Asked = { ...asked, verb: 'balance', session, requestId: randomUUID() };
    const its = await this.#ask(next, signal);
    return its.status === 'done' ? { ...said, balance: its.balance } : its;
  }

  async #ask(asked: Asked, signal: AbortSignal): Promise<AdapterVerdict | NotSent> {
    const { protocol, url, secret } = this.options;
    const shape: Shape = SHAPES[protocol];
    const call = shape.call(asked, secret);
    if (typeof call === 'string') return { status: 'not_sent', reason: call };
    if (isTaken(asked.verb)) this.#debits.send(asked.movementId, asked.atMs);
    try {
      const answer = await fetch(`${url.replace(/\/$/, '')}${call.path}`, {
        method: 'POST',
        headers: { ...call.headers, 'content-type': call.contentType },
        body: call.body,
        redirect: 'error',
        signal,
      });
      return shape.read(asked, answer.status, (await bodyOf(answer.body)).toString());
    } catch (error) {
      // The URL, which is in some messages, may have the secret in it.
      const { name, cause } = error as Error;
      return unknown(cause instanceof Error ? cause.message : name);
    }
  }

  /** What the studio may take for a verdict, of what the wallet has said. */
  #weigh(asked: Asked, reason: Order['reason'], said: AdapterVerdict | NotSent): Answerable {
    const nowMs = this.options.nowMs();
    if (said.status === 'not_sent') {
      // An adapter of before may have said it.
      return isTaken(asked.verb) && this.#debits.mayBeRepeat(nowMs)
        ? { status: 'busy', why: `refused (${said.reason}), and may have been sent before` }
        : { status: 'refused', reason: said.reason };
    }
    if (said.status === 'refused' && isTaken(asked.verb)) {
      return this.#debits.refuse(asked.movementId, nowMs)
        ? said
        : { status: 'busy', why: `refused (${said.reason}), and may be booked by another try` };
    }
    if (said.status !== 'no_such_debit') return said;
    // A round is voided only where the wallet has given the stake.
    if (reason !== 'no_answer') return { status: 'unknown', why: `${said.why} of a stake given` };
    return this.#debits.mayArrive(asked.refers ?? '', nowMs)
      ? { status: 'busy', why: `${said.why}, and may still come` }
      : { status: 'done', balance: 0n };
  }

  #log(line: string): void {
    const minute = Math.floor(this.options.nowMs() / 60_000);
    if (minute !== this.#minute) this.#lines = 0;
    this.#minute = minute;
    this.#lines += 1;
    if (this.#lines <= LINES_MOST) this.options.log?.(JSON.stringify(line.slice(0, LINE_MOST)));
  }

  #answer(response: ServerResponse, answer: object): void {
    const text = JSON.stringify(answer, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    const body = Buffer.from(text);
    const createdS = Math.floor(this.options.nowMs() / 1000);
    const signing = { ...this.options.key, createdS, nonce: randomUUID() };
    const signed = answerHeaders(200, body, signing);
    response.writeHead(200, { 'content-type': 'application/json', ...signed }).end(body);
  }
}

interface NotSent {
  readonly status: 'not_sent';
  readonly reason: WalletReason;
}

/** Where the wallet answered, and that is no verdict yet, the studio is to ask again: `why`. */
type Answerable =
  | Exclude<AdapterVerdict, { status: 'no_such_debit' | 'busy' }>
  | { readonly status: 'busy'; readonly why?: string };

interface Order {
  readonly requestId: string;
  readonly player: string;
  readonly currency: string;
  readonly exponent: number;
  readonly session?: string | undefined;
  readonly closes?: true | undefined;
  /** Of a tip. */
  readonly takes?: true | undefined;
  readonly movementId?: string | undefined;
  readonly total?: string | undefined;
  readonly round?: string | undefined;
  readonly hand?: string | undefined;
  readonly game?: SoloGame | undefined;
  readonly refers?: string | undefined;
  /** Of a cancel. */
  readonly reason?: 'no_answer' | 'round_void' | undefined;
}

const end = (response: ServerResponse, status: number): void =>
  void response.writeHead(status).end();

/** Undefined where it is no JSON. */
const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > REQUEST_MAX) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
