/**
 * The lobby, live: whoever watches has every table as it is, sent seldom enough and never too late;
 * and the paytable.
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '../../src/protocol/command.js';
import { printedPaytable, tableList } from '../../src/protocol/http.js';
import {
  type LobbyCard,
  LOBBY_COMMANDS,
  LOBBY_MESSAGES,
  type LobbyTable,
  type LobbyTables,
} from '../../src/protocol/lobby.js';
import { goodRoads } from '../../src/roads/good-road.js';
import { parseBead } from '../../src/roads/bead.js';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type Studio, eventually } from '../kit/studio.js';

const BRIEF = { ...QUICK, betMs: 150, lastBetsMs: 50 };
const STREAM = 'https://video.example/pb-2/index.m3u8';
const PUNTO_WINS = '9h 2c Kd Ks';
const BANCO_WINS = '2h 9c Qd Qs';
const TIED = '9h 9c Jd Js';

const testbed = useTestbed({
  tables: {
    'pb-1': { ...BRIEF, name: 'One' },
    'pb-2': { ...BRIEF, name: 'Two', currency: 'CHF', videoUrl: STREAM },
  },
  env: { TABLE_LEASE_MS: '9000' }, // a second studio takes no table from a slow first one
});
let studio: Studio;
let dealer: Staff;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
});

type Watched = ReplyOf<(typeof LOBBY_COMMANDS)['lobby:watch']>;

interface Seen {
  readonly card: LobbyCard;
  readonly beads: readonly string[];
}

/** A page's copy of the lobby, kept up by messages alone. */
class Onlooker {
  readonly tables = new Map<string, Seen>();
  readonly received: LobbyTable[] = [];
  /** The tables of each message. */
  readonly messages: (readonly string[])[] = [];

  constructor(readonly player: Player) {
    player.socket.on('lobby:tables', (message: LobbyTables) => {
      LOBBY_MESSAGES['lobby:tables'].body.parse(message);
      this.messages.push(message.tables.map(({ card }) => card.table));
      for (const { card, beadsFrom, beads } of message.tables) {
        this.received.push({ card, beadsFrom, beads });
        const shown = this.tables.get(card.table)?.beads ?? [];
        expect(shown.length).toBeGreaterThanOrEqual(beadsFrom);
        this.tables.set(card.table, { card, beads: [...shown.slice(0, beadsFrom), ...beads] });
      }
    });
  }

  /** The answer is taken before whatever comes with it. */
  watch(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.player.socket.emit('lobby:watch', {}, (reply: Watched) => {
        if (!reply.ok) return reject(new Error(reply.refusal));
        const { tables, next, nowMs } = reply;
        LOBBY_COMMANDS['lobby:watch'].reply.parse({ tables, next, nowMs });
        for (const { card, beads } of tables) this.tables.set(card.table, { card, beads });
        resolve();
      });
    });
  }

  /** Resolves when the copy is what someone who comes in now is shown. */
  async isUpToDate(): Promise<void> {
    const inOrder = (tables: ReadonlyMap<string, Seen>): string =>
      JSON.stringify([...tables].sort(([a], [b]) => (a < b ? -1 : 1)));
    await eventually(
      'the lobby is up to date',
      async () => inOrder(await this.fresh()) === inOrder(this.tables),
      { everyMs: 100 },
    );
  }

  /** As the studio shows the lobby now, without touching the copy. */
  async fresh(): Promise<ReadonlyMap<string, Seen>> {
    const other = await testbed.visitor(studio, 'Fred');
    const reply = await other.call('lobby:watch', {});
    if (!reply.ok) throw new Error(reply.refusal);
    other.close();
    return new Map(reply.tables.map(({ card, beads }) => [card.table, { card, beads }]));
  }

  /**
   * Resolves when all that has changed was sent: tables are sent in the order of their names, and
   * `pb-2` is the last.
   */
  async hasHeardAll(): Promise<void> {
    const received = (players: number) => () => this.of('pb-2').card.players === players;
    const last = await testbed.player(studio, 'Last', { table: 'pb-2' });
    await eventually('pb-2 is sent', received(1));
    last.close();
    await eventually('pb-2 is sent again', received(0));
  }

  of(table: string): Seen {
    return this.tables.get(table)!;
  }
}

const onlooker = async (name: string): Promise<Onlooker> => {
  const seeing = new Onlooker(await testbed.visitor(studio, name));
  await seeing.watch();
  watchers.push(seeing);
  return seeing;
};
const watchers: Onlooker[] = [];
afterEach(() => {
  for (const { player } of watchers.splice(0)) player.close();
});

