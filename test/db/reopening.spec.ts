import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EdgeTableCopy } from '../../src/edge/table-copy.js';
import { amount } from '../../src/money/amount.js';
import type { Coup } from '../../src/punto-banco/coup.js';
import { MODES, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import type { Stakes } from '../../src/punto-banco/stakes.js';
import { DEFAULT_SETTINGS } from '../../src/round/settings.js';
import { AUDIENCES } from '../../src/round/audience.js';
import { correctRoundChunk, readCorrected, readCut } from '../../src/settlement/correct-round.js';
import { append, keepCheckpoint, replay } from '../../src/table/log.js';
import { Publications, type Published } from '../../src/table/published.js';
import type { BetContent } from '../../src/table/seat.js';
import { SeatReads } from '../../src/table/seat-reads.js';
import { anyCoup, coup } from '../kit/any-coup.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { connect } from '../kit/logged-table.js';
import { RunningTable } from '../kit/running-table.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { runs } from '../kit/runs.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const place = (spot: Spot, minorUnits: number): BetContent => ({
  kind: 'place',
  spot,
  amount: amount(minorUnits),
});

/**
 * Short limits, so that Double is often capped; both sides may be bet on, so that much is lawful.
 */
const SETTINGS = {
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  oppositeBets: 'allow' as const,
  placementsMax: 6,
  limits: { ...DEFAULT_SETTINGS.limits, punto: { min: '100', max: '700' } },
};

const LAST_BETS_MS = 600_000;

type Step =
  | { readonly kind: 'bet'; readonly player: number; readonly content: BetContent }
  | { readonly kind: 'bets'; readonly contents: readonly BetContent[] }
  | { readonly kind: 'round'; readonly dealt: Coup; readonly newShoe: boolean }
  | { readonly kind: 'void'; readonly cards: number }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'close' }
  | { readonly kind: 'reopen'; readonly sameProcess: boolean };

const PLAYERS = 4;

const together = (spots: readonly Spot[]): Stakes =>
  new Map(spots.map((spot) => [spot, amount(200n)]));

const anyContent: fc.Arbitrary<BetContent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...SPOTS), fc.constantFrom(100, 200, 300, 700))
      .map(([spot, minorUnits]) => place(spot, minorUnits)),
  },
  {
    weight: 2,
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...SPOTS), { minLength: 2, maxLength: 4 })
      .map((spots): BetContent => ({ kind: 'place_all', stakes: together(spots) })),
  },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom('undo' as const, 'clear' as const, 'repeat' as const, 'double' as const)
      .map((kind) => ({ kind })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...MODES).map((mode): BetContent => ({ kind: 'mode', mode })),
  },
);

const bet = (content: BetContent): Step => ({ kind: 'bet', player: 0, content });

/**
 * What chance seldom brings together: a Repeat that leaves out Super 6, a Double that is capped.
 */
const SELDOM: readonly Step[] = [
  bet(place('punto', 400)),
  bet(place('super_6', 300)),
  bet({ kind: 'place_all', stakes: together(['punto', 'egalite']) }),
  { kind: 'round', dealt: PUNTO_WINS, newShoe: false },
  bet({ kind: 'mode', mode: 'normal' }),
  bet({ kind: 'repeat' }),
  { kind: 'reopen', sameProcess: true },
  bet({ kind: 'double' }),
  { kind: 'reopen', sameProcess: false },
  bet({ kind: 'undo' }),
  bet({ kind: 'mode', mode: 'zero_commission' }),
  bet({ kind: 'clear' }),
];

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('bet' as const),
      player: fc.nat(PLAYERS - 1),
      content: anyContent,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bets' as const),
      contents: fc.array(anyContent, { minLength: PLAYERS, maxLength: 2 * PLAYERS }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('round' as const),
      dealt: anyCoup,
      newShoe: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), cards: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'suspend' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'close' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('reopen' as const), sameProcess: fc.boolean() }),
  },
);

/** Comes from whatever phase to open bets. */
const carryOn = async (table: RunningTable, dealt: Coup, newShoe: boolean): Promise<void> => {
  if (table.state.phase === 'suspended') await table.do({ kind: 'resume', by: 'Sven' });
  if (table.state.phase === 'betting') await table.closeBets();
  if (table.state.phase === 'bets_closed') await table.deal(dealt);
  if (newShoe) await table.do({ kind: 'start_shoe_change' });
  await table.openBets();
};

