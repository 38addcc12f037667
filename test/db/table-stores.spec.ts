/**
 * The contract of the stores: the database of the simulation beside Postgres. Whatever is asked of
 * both is answered alike, refused alike, and leaves the same behind.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BetCommit } from '../../src/ledger/place-bets.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { sqlState } from '../../src/platform/transaction.js';
import type { TableCommand } from '../../src/round/command.js';
import type { Fix } from '../../src/round/correction.js';
import { decide } from '../../src/round/decide.js';
import type { LoggedEvent, TableEvent } from '../../src/round/event.js';
import { evolve } from '../../src/round/evolve.js';
import { makeScanCode } from '../../src/round/scan-code.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { type TableState, emptyTable } from '../../src/round/state.js';
import { payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';
import { PostgresSettlement } from '../../src/settlement/postgres-store.js';
import type { SettlementStore } from '../../src/settlement/store.js';
import type { Lease } from '../../src/table/lease.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import type { TableStore, TableStores } from '../../src/table/store.js';
import { ask, decideOn } from '../kit/approvals.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { headStart } from '../kit/in-turn.js';
import { possibleCard } from '../kit/live-table.js';
import { UNTRACED } from '../kit/untraced.js';
import { runs } from '../kit/runs.js';
import { Chance } from '../sim/chance.js';
import { MemoryDatabase } from '../sim/memory-database.js';
import { memorySettlement } from '../sim/memory-settlement.js';
import { BESIDE, memoryStores } from '../sim/memory-stores.js';

const OWNERS = [randomUUID(), randomUUID()] as const;
const HOUR_MS = 3_600_000;
const CREDITS = [1_000, 5_000, 300, 0, 100_000];
const CHUNKS = 2;
/** This player can pay any bet: what stands in its way is the id alone. */
const RICH = 4;

/** One of the two, with what a test must do beside the stores. */
interface Side {
  readonly stores: TableStores;
  readonly players: readonly { readonly id: string; readonly accountId: string }[];
  /** Every lease runs out. */
  readonly runOut: () => Promise<void>;
  readonly pay: (game: string, chunk: number) => Promise<void>;
  readonly paid: (game: string) => Promise<unknown>;
  /** One person asks for what is to become of the round, and another approves it. */
  readonly approve: (asked: Asked, asks: string, approves: string) => Promise<string>;
  readonly settlement: SettlementStore;
}

interface Asked {
  readonly kind: Fix;
  readonly game: string;
  readonly coup?: string;
  readonly player?: string;
}

let database: TestDatabase;
let postgres: PostgresStores;
let table: string;
let sides: readonly [Side, Side];

beforeAll(async () => {
  database = await createDatabase();
  const config = {
    database: {
      url: database.url,
      role: 'sabot_app',
      pools: { public: 4, money: 2, studio: 2, hands: 1 },
      waitingMax: 100,
    },
    demo: undefined,
  };
  postgres = new PostgresStores(config, database.pool, systemClock(), new Metrics(), UNTRACED);
});
afterAll(async () => {
  await postgres.close();
  await database.drop();
});
beforeEach(async () => {
  table = `t-${randomUUID().slice(0, 8)}`;
  sides = [await inPostgres(database.pool), inMemory()];
});

const inPostgres = async (pool: pg.Pool): Promise<Side> => {
  await pool.query('insert into tables (id, settings) values ($1, $2)', [
    table,
    JSON.stringify(DEFAULT_SETTINGS),
  ]);
  return {
    stores: postgres,
    players: await openPlayers(pool, CREDITS),
    runOut: async () => {
      await pool.query(`update table_leases set expires_at = studio_now() - interval '1 s'`);
    },
    pay: (game, chunk) => payRoundChunk(pool, { game, chunk, chunks: CHUNKS }),
    paid: (game) => readPaid(pool, game),
    settlement: new PostgresSettlement(pool),
    approve: async ({ kind, game, ...subject }, asks, approves) => {
      const approval = await ask(pool, { kind, table, game, subject }, asks);
      await decideOn(pool, approval, approves);
      return approval;
    },
  };
};

