/**
 * What the shift manager does at a table alone. Each is one command of the table and, in the same
 * transaction, one line of the audit with before and after.
 */
import { Injectable } from '@nestjs/common';
import type { Asker, Handlers, TableHandlers } from '../../access/socket-commands.js';
import type { RequestOf } from '../../protocol/command.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import type { LoneCommand } from '../../round/command.js';
import { Disconnection } from '../../session/disconnection.service.js';
import { SettlementSweep } from '../../settlement/settlement-sweep.service.js';
import { Audit } from '../../staff/audit.service.js';
import { Tables } from '../../table/tables.service.js';
import { closeWhatStopped } from '../incident/incident-rows.js';
import { changeLimits, changeSettings } from './change-settings.js';
import { type FloorOrder, giveOrder } from './floor-order.js';

type FloorCommandName =
  | 'table:suspend'
  | 'table:resume'
  | 'table:press'
  | 'shoe:change'
  | 'spot:close'
  | 'spot:open'
  | 'limits:change'
  | 'settings:change'
  | 'closing:call'
  | 'closing:calloff'
  | 'payment:retry'
  | 'player:disconnect';

interface AtTable {
  readonly table: string;
  readonly reason: string;
}

interface Resuming extends AtTable {
  readonly sinceMs?: number | undefined;
}

@Injectable()
export class FloorCommands {
  constructor(
    private readonly tables: Tables,
    private readonly connections: Disconnection,
    private readonly audit: Audit,
    private readonly payments: SettlementSweep,
  ) {}

  /** What the table itself does, in whatever process it runs. */
  readonly ofTables: TableHandlers<
    Pick<typeof PIT_OWN_COMMANDS, Exclude<FloorCommandName, 'player:disconnect'>>
  > = {
    'table:suspend': ({ table, reason }, { caller: { id: by } }) =>
      this.#give({
        operation: 'table:suspend',
        by,
        table,
        command: { kind: 'suspend', reason, by },
        reason,
      }),
    'table:resume': (request, connection) => this.resume(request, connection),
    'table:press': ({ table, reason, ...press }, { caller: { id: by } }) =>
      this.#give({
        operation: 'table:press',
        by,
        table,
        command: commandOf(press, by),
        subject: press.button,
        reason,
      }),
    'shoe:change': (request, connection) => this.changeShoe(request, connection),
    'spot:close': ({ table, spot, reason }, { caller: { id: by } }) => {
      const command = { kind: 'close_spot', spot, by } as const;
      return this.#give({ operation: 'spot:close', by, table, command, subject: spot, reason });
    },
    'spot:open': ({ table, spot, reason }, { caller: { id: by } }) => {
      const command = { kind: 'open_spot', spot, by } as const;
      return this.#give({ operation: 'spot:open', by, table, command, subject: spot, reason });
    },
    'limits:change': (request, { caller }) =>
      changeLimits(this.tables, this.audit, request, caller.id),
    'settings:change': (request, { caller }) =>
      changeSettings(this.tables, this.audit, request, caller.id),
    'closing:call': ({ table, reason }, { caller: { id: by } }) => {
      const command = { kind: 'call_closing', by } as const;
      return this.#give({ operation: 'closing:call', by, table, command, reason });
    },
    'closing:calloff': ({ table, reason }, { caller: { id: by } }) => {
      const command = { kind: 'call_off_closing', by } as const;
      return this.#give({ operation: 'closing:calloff', by, table, command, reason });
    },
    'payment:retry': async ({ table: id, game, reason }, { caller: { id: by } }) => {
      const table = this.tables.own(id);
      if (table === 'unknown_table') return { ok: false, refusal: table };
      const action = { operation: 'payment:retry', by, table: id, game, reason } as const;
      const paid = await this.payments.payNow(table, game, () => this.audit.note(action));
      if (paid === undefined) return { ok: false, refusal: 'nothing_is_owed' };
      return { ok: true, cause: paid.cause, players: [...paid.players] };
    },
  };

  readonly handlers: Handlers<Pick<typeof PIT_OWN_COMMANDS, FloorCommandName>> = {
    ...this.ofTables,
    'player:disconnect': async ({ player: subject, reason }, { caller: { id: by } }) => {
      // First, since no process may say in time that it has done it.
      await this.audit.note({ operation: 'player:disconnect', by, subject, reason });
      const isDone = await this.connections.disconnect(subject, reason);
      return isDone ? { ok: true } : { ok: false, refusal: 'player_not_here' };
    },
  };

  /**
   * From the desk, too, where the shift manager stands at the table. So is `changeShoe`. The
   * incidents that had stopped the table are closed with it, with its reason.
   */
  resume({ table, sinceMs, reason }: Resuming, { caller: { id: by } }: Asker) {
    const command = { kind: 'resume', by, sinceMs } as const;
    const alongside = () => closeWhatStopped(table, { by, text: reason });
    return this.#give({ operation: 'table:resume', by, table, command, reason, alongside });
  }

  changeShoe({ table, reason }: AtTable, { caller: { id: by } }: Asker) {
    const command = { kind: 'start_shoe_change', by } as const;
    return this.#give({ operation: 'shoe:change', by, table, command, reason });
  }

  #give(order: FloorOrder) {
    return giveOrder(this.tables, this.audit, order);
  }
}

type Press = Omit<RequestOf<(typeof PIT_OWN_COMMANDS)['table:press']>, 'table' | 'reason'>;

/** A button of the desk, pressed in the dealer's place: which command of the table it is. */
const commandOf = (
  { button, cards, how, malfunction, setAside, game, seat }: Press,
  by: string,
): LoneCommand => {
  switch (button) {
    case 'table:open':
      return { kind: 'open_table', dealer: by };
    case 'table:close':
      return { kind: 'close_table', by };
    case 'cards:bring':
      return { kind: 'bring_cards', cards: cards ?? '', by };
    case 'shoe:shuffle':
      return { kind: 'shuffle_cards', how: how ?? 'manual', by };
    case 'shoe:cut':
      return { kind: 'cut_shoe', by };
    case 'shoe:new':
      return { kind: 'new_shoe', by };
    case 'betting:open':
      return { kind: 'open_betting', by };
    case 'card:withdraw':
      return {
        kind: 'withdraw_card',
        reason: malfunction ?? 'other',
        setAside: setAside ?? false,
        game,
        seat,
        by,
      };
    case 'coup:confirm':
      return { kind: 'confirm_coup', by };
  }
};
