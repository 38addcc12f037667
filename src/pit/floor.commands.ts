/** What the shift manager does at a table alone: each is one command of the table, and, once it is committed, one line of the audit with before and after. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Connection, Handlers } from '../access/socket-commands.js';
import { POOL } from '../platform/database.js';
import type { PIT_OWN_COMMANDS } from '../protocol/pit.js';
import type { OperationName } from '../protocol/operations.js';
import type { LoneCommand } from '../round/command.js';
import { type TableSettings, isSound } from '../round/settings.js';
import { Connections } from '../session/connections.service.js';
import { Audit } from '../staff/audit.service.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { type Press, commandOf } from './desk-button.js';
import { pictureOf } from './picture.js';

type FloorCommandName =
  | 'table:suspend'
  | 'table:resume'
  | 'table:press'
  | 'shoe:change'
  | 'spot:close'
  | 'spot:open'
  | 'limits:change'
  | 'closing:call'
  | 'closing:calloff'
  | 'player:disconnect';

/** What was asked of a table, by whom, and why. */
interface Order {
  readonly operation: OperationName;
  readonly by: string;
  readonly table: string;
  readonly command: LoneCommand;
  readonly subject?: string;
  readonly reason?: string;
}

@Injectable()
export class FloorCommands {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly connections: Connections,
    private readonly audit: Audit,
  ) {}

  /** One change of limits after the other: each begins where the last ended. */
  #limiting: Promise<unknown> = Promise.resolve();

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, FloorCommandName>> = {
    'table:suspend': ({ table, reason }, { caller: { id: by } }) =>
      this.#give({
        operation: 'table:suspend',
        by,
        table,
        command: { kind: 'suspend', reason, by },
        reason,
      }),
    'table:resume': ({ table }, { caller: { id: by } }) =>
      this.#give({ operation: 'table:resume', by, table, command: { kind: 'resume', by } }),
    'table:press': ({ table, ...press }, connection) => this.#press(table, press, connection),
    'shoe:change': ({ table }, { caller: { id: by } }) =>
      this.#give({ operation: 'shoe:change', by, table, command: { kind: 'start_shoe_change' } }),
    'spot:close': ({ table, spot }, { caller: { id: by } }) => {
      const command = { kind: 'close_spot', spot, by } as const;
      return this.#give({ operation: 'spot:close', by, table, command, subject: spot });
    },
    'spot:open': ({ table, spot }, { caller: { id: by } }) => {
      const command = { kind: 'open_spot', spot, by } as const;
      return this.#give({ operation: 'spot:open', by, table, command, subject: spot });
    },
    'limits:change': ({ table, limits }, { caller }) => {
      const change = this.#limiting.then(() => this.#limit(table, limits, caller.id));
      this.#limiting = change.catch(() => undefined);
      return change;
    },
    'closing:call': ({ table }, { caller: { id: by } }) =>
      this.#give({ operation: 'closing:call', by, table, command: { kind: 'call_closing', by } }),
    'closing:calloff': ({ table }, { caller: { id: by } }) => {
      const command = { kind: 'call_off_closing', by } as const;
      return this.#give({ operation: 'closing:calloff', by, table, command });
    },
    'player:disconnect': async ({ player: subject, reason }, { caller: { id: by } }) => {
      if (!this.connections.putOut(subject, reason)) {
        return { ok: false, refusal: 'player_not_here' };
      }
      await this.audit.record(this.pool, { operation: 'player:disconnect', by, subject, reason });
      return { ok: true };
    },
  };

  #press(table: string, press: Press, { caller: { id: by } }: Connection) {
    const command = commandOf(press, by);
    const subject = press.button;
    return this.#give({ operation: 'table:press', by, table, command, subject });
  }

  async #give({ operation, by, table: id, command, subject, reason }: Order) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const before = pictureOf(table.state);
    const reply = await table.perform(command);
    if (!reply.ok) return reply;
    const { game } = before;
    const after = pictureOf(table.state);
    const action = { operation, by, table: id, game: game ?? undefined, subject, reason };
    await this.audit.record(this.pool, { ...action, before, after });
    return { ok: true, seq: reply.seq } as const;
  }

  /** The table's row first: a table that stops before it was told takes its settings from there. */
  async #limit(id: string, changed: Partial<TableSettings['limits']>, by: string) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const { state } = table;
    const settings = state.nextSettings ?? state.settings;
    const limits = { ...settings.limits, ...changed };
    const command = { kind: 'change_settings', settings: { ...settings, limits } } as const;
    if (!isSound(command.settings)) return { ok: false, refusal: 'settings_are_unsound' } as const;
    await this.#keepLimits(table, limits);
    const reply = await this.#give({ operation: 'limits:change', by, table: id, command });
    if (!reply.ok) await this.#keepLimits(table, settings.limits);
    return reply;
  }

  async #keepLimits(table: Table, limits: TableSettings['limits']): Promise<void> {
    await this.pool.query(
      `update tables set settings = jsonb_set(settings, '{limits}', $2) where id = $1`,
      [table.state.table, JSON.stringify(limits)],
    );
  }
}
