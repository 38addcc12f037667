/** Tells players what their operators' wallets have them read, in whatever process they are. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PUBLIC_POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { readNewNotices } from '../wallet/notice-rows.js';
import { Connections } from './connections.service.js';

/** For a wake that was lost. */
const LOOK_EVERY_MS = 5_000;
/** How much further back than the last look is read, for what was committed late. */
const MARGIN_MS = 5_000;

@Injectable()
export class NoticeWatch {
  #lookedAtMs: number | undefined;

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    private readonly connections: Connections,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const isWanted = () => connections.playerIds.length > 0;
    const concerns = (playerId: string) => connections.has(playerId);
    const everyMs = LOOK_EVERY_MS;
    const wokenBy = 'notice';
    poller.poll({ name: 'wallet notices', everyMs, look, isWanted, wokenBy, concerns });
  }

  async #look(nowMs: number): Promise<void> {
    const withinMs = nowMs - (this.#lookedAtMs ?? nowMs) + MARGIN_MS;
    for (const { player, ...notice } of await readNewNotices(this.pool, withinMs)) {
      this.connections.publish(player, 'session:notice', notice, `notice:${notice.id}`);
    }
    this.#lookedAtMs = nowMs;
  }
}