describe('a table that comes back from its log', () => {
  it('is as it was: its state, and every seat’s slip, answers and last bets', async () => {
    const stood = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 5, maxLength: 40, size: 'max' }),
        async (steps) => {
          const table = await RunningTable.open(database, SETTINGS);
          const players = await openPlayers(database.pool, [100_000, 100_000, 3_000, 900]);
          const join = () => Promise.all(players.map(({ id }) => table.table.join(id)));
          await join();
          await table.openBets();
          const give = async (player: number, content: BetContent) => {
            const reply = await table.bet(players[player]!.id, content);
            if (reply.ok) stood.add(content.kind);
            if (reply.ok && reply.leftOut.length > 0) stood.add('left out');
            if (reply.ok && reply.capped.length > 0) stood.add('capped');
          };
          for (const step of [...steps, { kind: 'reopen' as const, sameProcess: false }]) {
            switch (step.kind) {
              case 'bet':
                await give(step.player, step.content);
                break;
              case 'bets':
                await Promise.all(
                  step.contents.map((content, index) => give(index % PLAYERS, content)),
                );
                break;
              case 'round':
                await carryOn(table, step.dealt, step.newShoe);
                break;
              case 'void':
                if (table.state.phase === 'suspended') break;
                if (table.state.phase === 'betting' && step.cards > 0) await table.closeBets();
                await table.voidRound();
                await table.openBets();
                break;
              case 'suspend':
                if (table.state.phase === 'suspended') break;
                await table.do({ kind: 'suspend', reason: 'video lost', by: 'Dora' });
                break;
              case 'close':
                if (table.state.phase === 'betting') await table.closeBets();
                break;
              case 'reopen': {
                const before = {
                  state: table.state,
                  seats: await Promise.all(players.map(({ id }) => table.seat(id))),
                };
                await table.reopen({ sameProcess: step.sameProcess });
                if (!step.sameProcess) await join();
                const seats = await Promise.all(players.map(({ id }) => table.seat(id)));
                expect({ state: table.state, seats }).toEqual(before);
              }
            }
          }
          expect(table.faults).toEqual([]);
          await table.stop();
        },
      ),
      { numRuns: runs(15), examples: [[[...SELDOM]]] },
    );
    // The property has met what it is about.
    expect(stood).toEqual(
      new Set([
        'place',
        'place_all',
        'undo',
        'clear',
        'repeat',
        'double',
        'mode',
        'left out',
        'capped',
      ]),
    );
  });

  it('replays few events, however many batches its round has taken', async () => {
    const table = await RunningTable.open(
      database,
      { ...SETTINGS, placementsMax: 64 },
      { batchMax: 1 },
    );
    const players = await openPlayers(database.pool, Array<number>(30).fill(100_000));
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    await table.openBets();
    const first = await table.bet(players[0]!.id, place('egalite', 100));
    expect(first).toMatchObject({ ok: true });
    const betting = players.map(async ({ id }) => {
      for (let time = 0; time < 30; time += 1) {
        expect(await table.bet(id, place('egalite', 100))).toMatchObject({ ok: true });
      }
    });
    await Promise.all(betting);
    const { state } = table;
    expect(state.seq).toBeGreaterThan(900);
    for (const known of [undefined, state.seq, state.seq - 10]) {
      const replayed = await replay(database.pool, state.table, state.settings, known);
      expect(replayed.state).toEqual(state);
      expect(replayed.recent.length).toBeLessThanOrEqual(750);
      // What viewers missed lately is among them.
      expect(replayed.recent.length).toBeGreaterThanOrEqual(300);
      expect(replayed.recent.at(-1)!.logged.seq).toBe(state.seq);
    }
    const { rows } = await database.pool.query<{ seq: string }>(
      'select seq from table_checkpoints where table_id = $1 order by seq',
      [state.table],
    );
    expect(rows).toHaveLength(2);
    await table.reopen();
    expect(table.state).toEqual(state);
    await table.reopen({ sameProcess: true });
    await Promise.all(players.map(({ id }) => table.table.join(id)));
    expect(await table.bet(players[1]!.id, { kind: 'undo' })).toMatchObject({ ok: true });
    expect(table.faults).toEqual([]);
    await table.stop();
  });

  it('replays all there is, a page at a time, where no state of it was kept', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [100_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.bet(player!.id, place('egalite', 100));
    for (let time = 0; time < 260; time += 1) {
      await table.do({ kind: 'suspend', reason: `${time}`, by: 'Dora' });
      await table.do({ kind: 'resume', by: 'Sven' });
    }
    const { state } = table;
    await asSuperuser(database, async (client) => {
      await client.query('delete from table_checkpoints where table_id = $1', [state.table]);
      await client.query('delete from table_snapshots where table_id = $1', [state.table]);
    });
    const replayed = await replay(database.pool, state.table, table.state.settings);
    expect(replayed.state).toEqual(state);
    expect(replayed.recent).toHaveLength(state.seq);
    await table.stop();
  });

  it('is as it was in every phase of a round', async () => {
    const table = await RunningTable.open(database, { ...SETTINGS, lastBetsMs: LAST_BETS_MS });
    const [player] = await openPlayers(database.pool, [10_000]);
    const phases: string[] = [];
    const comesBack = async () => {
      const { state } = table;
      phases.push(state.phase);
      await table.reopen();
      expect(table.state).toEqual(state);
      await table.table.join(player!.id);
    };
    await comesBack();
    await table.do({ kind: 'open_table', dealer: 'Dora' });
    await comesBack();
    await table.openBets();
    await table.table.join(player!.id);
    expect(await table.bet(player!.id, place('banco', 500))).toMatchObject({ ok: true });
    await comesBack();
    table.forward(SETTINGS.betMs - LAST_BETS_MS);
    await table.reopen();
    await eventually('its own clock has rung', () => table.state.phase === 'last_bets');
    await comesBack();
    await table.do({ kind: 'suspend', reason: 'video lost', by: 'Dora' });
    await comesBack();
    await table.do({ kind: 'resume', by: 'Sven' });
    await table.closeBets();
    await comesBack();
    await table.deal({ cards: PUNTO_WINS.cards.slice(0, 2) });
    await comesBack();
    await table.deal({ cards: PUNTO_WINS.cards.slice(2) });
    await table.reopen(); // whoever paid or not: the payer is asked again
    await table.reopen();
    await comesBack();
    await table.do({ kind: 'start_shoe_change' });
    await table.openBets();
    await table.voidRound();
    await comesBack();
    await table.do({ kind: 'close_table' });
    await comesBack();
    expect(phases).toEqual([
      'closed',
      'shoe_change',
      'betting',
      'last_bets',
      'suspended',
      'bets_closed',
      'dealing',
      'settled',
      'void',
      'closed',
    ]);
    expect(table.faults).toEqual([]);
    await table.stop();
  });

  it('pays a round that nobody had paid, and tells each player', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [10_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.bet(player!.id, place('punto', 500));
    await table.closeBets();
    table.isPaying = false;
    await table.deal(PUNTO_WINS);
    expect(table.state.phase).toBe('resulted');
    await table.reopen();
    expect(table.state.phase).toBe('resulted');
    table.isPaying = true;
    await table.reopen();
    await table.paid();
    expect(table.state.phase).toBe('settled');
    expect(table.results).toMatchObject([
      { playerId: player!.id, result: { stakes: '500', paid: '1000', balance: '10500' } },
    ]);
    await table.stop();
  });

  it('holds a player’s bets in their mode, whatever the player chose elsewhere since', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const elsewhere = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [10_000]);
    const { id } = player!;
    for (const at of [table, elsewhere]) {
      await at.table.join(id);
      await at.openBets();
    }
    await table.bet(id, place('banco', 500));
    await table.bet(id, place('super_6', 100));
    await elsewhere.bet(id, { kind: 'mode', mode: 'normal' });
    const before = await table.seat(id);
    expect(before.slip.mode).toBe('zero_commission');
    await table.reopen();
    expect(await table.seat(id)).toEqual(before);
    // All can be taken back, and nothing is staked in either mode.
    expect(await table.bet(id, { kind: 'clear' })).toMatchObject({ ok: true, balance: 10_000n });
    const { rows } = await database.pool.query(
      'select spot, mode, sum(amount) from bets where game_number = $1 group by 1, 2 having sum(amount) <> 0',
      [table.game],
    );
    expect(rows).toEqual([]);
    await table.playRound(PUNTO_WINS);
    expect(table.state.phase).toBe('settled');
    await table.stop();
    await elsewhere.stop();
  });

  it('publishes what was committed and not published, each message once and without a gap', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [10_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.bet(player!.id, place('punto', 500));
    const published = table.published.length;
    // The process wrote an event, and stopped before it could tell.
    const { state } = table;
    const event = { kind: 'table_suspended', reason: 'video lost', by: 'Dora' } as const;
    const client = await connect(database);
    await append(client, table.lease, [{ seq: state.seq + 1, atMs: Date.now(), event }], state);
    await client.end();
    await table.reopen({ sameProcess: true });
    expect(
      table.published.slice(published).map(({ audience, message }) => [audience, message.kind]),
    ).toEqual(AUDIENCES.map((audience) => [audience, 'table_suspended']));
    await table.do({ kind: 'resume', by: 'Sven' });
    await table.playRound(PUNTO_WINS);
    for (const audience of AUDIENCES) {
      const messages = table.published
        .filter((each) => each.audience === audience)
        .map(({ message }) => message);
      expect(messages[0]!.prev).toBe(0);
      for (const [index, { prev }] of messages.slice(1).entries()) {
        expect(prev).toBe(messages[index]!.seq);
      }
      // Whoever comes back gets from memory what was published, also of the time before.
      expect(table.table.missedSince(audience, { afterSeq: messages.at(-3)!.seq })).toEqual(
        messages.slice(-2),
      );
    }
    await table.stop();
  });

  it('publishes a shoe that was started and not published, although there is a snapshot after it', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    await table.openBets();
    await table.playRound(PUNTO_WINS);
    await table.do({ kind: 'start_shoe_change' });
    const { seq, ownSeq } = table.table.published;
    const published = table.published.length;
    await table.do({ kind: 'new_shoe' });
    const messages = table.published.splice(published);
    expect(messages.map(({ message }) => message.kind)).toEqual(
      AUDIENCES.map(() => 'shoe_started'),
    );
    // The process committed it, and stopped before it could publish it.
    Object.assign(table.table.published, { seq, ownSeq });
    await table.reopen({ sameProcess: true });
    expect(table.published.slice(published)).toEqual(messages);
    await table.stop();
  });

  it('publishes nothing that was committed before it came to this process', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [10_000]);
    await table.table.join(player!.id);
    await table.openBets();
    await table.bet(player!.id, place('punto', 500));
    await table.playRound(PUNTO_WINS);
    const before = [table.published.length, table.results.length];
    await table.reopen();
    expect([table.published.length, table.results.length]).toEqual(before);
    expect(table.table.published.connections.size).toBe(0);
    await table.stop();
  });

  it('gives each player the own result, where the process stopped before it could', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [10_000]);
    await table.table.join(player!.id);
    const game = await table.openBets();
    await table.bet(player!.id, place('punto', 500));
    await table.playRound(PUNTO_WINS);
    const { ownSeq } = table.table.published;
    const results = table.results.splice(0);
    expect(results).toMatchObject([{ playerId: player!.id, result: { game, paid: '1000' } }]);
    table.table.published.ownSeq = ownSeq - 1;
    await table.reopen({ sameProcess: true });
    expect(table.results).toEqual(results);
    await table.reopen({ sameProcess: true });
    expect(table.results, 'once').toEqual(results);
    await table.stop();
  });

  describe('with a correction that is paid, and committed', () => {
    /** A settled round of one player, whose void is paid but not yet reported to the table. */
    const paidVoid = async () => {
      const table = await RunningTable.open(database, SETTINGS);
      const [player] = await openPlayers(database.pool, [10_000]);
      const { id } = player!;
      await table.table.join(id);
      const game = await table.openBets();
      await table.bet(id, place('punto', 500));
      await table.playRound(PUNTO_WINS);
      table.isPaying = false;
      await table.correct(game, 'void');
      const chunks = (await readCut(database.pool, game, 1))!;
      for (let chunk = 0; chunk < chunks; chunk += 1) {
        await correctRoundChunk(database.pool, { game, correction: 1, chunk });
      }
      const { stakes, paid, shortfall } = (await readCorrected(database.pool, game, 1))!;
      const sums = { stakes: `${stakes}`, paid: `${paid}`, shortfall: `${shortfall}` };
      expect(table.corrections).toEqual([]);
      const published = [
        {
          playerId: id,
          correction: { game, fix: 'void', was: '1000', paid: '500', balance: '10000' },
        },
      ];
      return { table, published, what: { game, correction: 1, ...sums } };
    };

    /** Once, and not again when the table comes back once more. */
    const expectPublished = async (table: RunningTable, published: readonly object[]) => {
      await table.reopen({ sameProcess: true });
      expect(table.corrections).toMatchObject(published);
      expect(table.corrections).toHaveLength(published.length);
      await table.reopen({ sameProcess: true });
      expect(table.corrections).toHaveLength(published.length);
      await table.stop();
    };

    it('tells each player, where the process stopped before it could', async () => {
      const { table, published, what } = await paidVoid();
      const { state } = table;
      const event = { kind: 'correction_paid', ...what } as const;
      const client = await connect(database);
      await append(client, table.lease, [{ seq: state.seq + 1, atMs: Date.now(), event }], state);
      await client.end();
      await expectPublished(table, published);
    });

    it('tells each player, where what each has could not be read', async () => {
      const { table, published, what } = await paidVoid();
      const may = (word: string) =>
        asSuperuser(database, (client) => client.query(`${word} sabot_app`));
      await may('revoke select on correction_payouts from');
      await table.table.perform({ kind: 'finish_correction', ...what });
      await eventually('the table has stopped', () => table.faults.length > 0);
      expect(table.corrections).toEqual([]);
      expect(table.state.corrections, 'it is committed').toEqual([]);
      await may('grant select on correction_payouts to');
      await expectPublished(table, published);
    });
  });

  it('keeps the bets of players who have left, and forgets them with the next round', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [one, other] = await openPlayers(database.pool, [10_000, 10_000]);
    for (const { id } of [one!, other!]) await table.table.join(id);
    await table.openBets();
    const betId = randomUUID();
    const first = await table.bet(one!.id, place('punto', 500), { betId });
    table.table.leave(one!.id);
    await table.reopen({ sameProcess: true });
    expect(await table.bet(one!.id, place('punto', 500), { betId })).toEqual(first);
    expect(await table.bet(other!.id, place('punto', 500))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    expect(table.results.map(({ playerId }) => playerId).sort()).toEqual([one!.id, other!.id]);
    await table.openBets();
    expect(await table.bet(one!.id, place('punto', 500))).toMatchObject({ refusal: 'not_joined' });
    expect(await table.bet(other!.id, { kind: 'repeat' })).toMatchObject({
      ok: true,
      balance: 10_000n,
    });
    await table.table.join(one!.id);
    expect(await table.bet(one!.id, { kind: 'repeat' })).toMatchObject({ ok: true });
    await table.stop();
  });
});

