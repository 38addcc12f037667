/** At how many tables one dealer deals at the same time, by the studio's setting. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { DatabaseBusy } from '../platform/database.js';
import { databaseRefusal } from '../platform/database-refusals.js';
import { statement } from '../platform/statement.js';
import type { LoneCommand } from '../round/command.js';
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

/** Each time the dealer may be sitting down somewhere else at this moment. */
const ATTEMPTS = 20;

@Injectable()
export class Seating {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'dealerTables'>) {}

  /** Nothing of the database is held while the table is waited for. */
  async sit(table: Table, command: Sits): Promise<CommandReply | Refused> {
    const { dealer } = command;
    const most = this.config.dealerTables;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await table.perform(command, ({ table: id }) => [SEAT({ dealer, table: id, most })]);
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
