/**
 * What a player may ask of a table: to sit at it, and to bet. A command is handed to the table, and
 * the table's word is the answer.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Socket } from 'socket.io';
import type { Asker, SocketAsker, Handlers, TableHandlers } from '../access/socket-commands.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { GroupReadFull } from '../platform/group-read.js';
import type { StandingBetReply, SEAT_COMMANDS, SeatMessage } from '../protocol/player.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import type { After } from '../protocol/after.js';
import { type Stakes, readStakes } from '../punto-banco/stakes.js';
import type { OfCurrency } from '../round/currencies.js';
import { tableRoom } from '../table/broadcast.js';
import type { PlayerBet } from '../table/letters.js';
import { findBet } from '../table/placed-bets.js';
import type { BetAnswer, BetContent, PlayerSeat } from '../table/seat.js';
import type { SeatTaken } from '../table/seats.js';
import { RunsElsewhere } from '../table/runs-elsewhere.js';

/** A bet: in which round it is, and at which table. */
interface RoundOf {
  readonly table: string;
  readonly game: string;
  readonly betId: string;
}

/** A join whose seat is being read. */
interface Joining {
  readonly table: string;
}

@Injectable()
export class SeatCommands {
  constructor(
    private readonly tables: SeenTables,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
  ) {}

  /** What the table itself answers, in whatever process it runs. */
  readonly ofTables: TableHandlers<Omit<typeof SEAT_COMMANDS, 'table:join' | 'table:leave'>> = {
    'bet:place': ({ spot, amount, ...round }, connection) => {
      const value = parseAmount(amount);
      assert(value !== undefined, 'the schema takes amounts only');
      return this.#bet(round, { kind: 'place', spot, amount: value }, connection);
    },
    'bet:place-all': ({ stakes, ...round }, connection) =>
      this.#bet(round, placedTogether(readStakes(stakes)), connection),
    'bet:undo': (round, connection) => this.#bet(round, { kind: 'undo' }, connection),
    'bet:clear': (round, connection) => this.#bet(round, { kind: 'clear' }, connection),
    'bet:repeat': (round, connection) => this.#bet(round, { kind: 'repeat' }, connection),
    'bet:double': (round, connection) => this.#bet(round, { kind: 'double' }, connection),
    'mode:choose': ({ mode, ...round }, connection) =>
      this.#bet(round, { kind: 'mode', mode }, connection),
    'bet:find': (asked, asker) => this.#find(asked, asker),
  };

  readonly handlers: Handlers<typeof SEAT_COMMANDS> = {
    ...this.ofTables,
    'table:join': (request, connection) => this.#join(request, connection),
    'table:leave': async ({ table: id }, { socket, caller }) => {
      const isCalledOff = callOffJoins(socket, id);
      if (!tablesOf(socket).delete(id) && !isCalledOff) {
        const isUnknown = this.tables.find(id) === 'unknown_table';
        return { ok: false, refusal: isUnknown ? 'unknown_table' : 'not_joined' };
      }
      this.tables.leave(id, caller.id, socket.id);
      await socket.leave(tableRoom('player', id));
      return { ok: true };
    },
  };

  /** The connection has ended, so it sits nowhere any more. */
  leaveAll(socket: Socket, playerId: string): void {
    for (const id of tablesOf(socket)) this.tables.leave(id, playerId, socket.id);
  }

