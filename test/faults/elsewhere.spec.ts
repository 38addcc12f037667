/**
 * A table runs in one studio, and somebody looks at it in another: what happens there comes without
 * a gap, whatever becomes of Redis (I6).
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { PinoLogger } from 'nestjs-pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startRedis } from '../../scripts/setup/services.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Streams } from '../../src/platform/streams.service.js';
import { readDatabase } from '../../src/platform/timelines.service.js';
import type { TableList } from '../../src/protocol/http.js';
import type { WallTable } from '../../src/protocol/wall.js';
import { stored } from '../../src/round/past-events.js';
import { placeOf, streamOf } from '../../src/table/news.service.js';
import { Cable } from '../kit/cable.js';
import { Player, Staff } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually, pause, tablesRunBy } from '../kit/studio.js';
import { BETTING, JWT_KEY, SHUT, useTestbed } from '../kit/testbed.js';

/** Time enough to bet while Redis is away, on whatever machine. It is moved on to its end. */
const BET_MS = 30_000;

const LOGGER = new PinoLogger({ pinoHttp: { level: 'silent' } });
const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;

describe.runIf(hasRedis)('somebody at another studio than the one that runs the table', () => {
  const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '30000' } });
  const table = 'pb-1';
  let server: Service;
  let redis: Redis;
  let cable: Cable;
  let owner: Studio;
  let edge: Studio;
  let dealer: Staff;
  let pit: Pit;

  beforeAll(async () => {
    server = (await startRedis())!;
    redis = new Redis(server.url);
    cable = await Cable.to(server.url);
    await testbed.setTable(table, { ...BETTING, betMs: BET_MS });
    owner = await testbed.restart({ REDIS_URL: server.url }, table);
    edge = await testbed.start({ REDIS_URL: cable.through(server.url), SABOT_ROLES: 'edge' });
    dealer = await testbed.staff(owner, 'Dora', { table });
    await dealer.makeReady();
    pit = await openPit(testbed, edge, 'Wolf');
    await eventually('the table is followed', async () => (await phaseAt(edge)) !== null);
    await pit.follows(table);
  });
  afterAll(async () => {
    redis.disconnect();
    await edge.stop();
    await owner.stop();
    cable.close();
    await server.stop();
  });

  const streamOfTable = async (): Promise<string> =>
    `bull:${streamOf(await readDatabase(testbed.pool), 0, table)}`;

  const phaseAt = async (studio: Studio, of = table): Promise<string | null | undefined> => {
    const tables = (await (await fetch(`${studio.url}/tables`)).json()) as TableList;
    return tables.find((each) => each.table === of)?.phase;
  };

  const betsClosed = async (after: number, by = dealer): Promise<void> => {
    await testbed.advance(BET_MS);
    await by.betsClosed(after);
  };

  /** A shoe has eight of a card, so that each round has a suit of its own. */
  let rounds = 0;
  const deal = (cards: string): Promise<void> =>
    dealer.deal(cards.replaceAll('*', 'hdsc'[rounds % 4]!));

  /** A round of which the pit has every message. What happens in the middle of it is `during`. */
  const isFollowed = async (during: () => unknown = () => undefined): Promise<void> => {
    const { seq } = await dealer.openBetting();
    await betsClosed(seq);
    rounds += 1;
    await deal('9* K*');
    await during();
    await deal('T* Q*');
    const { seq: settled } = await dealer.next('round_settled', { after: seq });
    await testbed.passing(pit.next('round_settled', { after: seq }));
    expect(pit.lastSeq.get(table)).toBeGreaterThanOrEqual(settled);
    expect(pit.gaps).toEqual([]);
  };

  it('is sent every message, and sees the table as whoever sits there', async () => {
    for (let round = 0; round < 3; round += 1) await isFollowed();
    expect((await pit.must('table:watch', { table })).snapshot).toEqual({
      ...(await (await openPit(testbed, owner, 'Wolf')).must('table:watch', { table })).snapshot,
    });
    expect(await phaseAt(edge)).toBe(await phaseAt(owner));
    expect(await redis.xlen(await streamOfTable())).toBeGreaterThan(10);
  });

  it('comes back with the last number seen, and is sent what came since', async () => {
    const last = pit.lastSeq.get(table)!;
    await isFollowed();
    const { missed } = await pit.must('table:watch', { table, afterSeq: last });
    expect(missed?.[0]).toMatchObject({ prev: last });
    expect(missed?.at(-1)?.seq).toBe(pit.lastSeq.get(table));
  });

  it('misses nothing when Redis forgets everything', async () => {
    await isFollowed(() => redis.flushall());
    let isFlushing = true;
    const flushing = (async () => {
      while (isFlushing) await redis.flushall();
    })();
    await isFollowed();
    isFlushing = false;
    await flushing;
    await isFollowed();
  });

  it('misses nothing when Redis is cut off, or frozen, and comes back', async () => {
    await isFollowed(() => cable.cut());
    await isFollowed();
    await isFollowed(() => cable.repair());
    await isFollowed(() => cable.freeze());
    await isFollowed(() => cable.repair());
    await isFollowed();
  });

  describe('has one budget at all studios together', () => {
    let one: Studio;
    let two: Studio;
    let lena: Player;
    beforeAll(async () => {
      const env = {
        ...{ REDIS_URL: server.url, SABOT_ROLES: 'edge' },
        ...{ MESSAGES_PER_SECOND: '1', MESSAGES_AT_ONCE: '120' },
        ...{ REQUESTS_PER_SECOND: '1', REQUESTS_AT_ONCE: '60' },
        ...{ CHAT_PER_MINUTE: '10', CHAT_AT_ONCE: '50' },
      };
      [one, two] = await Promise.all([testbed.start(env), testbed.start(env)]);
      lena = await testbed.visitor(one, 'Lena', { table });
    });
    afterAll(() => Promise.all([one.stop(), two.stop()]));

    type Asks = () => Promise<unknown>;
    /** However long the answers take: something comes back each second, or in six. */
    const spend = async (ask: Asks, times: number, refusal: string): Promise<void> =>
      expect(await Promise.all(Array.from({ length: times }, ask))).toContain(refusal);
    /** As often as this is asked, the budget there would not be spent by it. */
    const isSpent = (ask: Asks, refusal: string) =>
      eventually('it is spent there, too', async () => (await ask()) === refusal, {
        ...{ withinMs: 20_000, everyMs: 500 },
      });

    it('of requests by HTTP', async () => {
      const ask = async ({ url }: Studio): Promise<unknown> => {
        const headers = { authorization: `Bearer ${lena.token as string}` };
        const answer = await fetch(`${url}/me`, { headers });
        return ((await answer.json()) as { readonly error?: string }).error;
      };
      await spend(() => ask(one), 120, 'too_many_messages');
      await isSpent(() => ask(two), 'too_many_messages');
    });

    it('of lines in the chat', async () => {
      const say = async (player: Player): Promise<unknown> => {
        const line = { table, key: randomUUID(), text: 'Good evening' };
        return (await player.raw('chat:say', line))['refusal'];
      };
      await lena.call('table:join', { table });
      await spend(() => say(lena), 60, 'chat_too_fast');
      const again = await testbed.again(two, lena);
      await again.call('table:join', { table });
      await isSpent(() => say(again), 'chat_too_fast');
    });

    it('of messages', async () => {
      const ask = async (player: Player): Promise<unknown> =>
        (await player.raw('table:leave', { table }))['refusal'];
      const mara = await testbed.visitor(one, 'Mara', { table });
      await spend(() => ask(mara), 240, 'too_many_messages');
      const again = await testbed.again(two, mara);
      await isSpent(() => ask(again), 'too_many_messages');
    });
  });

  describe('who plays', () => {
    let anna: Player;
    beforeAll(async () => {
      anna = await testbed.player(edge, 'Anna', { table, euros: 1_000 });
    });

    it('bets, is paid, takes back and leaves as whoever sits where the table runs', async () => {
      const ben = await testbed.player(owner, 'Ben', { table, euros: 1_000 });
      let balance = 100_000n;
      for (let round = 0; round < 2; round += 1) {
        const { game, seq } = await dealer.openBetting();
        const id = randomUUID();
        await anna.next('betting_opened', { after: seq - 1 });
        const placed = await anna.bet(game, ['punto', 10], id);
        expect(placed.balance).toBe(String(balance - 1_000n));
        expect(await anna.bet(game, ['punto', 10], id)).toEqual(placed);
        await anna.bet(game, ['egalite', 5]);
        const undone = await anna.bet(game, 'undo');
        expect(undone.change).toEqual({ egalite: '-500' });
        await ben.bet(game, ['banco', 10]);
        const found = await anna.call('bet:find', { table, game, betId: id });
        expect(found).toMatchObject({ ok: true, found: { game, seq: placed.seq } });
        expect(await anna.call('bet:find', { table, game, betId: randomUUID() })).toEqual({
          ok: true,
          found: null,
        });
        const again = await testbed.again(edge, anna);
        expect((await again.join()).seat).toMatchObject({
          stakes: { punto: '1000' },
          seq: undone.seq, // and that answer, too, changes it no further
        });
        anna = again;
        await betsClosed(seq);
        expect(await anna.wager(game, ['punto', 1])).toMatchObject({
          refusal: 'betting_is_closed',
        });
        rounds += 1;
        await deal('9* K* T* Q*');
        balance += 1_000n;
        expect(await anna.result(game)).toMatchObject({ paid: '2000', balance: String(balance) });
        const late = await testbed.again(edge, anna);
        expect((await late.join()).result).toMatchObject({ game, paid: '2000' });
        anna = late;
      }
      const { game, seq } = await dealer.openBetting();
      expect((await anna.bet(game, 'repeat')).change).toEqual({ punto: '1000' });
      expect(await anna.call('table:leave', { table })).toEqual({ ok: true });
      expect(await anna.wager(game, ['punto', 1])).toMatchObject({ refusal: 'not_joined' });
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K* T* Q*');
      expect((await anna.result(game)).paid).toBe('2000');
      await anna.join();
    });

    it('is counted, hears the chat and how the others bet, and is disconnected by the pit', async () => {
      const ben = await testbed.player(owner, 'Ben', { table, euros: 1_000 });
      const cora = await testbed.player(edge, 'Cora', { table, euros: 1_000 });
      const counts = async () =>
        Promise.all(
          [owner, edge].map(async ({ url }) => {
            const tables = (await (await fetch(`${url}/tables`)).json()) as TableList;
            return tables.find((each) => each.table === table)?.players;
          }),
        );
      const same = eventually('both count the same', async () => {
        const [here, there] = await counts();
        return here === there && here !== undefined && here !== null && here >= 3;
      });
      await testbed.passing(same);
      const say = { table, key: randomUUID(), text: 'hello' };
      await ben.call('chat:say', say);
      expect(await anna.hears('chat:message', ({ text }) => text === 'hello')).toHaveLength(1);
      await anna.call('chat:say', { ...say, key: randomUUID(), text: 'good evening' });
      await ben.hears('chat:message', ({ text }) => text === 'good evening');

      const { game, seq } = await dealer.openBetting();
      await ben.bet(game, ['punto', 20]);
      const isBens = (body: Record<string, unknown>) => body['game'] === game;
      await testbed.passing(anna.hears('table:statistics', isBens));
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K* T* Q*');

      const other = await openPit(testbed, owner, 'Wolf');
      await other.must('player:disconnect', { player: cora.id, reason: 'a test' });
      await cora.disconnected();
      const gone = { player: cora.id, reason: 'a test' };
      expect(await other.refusal('player:disconnect', gone)).toBe('player_not_here');
    });

    it('is listed for the pit with stakes and without, and counted by the process that has them', async () => {
      const others = [pit, await openPit(testbed, owner, 'Wolf')];
      const { game, seq } = await dealer.openBetting();
      await anna.bet(game, ['punto', 20]);
      for (const stakes of [{ punto: '2000' }, {}]) {
        const isHere = { id: anna.id, stakes, connected: true };
        for (const each of others) {
          const listed = eventually('she is listed', async () => {
            const { players, total } = await each.must('player:list', { table });
            const her = players.find(({ id }) => id === anna.id);
            return (her?.connectedSinceMs ?? null) !== null && total === players.length && her;
          });
          expect(await testbed.passing(listed)).toMatchObject(isHere);
        }
        if (!('punto' in stakes)) break;
        await betsClosed(seq);
        rounds += 1;
        await deal('9* K* T* Q*');
        await testbed.passing(anna.result(game));
      }
      const metrics = await (await fetch(`${edge.operationsUrl}/metrics`)).text();
      expect(metrics).toMatch(/^sabot_players_seated\{table="pb-1"\} 1$/m);
    });

    it('shows the pit there what lies on the layout, what it may cost, and since when', async () => {
      await pit.watch();
      const { game, seq } = await dealer.openBetting();
      await anna.bet(game, ['punto', 20]);
      const isShown = ({ bets, exposure, phaseSinceMs }: WallTable) =>
        bets === 1 && exposure?.punto === '4000' && phaseSinceMs !== null;
      await testbed.passing(pit.sees(table, isShown));
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K* T* Q*');
      const isOver = ({ bets, exposure, connection }: WallTable) =>
        bets === 0 && exposure === null && connection.lastScanAtMs !== null;
      await testbed.passing(pit.sees(table, isOver));
    });

    it('is refused by name where a command cannot stand', async () => {
      const { game, seq } = await dealer.openBetting();
      expect(await anna.wager(game, ['punto', 1_000_000])).toMatchObject({ ok: false });
      expect(await anna.wager('1000000001', ['punto', 10])).toMatchObject({
        refusal: 'wrong_round',
      });
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K* T* Q*');
    });

    it('is answered while Redis is away, and loses nothing of what came before', async () => {
      const { game, seq } = await dealer.openBetting();
      const [stands, lost] = [randomUUID(), randomUUID()];
      await anna.bet(game, ['punto', 10], stands);
      cable.cut();
      const replies = await Promise.all([
        anna.wager(game, ['punto', 10], lost),
        anna.call('bet:find', { table, game, betId: stands }),
      ]);
      expect(replies[0]).toMatchObject({ ok: false });
      expect(['table_is_busy', 'internal_error']).toContain(
        replies[0].ok ? '' : replies[0].refusal,
      );
      expect(replies[1]).toMatchObject({ ok: true, found: { game } });
      cable.repair();
      const back = () => anna.wager(game, ['punto', 10], lost);
      await eventually('the bet stands', async () => (await back()).ok);
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K* T* Q*');
      expect((await testbed.passing(anna.result(game))).paid).toBe('4000');
    });
  });

  describe('while Redis refuses whatever is written to it', () => {
    const isFull = (isSo: boolean) => redis.config('SET', 'maxmemory', isSo ? '1' : '0');
    const streamsAway = async (studio: Studio): Promise<string | undefined> => {
      const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
      return /^sabot_streams_away (.)$/m.exec(metrics)?.[1];
    };

    it('is refused a bet at once, with nothing done, and sees every card', async () => {
      const anna = await testbed.player(edge, 'Anna', { table, euros: 100 });
      const { game, seq } = await dealer.openBetting();
      await anna.next('betting_opened', { after: seq - 1 });
      await isFull(true);
      const [betId, askedAtMs] = [randomUUID(), performance.now()];
      expect(await anna.wager(game, ['punto', 10], betId)).toEqual({
        ok: false,
        refusal: 'table_is_busy',
      });
      expect(performance.now() - askedAtMs).toBeLessThan(1_000);
      expect(await streamsAway(edge)).toBe('1');
      await betsClosed(seq);
      rounds += 1;
      await deal('9* K*');
      await isFull(false);
      await deal('T* Q*');
      await testbed.passing(anna.next('round_settled', { after: seq }));
      expect(anna.gaps).toEqual([]);
      await eventually('it is over', async () => (await streamsAway(edge)) === '0');
    });
  });

  it('is neither bet for nor shown anything by somebody who can write Redis', async () => {
    const anna = await testbed.player(edge, 'Carla', { table, euros: 100 });
    const { game, seq } = await dealer.openBetting();
    await anna.next('betting_opened', { after: seq - 1 });
    const { rows } = await testbed.pool.query<{ owner: string }>(
      'select owner from table_leases where table_id = $1',
      [table],
    );
    const process = rows[0]!.owner;
    const betId = randomUUID();
    const untilMs = testbed.clock.nowMs() + 60_000;
    const forged = {
      ...{
        table,
        door: '/player',
        name: 'bet:place',
        address: '127.0.0.1',
        id: '1',
        from: process,
      },
      message: { table, game, betId, spot: 'punto', amount: '1000' },
      caller: { id: anna.id, role: 'player', generation: 0, expiresAtMs: untilMs, table: null },
      untilMs,
    };
    await redis.xadd(`bull:orders:${process}`, '*', 'items', JSON.stringify([forged]));
    const next = `${anna.lastSeq.get(table)! + 1}-0`;
    const closed = JSON.stringify(stored({ kind: 'betting_closed', game }));
    await redis.xadd(await streamOfTable(), next, 'at', String(seq), 'event', closed);
    // By the same stream, and so after it.
    await anna.bet(game, ['banco', 10]);
    expect(await anna.call('bet:find', { table, game, betId })).toEqual({ ok: true, found: null });
    await betsClosed(seq);
    rounds += 1;
    await deal('9* K* T* Q*');
    await testbed.passing(anna.result(game));
    const closings = anna.messages.filter(({ kind }) => kind === 'betting_closed');
    expect(closings.filter((message) => 'game' in message && message.game === game)).toHaveLength(
      1,
    );
    expect(anna.gaps).toEqual([]);
  });

  /** Sends the last entry of the stream once more that has this in it, as it was signed. */
  const repeat = async (stream: string, part: string): Promise<void> => {
    const entries = await redis.xrevrange(`bull:${stream}`, '+', '-');
    const [, fields] = entries.find(([, each]) => each.some((field) => field.includes(part)))!;
    await redis.xadd(`bull:${stream}`, '*', ...fields);
  };

  it('has no order given again by somebody who can write Redis', async () => {
    const squeeze = await testbed.addTable(owner, {
      ...BETTING,
      betMs: BET_MS,
      squeezeMs: 900_000,
    });
    const isThere = async () => typeof (await phaseAt(edge, squeeze)) === 'string';
    await testbed.passing(eventually('the table is followed', isThere));
    const host = await testbed.staff(edge, 'Dina', { table: squeeze });
    await host.makeReady();
    const { seq } = await host.openBetting();
    await betsClosed(seq, host);
    await host.deal('9h 3c 9d 4s');
    const { rows } = await testbed.pool.query<{ owner: string }>(
      'select owner from table_leases where table_id = $1',
      [squeeze],
    );
    await host.must('card:show');
    await repeat(`orders-first:${rows[0]!.owner}`, 'card:show');
    // By the same stream, and so after it.
    await host.must('manager:call');
    await host.next('manager_called', { after: seq });
    expect(host.messages.filter(({ kind }) => kind === 'card_shown')).toHaveLength(1);
    for (let card = 1; card < 4; card += 1) await host.must('card:show');
    await host.next('round_settled', { after: seq });
  });

  it('hears nothing again that somebody who can write Redis has kept', async () => {
    const [carla, dario] = await Promise.all([
      testbed.player(edge, 'Carla', { table, euros: 100 }),
      testbed.player(owner, 'Dario', { table, euros: 100 }),
    ]);
    const says = async (text: string) => {
      await dario.call('chat:say', { table, key: randomUUID(), text });
      await carla.hears('chat:message', (message) => message['text'] === text);
    };
    await says('only once');
    await repeat('bulletins', 'only once');
    await says('and then this'); // by the same stream, and so after it
    const isOnce = ({ text }: Record<string, unknown>) => text === 'only once';
    expect(await carla.hears('chat:message', isOnce)).toHaveLength(1);
  });

  it('is proposed about an incident what the table allows, as where it runs', async () => {
    const there = await openPit(testbed, owner, 'Wolf');
    const { game, seq } = await dealer.openBetting();
    await betsClosed(seq);
    rounds += 1;
    await deal('9* K* 6*');
    await dealer.call('card:withdraw', { table, reason: 'misread', setAside: false });
    await pit.next('table_suspended', { after: seq });
    const proposed = async (by: Pit) => {
      const { incidents } = await by.must('incident:list', { table, state: 'open' });
      return incidents.find((each) => each.game === game && each.kind === 'misread')?.actions;
    };
    const now = ['withdraw_card', 'card_correction', 'resume', 'void'];
    expect([await proposed(there), await proposed(pit)]).toEqual([now, now]);
    await pit.must('table:resume', { table });
    await deal('T* Q*');
    await testbed.passing(pit.next('round_settled', { after: seq }));
  });

  it('deals there, and gives the orders of the pit', async () => {
    const other = await testbed.connect(new Staff(edge.url, dealer.token, 'Dora', table));
    await other.watch();
    const { seq } = await other.openBetting();
    await betsClosed(seq, other);
    rounds += 1;
    await other.deal('9* K* T*'.replaceAll('*', 'hdsc'[rounds % 4]!));
    const last = `Q${'hdsc'[rounds % 4]}`;
    const taken = await other.scan(last);
    expect(taken).toMatchObject({ ok: true, scanned: 'card', seat: 'banco_2' });
    expect(await other.scan(last, other.scanSeq)).toEqual(taken);
    await other.next('round_settled', { after: seq });
    expect((await pit.must('player:list', { table })).total).toBeGreaterThanOrEqual(0);
    await pit.must('table:suspend', { table, reason: 'a test' });
    expect((await other.next('table_suspended', { after: seq })).reason).toBe('a test');
    await pit.must('table:resume', { table });
  });

  it('has approved what the table cannot hear of, and is answered so', async () => {
    const { game, seq } = await dealer.openBetting();
    const other = await openPit(testbed, owner, 'Vera');
    const asked = { kind: 'void', table, game, reason: 'other' } as const;
    const { approval } = await other.must('approval:request', asked);
    cable.cut();
    const { obstacle } = await pit.must('approval:decide', {
      approval: approval.id,
      verdict: 'approved',
    });
    expect(obstacle).toBe('table_is_moving');
    await dealer.next('round_voided', { after: seq });
    cable.repair();
    await eventually('the table is followed again', async () => {
      const reply = await pit.raw('player:list', { table });
      return (reply as { ok: boolean }).ok;
    });
  });

  it('is cut off by an event of a later version, and finds the table once it can be read', async () => {
    const anna = await testbed.player(edge, 'Anna', { table, euros: 100 });
    const queue = { backend: 'redis', url: server.url, prefix: 'bull', isCluster: false } as const;
    const jwtKey = new TextEncoder().encode(JWT_KEY);
    const streams = new Streams({ queue, jwtKey }, new Metrics(), LOGGER);
    const stream = streamOf(await readDatabase(testbed.pool), 0, table);
    const { rows } = await testbed.pool.query<{ next: string }>(
      'select max(seq) + 1 as next from table_events where table_id = $1',
      [table],
    );
    const place = placeOf(Number(rows[0]!.next));
    const entry = { at: '1', event: JSON.stringify({ kind: 'bell_rung', version: 1 }) };
    await eventually(
      'it is added',
      async () => (await streams.add(stream, place, entry, { entries: 1_000 })) === 'added',
    );
    await anna.disconnected();
    streams.onApplicationShutdown();
    // The log holds nothing of it.
    await redis.xdel(await streamOfTable(), place);
    await eventually('it is followed again', async () => (await phaseAt(edge)) !== null);
    const again = await testbed.again(edge, anna);
    expect((await again.join()).ok).toBe(true);
  });

  it('stays when the table goes to another process, and an edge takes neither tables nor jobs', async () => {
    const anna = await testbed.player(edge, 'Anna', { table, euros: 1_000 });
    const next = await testbed.start({ REDIS_URL: server.url, SABOT_ROLES: 'table,worker' });
    await expect(testbed.visitor(next, 'Ben', { table })).rejects.toThrow();
    // Where nobody can look at a table, none is followed.
    await testbed.advance(1_000);
    expect(await phaseAt(next)).toBeNull();
    expect(await phaseAt(edge)).not.toBeNull();
    const other = await testbed.connect(new Staff(edge.url, dealer.token, 'Dora', table));
    await other.watch();
    const stopping = { isOver: false };
    const heard = asksUntil(stopping, other);
    await owner.stop();
    await testbed.passing(testbed.isRunBy(next, table));
    expect(await tablesRunBy(edge)).toEqual([]);
    stopping.isOver = true;
    expect(await heard).not.toContain('internal_error');
    const opened = await other.openBetting();
    await testbed.passing(anna.next('betting_opened', { after: opened.seq - 1 }));
    await anna.bet(opened.game, ['punto', 10]);
    await betsClosed(opened.seq, other);
    rounds += 1;
    await other.deal('9* K* T* Q*'.replaceAll('*', 'hdsc'[rounds % 4]!));
    expect((await testbed.passing(anna.result(opened.game))).paid).toBe('2000');
    expect(anna.socket.connected).toBe(true);
    await next.stop();
  });
});

