/** Requests for a second person: seen beforehand in numbers, made, decided, listed; and who owes what a correction could not take back. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Handlers } from '../access/socket-commands.js';
import { POOL } from '../platform/database.js';
import { isByHand } from '../protocol/approval.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import { ApprovalBoard } from './approval-board.service.js';
import { readApprovals } from './approval-rows.js';
import { Approvals } from './approvals.service.js';
import { readShortfalls } from './preview.js';

type ApprovalCommandName =
  'approval:preview' | 'approval:request' | 'approval:decide' | 'approval:list' | 'shortfall:list';

const LISTED = 200;

@Injectable()
export class ApprovalCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly approvals: Approvals,
    private readonly board: ApprovalBoard,
  ) {}

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, ApprovalCommandName>> = {
    'approval:preview': (subject, { caller }) => this.approvals.preview(subject, caller),
    'approval:request': async (request, { caller }) => {
      // A dealer asks for nothing but what no scanner reads.
      if (caller.role === 'dealer' && !isByHand(request.kind)) {
        return { ok: false, refusal: 'not_allowed' };
      }
      const reply = await this.approvals.request(request, caller);
      if (reply.ok) void this.board.look();
      return reply;
    },
    'approval:decide': async ({ approval, verdict }, { caller }) => {
      const reply = await this.approvals.decide(approval, verdict, caller);
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
}
