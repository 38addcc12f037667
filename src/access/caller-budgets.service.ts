/**
 * The budgets of callers, as of messages, requests and chat lines: a caller has one of each, over
 * all connections and processes. What was spent is counted where it was spent, and a moment later
 * everywhere else.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { Poller } from '../platform/poller.js';
import { Budgets, type DoorBudgets } from './budgets.js';

/** What callers have spent, by their names there. The door may also be HTTP, or the chat. */
interface Spent {
  readonly door: string;
  readonly spent: Readonly<Record<string, number>>;
}

const SPENT: BulletinKind<Spent> = { name: 'spent' };
const SAID_EVERY_MS = 250;
/** An address has the budgets of this many callers. It has them in each process. */
const CALLERS_AT_AN_ADDRESS = 200;

@Injectable()
export class CallerBudgets {
  readonly #doors = new Map<string, Budgets>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'budget'>,
    @Inject(CLOCK) clock: Clock,
    private readonly bulletins: Bulletins,
    poller: Poller,
  ) {
    bulletins.on(SPENT, ({ door, spent }) => {
      const callers = this.#doors.get(door);
      const nowMs = clock.nowMs();
      for (const [name, times] of Object.entries(spent)) callers?.charge(name, times, nowMs);
    });
    const look = (nowMs: number) => this.#say(nowMs);
    poller.poll({ name: 'spent budgets', everyMs: SAID_EVERY_MS, look });
  }

  /** Those of messages, of the connections that come in by a namespace. */
  at(namespace: string): DoorBudgets {
    const { perSecond, atOnce } = this.config.budget;
    const many = CALLERS_AT_AN_ADDRESS;
    return {
      callers: this.of(namespace, perSecond, atOnce),
      addresses: new Budgets(perSecond * many, atOnce * many),
    };
  }

  /** Those of all callers at a door, each by a name that is the same in every process. */
  of(door: string, perSecond: number, atOnce: number): Budgets {
    const callers = new Budgets(perSecond, atOnce);
    this.#doors.set(door, callers);
    return callers;
  }

  #say(nowMs: number): void {
    for (const [door, callers] of this.#doors) {
      const spent = callers.takeSpent(nowMs);
      if (Object.keys(spent).length > 0) void this.bulletins.post(SPENT, { door, spent });
    }
  }
}
