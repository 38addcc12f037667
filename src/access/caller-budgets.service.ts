/**
 * The budgets of messages: a caller has one, over all connections and processes. What was spent is
 * counted where it was spent, and a moment later everywhere else.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { Poller } from '../platform/poller.js';
import { Budgets, type DoorBudgets } from './budgets.js';

/** What callers have spent at a door: messages, by role and id. */
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
  readonly #doors = new Map<string, DoorBudgets>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'budget'>,
    @Inject(CLOCK) clock: Clock,
    private readonly bulletins: Bulletins,
    poller: Poller,
  ) {
    bulletins.on(SPENT, ({ door, spent }) => {
      const callers = this.#doors.get(door)?.callers;
      const nowMs = clock.nowMs();
      for (const [name, times] of Object.entries(spent)) callers?.charge(name, times, nowMs);
    });
    const look = (nowMs: number) => this.#say(nowMs);
    poller.poll({ name: 'spent budgets', everyMs: SAID_EVERY_MS, look });
  }

  /** Those of the connections that come in by a namespace. */
  at(door: string): DoorBudgets {
    const { perSecond, atOnce } = this.config.budget;
    const many = CALLERS_AT_AN_ADDRESS;
    const budgets = {
      callers: new Budgets(perSecond, atOnce),
      addresses: new Budgets(perSecond * many, atOnce * many),
    };
    this.#doors.set(door, budgets);
    return budgets;
  }

  #say(nowMs: number): void {
    for (const [door, { callers }] of this.#doors) {
      const spent = callers.takeSpent(nowMs);
      if (Object.keys(spent).length > 0) void this.bulletins.post(SPENT, { door, spent });
    }
  }
}
