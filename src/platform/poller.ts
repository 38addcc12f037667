/**
 * The poller: everything that the studio looks at again and again, by one clock. A look never
 * overlaps itself, survives its failures, and is waited for when the studio stops.
 */
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CLOCK, type Cancel, type Clock } from './clock.js';
import { Metrics } from './metrics.js';
import { atShutdown } from './within.js';

/** What the database gives notice of: rows that processes change for each other. */
export const SUBJECTS = [
  'approval',
  'incident',
  'session',
  'connection',
  'staff',
  'stakes',
  'wallet',
  'notice',
  'table',
  'process',
] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface Poll {
  /** The name in the log and the metrics. */
  readonly name: string;
  /** From the end of one look to the start of the next. */
  readonly everyMs: number;
  /** `named`: where notices alone led to it, what they named. Otherwise it looks at everything. */
  readonly look: (nowMs: number, named?: ReadonlySet<string>) => void | Promise<void>;
  /** While it returns false, neither time nor a wake leads to a look. */
  readonly isWanted?: () => boolean;
  /** Also looks as soon as the database has given notice of this. */
  readonly wokenBy?: Subject;
  /**
   * Whether a notice that names this id leads to a look here, at that alone. Without it each notice
   * leads to a look at everything.
   */
  readonly concerns?: (id: string) => boolean;
  /** Looks as soon as the studio starts, not only `everyMs` later. */
  readonly atStart?: boolean;
}

export interface Polling {
  /**
   * Looks at once, where it is wanted. If a look is under way, another follows, since the first may
   * have read too early.
   */
  wake(): void;
  /**
   * The same, wanted or not. Resolves when the look has ended, even when it failed or the studio
   * stops.
   */
  look(): Promise<void>;
}

/**
 * How soon, in ms, the next look comes after one that failed, however long the interval is. After
 * each further failure the pause doubles.
 */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 2_000;
/** What a look comes to, as the metrics have it. */
const OUTCOMES = ['done', 'failed'] as const;

@Injectable()
export class Poller implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #all: Round[] = [];
  #hasStarted = false;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly metrics: Metrics,
    @InjectPinoLogger('polls') private readonly logger: PinoLogger,
  ) {}

  /** Begins when the studio starts, or at once where it has started. It ends with the studio. */
  poll(poll: Poll): Polling {
    const round = new Round(poll, this.clock, {
      done: (failures) => this.#noteDone(poll, failures),
      failed: (error, isNew) => this.#noteFailed(poll, error, isNew),
    });
    this.#all.push(round);
    // A series that is there from the start shows its first increase, too.
    for (const outcome of OUTCOMES) this.metrics.looks.inc({ poll: poll.name, outcome }, 0);
    if (this.#hasStarted) round.start();
    return round;
  }

  /** Wakes whoever looks at `subject`, of which one is named, or all may have changed. */
  wake(subject: Subject, id?: string): void {
    if (!this.#hasStarted) return;
    for (const round of this.#all) if (round.poll.wokenBy === subject) round.hear(id);
  }

  onApplicationBootstrap(): void {
    this.#hasStarted = true;
    for (const round of this.#all) round.start();
  }

  async onModuleDestroy(): Promise<void> {
    await atShutdown(Promise.all(this.#all.map((round) => round.end())));
  }

  #noteDone({ name }: Poll, failures: number): void {
    this.metrics.looks.inc({ poll: name, outcome: 'done' });
    if (failures > 0) this.logger.info({ poll: name, failures }, `${name}: looked at again`);
  }

  #noteFailed({ name }: Poll, error: unknown, isNew: boolean): void {
    this.metrics.looks.inc({ poll: name, outcome: 'failed' });
    if (isNew) this.logger.warn({ err: error, poll: name }, `${name}: the look failed`);
  }
}

interface Notes {
  /** A look succeeded after this many that failed. */
  readonly done: (failures: number) => void;
  /** `isNew`: the look before did not fail in the same way. */
  readonly failed: (error: unknown, isNew: boolean) => void;
}

/** One poll: waiting, or looking. */
class Round implements Polling {
  #cancel: Cancel = () => undefined;
  #looking: Promise<void> | undefined;
  /** The look that begins when the one under way has ended. */
  #next: Promise<void> | undefined;
  #failures = 0;
  #lastFailure: string | undefined;
  #isEnded = false;
  /** What the next look is at. Undefined: everything. */
  #named: Set<string> | undefined = new Set();
  /** When everything is to be looked at next. */
  #allDueAtMs: number;
  #wasNamed = false;

  constructor(
    readonly poll: Poll,
    private readonly clock: Clock,
    private readonly notes: Notes,
  ) {
    this.#allDueAtMs = clock.nowMs() + poll.everyMs;
  }

  /** Of a notice. Without an id all may have changed. */
  hear(id: string | undefined): void {
    const { concerns } = this.poll;
    if (id === undefined || concerns === undefined) return this.wake();
    if (!concerns(id)) return;
    this.#named?.add(id);
    this.#wake();
  }

  start(): void {
    if (this.poll.atStart === true) this.wake();
    else this.#wait();
  }

  wake(): void {
    this.#named = undefined;
    this.#wake();
  }

  look(): Promise<void> {
    this.#named = undefined;
    return this.#look();
  }

  #wake(): void {
    if (this.poll.isWanted?.() ?? true) return void this.#look();
    if (this.#looking !== undefined) return;
    this.#wasNamed = false;
    this.#wait();
  }

  #look(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#looking === undefined) return this.#run();
    this.#next = this.#looking.then(() => this.#run());
    return this.#next;
  }

  /** What is under way is finished. Nothing begins any more. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#cancel();
    await this.#looking;
  }

  #wait(): void {
    this.#cancel();
    if (!this.#isEnded) this.#cancel = this.clock.after(this.#pauseMs(), () => this.wake());
  }

  #pauseMs(): number {
    const { everyMs } = this.poll;
    if (this.#failures === 0) {
      const nowMs = this.clock.nowMs();
      if (!this.#wasNamed) this.#allDueAtMs = nowMs + everyMs;
      return Math.max(0, this.#allDueAtMs - nowMs);
    }
    const firstMs = Math.min(everyMs, PAUSE_MIN_MS);
    return Math.min(firstMs * 2 ** (this.#failures - 1), PAUSE_MAX_MS);
  }

  #run(): Promise<void> {
    this.#next = undefined;
    if (this.#isEnded) return Promise.resolve();
    this.#cancel();
    this.#looking = this.#attempt().finally(() => {
      this.#looking = undefined;
      this.#wait();
    });
    return this.#looking;
  }

  async #attempt(): Promise<void> {
    const nowMs = this.clock.nowMs();
    const named = this.#takeNamed(nowMs);
    try {
      await this.poll.look(nowMs, named);
      this.notes.done(this.#failures);
      this.#failures = 0;
      this.#lastFailure = undefined;
    } catch (error) {
      this.#named = undefined;
      this.#failures += 1;
      if (this.#isEnded) return;
      this.notes.failed(error, this.#lastFailure !== String(error));
      this.#lastFailure = String(error);
    }
  }

  /** However often notices come, everything is looked at as often as without them. */
  #takeNamed(nowMs: number): ReadonlySet<string> | undefined {
    const named = nowMs >= this.#allDueAtMs ? undefined : this.#named;
    this.#named = new Set();
    this.#wasNamed = named !== undefined;
    return named;
  }
}
