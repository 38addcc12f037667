/**
 * Who sits down as a dealer: at how many tables at the same time, by the studio's setting, and in
 * the middle of a round only where the dealer who is there, or a shift manager, lets them.
 */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DatabaseBusy } from '../platform/database.js';
import { databaseRefusal } from '../platform/database-refusals.js';
import { statement } from '../platform/statement.js';
import type { LoneCommand } from '../round/command.js';
import { Audit } from '../staff/audit.service.js';
import type { CommandReply } from '../table/letters.js';
import { NotWrittenAlongside } from '../table/log.js';
import type { Table } from '../table/table.js';

/** In the transaction of the event that seats the dealer: seating.sql refuses one too many. */
const SEAT = statement({
  inputs: { dealer: 'text', table: 'text', most: 'int' },
  text: 'select seat_dealer(:dealer, :table, :most)',
});

type Sits = Extract<LoneCommand, { kind: 'open_table' | 'relieve_dealer' }>;
interface Refused {
  readonly ok: false;
  readonly refusal: 'deals_elsewhere';
}

/** Long enough to change places, in ms. */
const ALLOWED_MS = 60_000;

interface Allowance {
  readonly dealer: string;
  readonly untilMs: number;
}

interface Allowed {
  readonly dealer: string;
  readonly by: string;
  readonly nowMs: number;
}

/** Each time the dealer may be sitting down somewhere else at this moment. */
const ATTEMPTS = 20;

@Injectable()
export class Seating {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'dealerTables'>,
    private readonly audit: Audit,
  ) {}

  /**
   * By table: who may take over in mid-round. Lost with the process, it is asked for again.
   */
  readonly #allowances = new Map<string, Allowance>();

  /** Until when they may, ms since 1970. `by` lets `dealer` take over, which is recorded. */
  async allow({ state: { table } }: Table, { dealer, by, nowMs }: Allowed): Promise<number> {
    await this.audit.note({ by, operation: 'relief:allow', table, subject: dealer });
    const untilMs = nowMs + ALLOWED_MS;
    this.#allowances.set(table, { dealer, untilMs });
    return untilMs;
  }

  /** Nobody is taken off a table in the middle of a round without a word of theirs or the pit’s. */
  isAllowed({ state }: Table, dealer: string, nowMs: number): boolean {
    const allowance = this.#allowances.get(state.table);
    return allowance?.dealer === dealer && nowMs <= allowance.untilMs;
  }

  /** Nothing of the database is held while the table is waited for. */
  async sit(table: Table, command: Sits): Promise<CommandReply | Refused> {
    const { dealer } = command;
    const most = this.config.dealerTables;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        const reply = await table.perform(command, ({ table: id }) => [
          SEAT({ dealer, table: id, most }),
        ]);
        if (reply.ok) this.#allowances.delete(table.state.table);
        return reply;
      } catch (error) {
        if (!(error instanceof NotWrittenAlongside)) throw error;
        if (databaseRefusal(error.cause) === 'deals_elsewhere') {
          return { ok: false, refusal: 'deals_elsewhere' };
        }
        if (!error.isForNow) throw error;
      }
    }
    throw new DatabaseBusy();
  }
}
