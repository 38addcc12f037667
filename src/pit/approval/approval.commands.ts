/**
 * Four eyes. What one person asks for is first tried on the table as it is, then stored, and
 * carried out when another approves it (I12). These are the commands to preview, make, decide and
 * list requests.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Handlers } from '../../access/socket-commands.js';
import type { Caller } from '../../access/tokens.js';
import { readShortfalls } from '../../ledger/recover.js';
import { POOL } from '../../platform/database.js';
import { inTransaction, isUniqueViolation } from '../../platform/transaction.js';
import {
  type Approval,
  type ApprovalRequest,
  type ApprovalSubject,
  type Preview,
  isByHand,
} from '../../protocol/approval.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import type { PIT_REFUSALS } from '../../protocol/refusals.js';
import { decide } from '../../round/decide.js';
import type { Fix } from '../../round/correction.js';
import { type TableState, phaseBeneath } from '../../round/state.js';
import { type Due, previewHandPay, readHandPay } from '../../settlement/hand-pay.js';
import { previewCorrection } from '../../settlement/preview-correction.js';
import { Audit } from '../../staff/audit.service.js';
import { refusedApproval } from '../../table/refused-by-database.js';
import { Tables } from '../../table/tables.service.js';
import { ApprovalBoard } from './approval-board.service.js';
import { keepDecision, keepRequest, readApproval, readApprovals } from './approval-rows.js';
import { type AskedShoe, askedShoe, writtenCoup } from './approved-command.js';
import { ApprovalExecutor } from './approval-executor.service.js';
import { readAskedRound } from './postgres-approvals.js';
import type { AskedRound } from './store.js';

type ApprovalCommandName =
  'approval:preview' | 'approval:request' | 'approval:decide' | 'approval:list' | 'shortfall:list';

const LISTED = 200;

interface Refusal {
  readonly ok: false;
  readonly refusal: (typeof PIT_REFUSALS)[number];
}

interface Tried {
  readonly ok: true;
  readonly subject: ApprovalSubject;
  /** What it is about, as it is now. */
  readonly before: AskedRound | AskedShoe;
}

/** Any second person will do here: the table only asks that there is one. */
const SOMEBODY = 'a second person';