const inMemory = (): Side => {
  let nowMs = 1_800_000_000_000;
  const memory = new MemoryDatabase(() => nowMs);
  memory.tables.set(table, DEFAULT_SETTINGS);
  return {
    stores: memoryStores(memory, BESIDE),
    players: CREDITS.map((credit) => memory.openPlayer(BigInt(credit))),
    runOut: async () => {
      nowMs += 2 * HOUR_MS;
    },
    pay: async (game, chunk) => {
      const chunks = memory.transaction(() => memory.rounds.cut(game, CHUNKS));
      memory.payChunk({ game, chunk, chunks });
    },
    paid: async (game) => memory.rounds.readPaid(game),
    settlement: memorySettlement(memory, BESIDE.shared),
    approve: async (asked, requestedBy, decidedBy) => {
      return memory.transaction(() => {
        const id = memory.approvals.ask({ ...asked, table, requestedBy });
        memory.approvals.approve(id, decidedBy);
        return id;
      });
    },
  };
};

/** The outcome on one side: what was answered, or the code of what was refused. */
const outcomeOn = async (side: Side, ask: (side: Side) => Promise<unknown>): Promise<unknown> => {
  try {
    return plain(await ask(side), side);
  } catch (error) {
    return { refused: sqlState(error) ?? String(error) };
  }
};

/** Without the numbers that each side gives its own players and accounts. */
const plain = (answer: unknown, { players }: Side): unknown => {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (name === 'stakesAccountId') return 'stakes';
    if (name === 'digest' || name === 'approval' || name === 'player') return name;
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map) return Array.from<unknown>(value);
    if (value instanceof Set) return Array.from<unknown>(value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return players.reduce(
    (all, { id, accountId }, index) =>
      all
        .replaceAll(`"playerId":"${id}"`, `"playerId":"player ${index}"`)
        .replaceAll(`"accountId":"${accountId}"`, `"accountId":"account ${index}"`)
        .replaceAll(/\\"digest\\":\\"[0-9a-f]{64}\\"/g, ''),
    text ?? 'nothing',
  );
};

/** Asks both, and returns what both answered. */
const both = async (ask: (side: Side) => Promise<unknown>): Promise<unknown> => {
  const [real, memory] = [await outcomeOn(sides[0], ask), await outcomeOn(sides[1], ask)];
  expect(memory, 'in memory as in Postgres').toEqual(real);
  return real;
};

/** A writer's store on both sides, and its lease there. */
class Writer {
  readonly #open = new Map<Side, { readonly lease: Lease; readonly store: TableStore }>();

  static async take(owner: string): Promise<Writer> {
    const writer = new Writer();
    await both(async (side) => {
      const take = () => side.stores.takeLease(table, owner, HOUR_MS);
      // A statement that was refused just now may hold the row for a moment more.
      const lease = (await take()) ?? (await headStart(20).then(take));
      if (lease === undefined) return 'held by another';
      const { store } = await side.stores.open(lease, () => undefined);
      writer.#open.set(side, { lease, store });
      return lease.epoch;
    });
    return writer;
  }

  on(side: Side): TableStore {
    return this.#open.get(side)!.store;
  }

  lease(side: Side): Lease {
    return this.#open.get(side)!.lease;
  }

  get hasIt(): boolean {
    return this.#open.size > 0;
  }
}

/** A table at work on both sides. */
class Evening {
  nowMs = 1_800_000_000_000;
  state: TableState = emptyTable(table, DEFAULT_SETTINGS);
  bets = 0;

  constructor(public writer: Writer) {}

  get game(): string {
    return this.state.round!.game;
  }

  /** Appends events on both sides, where they follow or not. */
  async append(events: readonly TableEvent[], seq = this.state.seq): Promise<unknown> {
    const logged: LoggedEvent[] = events.map((event, index) => ({
      seq: seq + 1 + index,
      atMs: this.nowMs,
      event,
    }));
    const after = seq === this.state.seq ? logged.reduce(evolve, this.state) : this.state;
    const outcome = await both((side) => this.writer.on(side).append(logged, after));
    if (outcome === 'nothing') this.state = after;
    return outcome;
  }

  async do(command: TableCommand, nextGame = '0'): Promise<unknown> {
    const decision = decide(this.state, command, { nowMs: this.nowMs, nextGame });
    if (!decision.ok) throw new Error(`${command.kind}: ${decision.refusal}`);
    return this.append(decision.events);
  }

