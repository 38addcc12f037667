/** Players and staff on bare sockets: what they send, and every byte that they are sent. */
import { randomUUID } from 'node:crypto';
import { type Socket, io } from 'socket.io-client';
import { expect } from 'vitest';
import type { z } from 'zod';
import { type Card, parseCard } from '../../src/cards/card.js';
import type { Command, ReplyOf, RequestOf } from '../../src/protocol/command.js';
import type { DealerCommands } from '../../src/protocol/dealer.js';
import type { PlayerCommands, PlayerResult, SeatMessage } from '../../src/protocol/player.js';
import { SESSION_MESSAGES } from '../../src/protocol/session.js';
import type {
  TableMessage,
  TableMessageKind,
  TableSnapshotMessage,
} from '../../src/protocol/table.js';
import { nextSeat } from '../../src/punto-banco/coup.js';
import type { Mode, Spot } from '../../src/punto-banco/spot.js';
import { type Line, holdToDescription } from './described.js';
import { pause } from './studio.js';

const WITHIN_MS = 60_000;

export type MessageOf<K extends TableMessageKind> = Extract<TableMessage, { kind: K }>;

/** A message that is not of a table's order. */
export interface Heard {
  readonly event: string;
  readonly body: Record<string, unknown>;
  /** On the monotonic clock. */
  readonly atMs: number;
}

/** A listener that waits for something that has not come yet. */
interface Waiting {
  readonly isMet: () => boolean;
  readonly resolve: () => void;
}

/** One connection. It never reconnects by itself. A test says when. */
export class Client<Commands extends Record<string, Command> = Record<never, never>> {
  /** Packets of the wire, as they came: the acks, too. */
  readonly frames: string[] = [];
  /** Of all tables, in the order in which they came. */
  readonly messages: TableMessage[] = [];
  /** Whatever else the connection was sent, in the order in which it came. */
  readonly heard: Heard[] = [];
  /** What was wrong with the order of messages: I6 says nothing ever is. */
  readonly gaps: string[] = [];
  /** What it was sent, in whatever namespace, and the description of the sockets does not say. */
  readonly undescribed: string[] = [];
  /** The last message of each table that was followed, or its snapshot. */
  readonly lastSeq = new Map<string, number>();
  readonly socket: Socket;
  /** Messages that came before the join was answered. */
  readonly #early = new Map<string, TableMessage[]>();
  readonly #waiting = new Set<Waiting>();
  #line: Line | undefined;

  constructor(
    readonly url: string,
    readonly namespace: string,
    readonly token: unknown,
  ) {
    this.socket = io(`${url}${namespace}`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      autoConnect: false,
    });
    this.socket.on('table:message', (message: TableMessage) => this.#take(message));
    this.socket.on('disconnect', () => this.woken());
    this.socket.onAny((event: string, body: Record<string, unknown>) => {
      if (event === 'table:message') return;
      this.heard.push({ event, body, atMs: performance.now() });
      this.woken();
    });
  }

