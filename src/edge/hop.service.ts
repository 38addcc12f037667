/**
 * The hop of a command to the process that runs its table, and of the answer back. A command is
 * asked again under its own id where no answer comes, so that it may arrive twice, and stands once.
 * What comes again under the number of its order is somebody else's doing, and is left alone.
 */
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { Metrics } from '../platform/metrics.js';
import { SaidNumbers } from '../platform/said-numbers.js';
import { atShutdown, within } from '../platform/within.js';
import { type StreamEntry, Streams } from '../platform/streams.service.js';
import { RunsElsewhere } from '../table/runs-elsewhere.js';
import { Tables } from '../table/tables.service.js';
import { SeenTables } from './seen-tables.service.js';

/** A command as it came, on its way to the process that runs the table. */
export interface HopOrder<Caller = unknown> {
  readonly table: string;
  /** The namespace that it came in by. */
  readonly door: string;
  readonly name: string;
  readonly message: unknown;
  readonly caller: Caller;
  readonly address: string;
  /** By which it came in. */
  readonly connection?: string;
}

/** Where the order in which commands came counts. */
type HopRoute = Pick<HopOrder, 'table' | 'door' | 'connection'>;

/** Carries the order out in this process. Rejects with `RunsElsewhere` where the table left. */
type CarryOut = (order: HopOrder) => Promise<object>;

/**
 * What became of an order that no table has answered. `busy`: nothing was done, and nothing will
 * be. `unsure`: it may have been done.
 */
type Unanswered = 'busy' | 'unsure';

interface Asked extends HopOrder {
  /** A number, which rises in each stream. */
  readonly id: string;
  /** The process that waits for the answer. */
  readonly from: string;
  /**
   * From then on nobody waits for it any more, and it is not carried out. By the database's time of
   * day, which all processes go by, however wrong their own clocks are.
   */
  readonly untilMs: number;
}

interface Answer {
  readonly id: string;
  readonly reply: object | 'moved';
  /** How long the command itself took. An earlier version does not say. */
  readonly tookMs?: number;
}

/** The last entry of a process in the stream of answers. All that it had to say is before this. */
interface End {
  readonly ended: string;
}

/** A process that stops: it has sent every answer that it will ever send, and does nothing more. */
const ENDED: BulletinKind<{ readonly owner: string }> = { name: 'ended' };

/** What became of one attempt. */
type Outcome = object | 'moved' | 'left_out' | 'no_answer';

/** Somebody here waits for the answer of that process. */
interface Waiting {
  readonly owner: string;
  readonly settle: (outcome: Outcome, tookMs?: number) => void;
}

/** What a caller waits for, however often it is asked. */
interface Asking {
  readonly order: HopOrder;
  readonly untilMs: number;
  /** The attempts that were not answered in time, and may be still. */
  readonly late: string[];
  /** An attempt was in vain, so that it is asked again. */
  hasFailed: boolean;
  readonly ended: Promise<void>;
  /** What one of the late attempts was answered after all: that it stands. */
  answer?: object;
  /** Ends the attempt that is under way. */
  wake: () => void;
  /** Has the attempt that is under way wait for its answer as long as the caller waits. */
  waitOn: () => void;
}

/** How long a caller waits in all, and for a process that may be asked again, in ms. */
const WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 1_000;
/** Where nobody runs the table, it is looked for again after this, in ms. */
const LOOK_AGAIN_MS = 100;
/** Orders of this process that may wait for an answer. */
const ASKED_MAX = 20_000;
/** So many more may, where they are no bets: bets that wait refuse nobody else. */
const ASKED_FIRST_MAX = 1_000;
/** Entries of the streams. Each is gone within the time, whoever has read it. */
const KEPT = 10_000;
const KEPT_MS = 60_000;
const FROM_THE_START = '0-0';
/** Processes that have ended, as far as they are remembered. Each starts under another name. */
const ENDED_KEPT = 100;