  async openBets(): Promise<void> {
    if (this.state.phase === 'closed') {
      await this.do({ kind: 'open_table', dealer: 'Dora' });
      await this.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
      await this.do({ kind: 'new_shoe' });
      await this.do({ kind: 'burn', code: 'KS', scanSeq: 1 });
    }
    const game = await this.writer.on(sides[0]).reserveGame();
    await this.do({ kind: 'open_betting' }, game);
  }

  /** An approval on each side. `player`: which one is refunded, by the place in the list. */
  async approvals(asked: Asked, player?: number): Promise<ReadonlyMap<Side, string>> {
    const given = new Map<Side, string>();
    for (const side of sides) {
      const whose = player === undefined ? {} : { player: side.players[player]!.id };
      given.set(side, await side.approve({ ...asked, ...whose }, 'Dora', 'Sven'));
    }
    return given;
  }

  /** Orders a correction under the approval of each side. */
  async corrected(
    { kind: fix, game, coup = null }: Omit<Asked, 'coup'> & { readonly coup?: string | null },
    correction: number,
    given: ReadonlyMap<Side, string>,
    player?: number,
  ): Promise<unknown> {
    const { state } = this;
    const on = (side: Side): LoggedEvent => {
      const event = {
        kind: 'round_corrected',
        game,
        correction,
        fix,
        coup,
        player: player === undefined ? null : side.players[player]!.id,
        reason: 'misdeal',
        requestedBy: 'Dora',
        approvedBy: 'Sven',
        approval: given.get(side)!,
        beads: null,
        moreCards: 0,
      } as const;
      return { seq: state.seq + 1, atMs: this.nowMs, event };
    };
    const outcome = await both((side) => {
      const logged = on(side);
      return this.writer.on(side).append([logged], evolve(state, logged));
    });
    if (outcome === 'nothing') this.state = evolve(state, on(sides[0]));
    return outcome;
  }

  /** Says that a correction is paid. */
  corrections(game: string, correction: number): Promise<unknown> {
    const sums = { stakes: '0', paid: '0', shortfall: '0' };
    return this.append([{ kind: 'correction_paid', game, correction, ...sums }]);
  }

  /** Voids the round in hand under the approval of each side. */
  async voided(approvalOf: (side: Side) => string | undefined): Promise<unknown> {
    const { state } = this;
    const on = (side: Side): LoggedEvent => {
      const approval = approvalOf(side);
      const persons = { requestedBy: 'Dora', approvedBy: 'Sven' };
      const asked = approval === undefined ? persons : { ...persons, approval };
      const event = { kind: 'round_voided', game: this.game, reason: 'misdeal', ...asked } as const;
      return { seq: state.seq + 1, atMs: this.nowMs, event };
    };
    const outcome = await both((side) => {
      const logged = on(side);
      return this.writer.on(side).append([logged], evolve(state, logged));
    });
    if (outcome === 'nothing') this.state = evolve(state, on(sides[0]));
    return outcome;
  }

  async close(): Promise<unknown> {
    this.nowMs = this.state.round!.closesAtMs;
    return this.do({ kind: 'tick' });
  }

  async deal(): Promise<void> {
    while (this.state.phase === 'bets_closed' || this.state.phase === 'dealing') {
      const scanSeq = (this.state.lastScan?.scanSeq ?? 0) + 1;
      await this.do({ kind: 'scan', code: makeScanCode(possibleCard(this.state)), scanSeq });
    }
  }

  /** Places a batch on both sides: of each player at most one bet. */
  async place(bets: readonly Placed[], game = this.game): Promise<unknown> {
    const outcome = await both(async (side) => {
      const store = this.writer.on(side);
      const round = { ...(await store.bettingRound(game)), game };
      return store.placeBets(
        round,
        this.nowMs,
        bets.map((bet) => commitOf(side, bet)),
      );
    });
    const { state } = await this.writer.on(sides[0]).replay(DEFAULT_SETTINGS);
    this.state = state;
    return outcome;
  }
}

interface Placed {
  readonly player: number;
  readonly amount: number;
  readonly betId: string;
}

