/**
 * The requests that wait for a second person, or to be carried out. The pit is sent one whenever it
 * has changed, in whichever process.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { Poller, type Polling } from '../../platform/poller.js';
import type { Approval } from '../../protocol/approval.js';
import { readOpenApprovals } from './approval-rows.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';

/** For what changes by itself: a request that nobody decided on expires. */
const EVERY_MS = 1_000;

@Injectable()
export class ApprovalBoard {
  /** As it was last sent. */
  #open = new Map<string, Approval>();
  readonly #polling: Polling;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly pitBroadcast: PitBroadcast,
    poller: Poller,
  ) {
    this.#polling = poller.poll({
      name: 'approvals',
      everyMs: EVERY_MS,
      look: () => this.#look(),
      wokenBy: 'approval',
      isWanted: () => pitBroadcast.isHeard || pitBroadcast.hasDesks || this.#open.size > 0,
    });
  }

  get open(): readonly Approval[] {
    return [...this.#open.values()];
  }

  /** One look. What has changed since the last one is published. */
  look(): Promise<void> {
    return this.#polling.look();
  }

  async #look(): Promise<void> {
    const approvals = await readOpenApprovals(this.pool, [...this.#open.keys()]);
    for (const approval of approvals) {
      const published = this.#open.get(approval.id);
      if (JSON.stringify(published) !== JSON.stringify(approval))
        this.pitBroadcast.approval(approval);
    }
    const open = approvals.filter(({ state }) => state === 'pending' || state === 'approved');
    this.#open = new Map(open.map((approval) => [approval.id, approval]));
  }
}