describe('a table that comes to run where it was followed', () => {
  const NOTHING = () => undefined;

  it('sends a player’s result once, whatever was read of it when the table came', async () => {
    const table = await RunningTable.open(database);
    const [player] = await openPlayers(database.pool, [5_000]);
    const { id } = player!;
    await table.openBets();
    await table.table.join(id);

    let readOn: () => void = NOTHING;
    const isRead = new Promise<void>((resolve) => (readOn = resolve));
    let isReading = false;
    let hasRead = false;
    const query = async (...asked: Parameters<typeof database.pool.query>) => {
      const [statement] = asked as readonly unknown[] as [string | { readonly text: string }];
      const text = typeof statement === 'string' ? statement : statement.text;
      const isOfBets = text.includes('balance_after');
      if (isOfBets) {
        isReading = true;
        await isRead;
      }
      const answer = await (database.pool.query(...asked) as unknown as Promise<unknown>);
      hasRead ||= isOfBets;
      return answer;
    };
    const byCopy: string[] = [];
    const publisher = {
      toTable: NOTHING,
      toPlayers: NOTHING,
      toPlayer: (playerId: string) => void byCopy.push(playerId),
      correctionToPlayer: NOTHING,
      cutOff: NOTHING,
    };
    const publications = new Publications();
    const { table: name, settings } = table.state;
    const copy = (await EdgeTableCopy.open(
      {
        ...readsOf({ query } as unknown as typeof database.pool),
        ...{ publisher, publications, players: () => [id] },
      },
      { table: name, settings, timeline: 0 },
    ))!;
    expect(await table.bet(id, place('punto', 500))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    await copy.catchUp();
    await eventually('the copy reads the bets', () => isReading);
    await keepCheckpoint(table.client, table.lease, table.state);

    const before = table.results.length;
    publications.claim(name, table);
    await table.reopen({ published: publications.of(name) });
    expect(table.results.slice(before).map(({ playerId }) => playerId)).toEqual([id]);

    publications.release(name, table);
    readOn();
    await eventually('the copy has read them', () => hasRead);
    await copy.catchUp();
    await copy.publishOwn();
    expect(byCopy).toEqual([]);
    await table.stop();
  });

  it('waits until the results that are being sent have gone out, and sends none of them again', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [5_000]);
    const { id } = player!;
    await table.table.join(id);
    await table.openBets();
    expect(await table.bet(id, place('punto', 500))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    const { seq, ownSeq, connections } = table.table.published;
    expect(table.results.splice(0)).toHaveLength(1);
    const underWay = (): Published => ({
      ...{ timeline: 0, seq, ownSeq: ownSeq - 1, connections },
      get sendingOwn() {
        return Promise.resolve().then(() => void (this.ownSeq = ownSeq));
      },
    });
    await table.reopen({ published: underWay() });
    expect(table.results).toEqual([]);

    const publications = new Publications();
    const { table: name, settings } = table.state;
    publications.keep(name, underWay());
    const byCopy: string[] = [];
    const publisher = {
      toTable: NOTHING,
      toPlayers: NOTHING,
      toPlayer: (playerId: string) => void byCopy.push(playerId),
      correctionToPlayer: NOTHING,
      cutOff: NOTHING,
    };
    const reads = database.pool;
    const copy = await EdgeTableCopy.open(
      { ...readsOf(reads), publisher, publications, players: () => [id] },
      { table: name, settings, timeline: 0 },
    );
    await copy!.publishOwn();
    expect(publications.of(name)!.ownSeq).toBe(ownSeq);
    expect(byCopy).toEqual([]);
    await table.stop();
  });

  it('sends the results of each round that was not sent before it came', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [one, other] = await openPlayers(database.pool, [5_000, 5_000]);
    for (const { id } of [one!, other!]) await table.table.join(id);
    await table.openBets();
    const { seq } = table.state;
    const earlier = table.game;
    expect(await table.bet(one!.id, place('punto', 500))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    await table.openBets();
    expect(await table.bet(other!.id, place('banco', 300))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    const results = table.results.splice(0);
    expect(results.map(({ result: { game } }) => game)).toEqual([earlier, table.game]);

    const connections = new Map([[one!.id, ['a']]]);
    await table.reopen({ published: { timeline: 0, seq, ownSeq: seq, connections } });
    const balances = new Map([
      [one!.id, '5500'],
      [other!.id, '4700'],
    ]);
    expect(table.results).toEqual(
      results.map(({ playerId, result }) => ({
        playerId,
        result: { ...result, balance: balances.get(playerId) },
      })),
    );
    await table.stop();
  });

  it('says no older result to whoever joins while the round ends', async () => {
    const table = await RunningTable.open(database, SETTINGS);
    const [player] = await openPlayers(database.pool, [5_000]);
    const { id } = player!;
    await table.table.join(id);
    await table.openBets();
    expect(await table.bet(id, place('punto', 500))).toMatchObject({ ok: true });
    await table.playRound(PUNTO_WINS);
    await table.openBets();
    expect(await table.bet(id, place('banco', 300))).toMatchObject({ ok: true });

    let readOn: () => void = NOTHING;
    const isRead = new Promise<void>((resolve) => (readOn = resolve));
    let isJoining = false;
    let isWaiting = false;
    const query = async (...asked: Parameters<typeof database.pool.query>) => {
      const answer = await (database.pool.query(...asked) as unknown as Promise<unknown>);
      if (!isJoining) return answer;
      isWaiting = true;
      await isRead;
      return answer;
    };
    const pushed: string[] = [];
    const publisher = {
      toTable: NOTHING,
      toPlayers: NOTHING,
      toPlayer: (_: string, { game }: { game: string }) => void pushed.push(game),
      correctionToPlayer: NOTHING,
      cutOff: NOTHING,
    };
    const { table: name, settings } = table.state;
    const copy = (await EdgeTableCopy.open(
      {
        ...readsOf({ query } as unknown as typeof database.pool),
        ...{ publisher, publications: new Publications(), players: () => [id] },
      },
      { table: name, settings, timeline: 0 },
    ))!;
    isJoining = true;
    const joining = copy.join(id, 'a');
    await eventually('the seat is being read', () => isWaiting);
    isJoining = false;
    await table.playRound(PUNTO_WINS);
    await copy.catchUp();
    await eventually('the result is sent', () => pushed.length === 1);
    readOn();
    expect(await joining).toBeDefined();
    expect(copy.resultOf(id)?.game).toBe(pushed[0]);
    await table.stop();
  });
});

/** What a copy of a table reads by. */
const readsOf = (reads: ConstructorParameters<typeof SeatReads>[0]) => ({
  reads,
  seats: new SeatReads(reads),
});
