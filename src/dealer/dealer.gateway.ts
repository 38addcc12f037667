/**
 * The dealer's gateway: namespace `/dealer`. A command becomes one of the table's, and the table's
 * answer is the answer.
 */
import { type OnGatewayConnection, type OnGatewayInit, WebSocketGateway } from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type {
  Asker,
  SocketAsker,
  Handlers,
  SocketCommands,
  TableHandlers,
} from '../access/socket-commands.js';
import type { SignedIn } from '../access/tokens.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { assert } from '../money/assert.js';
import { PitAnswers } from '../pit/pit-answers.js';
import type { Role } from '../protocol/command.js';
import { DEALER_COMMANDS, type DESK_COMMANDS, type DealerCommands } from '../protocol/dealer.js';
import { STAFF_DOORS } from '../protocol/operations.js';
import type { LoneCommand } from '../round/command.js';
import type { Audience } from '../round/audience.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import type { After } from '../protocol/after.js';
import { deviceRoom, tableRoom } from '../table/broadcast.js';
import type { Table } from '../table/table.js';
import { DeskAnswers } from './desk-answers.js';
import { Seating } from './seating.service.js';

/** Commands of the desk that the pit answers. */
type PitsOwn = 'shoe:change' | 'table:resume' | 'table:suspend';

type Scan = Extract<LoneCommand, { kind: 'scan' | 'burn' }>;

@WebSocketGateway({ namespace: '/dealer' })
export class DealerGateway implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket> {
  readonly #commands: SocketCommands<DealerCommands>;

