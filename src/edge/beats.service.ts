/**
 * The beats of the tables: players at a table are sent something every second, so that a line which
 * swallows what it is given is known for it, whatever the transport believes. So is an edge that
 * hears nothing of the table itself: it sends none, and its players look for another one.
 */
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, type Cancel, type Clock } from '../platform/clock.js';
import { Broadcast } from '../table/broadcast.js';
import { SeenTables } from './seen-tables.service.js';

const LOOK_MS = 200;
/** Looks in a row at which a table had said nothing: a second. */
const QUIET_MOST = 5;

/**
 * One broadcast for a table, in one frame for all of its players, and only where the table had
 * nothing else to say: at 10,000 players half of what an answer to a question of each of them
 * costs.
 */
@Injectable()
export class Beats implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** For how many looks in a row a table has been quiet. */
  #quiet = new Map<string, number>();
  #stop: Cancel = () => undefined;

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tables: SeenTables,
    private readonly broadcast: Broadcast,
  ) {}

  onApplicationBootstrap(): void {
    this.#stop = this.clock.every(LOOK_MS, () => this.#look());
  }

  beforeApplicationShutdown(): void {
    this.#stop();
  }

  #look(): void {
    const before = this.#quiet;
    this.#quiet = new Map();
    for (const { state } of this.tables.all) {
      const id = state.table;
      const quiet = this.broadcast.wasSent(id) ? 0 : (before.get(id) ?? 0) + 1;
      if (quiet >= QUIET_MOST && this.tables.isInTouch(id)) {
        this.broadcast.beat({ table: id, nowMs: this.clock.nowMs() });
      }
      this.#quiet.set(id, quiet % QUIET_MOST);
    }
  }
}