  /**
   * Whoever does not sit there after all has no seat there: the table has moved, the connection has
   * ended, or a leave that came meanwhile has called the join off.
   */
  async #join(request: { table: string } & After, { socket, caller }: SocketAsker) {
    const { table } = request;
    const joining: Joining = { table };
    const joins = joinsOf(socket).add(joining);
    try {
      return await this.#sitDown(joining, request, socket, caller.id);
    } finally {
      joins.delete(joining);
      const sits = socket.connected && tablesOf(socket).has(table);
      // Another join of the same connection may have the seat by now, and ends by itself.
      if (!sits && joinsAt(socket, table).length === 0) {
        this.tables.leave(table, caller.id, socket.id);
      }
    }
  }

  /**
   * The snapshot is taken and the room joined in one go, so that the first message after the
   * snapshot is the next.
   */
  async #sitDown(
    joining: Joining,
    { table: id, ...after }: { table: string } & After,
    socket: Socket,
    playerId: string,
  ) {
    const table = this.tables.find(id);
    if (typeof table === 'string') return { ok: false, refusal: table } as const;
    let joined: SeatTaken | undefined;
    try {
      joined = await table.join(playerId, socket.id);
    } catch (error) {
      if (error instanceof GroupReadFull) return { ok: false, refusal: 'table_is_busy' } as const;
      throw error;
    }
    // The studio has no such player, or the table is not for them.
    if (joined === undefined) return { ok: false, refusal: 'not_allowed' } as const;
    if (!joinsOf(socket).has(joining)) return { ok: false, refusal: 'not_joined' } as const;
    // Whoever sat there before sits there still, wherever the table goes.
    const isHere = this.tables.find(id) === table;
    if (!isHere || !socket.connected) return { ok: false, refusal: 'table_is_moving' } as const;

    tablesOf(socket).add(id);
    void socket.join(tableRoom('player', id));
    const missed = table.missedSince('player', after);
    const correction = inCredit(table.correctionOf(playerId), joined);
    return {
      ok: true,
      snapshot: missed === undefined ? (table.snapshotFor('player') as TableSnapshotMessage) : null,
      missed: missed === undefined ? null : [...missed],
      timeline: table.timeline,
      seat: seatMessage(joined, table.state.settings),
      result: inCredit(table.resultOf(playerId), joined) ?? null,
      ...(correction !== undefined && { correction }),
      nowMs: this.tables.nowMs,
    } as const;
  }

  /**
   * A bet that stands is found. It never will stand when its round takes no bets any more, or when
   * the table has answered everything of the player's, and takes none under this id from now on:
   * what an earlier epoch wrote was committed before this one began. The next epoch does not know
   * what this one has ruled out.
   */
  async #find({ table: id, game, betId }: RoundOf, { caller: { id: playerId }, socket }: Asker) {
    const table = this.tables.isHere(id) ? this.tables.own(id) : undefined;
    const isFinal =
      (await isOver(this.pool, game)) ||
      (table !== undefined &&
        table !== 'unknown_table' &&
        (await table.hasAnswered(playerId, game, betId)));
    const found = await findBet(this.pool, playerId, betId);
    if (found !== undefined) {
      return { ok: true, found: { ...betReply(found.answer), game: found.game } } as const;
    }
    if (isFinal) return { ok: true, found: null } as const;
    // The process that runs the table is asked. A table that is on its way is not waited for.
    const isElsewhere = table === undefined && this.tables.ownerOf(id) !== undefined;
    if (isElsewhere && socket !== undefined) throw new RunsElsewhere(id);
    return { ok: false, refusal: 'not_known_yet' } as const;
  }

  async #bet({ table: id, game, betId }: RoundOf, content: BetContent, asker: Asker) {
    const { socket, caller, connection = '' } = asker;
    if (this.tables.find(id) === 'unknown_table') {
      return { ok: false, refusal: 'unknown_table' } as const;
    }
    const isSeated = socket === undefined || tablesOf(socket).has(id);
    if (!isSeated) return { ok: false, refusal: 'not_joined' } as const;
    const table = this.tables.own(id);
    if (table === 'unknown_table') return { ok: false, refusal: table } as const;
    const bet: PlayerBet = { playerId: caller.id, betId, game, content };
    const reply = await table.bet(bet, socket === undefined ? connection : undefined);
    return reply.ok ? { ok: true as const, ...betReply(reply) } : reply;
  }
}

/**
 * Whether the round takes no bets any more. A round that was never opened took none: its number was
 * not published.
 */
const isOver = async (pool: Pick<pg.Pool, 'query'>, game: string): Promise<boolean> => {
  const { rows } = await pool.query(
    `select from rounds where game_number = $1 and status = 'betting'`,
    [game],
  );
  return rows.length === 0;
};

/** On one spot it is the same as a bet on that spot, and its rows say no more. */
const placedTogether = (stakes: Stakes): BetContent => {
  const [first, second] = stakes;
  assert(first !== undefined, 'the schema takes at least one stake');
  const [spot, amount] = first;
  return second === undefined ? { kind: 'place', spot, amount } : { kind: 'place_all', stakes };
};

/** What is kept of a connection. */
interface Seating {
  tables?: Set<string>;
  joins?: Set<Joining>;
}

/** The tables that a connection sits at. */
const tablesOf = (socket: Socket): Set<string> => {
  const data = socket.data as Seating;
  return (data.tables ??= new Set());
};

/** Joins of a connection that are under way, but for those that were called off. */
const joinsOf = (socket: Socket): Set<Joining> => {
  const data = socket.data as Seating;
  return (data.joins ??= new Set());
};

const joinsAt = (socket: Socket, id: string): readonly Joining[] =>
  [...joinsOf(socket)].filter(({ table }) => table === id);

/** Whether any was under way. */
const callOffJoins = (socket: Socket, id: string): boolean => {
  const joins = joinsAt(socket, id);
  for (const joining of joins) joinsOf(socket).delete(joining);
  return joins.length > 0;
};

/** On the wire amounts are digits, and maps are records. */
const betReply = ({ seq, balance, change, leftOut, capped }: BetAnswer): StandingBetReply => ({
  seq,
  balance: balance.toString(),
  change: Object.fromEntries([...change].map(([spot, signed]) => [spot, signed.toString()])),
  leftOut: [...leftOut],
  capped: [...capped],
});

const seatMessage = ({ seat, balance }: SeatTaken, settings: OfCurrency): SeatMessage => ({
  player: seat.playerId,
  ...(seat.currency !== settings.currency && { currency: seat.currency }),
  mode: seat.slip.mode,
  balance: balance.toString(),
  stakes: stakesRecord(seat.slip.stakes),
  placements: seat.slip.placements.length,
  ...(seat.answers.size > 0 && { seq: lastSeq(seat) }),
  group: seat.group,
  previous: stakesRecord(seat.previous),
});

const lastSeq = ({ answers }: PlayerSeat): number =>
  Math.max(...[...answers.values()].map(({ answer }) => answer.seq));

/** With the credit as the seat has it: the player may have bet since. */
const inCredit = <T extends { readonly balance: string }>(
  own: T | undefined,
  { balance }: SeatTaken,
): T | undefined => own && { ...own, balance: balance.toString() };

const stakesRecord = (stakes: Stakes): SeatMessage['stakes'] =>
  Object.fromEntries([...stakes].map(([spot, stake]) => [spot, stake.toString()]));
