/** What the staff did, as an auditor reads it, newest first. */
import { Inject, Injectable } from '@nestjs/common';
import type { PrismaClient } from '../generated/prisma/client.js';
import { PRISMA } from '../platform/database.js';
import type { ActionsPage, ActionsQuery } from '../protocol/staff.js';

const PAGE = 100;

@Injectable()
export class Actions {
  constructor(@Inject(PRISMA) private readonly prisma: PrismaClient) {}

  /** Actions from `fromMs` and before `toMs`. */
  async read(query: ActionsQuery): Promise<ActionsPage> {
    const { before, staff, table, game, operation, fromMs, toMs } = query;
    const rows = await this.prisma.staffAction.findMany({
      where: {
        ...(before !== undefined && { id: { lt: BigInt(before) } }),
        ...(staff !== undefined && { staffId: staff }),
        ...(table !== undefined && { tableId: table }),
        ...(game !== undefined && { gameNumber: BigInt(game) }),
        ...(operation !== undefined && { operation }),
        at: {
          ...(fromMs !== undefined && { gte: new Date(fromMs) }),
          ...(toMs !== undefined && { lt: new Date(toMs) }),
        },
      },
      orderBy: { id: 'desc' },
      take: PAGE + 1,
    });
    const page = rows.slice(0, PAGE);
    const actions = page.map((row) => ({
      id: `${row.id}`,
      staff: row.staffId,
      operation: row.operation,
      table: row.tableId,
      game: row.gameNumber === null ? null : `${row.gameNumber}`,
      subject: row.subject,
      reason: row.reason,
      before: row.before,
      after: row.after,
      atMs: row.at.getTime(),
    }));
    return { actions, next: rows.length > PAGE ? actions.at(-1)!.id : null };
  }
}