@Injectable()
export class ApprovalCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly executor: ApprovalExecutor,
    private readonly audit: Audit,
    private readonly board: ApprovalBoard,
  ) {}

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, ApprovalCommandName>> = {
    'approval:preview': (subject, { caller }) => this.#preview(subject, caller),
    'approval:request': async (request, { caller }) => {
      // A dealer asks only to enter cards that no scanner reads.
      if (caller.role === 'dealer' && !isByHand(request.kind)) {
        return { ok: false, refusal: 'not_allowed' };
      }
      const reply = await this.#request(request, caller);
      if (reply.ok) void this.board.look();
      return reply;
    },
    'approval:decide': async ({ approval, verdict }, { caller }) => {
      const reply = await this.#decide(approval, verdict, caller);
      if (reply.ok) void this.board.look();
      return reply;
    },
    'approval:list': async (filter) => ({
      ok: true,
      approvals: [...(await readApprovals(this.pool, filter, LISTED))],
    }),
    'shortfall:list': async () => ({
      ok: true,
      shortfalls: [...(await readShortfalls(this.pool))],
    }),
  };

  async #preview(
    subject: ApprovalSubject,
    caller: Caller,
  ): Promise<Refusal | { readonly ok: true; readonly preview: Preview | null }> {
    const tried = await this.#try(subject, caller);
    if (!tried.ok) return tried;
    const preview = await this.#previewOf(tried.subject);
    const isEmpty = subject.kind === 'refund' && preview?.bets === 0;
    return isEmpty ? refused('nothing_to_correct') : { ok: true, preview };
  }

  async #request(
    { reason, note = '', ...asked }: ApprovalRequest,
    caller: Caller,
  ): Promise<
    Refusal | { readonly ok: true; readonly approval: Approval; readonly preview: Preview | null }
  > {
    const tried = await this.#try(asked, caller);
    if (!tried.ok) return tried;
    const { subject, before } = tried;
    const preview = await this.#previewOf(subject);
    if (subject.kind === 'refund' && preview?.bets === 0) return refused('nothing_to_correct');
    const request = { ...subject, reason, note };
    const keep = inTransaction(this.pool, async (tx) => {
      const made = await keepRequest(tx, request, caller.id);
      await this.audit.record(tx, {
        operation: 'approval:request',
        by: caller.id,
        table: subject.table,
        game: subject.game,
        subject: made,
        reason,
        before,
        after: { ...request, preview },
      });
      return made;
    });
    const id = await keep.catch((error: unknown) => {
      const refusal = refusedApproval(error);
      if (refusal === undefined) throw error;
      return refused(refusal);
    });
    return typeof id === 'string' ? { ok: true, approval: await this.#read(id), preview } : id;
  }

  /**
   * What is approved is carried out at once. `obstacle` is the refusal of a table that could not do
   * it yet.
   */
  async #decide(
    id: string,
    verdict: 'approved' | 'refused',
    caller: Caller,
  ): Promise<
    Refusal | { readonly ok: true; readonly approval: Approval; readonly obstacle: string | null }
  > {
    const { id: by } = caller;
    const approval = await readApproval(this.pool, id);
    if (approval === undefined) return refused('unknown_approval');
    if (approval.requestedBy === by) return refused('same_person');
    if (approval.decidedBy === null) {
      const refusal = await this.#keepDecision(approval, verdict, by);
      if (refusal === 'decided_meanwhile') return this.#decide(id, verdict, caller);
      if (refusal !== undefined) return refused(refusal);
    } else if (approval.state === 'refused' && verdict === 'approved') {
      return refused('approval_refused');
    } else if (approval.state !== 'refused' && verdict === 'refused') {
      return refused('moved_on');
    } else if (approval.state === 'expired') return refused('approval_expired');
    const obstacle = verdict === 'approved' ? await this.executor.execute(id) : null;
    return { ok: true, approval: await this.#read(id), obstacle };
  }

  /** Of two decisions at a time the first counts. The other person gets it as the answer. */
  async #keepDecision(
    { id, table, game, kind, state, reason }: Approval,
    verdict: 'approved' | 'refused',
    by: string,
  ): Promise<Refusal['refusal'] | 'decided_meanwhile' | undefined> {
    if (state === 'expired') return 'approval_expired';
    try {
      await inTransaction(this.pool, async (tx) => {
        await keepDecision(tx, id, verdict, by);
        await this.audit.record(tx, {
          operation: 'approval:decide',
          by,
          table,
          game: game ?? undefined,
          subject: id,
          reason,
          before: { kind, state },
          after: { kind, state: verdict },
        });
      });
      return undefined;
    } catch (error) {
      // Somebody else's decision was faster.
      if (isUniqueViolation(error)) return 'decided_meanwhile';
      const refusal = refusedApproval(error);
      if (refusal === undefined) throw error;
      // It may even be carried out already: then it is about a shoe, or a round, that has moved on.
      const { decidedBy } = await this.#read(id);
      return decidedBy === null ? refusal : 'decided_meanwhile';
    }
  }

  /** Whether the table would do it now, had a second person agreed. Otherwise its refusal. */
  async #try(asked: ApprovalSubject, { id: by, role }: Caller): Promise<Refusal | Tried> {
    const { kind, game } = asked;
    const table = this.tables.find(asked.table);
    if (typeof table === 'string') return refused(table);
    if (role === 'dealer' && table.state.dealer !== by) return refused('not_the_dealer');
    const round = game === undefined ? null : await readAskedRound(this.pool, game);
    if (round === undefined) return refused('unknown_round');
    if (round !== null && round.table !== asked.table) return refused('other_table');
    if ((kind === 'refund' || kind === 'hand_pay') && !(await this.#isPlayer(asked.player))) {
      return refused('unknown_player');
    }
    const coup = asked.coup === undefined ? undefined : writtenCoup(asked.coup);
    if (asked.coup !== undefined && coup === undefined) return refused('coup_is_unlawful');
    if (kind === 'resettle' && coup === round?.coup) return refused('nothing_to_correct');
    const isVoidAsItIs = round?.status === 'refunded' && round.corrections === 0;
    if (kind === 'void' && isVoidAsItIs) return refused('nothing_to_correct');

    if (kind === 'hand_pay' && (await this.#handPayOf(asked)) === undefined) {
      return refused('nothing_to_correct');
    }

    const state = resumed(table.state);
    const subject = { ...asked, ...(coup !== undefined && { coup }) };
    const persons = { requestedBy: by, approvedBy: SOMEBODY, approval: '0' };
    const asking = { ...subject, reason: 'other' } as const;
    const now = { state, timeline: table.timeline };
    const command = await this.executor.commandFor(asking, persons, round, now);
    if (command === undefined) return refused('card_not_due');
    const { nowMs } = this.tables;
    const decision = decide(state, command, { nowMs, nextGame: '0' });
    if (!decision.ok) return refused(decision.refusal);
    const before = round ?? askedShoe(state);
    if (!('side' in command)) return { ok: true, subject, before };
    const seat = `${command.side}_${command.position}` as const;
    return { ok: true, subject: { ...subject, seat }, before };
  }

  /** What it would do, in numbers. Null for cards, where no money moves. */
  async #previewOf(subject: ApprovalSubject): Promise<Preview | null> {
    const { kind, game, coup, player } = subject;
    const handPay = kind === 'hand_pay' ? await this.#handPayOf(subject) : undefined;
    if (handPay !== undefined) return previewHandPay(handPay);
    if (game === undefined || !isOfMoney(kind)) return null;
    return (await previewCorrection(this.pool, { game, fix: kind, coup, player })) ?? null;
  }

  async #handPayOf({ game, player }: ApprovalSubject): Promise<Due | undefined> {
    if (game === undefined || player === undefined) return undefined;
    return readHandPay(this.pool, game, player);
  }

  async #isPlayer(id: string | undefined): Promise<boolean> {
    const { rows } = await this.pool.query('select from players where id = $1', [id]);
    return rows.length > 0;
  }

  async #read(id: string): Promise<Approval> {
    return (await readApproval(this.pool, id))!;
  }
}

const isOfMoney = (kind: ApprovalSubject['kind']): kind is Fix =>
  kind === 'void' || kind === 'resettle' || kind === 'refund';

const refused = (refusal: Refusal['refusal']): Refusal => ({ ok: false, refusal });

/** A request at a suspended table is meant for when it goes on. */
const resumed = (state: TableState): TableState => ({
  ...state,
  phase: phaseBeneath(state),
  suspension: null,
});
