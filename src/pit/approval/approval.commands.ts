/**
 * Four eyes. What one person asks for is first tried on the table as it is, then stored, and
 * carried out when another approves it (I12). These are the commands to preview, make, decide and
 * list requests.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Handlers, TableHandlers } from '../../access/socket-commands.js';
import type { Caller } from '../../access/tokens.js';
import { readShortfalls } from '../../ledger/recover.js';
import { POOL } from '../../platform/database.js';
import { inTransaction, isUniqueViolation } from '../../platform/transaction.js';
import {
  AWAITED_AT_THE_DESK,
  type Approval,
  type ApprovalRequest,
  type Preview,
  isByHand,
} from '../../protocol/approval.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import { Audit } from '../../staff/audit.service.js';
import { refusedApproval } from '../../table/refused-by-database.js';
import { RunsElsewhere } from '../../table/runs-elsewhere.js';
import { ApprovalBoard } from './approval-board.service.js';
import {
  keepDecision,
  keepRequest,
  mayStillAsk,
  readApproval,
  readApprovals,
} from './approval-rows.js';
import { ApprovalExecutor } from '../execution/approval-executor.service.js';
import { ApprovalPreviews, type Refusal } from './approval-previews.service.js';

type ApprovalCommandName =
  | 'approval:preview'
  | 'approval:request'
  | 'approval:decide'
  | 'approval:list'
  | 'shortfall:list';

const LISTED = 200;
const OF_A_DESK = 10;

@Injectable()
export class ApprovalCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly executor: ApprovalExecutor,
    private readonly previews: ApprovalPreviews,
    private readonly audit: Audit,
    private readonly board: ApprovalBoard,
  ) {}

  /** What is tried, or done, at the table itself, in whatever process it runs. */
  readonly ofTables: TableHandlers<
    Pick<typeof PIT_OWN_COMMANDS, 'approval:preview' | 'approval:request' | 'approval:decide'>
  > = {
    'approval:preview': (subject, { caller }) => this.previews.show(subject, caller),
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
  };

  /**
   * The newest requests that the table's desk waits for, in whatever state: for a desk that comes
   * back, and may have missed what became of its own.
   */
  async ofDesk(table: string): Promise<readonly Approval[]> {
    return readApprovals(this.pool, { table, kinds: AWAITED_AT_THE_DESK }, OF_A_DESK);
  }

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, ApprovalCommandName>> = {
    ...this.ofTables,
    'approval:list': async (filter) => ({
      ok: true,
      approvals: [...(await readApprovals(this.pool, filter, LISTED))],
    }),
    'shortfall:list': async () => ({
      ok: true,
      shortfalls: [...(await readShortfalls(this.pool))],
    }),
  };

  async #request(
    { reason, note = '', ...asked }: ApprovalRequest,
    caller: Caller,
  ): Promise<
    Refusal | { readonly ok: true; readonly approval: Approval; readonly preview: Preview | null }
  > {
    const tried = await this.previews.try(asked, caller);
    if (!tried.ok) return tried;
    const { subject, before, preview } = tried;
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
    } else {
      const refusal = isDecidedOtherwise(approval.state, verdict);
      if (refusal !== undefined) return refused(refusal);
    }
    const obstacle = verdict === 'approved' ? await this.executor.execute(id) : null;
    const reply = { ok: true, approval: await this.#read(id), obstacle } as const;
    // The decision is kept, whether or not the process can be reached that carries it out.
    if (obstacle === 'table_is_moving') throw new RunsElsewhere(approval.table ?? '', reply);
    return reply;
  }

  /** Of two decisions at a time the first counts. The other person gets it as the answer. */
  async #keepDecision(
    { id, table, game, kind, state, reason }: Approval,
    verdict: 'approved' | 'refused',
    by: string,
  ): Promise<Refusal['refusal'] | 'decided_meanwhile' | undefined> {
    if (state === 'expired') return 'approval_expired';
    try {
      return await inTransaction(this.pool, async (tx) => {
        if (verdict === 'approved' && !(await mayStillAsk(tx, id))) return 'asker_off_duty';
        await keepDecision(tx, id, verdict, by);
        await this.audit.record(tx, {
          operation: 'approval:decide',
          by,
          table: table ?? undefined,
          game: game ?? undefined,
          subject: id,
          reason,
          before: { kind, state },
          after: { kind, state: verdict },
        });
        return undefined;
      });
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

  async #read(id: string): Promise<Approval> {
    return (await readApproval(this.pool, id))!;
  }
}

/** The first decision stands. The same one again is answered as it was the first time. */
const isDecidedOtherwise = (
  state: Approval['state'],
  verdict: 'approved' | 'refused',
): Refusal['refusal'] | undefined => {
  if (state === 'expired') return 'approval_expired';
  if (state === 'refused') return verdict === 'refused' ? undefined : 'approval_refused';
  return verdict === 'approved' ? undefined : 'already_approved';
};

const refused = (refusal: Refusal['refusal']): Refusal => ({ ok: false, refusal });
