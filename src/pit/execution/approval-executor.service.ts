/**
 * Carries out what two persons have agreed on: at once, and after a crash by the next look. It is
 * done once, whoever asks.
 */
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Poller } from '../../platform/poller.js';
import { atShutdown } from '../../platform/within.js';
import { Tables } from '../../table/tables.service.js';
import { ApartApprovals } from './apart-approvals.service.js';
import { APPROVAL_STORE, type ApprovalStore } from '../approval/store.js';
import { TableApprovals } from './table-approvals.service.js';

const EVERY_MS = 1_000;

@Injectable()
export class ApprovalExecutor implements BeforeApplicationShutdown {
  readonly #underWay = new Map<string, Promise<string | null>>();
  /**
   * Requests about tables that stand, and of which nothing is left to be done, as a payment by hand
   * to a player who was paid meanwhile. No look tries them again.
   */
  readonly #idle = new Set<string>();

  constructor(
    @Inject(APPROVAL_STORE) private readonly store: ApprovalStore,
    private readonly tables: Tables,
    private readonly ofTables: TableApprovals,
    @Inject(ApartApprovals) private readonly apart: Pick<ApartApprovals, 'perform'>,
    poller: Poller,
  ) {
    const look = () => this.#look();
    const polling = poller.poll({ name: 'approved', everyMs: EVERY_MS, look, wokenBy: 'approval' });
    // Another process may have ended with it.
    tables.onArrival(() => polling.wake());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(Promise.all(this.#underWay.values()));
  }

  /**
   * Null when it is done. Otherwise the refusal, and nothing was done. Two calls at a time are one.
   */
  execute(id: string): Promise<string | null> {
    const known = this.#underWay.get(id);
    if (known !== undefined) return known;
    const work = this.#execute(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, work);
    return work;
  }

  /**
   * Goes on behind what cannot be carried out now. What is not as it was when it was asked for is
   * never carried out, and not looked at any closer. The look has failed where one threw.
   */
  async #look(): Promise<void> {
    const faults: unknown[] = [];
    const open = await this.store.readOpen();
    const standing = new Set(open.flatMap(({ id, stands }) => (stands ? [id] : [])));
    for (const id of this.#idle) if (!standing.has(id)) this.#idle.delete(id);
    for (const { id, state, stands, table } of open) {
      const isHere = table === null || typeof this.tables.find(table) !== 'string';
      if (state !== 'approved' || !stands || !isHere || this.#idle.has(id)) continue;
      await this.execute(id).catch((error: unknown) => faults.push(error));
    }
    if (faults.length > 0) throw faults[0];
  }

  async #execute(id: string): Promise<string | null> {
    const approval = await this.store.read(id);
    if (approval?.state === 'done') return null;
    if (approval?.state !== 'approved') return 'approval_expired';
    const refusal = await (this.apart.perform(approval) ?? this.ofTables.perform(approval));
    if (refusal !== 'moved_on') return refusal;
    // Another process may have carried it out meanwhile.
    const now = await this.store.read(id);
    if (now?.state === 'done') return null;
    if (now?.stands === true && now.table !== null) this.#idle.add(id);
    return refusal;
  }
}
