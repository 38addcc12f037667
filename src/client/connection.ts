/**
 * A connection to the studio. Each command gets its answer or `NoAnswer`, and a connection that is
 * lost is opened again.
 */
import { type Socket, io } from 'socket.io-client';
import type { Command, ReplyOf, RequestOf } from '../protocol/command.js';
import { POLICY_RANGES } from '../protocol/policy-ranges.js';
import { OPENED_WITHIN_MS, RECONNECTION, delayAfter, spreadLaterTries } from './delays.js';
import { Questions } from './questions.js';

export type Namespace = '/player' | '/dealer' | '/pit';

export interface ConnectOptions {
  /**
   * Asked when the studio refuses the token with `not_signed_in`, as often as it does, and when it
   * closes the connection because the token has expired.
   */
  readonly renewToken?: () => Promise<string>;
  /** How long a command may go without an answer, in ms, beside what a wallet may take for it. */
  readonly answerWithinMs?: number;
}

/**
 * `lost` is tried again without being asked. `refused`, where the studio does not accept this
 * token, and `ended`, where it closed the connection itself, are tried again by `connect()`.
 * `closed`: the client closed it.
 */
export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'refused' | 'ended' | 'closed';

/** The command may or may not have stood: the connection was lost, or the answer took too long. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** With these the studio says why it closes a connection. */
const CLOSINGS = ['session:closed', 'staff:closed'] as const;

/** Refusals of a connection that pass by themselves. */
const PASSES: ReadonlySet<string> = new Set(['internal_error', 'too_many_messages']);

type Listener = (state: ConnectionState, reason: string) => void;

/** `Messages` names what the studio sends unasked, and its bodies. */
const ANSWER_WITHIN_MS = 5_000;

/** The studio answers these once a wallet has decided, for which it waits so long at most. */
const WAITS_FOR_WALLET: ReadonlySet<string> = new Set(['session:buy-in', 'tip:give']);
const WALLET_WITHIN_MS = POLICY_RANGES.buyInWithinMs.max;

/** What is sent and received in one namespace. */
class Channel<Commands extends { [Name in keyof Commands]: Command }, Messages> {
  constructor(
    protected readonly socket: Socket,
    private readonly answerWithinMs: number,
    protected readonly questions: Questions,
  ) {}

  /** Resolves when commands can be sent. */
  connected(): Promise<void> {
    if (this.socket.connected) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.once('connect', resolve);
    });
  }

  /**
   * Rejects with `NoAnswer` at once while there is no connection. Nothing is kept to be sent later,
   * when it may no longer be meant. Where two in a row have no answer, and nothing else comes
   * meanwhile, another line is opened.
   */
  async send<Name extends keyof Commands & string>(
    name: Name,
    request: RequestOf<Commands[Name]>,
  ): Promise<ReplyOf<Commands[Name]>> {
    if (!this.socket.connected) throw new NoAnswer(`${name}: there is no connection`);
    const isLong = WAITS_FOR_WALLET.has(name);
    const socket = this.socket.timeout(this.answerWithinMs + (isLong ? WALLET_WITHIN_MS : 0));
    const ask = (): Promise<unknown> => socket.emitWithAck(name, request);
    try {
      const reply = await this.questions.ask(ask, { isLong });
      return reply as ReplyOf<Commands[Name]>; // The studio keeps to the protocol.
    } catch (error) {
      throw new NoAnswer(`${name}: no answer`, { cause: error });
    }
  }

  /** Returns a function that removes the listener. */
  on<Name extends keyof Messages & string>(
    name: Name,
    listener: (message: Messages[Name]) => void,
  ): () => void {
    const event: string = name;
    this.socket.on(event, listener);
    return () => this.socket.off(event, listener);
  }
}

/**
 * A second namespace on the line of a connection. It comes in behind it, each time, and goes with
 * it.
 */
export class ConnectionBeside<
  Commands extends { [Name in keyof Commands]: Command },
  Messages,
> extends Channel<Commands, Messages> {}

export class Connection<
  Commands extends { [Name in keyof Commands]: Command },
  Messages,