  /** Rejects with the studio's reason. */
  connect(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.socket.once('connect', () => resolve(this));
      this.socket.once('connect_error', reject);
      this.socket.connect();
      this.#listenTo(this.socket.io.engine);
    });
  }

  /** To each line once. */
  #listenTo(line: Line): void {
    if (line === this.#line) return;
    this.#line = line;
    line.on('packet', ({ data }) => {
      if (typeof data === 'string') this.frames.push(data);
    });
    holdToDescription(line, (fault) => void this.undescribed.push(fault));
  }

  close(): void {
    this.socket.disconnect();
  }

  /** A command of the protocol, answered in its ack. */
  async call<Name extends keyof Commands & string>(
    name: Name,
    request: RequestOf<Commands[Name]>,
  ): Promise<ReplyOf<Commands[Name]>> {
    return (await this.raw(name, request)) as ReplyOf<Commands[Name]>;
  }

  /** Anything at all. */
  raw(name: unknown, ...args: unknown[]): Promise<Record<string, unknown>> {
    return this.socket.timeout(WITHIN_MS).emitWithAck(name as string, ...args) as Promise<
      Record<string, unknown>
    >;
  }

  /**
   * The first message after number `after` that is of this kind (and meets the condition), whether
   * it has come already or is still to come.
   */
  async next<K extends TableMessageKind>(
    kind: K,
    { after = 0, where = () => true, withinMs = WITHIN_MS }: NextOptions<K> = {},
  ): Promise<MessageOf<K>> {
    const find = () =>
      this.messages.find(
        (message): message is MessageOf<K> =>
          message.kind === kind && message.seq > after && where(message as MessageOf<K>),
      );
    await this.until(`${kind} after ${after}`, () => find() !== undefined, withinMs);
    return find()!;
  }

  async until(what: string, isMet: () => boolean, withinMs = WITHIN_MS): Promise<void> {
    if (isMet()) return;
    await new Promise<void>((resolve, reject) => {
      const waiting = { isMet, resolve };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        const seen = this.messages.slice(-10).map(inWords);
        reject(new Error(`${what}: not within ${withinMs} ms; the last were ${seen.join(', ')}`));
      }, withinMs);
      this.#waiting.add({
        isMet,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }

  /**
   * What was sent under this name (and meets the condition). Waits for the first where none has
   * come.
   */
  async hears(
    event: string,
    where: (body: Record<string, unknown>) => boolean = () => true,
  ): Promise<readonly Record<string, unknown>[]> {
    const find = () => this.heard.filter((each) => each.event === event && where(each.body));
    await this.until(event, () => find().length > 0);
    return find().map(({ body }) => body);
  }

  disconnected(withinMs = WITHIN_MS): Promise<void> {
    return this.until('the connection is closed', () => this.socket.disconnected, withinMs);
  }

  /** Takes the answer to a join or watch. From here on the messages must follow each other. */
  protected follow(
    table: string,
    { snapshot, missed }: { snapshot: TableSnapshotMessage | null; missed: TableMessage[] | null },
    afterSeq: number | undefined,
  ): void {
    const heard = this.lastSeq.get(table) ?? 0;
    this.lastSeq.set(table, snapshot?.seq ?? afterSeq!);
    for (const message of missed ?? []) this.#take(message);
    for (const message of this.#early.get(table) ?? []) {
      if (message.seq > this.lastSeq.get(table)!) this.#take(message);
    }
    this.#early.delete(table);
    // A client that had joined before takes what comes right after the answer before the answer.
    this.lastSeq.set(table, Math.max(heard, this.lastSeq.get(table)!));
  }

  protected woken(): void {
    for (const waiting of this.#waiting) {
      if (!waiting.isMet()) continue;
      this.#waiting.delete(waiting);
      waiting.resolve();
    }
  }

  #take(message: TableMessage): void {
    const { table, seq, prev } = message;
    const last = this.lastSeq.get(table);
    if (last === undefined) {
      this.#early.set(table, [...(this.#early.get(table) ?? []), message]);
      return;
    }
    if (prev !== last || seq <= prev) this.gaps.push(`${seq} follows ${prev}, not ${last}`);
    this.lastSeq.set(table, seq);
    this.messages.push(message);
    this.woken();
  }
}

/** Of a suspension, also why. */
const inWords = (message: TableMessage): string => {
  const { seq, kind } = message;
  return kind === 'table_suspended' ? `${seq} ${kind} (${message.reason})` : `${seq} ${kind}`;
};

interface NextOptions<K extends TableMessageKind> {
  readonly after?: number;
  readonly where?: (message: MessageOf<K>) => boolean;
  readonly withinMs?: number;
}

type Joined = Extract<ReplyOf<PlayerCommands['table:join']>, { ok: true }>;
export type BetReply = ReplyOf<PlayerCommands['bet:place']>;

/** Every way to change stakes. */
export type Wager =
  | readonly [spot: Spot, euros: number]
  | Readonly<Partial<Record<Spot, number>>>
  | 'undo'
  | 'clear'
  | 'repeat'
  | 'double'
  | Mode;

const isOneSpot = (
  wager: readonly [spot: Spot, euros: number] | Readonly<Partial<Record<Spot, number>>>,
): wager is readonly [spot: Spot, euros: number] => Array.isArray(wager);

type SessionMessages = typeof SESSION_MESSAGES;
type SessionMessage<Name extends keyof SessionMessages> = z.infer<SessionMessages[Name]['body']>;

export class Player extends Client<PlayerCommands> {
  readonly results: PlayerResult[] = [];
  /** What was sent of the session, in order. */
  readonly sessionNotices: { readonly name: keyof SessionMessages; readonly body: unknown }[] = [];
  /** As the last join gave it. */
  seat: SeatMessage | undefined;
  /** Those that joins gave, which may have been sent before, too. */
  readonly #joined: PlayerResult[] = [];