describe.runIf(hasRedis)('an encoder at another studio than the one that runs the table', () => {
  const testbed = useTestbed({ tables: {}, env: { TABLE_LEASE_MS: '30000' } });
  const table = 'pb-1';
  let server: Service;
  let cable: Cable;
  let studios: readonly Studio[] = [];

  beforeAll(async () => {
    server = (await startRedis())!;
    cable = await Cable.to(server.url);
    await testbed.setTable(table, { ...SHUT, streamLostMs: 3_000 });
  });
  afterAll(async () => {
    for (const studio of studios) await studio.stop();
    cable.close();
    await server.stop();
  });

  it('is not missed while Redis is away, and is when it stops afterwards', async () => {
    const env = { REDIS_URL: cable.through(server.url) };
    const owner = await testbed.restart(env, table);
    const edge = await testbed.start({ ...env, SABOT_ROLES: 'edge' });
    studios = [edge, owner];
    const dealer = await testbed.staff(owner, 'Dora', { table });
    const encoder = await testbed.connect(new Staff(edge.url, dealer.token, 'Dora', table));
    const beat = () => encoder.call('stream:beat', { table });
    const isHeard = () => eventually('a beat is heard', async () => (await beat()).ok);
    await isHeard();
    const beats = setInterval(() => void beat().catch(() => undefined), 100);
    await dealer.makeReady();
    cable.cut();
    await eventually('both are without Redis', async () =>
      (await Promise.all(studios.map(isWithoutRedis))).every(Boolean),
    );
    await testbed.advance(5_000);
    cable.repair();
    await isHeard();
    const kinds = async () => {
      const { rows } = await testbed.pool.query<{ kind: string }>(
        `select kind from table_events where table_id = $1 and kind like 'stream%' order by seq`,
        [table],
      );
      return rows.map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual([]);
    clearInterval(beats);
    await testbed.passing(dealer.next('stream_lost'));
    expect(await kinds()).toEqual(['stream_lost']);
  });

  const isWithoutRedis = async ({ operationsUrl }: Studio): Promise<boolean> =>
    /^sabot_streams_away 1$/m.test(await (await fetch(`${operationsUrl}/metrics`)).text());
});

/**
 * What the dealer hears who asks again and again, in vain, for what can be done once alone. Each
 * has its answer before the next is asked.
 */
const asksUntil = async (stopping: { isOver: boolean }, dealer: Staff): Promise<string[]> => {
  const heard: string[] = [];
  while (!stopping.isOver) {
    const reply = await dealer.give('table:resume');
    heard.push(reply.ok ? 'done' : reply.refusal);
    await pause(20);
  }
  return heard;
};