  constructor(
    access: SocketAccess,
    private readonly tables: SeenTables,
    private readonly answers: DeskAnswers,
    private readonly pit: PitAnswers,
    private readonly seating: Seating,
  ) {
    const ofTables = { ...this.#ofTables(), ...this.#pitsOwn() };
    const handlers: Handlers<DealerCommands> = {
      ...ofTables,
      ...answers.handlers,
      'table:watch': ({ table: id, ...after }, connection) => this.#watch(id, after, connection),
    };
    const door = { namespace: '/dealer', ofTables };
    this.#commands = access.commands(DEALER_COMMANDS, handlers, STAFF_DOORS['/dealer'], door);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const { caller } = this.#commands.listen(socket);
    await this.answers.welcome(socket, caller);
  }

  #ofTables(): TableHandlers<Omit<typeof DESK_COMMANDS, PitsOwn | 'table:watch'>> {
    return {
      'table:open': ({ table }, { caller }) => this.#sit(table, caller, 'open_table'),
      'table:relieve': ({ table }, { caller }) => this.#sit(table, caller, 'relieve_dealer'),
      'relief:allow': ({ table, dealer }, { caller }) => this.#allow(table, dealer, caller),
      'table:close': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'close_table', by: caller.id }),
      'cards:bring': ({ table, cards }, { caller }) =>
        this.#deal(table, caller, { kind: 'bring_cards', cards, by: caller.id }),
      'shoe:shuffle': ({ table, how }, { caller }) =>
        this.#deal(table, caller, { kind: 'shuffle_cards', how, by: caller.id }),
      'shoe:cut': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'cut_shoe', by: caller.id }),
      'shoe:new': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'new_shoe', by: caller.id }),
      'shoe:burn': ({ table, ...scan }, { caller }) =>
        this.#scan(table, caller, { kind: 'burn', ...scan }),
      'betting:open': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'open_betting', by: caller.id }),
      'card:scan': ({ table, ...scan }, { caller }) =>
        this.#scan(table, caller, { kind: 'scan', ...scan }),
      'card:withdraw': ({ table, ...which }, { caller }) =>
        this.#deal(table, caller, { kind: 'withdraw_card', ...which, by: caller.id }),
      'card:count': ({ table, card, isOut, seen }, { caller }) =>
        this.#deal(table, caller, { kind: 'count_card', face: card, isOut, seen, by: caller.id }),
      'card:show': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'show_card', by: caller.id }),
      'coup:confirm': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'confirm_coup', by: caller.id }),
      'malfunction:report': ({ table, malfunction, cards = null, note = '', seen }, { caller }) =>
        this.#deal(table, caller, {
          kind: 'report_malfunction',
          malfunction,
          cards,
          note,
          seen,
          by: caller.id,
        }),
      'manager:call': ({ table }, { caller }) =>
        this.#deal(table, caller, { kind: 'call_manager', by: caller.id }),
      'stream:beat': async ({ table }, asker) => this.#beat(table, asker),
    };
  }

  /**
   * What is for the pit to do is done and recorded as it is there. A dealer may suspend their own
   * table, too.
   */
  #pitsOwn() {
    const { ofTables, atTheDesk } = this.pit;
    return {
      'approval:request': ofTables['approval:request'],
      'shoe:change': ((request, connection) =>
        atTheDesk.changeShoe(request, connection)) satisfies TableHandlers<
        typeof DESK_COMMANDS
      >['shoe:change'],
      'table:resume': ((request, connection) =>
        atTheDesk.resume(request, connection)) satisfies TableHandlers<
        typeof DESK_COMMANDS
      >['table:resume'],
      'table:suspend': (({ table, reason }, connection) => {
        const { caller } = connection;
        return caller.role === 'dealer'
          ? this.#deal(table, caller, { kind: 'suspend', reason, by: caller.id })
          : ofTables['table:suspend']({ table, reason }, connection);
      }) satisfies TableHandlers<typeof DESK_COMMANDS>['table:suspend'],
    };
  }

  async #watch(id: string, after: After, { socket, caller }: SocketAsker) {
    if (isOfAnother(id, caller)) return { ok: false, refusal: 'not_its_table' } as const;
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    void socket.join(caller.role === 'device' ? deviceRoom(id) : tableRoom(AUDIENCE, id));
    const missed = table.missedSince(AUDIENCE, after);
    if (caller.role !== 'device') void this.#sendRequests(id, socket);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor(AUDIENCE) as TableSnapshotMessage) : null,
      missed: missed === undefined ? null : [...missed],
      timeline: table.timeline,
      nowMs: this.tables.nowMs,
    } as const;
  }

  /**
   * A request may have been decided while the desk had no connection. Where they cannot be read,
   * the desk comes in all the same.
   */
  async #sendRequests(id: string, socket: Socket): Promise<void> {
    const requests = await this.pit.requestsOf(id).catch(() => []);
    for (const request of requests) socket.emit('approval:changed', request);
  }

  #beat(id: string, { caller, socket }: Asker) {
    const table = this.#dealing(id, caller);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    table.beat(socket === undefined);
    return { ok: true } as const;
  }

  /**
   * Only the table’s dealer deals at it, and its devices act for that dealer. The shift manager may
   * stand in.
   */
  #dealing(id: string, caller: SignedIn) {
    if (isOfAnother(id, caller)) return 'not_its_table';
    const table = this.tables.own(id);
    if (table === 'unknown_table') return table;
    const { phase, dealer: seated } = table.state;
    const isTheirs = phase === 'closed' || seated === caller.id || MAY_STAND_IN.has(caller.role);
    return isTheirs ? table : 'not_the_dealer';
  }

  async #deal(id: string, caller: SignedIn, command: LoneCommand) {
    const table = this.#dealing(id, caller);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    return answered(table, command);
  }

  /** A shift manager may stand in anywhere. */
  async #sit(id: string, { id: dealer, role }: SignedIn, kind: 'open_table' | 'relieve_dealer') {
    const table = this.tables.own(id);
    if (table === 'unknown_table') return { ok: false, refusal: table } as const;
    const command = { kind, dealer } as const;
    if (role !== 'dealer') return answered(table, command);
    // The table decides: a round may begin before the command has its turn.
    const betweenRounds = !this.seating.isAllowed(table, dealer, this.tables.nowMs);
    const reply = await this.seating.sit(
      table,
      command.kind === 'relieve_dealer' ? { ...command, betweenRounds } : command,
    );
    return reply.ok ? ({ ok: true, seq: reply.seq } as const) : reply;
  }

  async #allow(id: string, dealer: string, caller: SignedIn) {
    const table = this.#dealing(id, caller);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    if (table.state.phase === 'closed') return { ok: false, refusal: 'table_is_closed' } as const;
    const allowed = { dealer, by: caller.id, nowMs: this.tables.nowMs };
    return { ok: true, untilMs: await this.seating.allow(table, allowed) } as const;
  }

  async #scan(id: string, caller: SignedIn, scan: Scan) {
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

/** A device has access to one table alone. */
const isOfAnother = (id: string, { role, table }: SignedIn): boolean =>
  role === 'device' && table !== id;

const answered = async (table: Table, command: LoneCommand) => {
  const reply = await table.perform(command);
  return reply.ok ? ({ ok: true, seq: reply.seq } as const) : reply;
};

/** For whoever deals at the table. */
const MAY_STAND_IN: ReadonlySet<Role> = new Set(['shift_manager', 'device']);

/**
 * Whoever stands at the desk sees what a dealer may see, and no stake before the close, since a
 * shift manager may be the one who deals. Those who may see all use the pit's gateway.
 */
const AUDIENCE = 'dealer' satisfies Audience;