  constructor(
    url: string,
    token: unknown,
    readonly id: string,
    /** Where it plays by default. */
    readonly table: string,
  ) {
    super(url, '/player', token);
    this.socket.on('player:result', (result: PlayerResult) => {
      this.results.push(result);
      this.woken();
    });
    for (const name of Object.keys(SESSION_MESSAGES) as (keyof SessionMessages)[]) {
      this.socket.on<string>(name, (body: unknown) => {
        this.sessionNotices.push({ name, body });
        this.woken();
      });
    }
  }

  async join(afterSeq?: number, table = this.table): Promise<Joined> {
    const reply = await onceHere(() => this.tryJoin(afterSeq, table));
    if (!reply.ok) throw new Error(`no seat at ${table}: ${reply.refusal}`);
    return reply;
  }

  async tryJoin(afterSeq?: number, table = this.table) {
    const reply = await this.call('table:join', {
      table,
      ...(afterSeq !== undefined && { afterSeq }),
    });
    if (reply.ok) {
      this.follow(table, reply, afterSeq);
      this.seat = reply.seat;
      if (reply.result !== null) this.#joined.push(reply.result);
    }
    return reply;
  }

  /** Amounts in euros, as chips show them. */
  wager(game: string, wager: Wager, betId: string = randomUUID()): Promise<BetReply> {
    const round = { table: this.table, game, betId };
    if (typeof wager === 'object' && !isOneSpot(wager)) {
      const stakes = Object.fromEntries(
        Object.entries(wager).map(([spot, euros]) => [spot, cents(euros)]),
      );
      return this.call('bet:place-all', { ...round, stakes });
    }
    if (typeof wager === 'object') {
      const [spot, euros] = wager;
      return this.call('bet:place', { ...round, spot, amount: cents(euros) });
    }
    if (wager === 'normal' || wager === 'zero_commission') {
      return this.call('mode:choose', { ...round, mode: wager });
    }
    return this.call(`bet:${wager}`, round);
  }

  /** A bet that must stand. */
  async bet(game: string, wager: Wager, betId?: string) {
    const reply = await this.wager(game, wager, betId);
    if (!reply.ok) throw new Error(`${JSON.stringify(wager)} was refused: ${reply.refusal}`);
    return reply;
  }

  async buyIn(euros: number): Promise<void> {
    const request = { key: randomUUID(), amount: cents(euros) };
    expect(await this.call('session:buy-in', request)).toMatchObject({ ok: true });
  }

  /** To the dealer of the table. The same key again gives nothing more. */
  tip(euros: number, key: string = randomUUID(), table = this.table) {
    return this.call('tip:give', { table, key, amount: cents(euros) });
  }

  async balance(): Promise<bigint> {
    const reply = await this.call('session:read', {});
    if (!reply.ok) throw new Error(reply.refusal);
    return BigInt(reply.balance);
  }

  /**
   * The first message of this name, whether it has come already or is still to come; of several,
   * the one after the first `after`.
   */
  async received<Name extends keyof SessionMessages>(
    name: Name,
    { after = 0, withinMs }: { after?: number; withinMs?: number } = {},
  ): Promise<SessionMessage<Name>> {
    const find = () => this.sessionNotices.filter((news) => news.name === name)[after];
    await this.until(name, () => find() !== undefined, withinMs);
    return find()!.body as SessionMessage<Name>;
  }

  /** As it was sent, or as a join gave it to who was not there by then. */
  async result(game: string, withinMs?: number): Promise<PlayerResult> {
    const find = () => [...this.results, ...this.#joined].find((result) => result.game === game);
    await this.until(`the result of ${game}`, () => find() !== undefined, withinMs);
    return find()!;
  }
}

/** Moves time on until what is awaited has come. */
type Passing = <T>(awaited: Promise<T>) => Promise<T>;

/** Someone at the dealer's desk: the dealer, the shift manager or another of the staff. */
export class Staff extends Client<DealerCommands> {
  /** The scanner's own count. */
  scanSeq = 0;

  constructor(
    url: string,
    token: unknown,
    readonly name: string,
    readonly table: string,
    /** Where none is given, time passes as it does in the world. */
    private readonly passing: Passing = (awaited) => awaited,
  ) {
    super(url, '/dealer', token);
  }

