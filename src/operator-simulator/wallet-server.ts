/** The wallet of a simulated operator over HTTP, with faults on demand. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerHeaders } from '../operator/message-signature.js';
import { WALLET_REQUESTS, type WalletReason, type WalletVerb } from '../protocol/wallet.js';
import type { WalletNotice } from '../protocol/wallet-notice.js';
import { exponentOf } from '../money/currency.js';
import { Book, type BookAnswer } from './book.js';
import { isSignedByStudio, isSignedFor, studioKeysIn } from '../operator/studio-signature.js';

/** What goes wrong with one request. */
export const FAULTS = [
  'late', // answered when nobody waits any more
  'lost_before', // the connection ends before anything is booked
  'lost_after', // booked, and the connection ends before the answer
  'doubled', // it arrives twice
  'wrong_body', // the answer is not what was asked for
  'wrong_signature', // the answer is signed by nobody
  'error_500', // an error, and nothing is booked
  'error_after', // an error, and it is booked
  'busy', // the wallet asks for another try
] as const;
export type WalletFault = (typeof FAULTS)[number];

interface WalletKey {
  readonly kid: string;
  readonly key: KeyObject;
}

interface Served {
  readonly verb: WalletVerb;
  readonly movementId: string | undefined;
  readonly fault: WalletFault | undefined;
  /** Of the operator's platform, as the studio has said it. */
  readonly session: string | undefined;
  /** Nothing of its round or hand follows. */
  readonly closes: boolean;
}

interface WalletOptions {
  /** The studio's public keys, one or two, as PEM. */
  readonly studio: string;
  readonly key: WalletKey;
  readonly nowMs: () => number;
  /** How long a late answer takes. */
  readonly lateMs: number;
  readonly port?: number;
  /** The host of the callback URL, with its port; by default where it listens. */
  readonly authority?: string | undefined;
  /** Without one, the wallet takes whatever it is asked for. */
  readonly currency?: string | undefined;
  readonly book?: Book;
  /** How far the clocks may be apart, in seconds; 30 where it is left out. */
  readonly apartS?: number;
  /** What a request must have signed; by default all of it. */
  readonly covered?: readonly string[];
}

const SERVED_MAX = 100_000;
/** The studio pushes a hundred tables at once. */
const BODY_MAX = 1024 * 1024;

