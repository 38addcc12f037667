import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Namespace, Server, type Socket } from 'socket.io';
import { describe, expect, test, vi } from 'vitest';
import type { SoloCommands } from '../protocol/solo.js';
import type { TableMessage, TableSnapshotMessage } from '../protocol/table.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { snapshot } from '../round/snapshot.js';
import { emptyTable } from '../round/state.js';
import { NoAnswer } from './connection.js';
import { type OwnBets, afterBet, ownBetsOf } from './own-bets.js';
import { PlayerClient } from './player-client.js';
import type { SoloMessages } from './solo-client.js';
import type { TableCopy } from './table-copy.js';

const GAME = '1000000001';
/** A connection that was lost is opened again after half a second at the earliest. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });
/** The answer to a bet that stands. */
const reply = { ok: true, seq: 9, balance: '900', change: {}, leftOut: [], capped: [] };
/** A table with a round in hand. */
const IN_HAND = { round: { game: GAME } } as TableCopy;
const empty = snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), 'player') as TableSnapshotMessage;

const message = (seq: number): TableMessage => ({
  table: 'pb-1',
  kind: 'last_bets_called',
  game: GAME,
  atMs: 0,
  seq,
  prev: seq - 1,
});

/**
 * A studio of one table, as far as a client sees it. Each test says what it does with a command.
 */
