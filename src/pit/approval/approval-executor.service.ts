/**
 * Carries out what two persons have agreed on: at once, and after a crash by the next look. It is
 * done once, whoever asks.
 */
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { Poller } from '../../platform/poller.js';
import { atShutdown } from '../../platform/within.js';
import type { Approval } from '../../protocol/approval.js';
import type { TableCommand } from '../../round/command.js';
import { decide } from '../../round/decide.js';
import type { FourEyes } from '../../round/four-eyes.js';
import type { Table } from '../../table/table.js';
import { Tables } from '../../table/tables.service.js';
import { type Ordered, commandFor } from './approved-command.js';
import { PastShoes, type TableNow } from './past-shoes.service.js';
import { APPROVAL_STORE, type ApprovalStore, type AskedRound } from './store.js';

const EVERY_MS = 1_000;
/** How soon a table that has come here is seen. This reads no database. */
const COMERS_EVERY_MS = 200;

@Injectable()
export class ApprovalExecutor implements BeforeApplicationShutdown {
  readonly #underWay = new Map<string, Promise<string | null>>();
  /** The tables that were here at the last look. */
  #here: ReadonlySet<Table> = new Set();

  constructor(
    @Inject(APPROVAL_STORE) private readonly store: ApprovalStore,
    private readonly tables: Tables,
    private readonly pastShoes: PastShoes,
    poller: Poller,
    @InjectPinoLogger('pit') private readonly logger: PinoLogger,
  ) {
    const look = () => this.#look();
    const polling = poller.poll({ name: 'approved', everyMs: EVERY_MS, look, wokenBy: 'approval' });
    // Another process may have ended with it.
    poller.poll({
      name: 'approved for comers',
      everyMs: COMERS_EVERY_MS,
      look: () => (this.#hasComers() ? polling.look() : undefined),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(Promise.all(this.#underWay.values()));
  }

  /**
   * Null when it is done. Otherwise the table's refusal, and nothing was done. Two calls at a time
   * are one.
   */
  execute(id: string): Promise<string | null> {
    const known = this.#underWay.get(id);
    if (known !== undefined) return known;
    const work = this.#execute(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, work);
    return work;
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

  /** Whether a table has come here since it was asked last. */
  #hasComers(): boolean {
    const before = this.#here;
    this.#here = new Set(this.tables.here);
    return [...this.#here].some((table) => !before.has(table));
  }

  async #look(): Promise<void> {
    const warn = (error: unknown): void =>
      this.logger.warn({ err: error }, 'what was approved could not be carried out');
    for (const { id, state, table } of await this.store.readOpen()) {
      const isHere = typeof this.tables.find(table) !== 'string';
      if (state === 'approved' && isHere) await this.execute(id).catch(warn);
    }
  }

  async #execute(id: string): Promise<string | null> {
    const approval = await this.store.read(id);
    if (approval?.state === 'done') return null;
    if (approval?.state !== 'approved') return 'approval_expired';
    const table = this.tables.find(approval.table);
    if (typeof table === 'string') return table;
    return this.#perform(approval, table);
  }

  async #perform(approval: Approval, table: Table): Promise<string | null> {
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
}

/** The request as it was made. */
const orderOf = ({ kind, table, game, reason, coup, player, card, seat }: Approval) => ({
  kind,
  table,
  reason,
  ...(game !== null && { game }),
  ...(coup !== null && { coup }),
  ...(player !== null && { player }),
  ...(card !== null && { card }),
  ...(seat !== null && { seat }),
});
