/** Compares our journal with the lists of operators' wallets, every ten minutes, by one process. */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { MONEY_POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { claimStatements } from './statement-rows.js';
import { WalletCalls } from './wallet-calls.service.js';
import { compareStatement } from './wallet-statements.js';

const LIST_EVERY_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;

@Injectable()
export class StatementWatch {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly calls: WalletCalls,
    @InjectPinoLogger('wallets') private readonly logger: PinoLogger,
    poller: Poller,
  ) {
    const look = () => this.#look();
    poller.poll({ name: 'wallet statements', everyMs: LOOK_EVERY_MS, look });
  }

  async #look(): Promise<void> {
    for (const to of await claimStatements(this.pool, LIST_EVERY_MS)) {
      const { operator } = to;
      let compared: Awaited<ReturnType<typeof compareStatement>>;
      try {
        compared = await compareStatement(this.pool, this.calls, to, false);
      } catch (error) {
        // What one wallet sends keeps no other from being compared.
        this.logger.error({ err: error, operator }, 'the books could not be compared');
        continue;
      }
      if (typeof compared === 'string') {
        this.logger.warn({ operator, why: compared }, 'a wallet’s list cannot be read');
      } else if (compared.differences.length > 0) {
        const { differences } = compared;
        this.logger.error({ operator, differences: differences.length }, 'the books differ');
      }
    }
  }
}