const commitOf = (side: Side, { player, amount, betId }: Placed): BetCommit => ({
  playerId: side.players[player]!.id,
  accountId: side.players[player]!.accountId,
  betId,
  kind: amount > 0 ? 'place' : 'undo',
  total: BigInt(amount),
  lines: [{ spot: 'punto', mode: 'zero_commission', amount: BigInt(amount) }],
  noted: [],
  keepsMode: null,
});

const bet = (player: number, amount: number, betId: string = randomUUID()): Placed => ({
  player,
  amount,
  betId,
});

/** All that can be read of the table and of its players. */
const expectTheSame = async (evening: Evening): Promise<void> => {
  const { writer } = evening;
  await both((side) => writer.on(side).replay(DEFAULT_SETTINGS));
  await both(async ({ stores, players }) => {
    const ids = players.map(({ id }) => id);
    const seats = await stores.seats.readSeats(table, ids, null);
    return ids.map((id) => seats.get(id));
  });
  await both(async (side) => {
    const ids = side.players.map(({ accountId }) => accountId);
    const all = await writer.on(side).balances(ids);
    return ids.map((id) => all.get(id));
  });
  if (evening.state.round === null) return;
  await both(({ stores }) => stores.seats.betsOfRound(evening.game));
};

describe('the stores', () => {
  it('give a lease to one owner at a time, each in a later epoch', async () => {
    const [one, other] = OWNERS;
    const first = await Writer.take(one);
    expect((await Writer.take(other)).hasIt).toBe(false);
    const heldByOthers = (of: string) =>
      both(async ({ stores }) => {
        const left = [...(await stores.leasedToOthers(of))];
        return left.map(([id, { owner, epoch, leftMs }]) => {
          return [id, owner, Number(epoch), leftMs > 0 && leftMs <= HOUR_MS];
        });
      });
    expect(await heldByOthers(other)).toBe(`[["${table}","${one}",1,true]]`);
    expect(await heldByOthers(one)).toBe('[]');
    await both((side) => side.stores.renewLeases([first.lease(side)], HOUR_MS));
    const again = await Writer.take(one);
    const renewal = await both((side) => side.stores.renewLeases([first.lease(side)], 1));
    expect(renewal).toContain('"lost"');
    await both((side) => side.stores.releaseLease(first.lease(side)));
    expect((await Writer.take(other)).hasIt).toBe(false);
    await both((side) => side.stores.releaseLease(again.lease(side)));
    const given = await Writer.take(other);
    expect(given.hasIt).toBe(true);
    await both((side) => side.stores.releaseLease(given.lease(side), one));
    expect((await Writer.take(other)).hasIt).toBe(false);
    expect((await Writer.take(one)).hasIt).toBe(true);
    await both((side) => side.runOut());
    expect((await Writer.take(other)).hasIt).toBe(true);
    await both(({ stores }) => stores.known().then((known) => known.get(table)));
    await both(({ stores }) => stores.unknownEventsOf(table));
  });

  it('take events in their order, from the holder of the lease, wholly or not at all', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    const opened: TableEvent = { kind: 'manager_called', by: 'Dora' };
    await evening.openBets();
    expect(await evening.append([opened], evening.state.seq + 1)).toEqual({ refused: 'SB001' });
    expect(await evening.append([opened], evening.state.seq - 1)).toEqual({ refused: 'SB001' });
    const stale = evening.writer;
    await both((side) => side.runOut());
    evening.writer = await Writer.take(OWNERS[1]);
    await evening.append([opened]);
    const { writer } = evening;
    evening.writer = stale;
    expect(await evening.append([opened])).toEqual({ refused: 'SB004' });
    expect(await evening.place([bet(0, 100)])).toContain('"fenced":true');
    evening.writer = writer;
    const { game } = evening;
    const closed: TableEvent = { kind: 'betting_closed', game };
    await evening.append([closed]);
    expect(await evening.append([opened, closed])).toMatchObject({ refused: 'SB007' });
    const settled = { kind: 'round_settled', game, stakes: '0', paid: '0', opensAtMs: 0 } as const;
    expect(await evening.append([settled])).toMatchObject({ refused: 'SB017' });
    await expectTheSame(evening);
  });

  it('know a deck by its name once', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    await evening.openBets();
    const brought = { kind: 'cards_brought', cards: `x-${table}`, dueAtMs: 1, by: 'Dora' } as const;
    await evening.append([brought]);
    expect(await evening.append([brought])).toEqual({ refused: '23505' });
  });

  it('take bets that can be paid, once each, and none after the close', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    await evening.openBets();
    const first = bet(0, 1_000);
    await evening.place([first, bet(1, 200), bet(2, 400), bet(3, 100)]);
    await evening.place([bet(3, 100)]);
    await evening.place([bet(0, -1_000), bet(1, 4_800)]);
    const again = await evening.place([{ ...first, amount: 100 }, bet(4, 100)]);
    expect(again).toContain('"bet_id_reused"');
    await both(({ stores, players }) => stores.seats.findBet(players[0]!.id, first.betId));
    await both(({ stores, players }) => stores.seats.findBet(players[1]!.id, first.betId));
    await evening.place([{ ...first, amount: 5_000 }]);
    await expectTheSame(evening);
    await evening.close();
    expect(await evening.place([bet(4, 100)])).toEqual({ refused: 'SB005' });
    await expectTheSame(evening);
  });

  it('pay each part of a round once, and end it with nothing left on its spots', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    await evening.openBets();
    await evening.place([bet(0, 500), bet(1, 700), bet(4, 9_900)]);
    await evening.close();
    const { game } = evening;
    await evening.deal();
    const settled = { kind: 'round_settled', game, stakes: '0', paid: '0', opensAtMs: 0 } as const;
    expect(await evening.append([settled])).toMatchObject({ refused: 'SB006' });
    for (const chunk of [1, 1, 0]) {
      await both((side) => side.paid(game));
      await both((side) => side.pay(game, chunk));
    }
    await both((side) => side.paid(game));
    await evening.append([settled]);
    expect(await evening.append([settled])).toMatchObject({ refused: 'SB017' });
    await both((side) => side.pay(game, 0));
    await expectTheSame(evening);
  });

  it('void a round under an approval that is its own, once, and as it was asked for', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    await evening.openBets();
    await evening.place([bet(0, 500), bet(4, 900)]);
    const first = evening.game;
    expect(
      await both((side) => side.approve({ kind: 'void', game: first }, 'Dora', 'Dora')),
    ).toEqual({ refused: 'SB010' });
    expect(await evening.voided(() => undefined)).toEqual({ refused: 'SB015' });
    const given = await evening.approvals({ kind: 'void', game: first });
    await evening.close();
    expect(await evening.voided((side) => given.get(side))).toEqual({ refused: 'SB013' });
    const due = await evening.approvals({ kind: 'void', game: first });
    await evening.voided((side) => due.get(side));
    expect(evening.state.phase).toBe('void');
    for (const chunk of [0, 1, 1]) await both((side) => side.pay(first, chunk));
    await evening.do({ kind: 'finish_refund', game: first, stakes: '1400' });
    await expectTheSame(evening);
    await evening.openBets();
    expect(await evening.voided((side) => due.get(side))).toEqual({ refused: 'SB014' });
  });

  it('pay a correction once, after what the players have now, and owe what is spent', async () => {
    const evening = new Evening(await Writer.take(OWNERS[0]));
    await evening.openBets();
    await evening.place([bet(0, 500), bet(1, 700), bet(2, 300), bet(4, 9_900)]);
    const { game } = evening;
    const early = await evening.approvals({ kind: 'void', game });
    expect(await evening.corrected({ kind: 'void', game }, 1, early)).toEqual({ refused: 'SB013' });
    await evening.close();
    await evening.deal();
    for (const chunk of [0, 1]) await both((side) => side.pay(game, chunk));
    await evening.do({ kind: 'finish_settlement', game, stakes: '0', paid: '0' });
    // Whoever has won bets it all, so that a clawback finds nothing.
    await evening.openBets();
    const rest = await evening.writer
      .on(sides[0])
      .balances(sides[0].players.map((p) => p.accountId));
    const left = sides[0].players.map(({ accountId }) => Number(rest.get(accountId)));
    await evening.place([0, 1, 2].flatMap((who) => (left[who]! > 0 ? [bet(who, left[who]!)] : [])));

    const fixes: readonly (readonly [Asked, number?])[] = [
      [{ kind: 'resettle', game, coup: 'P 2h 3d 4s . B Ks Kd 2c' }],
      [{ kind: 'resettle', game, coup: 'P Kh 9d . B Ks 7d' }],
      [{ kind: 'refund', game }, 1],
      [{ kind: 'void', game }],
      [{ kind: 'resettle', game, coup: 'P Kh 2d Ac . B Ks 7d' }],
    ];
    for (const [index, [asked, player]] of fixes.entries()) {
      const correction = index + 1;
      const given = await evening.approvals(asked, player);
      const wrong = await evening.corrected(asked, correction + 1, given, player);
      expect(wrong).toMatchObject({ refused: expect.stringMatching(/^SB01[34]$/) as string });
      await evening.corrected(asked, correction, given, player);
      await both(({ settlement }) => settlement.cutOf(game, correction));
      expect(await evening.corrections(game, correction)).toMatchObject({ refused: 'SB016' });
      for (const chunk of [1, 1, 0]) {
        await both(({ settlement }) => settlement.corrected(game, correction));
        await both(({ settlement }) => settlement.correct({ game, correction, chunk }));
      }
      await both(({ settlement }) => settlement.corrected(game, correction));
      await both(async (side) => {
        const placeOf = (id: string): number => side.players.findIndex((each) => each.id === id);
        const store = evening.writer.on(side);
        const own = [await store.corrections(game, correction), await store.corrections(game)];
        return own.map((all) =>
          all.map(({ player_id: id, ...rest }) => ({ ...rest, player: placeOf(id) })),
        );
      });
      await evening.corrections(game, correction);
      await both(({ settlement }) => settlement.correct({ game, correction, chunk: 0 }));
      await both(({ settlement }) => settlement.cutOf(game, correction));
      await both((side) => side.paid(game));
      await expectTheSame(evening);
    }
  });

  it('answer whatever is asked of them alike', async () => {
    for (let seed = 1; seed <= runs(6); seed += 1) {
      const chance = new Chance(seed, 'contract');
      table = `t-${randomUUID().slice(0, 8)}`;
      sides = [await inPostgres(database.pool), inMemory()];
      const evening = new Evening(await Writer.take(OWNERS[0]));
      const writers = [evening.writer];
      const ids = Array.from({ length: 12 }, () => randomUUID());
      for (let step = 0; step < 40; step += 1) {
        evening.writer = chance.percent(90) ? writers.at(-1)! : chance.pick(writers);
        const { phase } = evening.state;
        const what = chance.below(100);
        if (what < 8) {
          if (chance.percent(70)) await both((side) => side.runOut());
          const taken = await Writer.take(chance.pick(OWNERS));
          if (taken.hasIt) writers.push(taken);
        } else if (what < 16 && evening.state.round !== null) {
          const event: TableEvent = { kind: 'betting_closed', game: evening.game };
          await evening.append([event], evening.state.seq + chance.between(-1, 1));
        } else if (what < 55 && evening.state.round !== null) {
          const players = chance.shuffled([0, 1, 2, 3, 4]).slice(chance.below(5));
          await evening.place(
            players
              .toSorted((a, b) => a - b)
              .map((player) =>
                bet(
                  player,
                  chance.pick([100, 300, 900]),
                  player === RICH ? chance.pick(ids) : randomUUID(),
                ),
              ),
          );
        } else if (phase === 'betting' || phase === 'last_bets') {
          await evening.close();
        } else if (phase === 'bets_closed' || phase === 'dealing') {
          evening.writer = writers.at(-1)!;
          await evening.deal();
        } else if (phase === 'resulted') {
          const { game } = evening;
          for (const chunk of chance.shuffled([0, 1, 1])) {
            await both((side) => side.pay(game, chunk));
          }
          await evening.do({ kind: 'finish_settlement', game, stakes: '0', paid: '0' });
        } else {
          evening.writer = writers.at(-1)!;
          await evening.openBets();
        }
      }
      evening.writer = writers.at(-1)!;
      await expectTheSame(evening);
    }
  });
});
