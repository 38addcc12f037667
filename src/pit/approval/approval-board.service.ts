/**
 * The requests that wait for a second person, or to be carried out. The pit is sent one whenever it
 * has changed, in whichever process, however soon it ends.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { Poller, type Polling } from '../../platform/poller.js';
import type { Approval } from '../../protocol/approval.js';
import { readRecentApprovals } from './approval-rows.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';

/** For what changes by itself: a request that nobody decided on expires. */
const EVERY_MS = 1_000;

@Injectable()
export class ApprovalBoard {
  /**
   * As they were last sent: those of the last 15 minutes in any state, so that one that was decided
   * before any look saw it is news. Undefined before the first look, when none but the open are.
   */
  #known: ReadonlyMap<string, Approval> | undefined;
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
      isWanted: () => this.#isWanted(),
      atStart: true,
    });
  }

  get open(): readonly Approval[] {
    return [...(this.#known?.values() ?? [])].filter(isOpen);
  }

  /** One look. What has changed since the last one is published. */
  look(): Promise<void> {
    return this.#polling.look();
  }

  #isWanted(): boolean {
    if (this.#known === undefined || this.open.length > 0) return true;
    return this.pitBroadcast.isHeard || this.pitBroadcast.hasDesks;
  }

  async #look(): Promise<void> {
    const approvals = await readRecentApprovals(
      this.pool,
      this.open.map(({ id }) => id),
    );
    for (const approval of approvals) {
      if (this.#isNews(approval)) this.pitBroadcast.approval(approval);
    }
    this.#known = new Map(approvals.map((approval) => [approval.id, approval]));
  }

  #isNews(approval: Approval): boolean {
    if (this.#known === undefined) return isOpen(approval);
    return JSON.stringify(this.#known.get(approval.id)) !== JSON.stringify(approval);
  }
}

const isOpen = ({ state }: Approval): boolean => state === 'pending' || state === 'approved';
