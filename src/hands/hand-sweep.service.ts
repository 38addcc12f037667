/**
 * The sweep over hands that have waited for their players for a week: the house plays them by its
 * rule (RULES 2). Any process may look, and a hand is played once, because it is at its step once.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { ChangedHands } from './changed-hands.service.js';
import type { WaitingHand } from './hand-rows.js';
import { Hands } from './hands.service.js';
import { HAND_STORE, type HandStore } from './store.js';

@Injectable()
export class HandSweep {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'hands'>,
    @Inject(HAND_STORE) private readonly store: Pick<HandStore, 'waiting'>,
    private readonly hands: Hands,
    @Inject(ChangedHands) private readonly changed: Pick<ChangedHands, 'say'>,
    poller: Poller,
  ) {
    const everyMs = config.hands.sweepMs;
    poller.poll({ name: 'hands', everyMs, look: () => this.#look() });
  }

  /** Goes on behind a hand that cannot be played now. The look has failed where one threw. */
  async #look(): Promise<void> {
    const { keptMs } = this.config.hands;
    const faults: unknown[] = [];
    let last: WaitingHand | undefined;
    do {
      const waiting = await this.store.waiting(keptMs, last);
      for (const each of waiting) {
        await this.#playOut(each).catch((error: unknown) => faults.push(error));
      }
      last = waiting.at(-1);
    } while (last !== undefined);
    if (faults.length > 0) throw faults[0];
  }

  async #playOut(waiting: WaitingHand): Promise<void> {
    const reply = await this.hands.abandon(waiting);
    if (reply.ok) this.changed.say(waiting.number, 'house_played');
  }
}