export class WalletServer {
  readonly book: Book;
  /** The last requests, in their order. */
  readonly served: Served[] = [];
  /** What each answer has this player read, until it is answered. */
  readonly notices = new Map<string, WalletNotice>();
  /** What players have answered, each once. */
  readonly answers: {
    readonly player: string;
    readonly notice: string;
    readonly action: string;
  }[] = [];
  /** Nothing is answered, and nothing booked. */
  isDead = false;
  /** Asked for each request; by default none goes wrong. */
  faultOf: (verb: WalletVerb, movementId: string | undefined) => WalletFault | undefined = () =>
    undefined;
  /** Refuses without booking it, also what may not be refused; by default nothing. */
  refuses: (verb: WalletVerb, movementId: string | undefined) => WalletReason | undefined = () =>
    undefined;
  /** Waited for before a movement is booked. */
  beforeBooking: (verb: WalletVerb) => Promise<void> = () => Promise.resolve();
  /** Answers what is not asked of the wallet. */
  desk: (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void> = (
    _request,
    response,
  ) => {
    end(response, 404);
    return Promise.resolve();
  };
  /** Waited for before an answer goes out, once the movement is booked. */
  beforeAnswer: (verb: WalletVerb) => Promise<void> = () => Promise.resolve();
  readonly #studio: readonly KeyObject[];
  readonly #server: Server;

  /** Started by `start`. */
  constructor(private readonly options: WalletOptions) {
    this.book = options.book ?? new Book();
    this.#studio = studioKeysIn(options.studio);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: WalletOptions): Promise<WalletServer> {
    const wallet = new this(options);
    await new Promise<void>((resolve) => {
      wallet.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return wallet;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/wallet`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (request.url?.startsWith('/wallet/') !== true) return this.desk(request, response, body);
    if (this.isDead) return void response.destroy();
    const verb = VERBS.find((each) => request.url === `/wallet/${each}`);
    if (verb === undefined || request.method !== 'POST') return end(response, 404);
    if (!this.isAsked(request)) return end(response, 421);
    if (!this.isStudios(request, body)) return end(response, 401);
    if (verb === 'movements') return this.#list(response, body);
    const read = WALLET_REQUESTS[verb].safeParse(jsonOf(body));
    if (!read.success) return end(response, 400);
    const asked: Asked = read.data;
    if (verb !== 'tip' && !isOfOnePiece(asked)) return end(response, 400);
    const { movementId, session } = asked;
    const fault = this.faultOf(verb, movementId);
    this.served.push({ verb, movementId, fault, session, closes: asked.closes === true });
    if (this.served.length > SERVED_MAX) this.served.shift();

    if (fault === 'lost_before') return void response.destroy();
    if (fault === 'error_500') return end(response, 500);
    if (fault === 'busy') {
      const { requestId } = asked;
      return this.#answer(response, { requestId, movementId, status: 'busy' });
    }
    const reason = this.refuses(verb, movementId);
    if (reason !== undefined) {
      const { requestId } = asked;
      return this.#answer(response, { requestId, movementId, status: 'refused', reason });
    }
    await this.beforeBooking(verb);
    const answer = this.#book(verb, asked);
    if (fault === 'doubled') this.#book(verb, asked);
    await this.beforeAnswer(verb);
    if (fault === 'lost_after') return void response.destroy();
    if (fault === 'error_after') return end(response, 500);
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, this.options.lateMs));
    const requestId = fault === 'wrong_body' ? randomUUID() : asked.requestId;
    const notice = answer.status === 'done' ? this.notices.get(asked.player) : undefined;
    const said = { requestId, movementId, ...answer, ...(notice !== undefined && { notice }) };
    this.#answer(response, said, fault === 'wrong_signature');
  }

  /** What was booked, in its order. */
  protected get list(): Book['movements'] {
    return this.book.movements;
  }

  /** How many movements lie before the cursor. */
  protected startOf(after: string | null): number {
    return Number(after ?? 0);
  }

  /** The cursor behind so many movements. */
  protected cursorOf(count: number): string {
    return `${count}`;
  }

  #list(response: ServerResponse, body: Buffer): void {
    const read = WALLET_REQUESTS.movements.safeParse(jsonOf(body));
    if (!read.success) return end(response, 400);
    const { requestId, after, limit } = read.data;
    const start = this.startOf(after);
    const page = this.list.slice(start, start + limit);
    const movements = page.map(({ movement, answer }) => ({
      ...movement,
      currency: this.options.currency ?? 'EUR',
      status: answer.status,
    }));
    const next = page.length === 0 ? after : this.cursorOf(start + page.length);
    this.#answer(response, { requestId, status: 'done', movements, next });
  }

  #isOther({ currency, exponent }: Asked): boolean {
    const { currency: own } = this.options;
    return own !== undefined && (currency !== own || exponent !== exponentOf(own));
  }

  #book(verb: WalletVerb, asked: Asked): BookAnswer {
    const { player } = asked;
    if (this.#isOther(asked)) return { status: 'refused', reason: 'currency' };
    const isBound =
      verb === 'open' || verb === 'balance' || verb === 'debit' || asked.takes === true;
    if (isBound && !this.book.knows(player, asked.session)) {
      return { status: 'refused', reason: 'session' };
    }
    if (verb === 'notice') this.#hear(asked);
    if (
      verb === 'open' ||
      verb === 'balance' ||
      verb === 'notice' ||
      verb === 'movements' ||
      asked.movementId === undefined ||
      asked.total === undefined
    ) {
      const balance = this.book.balance(player);
      return balance === undefined
        ? { status: 'refused', reason: 'session' }
        : { status: 'done', balance, replay: false };
    }
    const { movementId, total, refers } = asked;
    const movement = { movementId, kind: verb, player, total: BigInt(total) };
    return this.book.book({
      ...movement,
      ...(refers !== undefined && { refers }),
      ...(asked.takes === true && { takes: true }),
    });
  }

  /** A repeat is heard once. */
  #hear({ player, notice = '', action = '' }: Asked): void {
    if (this.notices.get(player)?.id !== notice) return;
    this.notices.delete(player);
    this.answers.push({ player, notice, action });
  }

  /** Whether it was signed for this wallet, and for no other that the studio asks. */
  isAsked(request: IncomingMessage): boolean {
    return isSignedFor(this.options.authority ?? new URL(this.url).host, request);
  }

  protected isStudios(request: IncomingMessage, body: Buffer): boolean {
    const { covered, apartS } = this.options;
    const nowMs = this.options.nowMs();
    return isSignedByStudio(request, body, { studio: this.#studio, nowMs, covered, apartS });
  }

  #answer(response: ServerResponse, answer: object, isForged = false): void {
    const text = JSON.stringify(answer, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    const body = Buffer.from(text);
    const createdS = Math.floor(this.options.nowMs() / 1000);
    const signed = answerHeaders(200, isForged ? Buffer.from(`${text} `) : body, {
      ...this.options.key,
      createdS,
      nonce: randomUUID(),
    });
    response.writeHead(200, { 'content-type': 'application/json', ...signed }).end(body);
  }
}

const VERBS = Object.keys(WALLET_REQUESTS) as readonly WalletVerb[];

interface Asked {
  readonly requestId: string;
  readonly player: string;
  readonly currency: string;
  readonly exponent: number;
  readonly session?: string | undefined;
  readonly movementId?: string;
  readonly total?: string;
  readonly refers?: string;
  readonly round?: string;
  readonly table?: string;
  readonly bets?: readonly { readonly amount: string }[];
  readonly closes?: true;
  readonly outcome?: string;
  readonly reason?: string;
  readonly hand?: string;
  readonly game?: string;
  readonly notice?: string;
  readonly action?: string;
  readonly takes?: true;
}

/**
 * What is said of a round is said whole: a debit's bets are its total, and a credit closes. A hand
 * has a game, and neither a table nor an outcome.
 */
const isOfOnePiece = (asked: Asked): boolean => {
  const { round, hand, game, table, bets, closes, outcome, total, reason } = asked;
  if ((table === undefined) !== (bets === undefined)) return false;
  if ((hand === undefined) !== (game === undefined)) return false;
  if (reason === 'round_void' && hand === undefined && closes !== undefined) return false;
  if (hand !== undefined) return [round, table, outcome].every((each) => each === undefined);
  if ((closes === undefined) !== (outcome === undefined)) return false;
  if (round === undefined) return bets === undefined && closes === undefined;
  const sum = bets?.reduce((all, { amount }) => all + BigInt(amount), 0n);
  return sum === undefined || `${sum}` === total;
};

/** Undefined where it is no JSON. */
const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const end = (response: ServerResponse, status: number): void =>
  void response.writeHead(status).end();

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