class Stage {
  readonly #http: HttpServer = createServer();
  readonly io = new Server(this.#http);
  readonly namespace: Namespace = this.io.of('/player');
  readonly sockets: Socket[] = [];
  readonly asked: { name: string; request: Record<string, unknown> }[] = [];
  log: TableMessage[] = [];
  token = 'first';
  /** What the player has at the table. */
  seat: object = {};
  answer: (name: string, request: Record<string, unknown>) => object | undefined = () => undefined;

  async open(): Promise<string> {
    this.namespace.use((socket, next) => {
      const { token } = socket.handshake.auth as { token: string };
      next(token === this.token ? undefined : new Error('not_signed_in'));
    });
    this.namespace.on('connection', (socket) => {
      this.sockets.push(socket);
      socket.onAny(
        (name: string, request: Record<string, unknown>, ack: (reply: object) => void) => {
          this.asked.push({ name, request });
          const reply = this.answer(name, request) ?? this.#join(name, request);
          if (reply !== undefined) ack(reply);
        },
      );
    });
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  publish(...messages: TableMessage[]): void {
    this.log.push(...messages);
    for (const each of messages) this.namespace.emit('table:message', each);
  }

  /** As when the wire is cut. */
  cut(): void {
    for (const socket of this.sockets.splice(0)) socket.conn.close();
  }

  async close(): Promise<void> {
    await this.io.close();
  }

  #join(name: string, { afterSeq }: Record<string, unknown>): object | undefined {
    if (name !== 'table:join') return undefined;
    const seq = this.log.at(-1)?.seq ?? 0;
    const missed =
      typeof afterSeq === 'number' ? this.log.filter((each) => each.seq > afterSeq) : null;
    const anew = missed === null ? { ...empty, seq } : null;
    return { ok: true, snapshot: anew, missed, timeline: 0, seat: this.seat, nowMs: Date.now() };
  }
}

/** Each test has a studio and a client of its own, since most wait for a line to come back. */
const it = test.extend<{ stage: Stage; url: string; client: PlayerClient }>({
  stage: async ({ task: _ }, use) => {
    const stage = new Stage();
    await use(stage);
    await stage.close();
  },
  url: async ({ stage }, use) => use(await stage.open()),
  client: async ({ url }, use) => {
    const client = new PlayerClient(url, 'first');
    await use(client);
    client.close();
  },
});

const follow = (client: PlayerClient) => {
  const heard: number[] = [];
  const snapshots = vi.fn();
  const table = client.join('pb-1', {
    snapshot: ({ seq }) => void snapshots(seq),
    message: ({ seq }) => heard.push(seq),
  });
  return { table, heard, snapshots };
};

/** As the studio does where the token of a connection has expired, or for another reason. */
const closeAll = ({ namespace }: Stage, name: string, reason: string) => {
  namespace.emit(name, { reason });
  namespace.disconnectSockets(true);
};

describe.concurrent('a player’s client', () => {
  it('receives every message once and in order, over cuts and gaps', async ({ stage, client }) => {
    const { table, heard, snapshots } = follow(client);
    await table.joined();
    stage.publish(message(1), message(2));
    await soon(() => expect(heard).toEqual([1, 2]));

    stage.log.push(message(3)); // lost on the way
    stage.publish(message(4));
    await soon(() => expect(heard).toEqual([1, 2, 3, 4]));

    stage.cut();
    stage.log.push(message(5), message(6));
    await soon(() => expect(heard).toEqual([1, 2, 3, 4, 5, 6]));
    expect(snapshots).toHaveBeenCalledTimes(1);
    expect(table.copy?.seq).toBe(6);
  });

  it('connects anew where its process does not have the table, unless it has another', async ({
    stage,
    client,
  }) => {
    await soon(() => expect(client.connection.state).toBe('connected'));
    const { connection } = client;
    const states: string[] = [];
    connection.onState((state) => states.push(state));
    const served = {};
    connection.noteServed(served, true);
    connection.seekElsewhere();
    expect(connection.state).toBe('connected');
    connection.noteServed(served, false);
    connection.seekElsewhere();
    await soon(() => expect(states).toEqual(['lost', 'connected']));
    expect(stage.sockets).toHaveLength(2);
  });

  it('opens another line where joins are not answered, and nothing else comes', async ({
    stage,
    url,
    client,
  }) => {
    await soon(() => expect(client.connection.state).toBe('connected'));
    const hasty = new PlayerClient(url, 'first', { answerWithinMs: 500 });
    const states: string[] = [];
    hasty.connection.onState((state) => states.push(state));
    const silent: Socket[] = [];
    stage.namespace.on('connection', (socket) => {
      if (silent.length === 2) return;
      silent.push(socket);
      socket.offAny(); // whatever is sent is swallowed
    });
    const table = hasty.join('pb-1', {});
    await table.joined();
    expect(states).toEqual(['connected', 'lost', 'connected', 'lost', 'connected']);
    hasty.close();
  });

  it('asks over another line what became of a bet, where it is asked in vain', async ({
    stage,
    url,
  }) => {
    stage.answer = (name) =>
      name === 'bet:find' && stage.sockets.length === 2 ? { ok: true, found: null } : undefined;
    const hasty = new PlayerClient(url, 'first', { answerWithinMs: 200 });
    const states: string[] = [];
    hasty.connection.onState((state) => states.push(state));
    // Also where there is no line yet.
    expect(await hasty.find({ table: 'pb-1', game: GAME, betId: 'a' })).toBeNull();
    expect(states).toEqual(['connected', 'lost', 'connected']);
    expect(stage.asked).toHaveLength(3);
    hasty.close();
  });

  it('connects anew elsewhere only when what was asked is answered', async ({ stage, client }) => {
    await soon(() => expect(client.connection.state).toBe('connected'));
    stage.answer = (name) => {
      if (name !== 'session:read') return undefined;
      client.connection.seekElsewhere();
      return { ok: true };
    };
    expect(await client.send('session:read', {})).toEqual({ ok: true });
    client.connection.seekElsewhere();
    await soon(() => expect(stage.sockets).toHaveLength(2));
  });

  it('and not while something is asked in the namespace of the solo games, either', async ({
    stage,
    client,
  }) => {
    let answer: ((reply: object) => void) | undefined;
    stage.io.of('/solo').on('connection', (socket) => {
      socket.on('hand:open', (_: object, ack: NonNullable<typeof answer>) => void (answer = ack));
    });
    const { connection } = client;
    const solo = connection.beside<SoloCommands, SoloMessages>('/solo');
    await solo.connected();
    const asked = solo.send('hand:open', { game: 'blackjack' });
    connection.seekElsewhere();
    expect(connection.state).toBe('connected');
    await soon(() => expect(answer).toBeDefined());
    answer!({ ok: false, refusal: 'internal_error' });
    await asked;
    connection.seekElsewhere();
    await soon(() => expect(stage.sockets).toHaveLength(2));
  });

  it('asks what became of a bet until that is known', async ({ stage, client }) => {
    const { table } = follow(client);
    await table.joined();
    const replies = [
      { ok: false, refusal: 'not_known_yet' },
      { ok: true, found: null },
    ];
    stage.answer = (name) => (name === 'bet:find' ? replies.shift() : undefined);
    expect(await client.find({ table: 'pb-1', game: GAME, betId: 'a' })).toBeNull();
    expect(stage.asked.filter(({ name }) => name === 'bet:find')).toHaveLength(2);
    stage.answer = (name) =>
      name === 'bet:find' ? { ok: false, refusal: 'malformed_message' } : undefined;
    await expect(client.find({ table: 'pb-1', game: GAME, betId: 'a' })).rejects.toBeInstanceOf(
      NoAnswer,
    );
  });

  it('sends a bet again under its own id after a cut, once the table is joined', async ({
    stage,
    client,
  }) => {
    const { table } = follow(client);
    await table.joined();
    let bets = 0;
    stage.answer = (name) => {
      if (name !== 'bet:place') return undefined;
      bets += 1;
      if (bets === 1) stage.cut();
      return bets === 1 ? undefined : reply;
    };
    const bet = { kind: 'place', spot: 'punto', amount: '100' } as const;
    expect(await client.bet(table, GAME, bet)).toEqual(reply);

    const names = stage.asked.map(({ name }) => name);
    expect(names).toEqual(['table:join', 'bet:place', 'table:join', 'bet:place']);
    const [first, second] = stage.asked.filter(({ name }) => name === 'bet:place');
    expect(second).toEqual(first);
  });

  it('counts a bet once whose answer was lost, and which the seat has by then', async ({
    stage,
    client,
  }) => {
    const bare = { stakes: {}, placements: 0, previous: {}, mode: 'standard', group: null };
    stage.seat = { ...bare, balance: '1000' };
    let own: OwnBets | undefined;
    const table = client.join('pb-1', {
      joined: ({ seat }) => void (own = ownBetsOf(seat, IN_HAND)),
    });
    await table.joined();
    const bet = { kind: 'place', spot: 'punto', amount: '500' } as const;
    const answered = { ok: true, change: { punto: '500' }, leftOut: [], capped: [] };
    let bets = 0;
    stage.answer = (name) => {
      if (name !== 'bet:place') return undefined;
      bets += 1;
      if (bets === 3) return { ...answered, seq: 10, balance: '0' };
      if (bets === 2) return { ...answered, seq: 9, balance: '500' };
      stage.seat = { ...bare, stakes: { punto: '500' }, placements: 1, balance: '500', seq: 9 };
      stage.cut();
      return undefined;
    };
    const play = async () => {
      const reply = await client.bet(table, GAME, bet);
      if (reply.ok) own = afterBet(own!, GAME, bet, reply);
      return { staked: own?.stakes.get('punto'), placements: own?.placements, left: own?.balance };
    };
    expect(await play()).toEqual({ staked: 500n, placements: 1, left: 500n });
    expect(await play()).toEqual({ staked: 1_000n, placements: 2, left: 0n });
  });

  it('lets no command overtake one that has to be sent again', async ({ stage, client }) => {
    const { table } = follow(client);
    await table.joined();
    let places = 0;
    stage.answer = (name) => {
      if (name === 'table:join') return undefined;
      if (name === 'bet:place') places += 1;
      return name === 'bet:place' && places <= 2 ? { ok: false, refusal: 'table_is_busy' } : reply;
    };
    const first = client.bet(table, GAME, { kind: 'place', spot: 'punto', amount: '100' });
    await soon(() => expect(places).toBe(1));
    await client.send('session:read', {}); // What was answered before it has come, too.
    const second = client.bet(table, GAME, { kind: 'undo' });
    await Promise.all([first, second]);
    const bets = stage.asked.map(({ name }) => name).filter((name) => name.startsWith('bet'));
    expect(bets).toEqual(['bet:place', 'bet:place', 'bet:place', 'bet:undo']);
  });

  it('says when there was no answer', async ({ stage, url }) => {
    const hasty = new PlayerClient(url, 'first', { answerWithinMs: 200 });
    await expect(hasty.send('session:read', {})).rejects.toBeInstanceOf(NoAnswer);
    await soon(() => expect(hasty.connection.state).toBe('connected'));
    await expect(hasty.send('session:read', {})).rejects.toBeInstanceOf(NoAnswer);
    await soon(() => expect(stage.asked.map(({ name }) => name)).toEqual(['session:read']));
    hasty.close();
  });

  it('waits for what a wallet decides as long as the studio does', async ({ stage, url }) => {
    const answers: ((reply: object) => void)[] = [];
    stage.namespace.on('connection', (socket) => {
      for (const name of ['session:buy-in', 'tip:give']) {
        socket.on(name, (_: object, answer: (reply: object) => void) => void answers.push(answer));
      }
    });
    const hasty = new PlayerClient(url, 'first', { answerWithinMs: 50 });
    await soon(() => expect(hasty.connection.state).toBe('connected'));
    const order = { key: '018f6f0e-0000-7000-8000-000000000001', amount: '500' };
    const asked = Promise.all([
      hasty.send('session:buy-in', order),
      hasty.send('tip:give', { ...order, table: 'pb-1' }),
    ]);
    await soon(() => expect(answers).toHaveLength(2));
    await expect(hasty.send('session:read', {})).rejects.toBeInstanceOf(NoAnswer);
    for (const answer of answers) answer({ ok: true });
    expect(await asked).toEqual([{ ok: true }, { ok: true }]);
    hasty.close();
  });

  it('signs in again when its token is no longer valid', async ({ stage, url }) => {
    const renewToken = vi.fn(async () => 'second');
    const renewing = new PlayerClient(url, 'first', { renewToken });
    await soon(() => expect(renewing.connection.state).toBe('connected'));
    stage.token = 'second';
    stage.cut();
    await soon(() => expect(renewToken).toHaveBeenCalledTimes(1));
    await soon(() => expect(renewing.connection.state).toBe('connected'));
    renewing.close();
  });

  it.for(['session:closed', 'staff:closed'])(
    'signs in again where the studio closes the connection because its token has expired (%s)',
    async (name, { stage, url, client }) => {
      const renewToken = vi.fn(async () => 'second');
      const renewing = new PlayerClient(url, 'first', { renewToken });
      const states: string[] = [];
      renewing.connection.onState((state, reason) => states.push(`${state} ${reason}`.trim()));
      await soon(() => expect(states).toEqual(['connected']));
      stage.token = 'second';
      closeAll(stage, name, 'token_expired');
      await soon(() => expect(states).toEqual(['connected', 'lost token_expired', 'connected']));
      expect(renewToken).toHaveBeenCalledTimes(1);
      await soon(() => expect(client.connection.state).toBe('ended')); // which cannot
      // And what was said before counts no longer.
      closeAll(stage, 'session:closed', 'second_login');
      await soon(() => expect(states.at(-1)).toBe('ended io server disconnect'));
      expect(renewToken).toHaveBeenCalledTimes(1);
      renewing.close();
    },
  );

  it('stays out when it is refused and has no way to sign in again', async ({ url }) => {
    const states: string[] = [];
    const stranger = new PlayerClient(url, 'wrong');
    stranger.connection.onState((state, reason) => states.push(`${state} ${reason}`));
    await soon(() => expect(states).toEqual(['refused not_signed_in']));
    stranger.close();
  });

  it('stays out when the studio closes the connection', async ({ stage, client }) => {
    await soon(() => expect(client.connection.state).toBe('connected'));
    stage.namespace.disconnectSockets();
    await soon(() => expect(client.connection.state).toBe('ended'));
  });

  it('asks again for a table that is not there yet', async ({ stage, client }) => {
    let isHere = false;
    stage.answer = (name) =>
      name === 'table:join' && !isHere ? { ok: false, refusal: 'table_is_moving' } : undefined;
    const refused = vi.fn();
    const table = client.join('pb-1', { refused });
    await soon(() => expect(refused).toHaveBeenCalledWith('table_is_moving'));
    isHere = true;
    await table.joined();
    expect(table.copy?.table).toBe('pb-1');
  });
});

/** By itself, since all clients here go by the one clock that is set forward. */
describe('a player’s client on a machine that slept', () => {
  it('sends nothing to a table that it kept from a line that had fallen silent', async ({
    stage,
    client,
  }) => {
    const { table } = follow(client);
    await table.joined();
    stage.answer = (name) => (name === 'bet:place' ? reply : undefined);
    const inTwoMinutes = Date.now() + 120_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(inTwoMinutes); // no ping came meanwhile
    const placed = client.bet(table, GAME, { kind: 'place', spot: 'punto', amount: '100' });
    await Promise.resolve();
    await soon(() => expect(client.connection.state).toBe('lost'));
    clock.mockRestore();
    expect(await placed).toEqual(reply);
    const names = stage.asked.map(({ name }) => name);
    expect(names).toEqual(['table:join', 'table:join', 'bet:place']);
  });
});
