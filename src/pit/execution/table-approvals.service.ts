/** Requests about tables, carried out by the table that each is about. */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type { Approval } from '../../protocol/approval.js';
import type { TableCommand } from '../../round/command.js';
import { decide } from '../../round/decide.js';
import type { FourEyes } from '../../round/four-eyes.js';
import { Tables } from '../../table/tables.service.js';
import { type Ordered, commandFor } from './approved-command.js';
import { PastShoes, type TableNow } from '../approval/past-shoes.service.js';
import { APPROVAL_STORE, type ApprovalStore, type AskedRound } from '../approval/store.js';

@Injectable()
export class TableApprovals {
  /** By table, what was ordered of it last. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(APPROVAL_STORE) private readonly store: ApprovalStore,
    private readonly tables: Tables,
    private readonly pastShoes: PastShoes,
    @InjectPinoLogger('pit') private readonly logger: PinoLogger,
  ) {}

  /**
   * Null when it is done. Otherwise the table's refusal, and nothing was done. One after the other
   * at each table: a coup of a shoe that has left is judged by what was corrected of it before.
   */
  async perform(approval: Approval): Promise<string | null> {
    const table = approval.table ?? '';
    const before = this.#last.get(table);
    const performing = Promise.resolve(before?.catch(() => undefined)).then(() =>
      this.#perform(approval),
    );
    this.#last.set(table, performing);
    try {
      return await performing;
    } finally {
      if (this.#last.get(table) === performing) this.#last.delete(table);
    }
  }

  async #perform(approval: Approval): Promise<string | null> {
    const table = this.tables.find(approval.table ?? '');
    if (typeof table === 'string') return table;
    const { game } = approval;
    const round = game === null ? null : await this.store.readRound(game);
    if (round === undefined) return 'unknown_round';
    const { id, requestedBy, decidedBy } = approval;
    const persons = { requestedBy, approvedBy: decidedBy ?? '', approval: id };
    const command = await this.commandFor(orderOf(approval), persons, round, table);
    if (command === undefined) return 'moved_on';
    // The table is not asked again and again for what it would refuse.
    const circumstances = { nowMs: this.tables.nowMs, nextGame: '0' };
    const expected = decide(table.state, command, circumstances);
    if (!expected.ok) return expected.refusal;
    if (!(await this.store.stillStands(id))) return 'moved_on';
    const reply = await table.perform(command);
    if (reply.ok) return null;
    this.logger.warn({ approval: id, refusal: reply.refusal }, 'an approval was not carried out');
    return reply.refusal;
  }

  /** The command of the table that carries out what is asked. Undefined where it makes none. */
  async commandFor(
    ordered: Ordered,
    persons: FourEyes,
    round: AskedRound | null,
    now: TableNow,
  ): Promise<TableCommand | undefined> {
    const { kind, game, player } = ordered;
    const isByHand = kind === 'hand_pay' && game !== undefined && player !== undefined;
    const owed = isByHand ? await this.store.readHandPay(game, player) : undefined;
    return commandFor(this.pastShoes, { ...ordered, owed }, persons, round, now);
  }
}

/** The request as it was made. */
const orderOf = ({ kind, table, game, reason, coup, player, card, seat }: Approval) => ({
  kind,
  reason,
  ...(table !== null && { table }),
  ...(game !== null && { game }),
  ...(coup !== null && { coup }),
  ...(player !== null && { player }),
  ...(card !== null && { card }),
  ...(seat !== null && { seat }),
});
