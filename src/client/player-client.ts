/** A player's client: sits at tables, bets, and receives their own results. */
import {
  type AcceptedOf,
  type SchemaFields,
  type ReplyOf,
  type RequestOf,
} from '../protocol/command.js';
import type {
  PLAYER_MESSAGES,
  PlayerCommandName,
  PlayerCommands,
  PlayerCorrection,
  PlayerResult,
} from '../protocol/player.js';
import type { After } from '../protocol/after.js';
import { BetOrder } from './bet-order.js';
import { type Bet, type BetReply, untilAnswered } from './betting.js';
import { type ConnectOptions, Connection, NoAnswer } from './connection.js';
import { FollowedTable, type Viewer } from './followed-table.js';

type Bodies = typeof PLAYER_MESSAGES;
/** What the studio sends a player unasked. */
export type PlayerMessages = { [Name in keyof Bodies]: SchemaFields<Bodies[Name]['body']> };

export type PlayerJoin = AcceptedOf<PlayerCommands['table:join']>;

const BET_WITHIN_MS = 15_000;

export class PlayerClient {
  readonly connection: Connection<PlayerCommands, PlayerMessages>;
  readonly #orders = new WeakMap<object, BetOrder>();

  constructor(url: string, token: string, options: ConnectOptions = {}) {
    this.connection = new Connection(url, '/player', token, options);
  }

  /** Rejects with `NoAnswer`. */
  send<Name extends PlayerCommandName>(
    name: Name,
    request: RequestOf<PlayerCommands[Name]>,
  ): Promise<ReplyOf<PlayerCommands[Name]>> {
    return this.connection.send(name, request);
  }

  join(table: string, viewer: Viewer<PlayerJoin>): FollowedTable<PlayerJoin> {
    const { connection } = this;
    const door = {
      table,
      isStaff: false,
      connection,
      join: (after: After) => connection.send('table:join', { table, ...after }),
    };
    return new FollowedTable<PlayerJoin>(door, viewer);
  }

  /**
   * Bets on the round `game` at a table that was joined. Whatever happens to the connection, the
   * command stands at most once, and after those that came before it. Rejects with `NoAnswer` when
   * nothing could be learned for 15 s.
   */
  bet(
    at: FollowedTable<PlayerJoin>,
    game: string,
    bet: Bet,
    betId: string = crypto.randomUUID(),
  ): Promise<BetReply> {
    const round = { table: at.table, game, betId };
    return this.#orderAt(at).send({
      joined: () => at.joined(),
      send: () => this.#sendBet(round, bet),
      withinMs: BET_WITHIN_MS,
    });
  }

  /**
   * What became of a command that `bet` got no answer to: its answer, or null where it does not
   * stand and never will. It is asked for until that is known, whatever happens to the connection.
   * Rejects with `NoAnswer` after 15 s.
   */
  async find(bet: { readonly table: string; readonly game: string; readonly betId: string }) {
    const reply = await untilAnswered({
      joined: () => this.connection.connected(),
      send: () => this.send('bet:find', bet),
      withinMs: BET_WITHIN_MS,
    });
    if (!reply.ok) throw new NoAnswer(`bet:find: ${reply.refusal}`);
    return reply.found;
  }

  onResult(listener: (result: PlayerResult) => void): () => void {
    return this.connection.on('player:result', listener);
  }

  /** A round that was settled was corrected, and the player's own result with it. */
  onCorrection(listener: (correction: PlayerCorrection) => void): () => void {
    return this.connection.on('player:correction', listener);
  }

  close(): void {
    this.connection.close();
  }

  #orderAt(table: object): BetOrder {
    const order = this.#orders.get(table) ?? new BetOrder();
    this.#orders.set(table, order);
    return order;
  }

  #sendBet(
    round: { readonly table: string; readonly game: string; readonly betId: string },
    bet: Bet,
  ): Promise<BetReply> {
    switch (bet.kind) {
      case 'place':
        return this.send('bet:place', { ...round, spot: bet.spot, amount: bet.amount });
      case 'place_all':
        return this.send('bet:place-all', { ...round, stakes: bet.stakes });
      case 'mode':
        return this.send('mode:choose', { ...round, mode: bet.mode });
      case 'undo':
      case 'clear':
      case 'repeat':
      case 'double':
        return this.send(`bet:${bet.kind}`, round);
    }
  }
}