> extends Channel<Commands, Messages> {
  readonly #listeners = new Set<Listener>();
  readonly #renewToken: (() => Promise<string>) | undefined;
  readonly #answerWithinMs: number;
  #token: string;
  /** The studio is about to close this connection, because its token has expired. */
  #hasExpired = false;
  #state: ConnectionState = 'connecting';
  #renewals = 0;
  #closed = false;
  #wait: ReturnType<typeof setTimeout> | undefined;
  /** The tables that are followed over it, as they came to be joined. */
  readonly #served = new Set<object>();

  constructor(url: string, namespace: Namespace, token: string, options: ConnectOptions = {}) {
    let shownToken = (): string => token;
    const socket = io(url + namespace, {
      transports: ['websocket'],
      forceNew: true, // Two players in one page or process share nothing.
      autoConnect: false, // A namespace beside must not come in before this one has.
      ...RECONNECTION,
      timeout: OPENED_WITHIN_MS,
      auth: (show) => show({ token: shownToken() }),
    });
    const questions = new Questions(() => this.drop());
    super(socket, options.answerWithinMs ?? ANSWER_WITHIN_MS, questions);
    spreadLaterTries(socket.io);
    this.#token = token;
    this.#renewToken = options.renewToken;
    this.#answerWithinMs = options.answerWithinMs ?? ANSWER_WITHIN_MS;
    shownToken = () => this.#token;
    this.onReceived(() => this.questions.noteReceived());
    this.socket.on('connect', () => {
      this.#renewals = 0;
      this.#publish('connected');
    });
    this.socket.on('disconnect', (reason) => {
      // What was given to a line that had fallen silent would go out before any table is joined.
      this.socket.sendBuffer.length = 0;
      const hasExpired = this.#hasExpired;
      this.#hasExpired = false;
      if (this.#closed) return;
      if (reason !== 'io server disconnect') this.#publish('lost', reason);
      else if (!hasExpired || this.#renewToken === undefined) this.#publish('ended', reason);
      else {
        this.#publish('lost', 'token_expired');
        this.#refused('not_signed_in'); // As a connection with this token would be.
      }
    });
    for (const name of CLOSINGS) {
      this.socket.on(name, (closed: { readonly reason: string }) => {
        this.#hasExpired = closed.reason === 'token_expired';
      });
    }
    this.socket.on('connect_error', (error) => {
      if (!this.socket.active) this.#refused(error.message);
    });
    this.socket.connect();
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Reports every change from now on. Returns a function that removes the listener. */
  onState(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reports whatever comes over the line, of every namespace. Returns a function that removes the
   * listener.
   */
  onReceived(listener: () => void): () => void {
    const { io: line } = this.socket;
    line.on('packet', listener);
    line.on('ping', listener);
    return () => {
      line.off('packet', listener);
      line.off('ping', listener);
    };
  }

  /** Another namespace on the same line, which the studio lets in behind this one. */
  beside<Others extends { [Name in keyof Others]: Command }, OtherMessages>(
    namespace: '/solo',
  ): ConnectionBeside<Others, OtherMessages> {
    const auth = (show: (data: object) => void) => show({ token: this.#token });
    const socket = this.socket.io.socket(namespace, { auth });
    if (this.socket.connected) socket.connect();
    this.socket.on('connect', () => socket.connect());
    this.socket.on('disconnect', () => socket.disconnect());
    return new ConnectionBeside(socket, this.#answerWithinMs, this.questions);
  }

  /** Whether a table that is followed over this connection is joined. */
  noteServed(table: object, isServed: boolean): void {
    if (isServed) this.#served.add(table);
    else this.#served.delete(table);
  }

  /** Whether it serves a table that is followed. */
  get isServing(): boolean {
    return this.#served.size > 0;
  }

  /**
   * Connects again, which may lead to another process. Not while this one serves a table that is
   * followed, or answers something: a money order would not know what became of it.
   */
  seekElsewhere(): void {
    if (this.#served.size === 0 && this.questions.isAllAnswered) this.drop();
  }

  /** Gives up a line that brings nothing any more, and opens another. */
  drop(): void {
    if (this.socket.connected) this.socket.io.engine.close();
  }

  /** Tries again after `refused` or `ended`. */
  connect(): void {
    this.socket.connect();
  }

  close(): void {
    clearTimeout(this.#wait);
    this.#closed = true;
    this.#publish('closed');
    this.#listeners.clear();
    this.socket.disconnect();
  }

  #refused(reason: string): void {
    if (this.#closed) return;
    const renewToken = reason === 'not_signed_in' ? this.#renewToken : undefined;
    if (renewToken === undefined && !PASSES.has(reason)) {
      this.#publish('refused', reason);
      return;
    }
    this.#renewals += 1;
    const again = () => {
      if (renewToken === undefined) this.socket.connect();
      else void this.#renew(renewToken);
    };
    this.#wait = setTimeout(again, delayAfter(this.#renewals));
  }

  async #renew(renewToken: () => Promise<string>): Promise<void> {
    try {
      this.#token = await renewToken();
      if (!this.#closed) this.socket.connect();
    } catch {
      this.#refused('not_signed_in'); // The studio cannot be asked now, so it is asked later.
    }
  }

  #publish(state: ConnectionState, reason = ''): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state, reason);
  }
}
