/** The player's door: namespace `/player`. A command is handed to one room, and what the room says is the answer. */
import { Inject } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import type pg from 'pg';
import type { Namespace, Socket } from 'socket.io';
import { SocketAccess } from '../access/socket-access.js';
import type { Connection, Handlers, SocketCommands } from '../access/socket-commands.js';
import { parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { POOL } from '../platform/database.js';
import { PLAYER_COMMANDS, type PlayerCommands } from '../protocol/player.js';
import { Sessions } from '../session/sessions.service.js';
import type { PlayerBet } from '../table/bet-desk.js';
import { Broadcast, playerRoom, tableRoom } from '../table/broadcast.js';
import { type BetContent, findBet } from '../table/seat.js';
import { Tables } from '../table/tables.service.js';
import { betReply, seatMessage } from './messages.js';

/** The tables that a connection sits at. */
interface Sitting {
  readonly tables: Set<string>;
}

@WebSocketGateway({ namespace: '/player' })
export class PlayerGateway
  implements OnGatewayInit<Namespace>, OnGatewayConnection<Socket>, OnGatewayDisconnect<Socket>
{
  readonly #commands: SocketCommands<PlayerCommands>;

  constructor(
    access: SocketAccess,
    private readonly tables: Tables,
    private readonly broadcast: Broadcast,
    private readonly sessions: Sessions,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {
    this.#commands = access.commands(PLAYER_COMMANDS, this.#handlers(), ['player']);
  }

  afterInit(namespace: Namespace): void {
    this.#commands.guard(namespace);
    this.broadcast.attach('player', namespace);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const sitting: Sitting = { tables: new Set() };
    Object.assign(socket.data as object, sitting);
    const { caller } = this.#commands.listen(socket);
    await socket.join(playerRoom(caller.id));
  }

  handleDisconnect(socket: Socket): void {
    const { caller, tables } = socket.data as Sitting & { caller?: { id: string } };
    if (caller === undefined) return;
    for (const id of tables) this.tables.leave(id, caller.id, socket.id);
  }

  #handlers(): Handlers<PlayerCommands> {
    return {
      'table:join': (request, connection) => this.#join(request, connection),
      'table:leave': async ({ table: id }, { socket, caller }) => {
        const { tables } = socket.data as Sitting;
        if (!tables.delete(id)) return { ok: false, refusal: 'not_joined' };
        this.tables.leave(id, caller.id, socket.id);
        await socket.leave(tableRoom('player', id));
        return { ok: true };
      },
      'bet:place': ({ spot, amount, ...round }, connection) => {
        const value = parseAmount(amount);
        assert(value !== undefined, 'the schema takes amounts only');
        return this.#bet(round, { kind: 'place', spot, amount: value }, connection);
      },
      'bet:undo': (round, connection) => this.#bet(round, { kind: 'undo' }, connection),
      'bet:clear': (round, connection) => this.#bet(round, { kind: 'clear' }, connection),
      'bet:repeat': (round, connection) => this.#bet(round, { kind: 'repeat' }, connection),
      'bet:double': (round, connection) => this.#bet(round, { kind: 'double' }, connection),
      'mode:choose': ({ mode, ...round }, connection) =>
        this.#bet(round, { kind: 'mode', mode }, connection),
      'bet:find': async ({ betId }, { caller }) => {
        // A bet may still be on its way: only when the tables have caught up can it be said not to have stood.
        const found =
          (await findBet(this.pool, caller.id, betId)) ??
          (await this.#findWhenCaughtUp(caller.id, betId));
        return { ok: true, found: found ? { ...betReply(found.answer), game: found.game } : null };
      },
      'session:read': async (_request, { caller }) => {
        const { open, balance, gameAccount } = await this.sessions.read(caller.id);
        return { ok: true, open, balance: `${balance}`, gameAccount: `${gameAccount}` };
      },
      'session:buy-in': async ({ amount, key }, { caller }) => {
        const value = parseAmount(amount);
        assert(value !== undefined, 'the schema takes amounts only');
        const reply = await this.sessions.buyIn(caller.id, value, key);
        return reply.ok ? { ok: true, balance: `${reply.balance}` } : reply;
      },
      'session:cash-out': async ({ key }, { caller }) => {
        const reply = await this.sessions.cashOut(caller.id, key);
        return reply.ok ? { ok: true, amount: `${reply.amount}` } : reply;
      },
    };
  }

  /** Snapshot and room are taken in one go, so that the first message after the snapshot is the next. */
  async #join(
    { table: id, afterSeq }: { table: string; afterSeq?: number | undefined },
    { socket, caller }: Connection,
  ) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    const [seat, { balance }] = await Promise.all([
      table.join(caller.id, socket.id),
      this.sessions.read(caller.id),
    ]);
    if (seat === undefined) return { ok: false, refusal: 'not_allowed' } as const; // no player of ours
    const isHere = this.tables.find(id) === table;
    if (!isHere || !socket.connected) {
      this.tables.leave(id, caller.id, socket.id);
      return { ok: false, refusal: 'table_not_here' } as const;
    }

    (socket.data as Sitting).tables.add(id);
    void socket.join(tableRoom('player', id));
    const missed = afterSeq === undefined ? undefined : table.missedSince('player', afterSeq);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor('player') as never) : null,
      missed: missed === undefined ? null : [...missed],
      seat: seatMessage(seat, balance),
      nowMs: this.tables.nowMs,
    } as const;
  }

  async #findWhenCaughtUp(playerId: string, betId: string) {
    await Promise.all(this.tables.here.map((table) => table.caughtUp()));
    return findBet(this.pool, playerId, betId);
  }

  async #bet(
    { table: id, game, betId }: { table: string; game: string; betId: string },
    content: BetContent,
    { socket, caller }: Connection,
  ) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    if (!(socket.data as Sitting).tables.has(id)) {
      return { ok: false, refusal: 'not_joined' } as const;
    }
    const bet: PlayerBet = { playerId: caller.id, betId, game, content };
    const reply = await table.bet(bet);
    return reply.ok ? { ok: true as const, ...betReply(reply) } : reply;
  }
}