describe('the lobby', () => {
  it('shows every table to whoever comes in', async () => {
    const anna = await onlooker('Anna');
    expect([...anna.tables.keys()]).toEqual(['pb-1', 'pb-2']);
    expect(anna.of('pb-2')).toEqual({
      card: {
        table: 'pb-2',
        name: 'Two',
        dealer: null,
        phase: 'closed',
        closesAtMs: null,
        players: 0,
        currency: 'CHF',
        min: '100',
        max: '1000000',
        shoe: null,
        goodRoads: [],
      },
      beads: [],
    });
    expect(anna.of('pb-1').card).toMatchObject({ dealer: 'Dora', shoe: 1 });
  });

  it('follows phases, beads, good roads and players, and is always right in the end', async () => {
    const anna = await onlooker('Anna');
    for (const cards of [PUNTO_WINS, TIED, PUNTO_WINS, PUNTO_WINS, PUNTO_WINS]) {
      await dealer.playRound(cards);
    }
    const late = await onlooker('Late');
    await dealer.playRound(BANCO_WINS);
    await dealer.playRound(BANCO_WINS);
    const player = await testbed.player(studio, 'Paul');
    await anna.isUpToDate();
    await late.isUpToDate();
    const { card, beads } = anna.of('pb-1');
    expect(beads.map((bead) => bead.slice(0, 1)).join('')).toMatch(/PEPPPBB$/);
    expect(card.players).toBe(1);
    expect(card.goodRoads).toEqual(goodRoads(beads.map((bead) => parseBead(bead)!)));

    await dealer.playRound(BANCO_WINS);
    await dealer.playRound(BANCO_WINS);
    player.close();
    await eventually('Paul has gone', () => anna.of('pb-1').card.players === 0);
    await anna.isUpToDate();
    expect(anna.of('pb-1').card).toMatchObject({
      players: 0,
      goodRoads: [{ kind: 'dragon', side: 'banco', length: 4 }],
    });
  });

  it('says until when the bets are open', async () => {
    const table = await testbed.addTable(studio, { ...QUICK, betMs: 60_000 });
    const other = await testbed.staff(studio, 'Dirk', { table });
    await other.makeReady();
    const anna = await onlooker('Anna');
    const { closesAtMs } = await other.openBetting();
    await anna.isUpToDate();
    expect(anna.of(table).card).toMatchObject({ phase: 'betting', closesAtMs });
    await other.call('table:suspend', { table, reason: 'video lost' });
    await anna.isUpToDate();
    expect(anna.of(table).card).toMatchObject({ phase: 'suspended', closesAtMs: null });
  });

  it('starts over with a new shoe', async () => {
    const anna = await onlooker('Anna');
    const before = anna.of('pb-1');
    expect(before.beads.length).toBeGreaterThan(0);
    const manager = await testbed.staff(studio, 'Sven', { role: 'shift_manager' });
    await manager.must('shoe:change');
    await dealer.newShoe();
    await dealer.playRound(TIED);
    await anna.isUpToDate();
    const { card, beads } = anna.of('pb-1');
    expect(card.shoe).toBe(before.card.shoe! + 1);
    expect(beads).toHaveLength(1);
  });

  it('sends a table twice a second at most, however much happens, and nothing when nothing does', async () => {
    const anna = await onlooker('Anna');
    const guest = await testbed.visitor(studio, 'Guest');
    await anna.hasHeardAll();
    const startedAtMs = testbed.clock.nowMs();
    await anna.player.call('session:read', {}); // answered after whatever was sent before
    anna.received.length = 0;
    for (let changes = 0; changes < 100 || anna.received.length < 4; changes += 2) {
      await guest.join();
      if (changes % 3 === 2) await testbed.advance(30);
      await guest.call('table:leave', { table: 'pb-1' });
    }
    await guest.join();
    await anna.isUpToDate();
    expect(anna.of('pb-1').card.players).toBe(1);
    // All of it was sent meanwhile: the first at once, and one more where the studio was slow just
    // then.
    const lastedMs = testbed.clock.nowMs() - startedAtMs;
    expect(anna.received.length).toBeLessThanOrEqual(2 + lastedMs / 500);
    expect(anna.received.filter(({ card }) => card.table !== 'pb-1')).toEqual([]);

    await anna.hasHeardAll();
    anna.received.length = 0;
    await anna.hasHeardAll();
    expect(anna.received.filter(({ card }) => card.table === 'pb-1')).toEqual([]);
    await testbed.advance(1_500);
    expect(anna.received.filter(({ card }) => card.table === 'pb-1')).toEqual([]);
    guest.close();
  });

  it('is one message for all tables that have changed', async () => {
    const anna = await onlooker('Anna');
    const guests = [
      await testbed.visitor(studio, 'Guest of One'),
      await testbed.visitor(studio, 'Guest of Two', { table: 'pb-2' }),
    ];
    await anna.hasHeardAll();
    anna.messages.length = 0;
    await Promise.all(guests.map((guest) => guest.join()));
    await testbed.advance(500);
    const both = () => anna.messages.some((tables) => tables.join() === 'pb-1,pb-2');
    await testbed.passing(eventually('both are sent', both));
    for (const guest of guests) guest.close();
  });

  it('is shown on from a table', async () => {
    const { player } = await onlooker('Anna');
    const rest = await player.call('lobby:watch', { after: 'pb-1' });
    expect(rest).toMatchObject({ ok: true, next: null });
    const all = await player.call('lobby:watch', {});
    if (!rest.ok || !all.ok) throw new Error('the lobby is not shown');
    const at = all.tables.findIndex(({ card }) => card.table === 'pb-1');
    expect(rest.tables.map(({ card }) => card.table)).toEqual(
      all.tables.slice(at + 1).map(({ card }) => card.table),
    );
  });

  it('is no longer sent to whoever has left it', async () => {
    const anna = await onlooker('Anna');
    const bert = await onlooker('Bert');
    expect(await anna.player.call('lobby:leave', {})).toEqual({ ok: true });
    expect(await anna.player.call('lobby:leave', {})).toEqual({ ok: true });
    anna.received.length = 0;
    await dealer.playRound(TIED);
    await bert.isUpToDate();
    expect(anna.received).toEqual([]);
    await anna.watch();
    await dealer.playRound(TIED);
    await anna.isUpToDate();
  });

  it('shows a table that another process runs as it is there', async () => {
    const other = await testbed.start();
    const anna = new Onlooker(await testbed.visitor(other, 'Anna'));
    const there = new Onlooker(await testbed.visitor(studio, 'Ben'));
    await Promise.all([anna.watch(), there.watch()]);
    const { card, beads } = there.of('pb-1');
    const isThere = () => anna.of('pb-1').card.phase === card.phase;
    await testbed.passing(eventually('the table is followed', isThere));
    expect(anna.of('pb-1')).toEqual({ card, beads });
    there.player.close();
    anna.player.close();
    await other.stop();
  });
});