/** What must not wait behind the bets has a way of its own. */
const BETS_DOOR = '/player';
const isFirst = ({ door }: Pick<HopOrder, 'door'>): boolean => door !== BETS_DOOR;
const ordersFor = (process: string, order: Pick<HopOrder, 'door'>): string =>
  isFirst(order) ? `orders-first:${process}` : `orders:${process}`;
const answersFor = (process: string): string => `answers:${process}`;

/** Whether Redis has it. */
type Added = Awaited<ReturnType<Streams['add']>>;

interface Outgoing {
  readonly item: object;
  /** It is not left out because of bets that are on their way. */
  readonly isFirst: boolean;
  readonly isOver: (added: Added) => void;
}

@Injectable()
export class Hop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #doors = new Map<string, CarryOut>();
  readonly #asked = new Map<string, Waiting>();
  /** Attempts that were not answered in time, as long as their callers wait. */
  readonly #late = new Map<string, Asking>();
  /** By connection and table: what is asked, in the order in which it came. */
  readonly #onRoute = new Map<string, readonly Asking[]>();
  readonly #ended = new Set<string>();
  /** Orders of others that are carried out here, until their answers are in Redis. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** What goes out at the end of this turn, by its stream. */
  readonly #outgoing = new Map<string, Outgoing[]>();
  #last = 0;
  #isClosing = false;
  /** When Redis lost an answer last. */
  #lostAt = -Infinity;

  constructor(
    private readonly tables: Tables,
    private readonly seen: SeenTables,
    private readonly streams: Streams,
    private readonly metrics: Metrics,
    private readonly bulletins: Bulletins,
  ) {
    bulletins.on(ENDED, ({ owner }) => this.#noteEnded(owner));
  }

  onApplicationBootstrap(): void {
    const { owner } = this.tables;
    this.#followOrders(ordersFor(owner, { door: '/dealer' }));
    this.streams.follow(answersFor(owner), FROM_THE_START, (entry) => this.#takeAnswers(entry));
    this.#followOrders(ordersFor(owner, { door: BETS_DOOR }));
  }

  /**
   * What comes from now on finds no table here. When all that was begun is answered, the others
   * hear of the end: they need not wait for answers that never come.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    await atShutdown(Promise.all(this.#underWay));
    // Whoever waits for an answer that was lost must not take the order for one never carried out.
    const isOneLost = performance.now() - this.#lostAt < WITHIN_MS;
    if (this.#underWay.size > 0 || isOneLost) return;
    await atShutdown(this.bulletins.post(ENDED, { owner: this.tables.owner }));
  }

  /** The orders that come in by a door are carried out in this way. */
  open(door: string, carryOut: CarryOut): void {
    this.#doors.set(door, carryOut);
  }

  /**
   * Where the table has come to this process, what the same connection had asked of the former one
   * is not overtaken either: resolves when all of it is answered. Undefined where nothing is waited
   * for.
   */
  before(route: HopRoute): Promise<unknown> | undefined {
    const asked = this.#onRoute.get(routeOf(route));
    if (asked === undefined || typeof this.tables.find(route.table) === 'string') return undefined;
    return Promise.all(asked.map(({ ended }) => ended));
  }

  /** The answer of the process that runs the table, wherever it moves meanwhile. */
  async ask(order: HopOrder): Promise<object | Unanswered> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const asking: Asking = {
      ...{ order, untilMs: this.tables.studioMs + WITHIN_MS, late: [], hasFailed: false, ended },
      ...{ wake: () => undefined, waitOn: () => undefined },
    };
    const route = routeOf(order);
    this.#onRoute.set(route, [...(this.#onRoute.get(route) ?? []), asking]);
    try {
      return await this.#askAgain(asking);
    } finally {
      for (const id of asking.late) this.#late.delete(id);
      const others = this.#onRoute.get(route)!.filter((each) => each !== asking);
      if (others.length > 0) this.#onRoute.set(route, others);
      else this.#onRoute.delete(route);
      end();
    }
  }

  async #askAgain(asking: Asking): Promise<object | Unanswered> {
    const { order } = asking;
    const startedAt = performance.now();
    let wasSent = false;
    for (;;) {
      await this.#turn(asking);
      if (asking.answer !== undefined) return asking.answer;
      const leftMs = WITHIN_MS - (performance.now() - startedAt);
      if (leftMs <= 0) return this.#unanswered(wasSent);
      const outcome = await this.#tryOnce(asking, leftMs);
      // Where it is busy now, what was sent before may wait there, and stand.
      if (typeof outcome === 'object' && !(wasSent && isBusy(outcome))) return outcome;
      if (outcome === 'left_out') return this.#unanswered(wasSent);
      asking.hasFailed = true;
      wasSent ||= outcome === 'no_answer';
      // What has no number of its own must not be done twice.
      if (wasSent && !isNumbered(order)) return this.#unanswered(wasSent);
      await within(leftMs, this.seen.look());
      if (outcome !== 'no_answer') await pause(LOOK_AGAIN_MS);
    }
  }

  /**
   * What has to be asked again is not overtaken by what came later over the same connection: an
   * Undo that stood before the chip that it takes back would leave the chip on its spot. What is
   * merely not answered yet is not waited for. Each waits for no longer than its caller does.
   */
  async #turn(asking: Asking): Promise<void> {
    for (;;) {
      const all = this.#onRoute.get(routeOf(asking.order)) ?? [];
      const inTheWay = all
        .slice(0, all.indexOf(asking))
        .find(({ hasFailed }) => hasFailed || asking.hasFailed);
      if (inTheWay === undefined) return;
      await inTheWay.ended;
    }
  }

  #unanswered(wasSent: boolean): Unanswered {
    const outcome = wasSent ? 'unsure' : 'busy';
    this.metrics.hopsUnanswered.inc({ outcome });
    return outcome;
  }

  async #tryOnce(asking: Asking, leftMs: number): Promise<Outcome> {
    const { order, untilMs } = asking;
    const owner = this.seen.ownerOf(order.table);
    if (owner === undefined || this.#ended.has(owner)) return 'moved';
    if (owner === this.tables.owner) return this.#carryOut(order);
    const askedMax = ASKED_MAX + (isFirst(order) ? ASKED_FIRST_MAX : 0);
    if (this.#asked.size >= askedMax) return 'left_out';
    const id = String((this.#last += 1));
    const sentAt = performance.now();
    const asked: Asked = { ...order, id, from: this.tables.owner, untilMs };
    return new Promise((resolve) => {
      const giveUpAfter = (ms: number) => setTimeout(() => settle('no_answer'), ms);
      // What is not asked again is waited for as long as the caller waits.
      let timer = giveUpAfter(isNumbered(order) ? Math.min(leftMs, ANSWER_WITHIN_MS) : leftMs);
      const settle = (outcome: Outcome, tookMs = 0): void => {
        clearTimeout(timer);
        this.#asked.delete(id);
        if (outcome === 'no_answer') {
          asking.late.push(id);
          this.#late.set(id, asking);
        }
        if (typeof outcome === 'object' && outcome !== asking.answer) {
          this.metrics.hop.observe(Math.max(0, performance.now() - sentAt - tookMs) / 1_000);
        }
        resolve(outcome);
      };
      asking.wake = () => settle(asking.answer ?? 'no_answer');
      asking.waitOn = () => {
        if (!this.#asked.has(id)) return;
        clearTimeout(timer);
        timer = giveUpAfter(leftMs - (performance.now() - sentAt));
      };
      this.#asked.set(id, { owner, settle });
      const isOver = (added: Added) => {
        if (added === 'left_out') settle('left_out');
      };
      this.#put(ordersFor(owner, order), { item: asked, isFirst: isFirst(order), isOver });
    });
  }

  /**
   * A table that is slow answers every attempt late. That it stands is the answer, of whichever.
   * What was refused once may stand at the next attempt, when another command has made room for
   * it: so the answer to the last one is waited for, and no other follows it.
   */
  #takeLate({ id, reply }: Answer): void {
    const asking = this.#late.get(id);
    if (asking === undefined || typeof reply !== 'object' || isBusy(reply)) return;
    if (!stands(reply)) return asking.waitOn();
    asking.answer ??= reply;
    asking.wake();
  }

  /**
   * Answers of the process may still be on their way: this lies behind the last of them. What is
   * not answered then was never carried out.
   */
  #noteEnded(owner: string): void {
    this.#ended.add(owner);
    if (this.#ended.size > ENDED_KEPT) this.#ended.delete([...this.#ended][0]!);
    const end: End = { ended: owner };
    const isOver = () => undefined;
    this.#put(answersFor(this.tables.owner), { item: end, isFirst: true, isOver });
  }

  /** All that is put on a stream in one turn is one entry. */
  #put(stream: string, outgoing: Outgoing): void {
    const waiting = this.#outgoing.get(stream);
    if (waiting !== undefined) return void waiting.push(outgoing);
    this.#outgoing.set(stream, [outgoing]);
    setImmediate(() => void this.#send(stream));
  }

  async #send(stream: string): Promise<void> {
    const batch = this.#outgoing.get(stream) ?? [];
    this.#outgoing.delete(stream);
    const items = JSON.stringify(batch.map(({ item }) => item));
    const isOneFirst = batch.some((each) => each.isFirst);
    const keep = { entries: KEPT, ms: KEPT_MS, isFirst: isOneFirst };
    const added = await this.streams.add(stream, '*', { items }, keep);
    for (const { isOver } of batch) isOver(added);
  }

  #followOrders(stream: string): void {
    const said = new SaidNumbers();
    this.streams.follow(stream, FROM_THE_START, (entry) => this.#takeOrders(entry, said));
  }

  #takeOrders({ items = '[]' }: StreamEntry, said: SaidNumbers): void {
    for (const asked of JSON.parse(items) as readonly Asked[]) {
      if (!said.isNew(asked.from, Number(asked.id))) continue;
      if (asked.untilMs < this.tables.studioMs) continue;
      const answered = this.#answer(asked).finally(() => this.#underWay.delete(answered));
      this.#underWay.add(answered);
    }
  }

  /** Resolves when Redis has the answer, or lost it. */
  async #answer(asked: Asked): Promise<void> {
    const takenAt = performance.now();
    const reply = await this.#carryOut(asked);
    const answer: Answer = { id: asked.id, reply, tookMs: performance.now() - takenAt };
    const added = await new Promise<Added>((resolve) => {
      const outgoing = { item: answer, isFirst: isFirst(asked), isOver: resolve };
      this.#put(answersFor(asked.from), outgoing);
    });
    if (added !== 'added') this.#lostAt = performance.now();
  }

  #takeAnswers({ items = '[]' }: StreamEntry): void {
    for (const item of JSON.parse(items) as readonly (Answer | End)[]) {
      if (!('id' in item)) this.#settleEnded(item.ended);
      else if (this.#asked.has(item.id)) this.#asked.get(item.id)?.settle(item.reply, item.tookMs);
      else this.#takeLate(item);
    }
  }

  #settleEnded(ended: string): void {
    for (const { owner, settle } of [...this.#asked.values()]) {
      if (owner === ended) settle('moved');
    }
  }

  async #carryOut(order: HopOrder): Promise<object | 'moved'> {
    const carryOut = this.#doors.get(order.door);
    if (carryOut === undefined || this.#isClosing) return 'moved';
    try {
      return await carryOut(order);
    } catch (error) {
      if (error instanceof RunsElsewhere) return 'moved';
      throw error;
    }
  }
}

/** Whether the command names itself, so that its second arrival is answered as the first. */
const isNumbered = ({ message }: HopOrder): boolean =>
  typeof message === 'object' && message !== null && ('betId' in message || 'scanSeq' in message);

const stands = (reply: object): boolean => 'ok' in reply && reply.ok === true;

/** Whose order counts. */
const routeOf = ({ connection = '', door, table }: HopRoute): string =>
  `${door} ${connection} ${table}`;

/** The table had no room for it. */
const isBusy = (reply: object): boolean => 'refusal' in reply && reply.refusal === 'table_is_busy';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
