/** The dealer's door: namespace `/dealer`. A command becomes one of the table's, and the table's answer is the answer. */
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { Connection, Handlers, SocketCommands } from '../access/socket-commands.js';
import type { Caller } from '../access/tokens.js';
import { ChatStaffCommands } from '../chat/chat-staff.commands.js';
import { assert } from '../money/assert.js';
import { DEALER_COMMANDS, type DESK_COMMANDS, type DealerCommands } from '../protocol/dealer.js';
import type { TableCommand } from '../round/command.js';
import type { Audience } from '../round/view.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import { Broadcast, tableRoom } from '../table/broadcast.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';

type Scan = Extract<TableCommand, { kind: 'scan' | 'burn' }>;

@WebSocketGateway({ namespace: '/dealer' })
export class DealerGateway implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket> {
  readonly #commands: SocketCommands<DealerCommands>;

  constructor(
    access: SocketAccess,
    private readonly tables: Tables,
    private readonly broadcast: Broadcast,
    private readonly chat: ChatStaffCommands,
  ) {
    const handlers = { ...this.#handlers(), ...chat.handlers };
    this.#commands = access.commands(DEALER_COMMANDS, handlers, [
      'dealer',
      'shift_manager',
      'auditor',
      'administrator',
    ]);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
    this.broadcast.attach('dealer', namespace);
    this.broadcast.attach('pit', namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const { caller } = this.#commands.listen(socket);
    await this.chat.welcome(socket, caller);
  }

  #handlers(): Handlers<typeof DESK_COMMANDS> {
    return {
      'table:watch': ({ table: id, afterSeq }, connection) => this.#watch(id, afterSeq, connection),
      'table:open': ({ table }, { caller }) =>
        this.#perform(table, { kind: 'open_table', dealer: caller.id }),
      'table:close': ({ table }, { caller }) => this.#deal(table, caller, { kind: 'close_table' }),
      'shoe:new': ({ table }, { caller }) => this.#deal(table, caller, { kind: 'new_shoe' }),
      'shoe:burn': ({ table, ...scan }, { caller }) =>
        this.#scan(table, caller, { kind: 'burn', ...scan }),
      'shoe:change': ({ table }) => this.#perform(table, { kind: 'start_shoe_change' }),
      'betting:open': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'open_betting' }),
      'card:scan': ({ table, ...scan }, { caller }) =>
        this.#scan(table, caller, { kind: 'scan', ...scan }),
      'table:suspend': ({ table, reason }, { caller }) =>
        this.#deal(table, caller, { kind: 'suspend', reason, by: caller.id }),
      'table:resume': ({ table }, { caller }) =>
        this.#perform(table, { kind: 'resume', by: caller.id }),
    };
  }

  async #watch(id: string, afterSeq: number | undefined, { socket, caller }: Connection) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const audience = audienceOf(caller);
    void socket.join(tableRoom(audience, id));
    const missed = afterSeq === undefined ? undefined : table.missedSince(audience, afterSeq);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor(audience) as TableSnapshotMessage) : null,
      missed: missed === undefined ? null : [...missed],
      nowMs: this.tables.nowMs,
    } as const;
  }

  /** Only the dealer who opened the table deals at it; the shift manager may stand in. */
  #dealing(id: string, { id: dealer, role }: Caller) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return table;
    const { phase, dealer: seated } = table.state;
    const isTheirs = phase === 'closed' || seated === dealer || role === 'shift_manager';
    return isTheirs ? table : 'not_the_dealer';
  }

  async #deal(id: string, caller: Caller, command: TableCommand) {
    const table = this.#dealing(id, caller);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    return told(table, command);
  }

  async #perform(id: string, command: TableCommand) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    return told(table, command);
  }

  async #scan(id: string, caller: Caller, scan: Scan) {
    const table = this.#dealing(id, caller);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const reply = await table.perform(scan);
    if (!reply.ok) return reply;
    const answer = reply.scan;
    if (answer?.kind === 'card') {
      const { seq, card, seat } = answer;
      return { ok: true, seq, scanned: 'card', card, seat } as const;
    }
    assert(answer?.kind === 'cut_card', 'a scan that is taken has an answer');
    return { ok: true, seq: answer.seq, scanned: 'cut_card', card: null, seat: null } as const;
  }
}

const told = async (table: Table, command: TableCommand) => {
  const reply = await table.perform(command);
  return reply.ok ? ({ ok: true, seq: reply.seq } as const) : reply;
};

/** Dealers see what dealers may; the shift manager and those who check see all. */
const audienceOf = ({ role }: Caller): Audience => (role === 'dealer' ? 'dealer' : 'pit');
