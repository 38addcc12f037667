/**
 * The wallet of a simulated operator that speaks another protocol than ours, with faults on demand.
 * What it knows of those protocols it has from their documents, and not from the adapter.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Book } from './book.js';
import { FOREIGN_SHAPES, type ForeignProtocol, type HeardRequest } from './foreign-shapes.js';

/** What goes wrong with one request, as of our own protocol's wallet. */
const FOREIGN_FAULTS = [
  'lost_before',
  'lost_after',
  'doubled',
  'error_500',
  'error_after',
  'wrong_body',
] as const;
type ForeignFault = (typeof FOREIGN_FAULTS)[number];

interface ForeignOptions {
  readonly protocol: ForeignProtocol;
  /** What requests are signed by, as the adapter has it. */
  readonly secret: string;
  readonly currency: string;
  readonly exponent: number;
  readonly book?: Book;
  readonly port?: number;
}

/** What became of it, as the shape says it. */
type Booked = Parameters<HeardRequest['answer']>[0];

const BODY_MAX = 64 * 1024;

export class ForeignWallet {
  readonly book: Book;
  /** One request in so many goes wrong, each time in another way; by default none. */
  faultyEach = Infinity;
  /** Every request goes wrong in this way. */
  always: ForeignFault | undefined;
  /** Requests that were nobody's, or had another form. */
  notServed = 0;
  /** Of protocols that say it: rounds, and whether each is closed. */
  readonly rounds = new Map<string, boolean>();
  /** Requests that were answered as before. */
  replays = 0;
  readonly #server: Server;
  #asked = 0;

  private constructor(private readonly options: ForeignOptions) {
    this.book = options.book ?? new Book();
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(options: ForeignOptions): Promise<ForeignWallet> {
    const wallet = new this(options);
    await new Promise<void>((resolve) => {
      wallet.#server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return wallet;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { protocol, secret, currency, exponent } = this.options;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wallet');
    const body = await textOf(request);
    const { headers } = request;
    const asked = { path: pathname, query: searchParams, headers, body };
    const { sessions } = this.book;
    const heard = FOREIGN_SHAPES[protocol].hear(asked, { secret, currency, exponent, sessions });
    if (heard === undefined) {
      this.notServed += 1;
      return void response.writeHead(403).end();
    }
    const fault = this.#fault();
    if (fault === 'lost_before') return void response.destroy();
    if (fault === 'error_500') return void response.writeHead(500).end();
    const answer = this.#book(heard);
    const { movement, round } = heard;
    if (movement !== undefined && round !== undefined) this.rounds.set(round.id, round.isClosed);
    if (fault === 'doubled') this.#book(heard);
    if (fault === 'lost_after') return void response.destroy();
    if (fault === 'error_after') return void response.writeHead(500).end();
    const said = heard.answer(answer);
    const text = fault === 'wrong_body' ? '{"status":"RS_' : said.body;
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(text);
  }

  #fault(): ForeignFault | undefined {
    this.#asked += 1;
    const faults = Math.floor(this.#asked / this.faultyEach);
    const isDue = faults > 0 && this.#asked % this.faultyEach === 0;
    if (this.always !== undefined) return this.always;
    return isDue ? FOREIGN_FAULTS[(faults - 1) % FOREIGN_FAULTS.length] : undefined;
  }

  #book({ movement, player, session, opens }: HeardRequest): Booked {
    const { book } = this;
    const balance = book.balance(player);
    if (balance === undefined) return { status: 'refused', reason: 'session', isStray: false };
    const launched = book.sessions.get(player);
    const renewed = FOREIGN_SHAPES[this.options.protocol].renews ? `${launched}-next` : launched;
    // Money goes back whatever has become of the session.
    const isBound = movement === undefined || movement.kind === 'debit';
    const isOther = session !== undefined && session !== (opens ? launched : renewed);
    if (launched !== undefined && isBound && isOther) {
      return { status: 'refused', reason: 'session', isStray: false };
    }
    if (movement === undefined) {
      const its = opens && renewed !== undefined ? { session: renewed } : {};
      return { status: 'done', balance, replay: false, isStray: false, ...its };
    }
    const { kind, refers } = movement;
    const isStray = kind === 'cancel' && !book.movements.some((each) => isDebit(each, refers));
    const answer = book.book({ player, ...movement });
    if (answer.status === 'done' && answer.replay) this.replays += 1;
    return { ...answer, isStray };
  }
}

const isDebit = ({ movement }: Book['movements'][number], id: string | undefined): boolean =>
  movement.kind === 'debit' && movement.movementId === id;

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