  /**
   * The bets of the round that opened with event `after` are closed, when their time has passed.
   */
  betsClosed(after: number): Promise<MessageOf<'betting_closed'>> {
    return this.passing(this.next('betting_closed', { after }));
  }

  /** The scanner goes on from where the table last heard of it. */
  async watch(afterSeq?: number): Promise<TableSnapshotMessage | null> {
    const { table } = this;
    const reply = await this.call('table:watch', {
      table,
      ...(afterSeq !== undefined && { afterSeq }),
    });
    if (!reply.ok) throw new Error(`${table} cannot be watched: ${reply.refusal}`);
    this.follow(table, reply, afterSeq);
    if (reply.snapshot !== null) this.scanSeq = reply.snapshot.lastScanSeq ?? 0;
    return reply.snapshot;
  }

  give(command: PlainDealerCommand) {
    const { table } = this;
    return command === 'shoe:change' || command === 'table:resume'
      ? this.call(command, { table, reason: 'as the test says' })
      : this.call(command, { table });
  }

  /** A command that must be done. Returns the number of its event. */
  async must(command: PlainDealerCommand): Promise<number> {
    const reply = await onceHere(() => this.give(command));
    if (!reply.ok) throw new Error(`${command} was refused: ${reply.refusal}`);
    return reply.seq;
  }

  /** A new table, or one whose dealer has gone home, made ready for its first round. */
  async makeReady(burn = '3H'): Promise<void> {
    await this.must('table:open');
    await this.newShoe(burn);
  }

  async newShoe(burn = '3H'): Promise<void> {
    await this.placeShoe();
    expect(await this.burn(burn)).toMatchObject({ ok: true });
  }

  /** A shoe in place, with new cards. Its burn card is due. */
  async placeShoe(): Promise<void> {
    const { table } = this;
    const cards = `box-${randomUUID()}`;
    expect(await this.call('cards:bring', { table, cards })).toMatchObject({ ok: true });
    await this.must('shoe:new');
    this.scanSeq = 0;
  }

  burn(code: string, scanSeq = (this.scanSeq += 1)) {
    return this.call('shoe:burn', { table: this.table, code, scanSeq });
  }

  scan(code: string, scanSeq = (this.scanSeq += 1)) {
    return this.call('card:scan', { table: this.table, code, scanSeq });
  }

  async openBetting(): Promise<MessageOf<'betting_opened'>> {
    const seq = await this.must('betting:open');
    return this.next('betting_opened', { after: seq - 1 });
  }

  /** Cards as one would write them, `2h 4c Kd Ks`. Every one must be taken. */
  async deal(cards: string): Promise<void> {
    for (const code of cards.split(' ')) {
      const scanSeq = (this.scanSeq += 1);
      const reply = await onceHere(() => this.scan(code, scanSeq));
      if (!reply.ok) throw new Error(`${code} was refused: ${reply.refusal}`);
    }
  }

  /** Draws from `shoe` until the coup is complete. */
  async dealFrom(shoe: Iterator<Card>): Promise<void> {
    const dealt: Card[] = [];
    while (nextSeat(dealt) !== undefined) {
      const card = shoe.next().value as Card;
      await this.deal(card);
      dealt.push(parseCard(card)!);
    }
  }

  /** Opens a round, waits for its close, deals it. With nobody betting it is settled at once. */
  async playRound(cards: string): Promise<string> {
    const { game, seq } = await this.openBetting();
    await this.betsClosed(seq);
    await this.deal(cards);
    await this.next('round_settled', { after: seq });
    return game;
  }
}

type PlainDealerCommand =
  | 'table:open'
  | 'table:close'
  | 'shoe:new'
  | 'shoe:change'
  | 'betting:open'
  | 'card:show'
  | 'table:resume'
  | 'manager:call';

export const cents = (euros: number): string => BigInt(Math.round(euros * 100)).toString();

/**
 * A table whose time was moved on may have lost its lease, and is back in a moment; a process that
 * has just started does not know yet who runs it. As a page does, the same is asked again until
 * then.
 */
const onceHere = async <Reply extends { readonly ok: boolean; readonly refusal?: string }>(
  ask: () => Promise<Reply>,
): Promise<Reply> => {
  for (const deadline = performance.now() + WITHIN_MS; ; await pause(50)) {
    const reply = await ask();
    if (reply.refusal !== 'table_is_moving' || performance.now() > deadline) return reply;
  }
};