describe('the list of tables', () => {
  it('says where the picture comes from, and how many sit there', async () => {
    await testbed.pool.query(
      `insert into tables (id, settings) select 'old-1', settings - 'videoUrl' from tables where id = 'pb-1'`,
    );
    await testbed.isRunBy(studio, 'old-1');
    await testbed.player(studio, 'Paul', { table: 'pb-2' });
    const tables = tableList.parse(await (await fetch(`${studio.url}/tables`)).json());
    const of = (id: string) => tables.find(({ table }) => table === id)!;
    expect(of('pb-1').videoUrl).toBeNull();
    expect(of('old-1').videoUrl).toBeNull();
    expect(of('pb-2')).toMatchObject({ videoUrl: STREAM, players: 1 });
  });
});

describe('the paytable', () => {
  const get = async (path: string) => {
    const answer = await fetch(`${studio.url}${path}`);
    return { status: answer.status, body: await answer.json() };
  };

  it('is shown to everybody, with the exact return of every bet', async () => {
    const { status, body } = await get('/paytable');
    expect(status).toBe(200);
    const { version, decks, bets } = printedPaytable.parse(body);
    expect([version, decks]).toEqual(['punto-banco-1', 8]);
    expect(bets.find(({ mode, spot }) => mode === 'normal' && spot === 'banco')).toEqual({
      mode: 'normal',
      spot: 'banco',
      pays: [{ on: 'won', win: 19, stake: 20 }],
      return: { n: '10732465128097', d: '10847218479825' },
      percent: '98.9421',
    });
    expect((await get(`/paytable/${version}`)).body).toEqual(body);
  });

  it('is not found in a version that never existed', async () => {
    for (const version of ['punto-banco-0', '__proto__', 'constructor']) {
      const { status, body } = await get(`/paytable/${version}`);
      expect([status, body]).toEqual([404, { error: 'not_found' }]);
    }
  });
});
