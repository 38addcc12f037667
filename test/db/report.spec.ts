/**
 * What the pit reads is what the ledger and the log say, computed here by other ways: to the cent,
 * and to the card.
 */
import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey } from '../../src/audit/anchor-key.js';
import type { Card } from '../../src/cards/card.js';
import { countCards, fullCounts } from '../../src/cards/composition.js';
import type { Coup } from '../../src/punto-banco/coup.js';
import { makeCoup, parseCoup } from '../../src/punto-banco/notation.js';
import { exactOdds } from '../../src/punto-banco/odds.js';
import { CURRENT_PAYTABLE } from '../../src/punto-banco/paytable.js';
import { settle } from '../../src/punto-banco/settle.js';
import { MODES, type Mode, SPOTS, type Spot } from '../../src/punto-banco/spot.js';
import * as report from '../../src/protocol/report.js';
import { readAdvantages } from '../../src/report/advantage-watch.js';
import { playerCsv } from '../../src/report/player-csv.js';
import { EXPORTED_MAX, findPlayers, readPlayer } from '../../src/report/players.js';
import { readRecentRounds } from '../../src/report/recent-rounds.js';
import { readRoundReport } from '../../src/report/round-report.js';
import { readShift } from '../../src/report/shift-report.js';
import { keepMute, keepUnmute } from '../../src/chat/mute-rows.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { BetContent } from '../../src/table/seat.js';
import { amount } from '../../src/money/amount.js';
import { anyCoup, coup } from '../kit/any-coup.js';
import { type PlacedSlip, readSlips } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { coupCensus } from '../kit/coup-census.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';
import { anchorsOf, rewriteFrom } from '../kit/written-log.js';

const SETTINGS = {
  betMs: 3_600_000,
  lastBetsMs: 0,
  pauseMs: 0,
  opensItself: false,
  oppositeBets: 'allow' as const,
};
const EVER = { fromMs: 0, toMs: 9_000_000_000_000 };
const BURN: Card = 'Ks';
/** What the studio signs its anchors with. */
const OWN = makeUpAnchorKey();

let database: TestDatabase;
let players: readonly { readonly id: string }[];

beforeAll(async () => {
  database = await createDatabase();
  players = await openPlayers(database.pool, [50_000_000, 50_000_000, 50_000_000]);
});
afterAll(() => database.drop());

const content: fc.Arbitrary<BetContent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(fc.constantFrom(...SPOTS), fc.constantFrom(100, 500, 2_500, 10_000))
      .map(([spot, cents]): BetContent => ({ kind: 'place', spot, amount: amount(cents) })),
  },
  { weight: 1, arbitrary: fc.constant<BetContent>({ kind: 'undo' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...MODES).map((mode): BetContent => ({ kind: 'mode', mode })),
  },
);

interface Played {
  readonly game: string;
  readonly dealer: string;
  readonly coup: Coup | null;
  /** Seen at its opening. */
  readonly seen: readonly Card[];
}

/** A table where all the players sit. */
const openTable = async (settings: Partial<TableSettings> = SETTINGS): Promise<RunningTable> => {
  const table = await RunningTable.open(database, settings);
  for (const { id } of players) await table.table.join(id);
  return table;
};

/** Plays rounds with these bets and coups, the dealer changing after the third. */
const play = async (
  table: RunningTable,
  rounds: readonly { bets: readonly (readonly [number, BetContent])[]; dealt: Coup }[],
  voided: readonly number[] = [],
): Promise<Played[]> => {
  const played: Played[] = [];
  let seen: readonly Card[] = [BURN];
  for (const [index, { bets, dealt }] of rounds.entries()) {
    if (index === 3) await table.do({ kind: 'relieve_dealer', dealer: 'Elio' });
    const game = await table.openBets();
    const dealer = table.state.dealer ?? '';
    for (const [player, bet] of bets) await table.bet(players[player]!.id, bet);
    const isVoid = voided.includes(index);
    played.push({ game, dealer, coup: isVoid ? null : dealt, seen });
    if (isVoid) await table.voidRound();
    else {
      await table.playRound(dealt);
      seen = [...seen, ...dealt.cards];
    }
  }
  return played;
};

const shiftOf = async (table: RunningTable, dealer?: string) => {
  const query = { ...EVER, table: table.state.table, dealer };
  const published = await readShift(database.pool, query);
  expect(report.shiftReport.parse(structuredClone(published))).toEqual(published);
  expect(await readShift(database.pool, query), 'of what is kept').toEqual(published);
  return published;
};

/** What the house gained by all entries of these rounds, whatever they are called. */
const houseGain = async (games: readonly string[]): Promise<bigint> => {
  const { rows } = await database.pool.query<{ gain: string }>(
    `select coalesce(sum(case when p.destination_id = h.id then p.amount else -p.amount end), 0) as gain
       from entries e join postings p on p.entry_id = e.id
       join accounts h on h.name = 'house' and h.id in (p.source_id, p.destination_id)
      where split_part(e.key, ':', 1) = 'round' and split_part(e.key, ':', 2) = any($1)`,
    [games],
  );
  return BigInt(rows[0]!.gain);
};

/**
 * What was posted onto the spots of these rounds, less what was taken off again before the close.
 */
const postedStakes = async (games: readonly string[]): Promise<bigint> => {
  const { rows } = await database.pool.query<{ stakes: string }>(
    `select coalesce(sum(case when p.destination_id = r.stakes_account_id then p.amount else -p.amount end), 0) as stakes
       from rounds r join postings p on r.stakes_account_id in (p.source_id, p.destination_id)
       join entries e on e.id = p.entry_id and e.kind = 'bets'
      where r.game_number = any($1::bigint[])`,
    [games],
  );
  return BigInt(rows[0]!.stakes);
};

const stakesIn = (slips: readonly PlacedSlip[]): bigint =>
  slips.reduce(
    (total, { stakes }) => [...stakes.values()].reduce((sum, each) => sum + each, total),
    0n,
  );

/** What all slips pay together, by every whole coup that the unseen cards can deal. */
const meanAndVariance = (slips: readonly PlacedSlip[], seen: readonly Card[]) => {
  const known = countCards(seen);
  const census = coupCensus(fullCounts().map((count, index) => count - known[index]!));
  if (census === 'too_few_cards') return expect.fail('cards are left');
  const deals = Number(census.reduce((total, { ways }) => total + ways, 0n));
  const outcomes = census.map(({ result, ways }) => ({
    share: Number(ways) / deals,
    paid: Number(
      slips.reduce(
        (total, { stakes, mode }) => total + settle(result, stakes, mode, CURRENT_PAYTABLE).total,
        0n,
      ),
    ),
  }));
  const mean = outcomes.reduce((total, { share, paid }) => total + share * paid, 0);
  const variance = outcomes.reduce(
    (total, { share, paid }) => total + share * (paid - mean) ** 2,
    0,
  );
  return { mean, variance };
};

const round = fc.record({
  bets: fc.array(fc.tuple(fc.nat(2), content), { minLength: 1, maxLength: 12 }),
  dealt: anyCoup,
});

const sampled = (count: number, seed: number) => fc.sample(round, { numRuns: count, seed });

describe('the shift report', () => {
  it('holds to the cent what the ledger posted, and expects what the exact odds say, card by card', async () => {
    const table = await openTable();
    const played = await play(table, sampled(7, 7), [2]);
    const inHand = await table.openBets();
    await table.bet(players[0]!.id, { kind: 'place', spot: 'punto', amount: amount(700) });
    const published = await shiftOf(table);

    const counted = played.filter((each) => each.coup !== null);
    const games = counted.map(({ game }) => game);
    expect(published).toMatchObject({ rounds: 8, unended: 1, unbalanced: [] });
    const [total] = published.totals;
    expect(published.totals).toHaveLength(1);
    expect(BigInt(total!.turnover)).toBe(await postedStakes(games));
    expect(BigInt(total!.hold)).toBe(await houseGain([...games, played[2]!.game, inHand]));
    expect(BigInt(total!.payout)).toBe(BigInt(total!.turnover) - BigInt(total!.hold));

    let [mean, variance] = [0, 0];
    for (const { game, seen } of counted) {
      const spread = meanAndVariance(await readSlips(database.pool, game), seen);
      mean += spread.mean;
      variance += spread.variance;
    }
    const expected = Number(total!.turnover) - mean;
    expect(Math.abs(Number(total!.expectedHold) - expected)).toBeLessThanOrEqual(0.51);
    const reach = 1.959964 * Math.sqrt(variance);
    expect(Math.abs(Number(total!.band.low) - (expected - reach))).toBeLessThanOrEqual(1.1);
    expect(Math.abs(Number(total!.band.high) - (expected + reach))).toBeLessThanOrEqual(1.1);

    expect(published.voids).toMatchObject([
      {
        game: played[2]!.game,
        dealer: 'Dora',
        stakes: stakesIn(await readSlips(database.pool, played[2]!.game)).toString(),
        afterPayment: false,
        reason: 'a card fell',
        requestedBy: 'Dora',
        approvedBy: 'Sven',
      },
    ]);
    await table.stop();
  });

  it('adds up the same by bet, by table and by dealer', async () => {
    const table = await openTable();
    const played = await play(table, sampled(6, 11));
    const published = await shiftOf(table);
    const sum = (lines: readonly report.ShiftLine[], of: 'turnover' | 'payout' | 'hold') =>
      lines.reduce((total, line) => total + BigInt(line[of]), 0n).toString();
    for (const of of ['turnover', 'payout', 'hold'] as const) {
      const total = published.totals[0]![of];
      expect(
        [published.bySpot, published.byTable, published.byDealer].map((lines) => sum(lines, of)),
        of,
      ).toEqual([total, total, total]);
    }
    expect(published.byDealer.map(({ dealer, rounds }) => [dealer, rounds])).toEqual([
      ['Dora', 3],
      ['Elio', 3],
    ]);

    const one = await shiftOf(table, 'Elio');
    expect(one.rounds).toBe(3);
    expect(one.totals).toMatchObject([{ hold: published.byDealer[1]!.hold }]);
    expect(BigInt(one.totals[0]!.hold)).toBe(
      await houseGain(played.slice(3).map(({ game }) => game)),
    );
    await table.stop();
  });

  it('expects of each bet what its exact odds say', async () => {
    const table = await openTable();
    const played = await play(table, sampled(4, 13));
    const { bySpot } = await shiftOf(table);
    const expected = new Map<string, number>();
    for (const { game, seen } of played) {
      const known = countCards(seen);
      const odds = exactOdds(
        fullCounts().map((count, index) => count - known[index]!),
        CURRENT_PAYTABLE,
      );
      if (odds === 'too_few_cards') return expect.fail('cards are left');
      for (const { mode, stakes } of await readSlips(database.pool, game)) {
        for (const [spot, stake] of stakes) {
          const { numerator, denominator } = odds[mode][spot].expectedReturn;
          const kept = Number(stake) * (1 - Number(numerator) / Number(denominator));
          const key = `${spot} ${spot === 'banco' ? mode : null}`;
          expected.set(key, (expected.get(key) ?? 0) + kept);
        }
      }
    }
    const published = new Map(
      bySpot.map((line) => [`${line.spot} ${line.mode}`, line.expectedHold]),
    );
    expect([...published.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    for (const [key, hold] of expected) {
      expect(Math.abs(Number(published.get(key)) - hold), key).toBeLessThanOrEqual(0.51);
    }
    await table.stop();
  });

  it('holds after corrections, and tells each', async () => {
    const table = await openTable();
    const commissionFree = [1, { kind: 'mode', mode: 'zero_commission' }] as const;
    const bets = [commissionFree, ...places(0, 'punto', 1, 'banco')];
    const played = await play(table, [
      { bets, dealt: coup('P 9h Kd . B 2c Kc') },
      { bets: places(0, 'punto', 1, 'banco'), dealt: coup('P 9h Kd . B 3c Kc') },
      { bets: places(0, 'punto', 1, 'banco'), dealt: coup('P 9h Kd . B 4c Kc') },
    ]);
    const [first, second, third] = played.map(({ game }) => game) as [string, string, string];
    await table.correct(first, 'resettle', { coup: 'P 2h Kd . B 9c Kc' });
    await table.correct(second, 'refund', { player: players[1]!.id });
    await table.correct(third, 'void');
    const published = await shiftOf(table);
    expect(published.unbalanced).toEqual([]);
    // Of the first Punto lost 100 and Banco won 100, of the second Punto won 100; the rest does not
    // count.
    expect(published.totals).toMatchObject([
      { rounds: 2, bets: 3, turnover: '30000', payout: '40000', hold: '-10000' },
    ]);
    expect(BigInt(published.totals[0]!.hold)).toBe(await houseGain([first, second, third]));
    expect(published.corrections).toMatchObject([
      { game: first, fix: 'resettle', back: '0', shortfall: '0', requestedBy: 'Dora' },
      { game: second, fix: 'refund', back: '10000', approvedBy: 'Sven', reason: 'misdeal' },
    ]);
    expect(published.voids).toMatchObject([
      { game: third, stakes: '20000', afterPayment: true, stands: true },
    ]);
    await table.stop();
  });

  it('tells a void that was resettled later, and that the round counts again', async () => {
    const table = await openTable();
    const bets = places(0, 'punto', 1, 'banco');
    const played = await play(
      table,
      [
        { bets, dealt: coup('P 9h Kd . B 2c Kc') },
        { bets, dealt: coup('P 9h Kd . B 3c Kc') },
      ],
      [1],
    );
    const [paid, unpaid] = played.map(({ game }) => game) as [string, string];
    await table.correct(paid, 'void');
    const stands = (published: report.ShiftReport) =>
      published.voids.map(({ game, afterPayment, stands: holds }) => [game, afterPayment, holds]);
    const whileVoid = await shiftOf(table);
    expect(whileVoid).toMatchObject({ rounds: 2, voided: 2, unended: 0, unstaked: 0, totals: [] });
    expect(stands(whileVoid)).toEqual([
      [paid, true, true],
      [unpaid, false, true],
    ]);
    await table.correct(paid, 'resettle', { coup: 'P 9h Kd . B 2c Kc' });
    await table.correct(unpaid, 'resettle', { coup: 'P 9h Kd . B 3c Kc' });
    const published = await shiftOf(table);
    expect(published).toMatchObject({
      rounds: 2,
      voided: 0,
      unbalanced: [],
      totals: [{ rounds: 2 }],
    });
    expect(BigInt(published.totals[0]!.hold)).toBe(await houseGain([paid, unpaid]));
    expect(stands(published)).toEqual([
      [paid, true, false],
      [unpaid, false, false],
    ]);
    expect(published.corrections.map(({ game, fix }) => [game, fix])).toEqual([
      [paid, 'resettle'],
      [unpaid, 'resettle'],
    ]);
    await table.correct(paid, 'void');
    expect(stands(await shiftOf(table))).toEqual([
      [paid, true, false],
      [paid, true, true],
      [unpaid, false, false],
    ]);
    await table.stop();
  });

  it('tells what was done about the chat, in its time', async () => {
    const table = await openTable();
    const player = players[0]!.id;
    const mute = { player, table: table.state.table, minutes: 5, message: null };
    await keepMute(database.pool, { ...mute, by: 'Sven', reason: 'spam' });
    await keepUnmute(database.pool, { ...mute, by: 'Ada', reason: 'sorry' });
    const { sanctions } = await shiftOf(table);
    expect(sanctions.map(({ kind, player: who, by, reason }) => [kind, who, by, reason])).toEqual([
      ['muted', player, 'Sven', 'spam'],
      ['unmuted', player, 'Ada', 'sorry'],
    ]);
    const before = { fromMs: 0, toMs: Date.now() - 3_600_000, table: table.state.table };
    expect((await readShift(database.pool, before)).sanctions).toEqual([]);
    await table.stop();
  });

  it('tells the incidents of its time, as the round does that was in hand', async () => {
    const table = await openTable();
    const game = await table.openBets();
    const malfunction = {
      malfunction: 'cards_dropped',
      cards: 1,
      note: 'under the table',
    } as const;
    await table.do({ kind: 'report_malfunction', ...malfunction, by: 'Dora' });
    const { incidents } = await shiftOf(table);
    expect(incidents).toMatchObject([
      { game, kind: 'cards_dropped', state: 'open', openedBy: 'Dora', detail: 'under the table' },
    ]);
    const round = (await readRoundReport(database.pool, game, OWN))!;
    expect(report.roundReport.parse(structuredClone(round))).toEqual(round);
    expect(round.incidents).toEqual(incidents);
    expect(round).toMatchObject({ status: 'betting', paid: null, endedAtMs: null });
    await table.stop();
  });

  it('lists for a dealer what happened while they dealt, and no more', async () => {
    const table = await openTable();
    const malfunction = { malfunction: 'cards_dropped', cards: 1 } as const;
    const dropped = (by: string) =>
      table.do({ kind: 'report_malfunction', ...malfunction, note: `by ${by}`, by });
    await table.openBets();
    await dropped('Dora');
    await table.do({ kind: 'resume', by: 'Sven' });
    await table.do({ kind: 'relieve_dealer', dealer: 'Elio' });
    await table.playRound(coup('P 9h Kd . B 2c Kc'));
    await table.do({ kind: 'relieve_dealer', dealer: 'Dora' });
    await table.openBets();
    await dropped('Dora');
    const player = players[0]!.id;
    const mute = { player, minutes: 5, message: null, by: 'Sven' };
    await keepMute(database.pool, { ...mute, table: table.state.table, reason: 'spam' });
    await keepMute(database.pool, { ...mute, table: null, reason: 'everywhere' });
    const whole = await shiftOf(table);
    expect(whole.incidents).toHaveLength(2);
    expect(whole.sanctions.map(({ reason }) => reason)).toEqual(['spam', 'everywhere']);
    // The first round was dealt by Elio in the end: what happened in it is listed for Elio.
    const [elio, dora] = [await shiftOf(table, 'Elio'), await shiftOf(table, 'Dora')];
    expect([elio.rounds, dora.rounds]).toEqual([1, 1]);
    expect(elio.incidents).toEqual([whole.incidents[0]]);
    expect(dora.incidents).toEqual([whole.incidents[1]]);
    // The table’s clock went an hour on to close the bets: by that of the chat, the first round is
    // in hand.
    expect(elio.sanctions.map(({ reason }) => reason)).toEqual(['spam']);
    expect(dora.sanctions).toEqual([]);
    await table.stop();
  });

  it('tells the rounds of a shoe whose row, and whose snapshot, somebody took out', async () => {
    const table = await openTable();
    await play(table, sampled(3, 29));
    const before = await shiftOf(table);
    expect(before.rounds).toBe(3);
    for (const name of ['shoes', 'table_snapshots']) {
      await asSuperuser(database, async (superuser) => {
        await superuser.query('set session_replication_role = replica');
        await superuser.query(`delete from ${name} where table_id = $1`, [table.state.table]);
      });
      const { rounds, unended, unbalanced } = await shiftOf(table);
      expect({ rounds, unended, unbalanced }, name).toMatchObject({ rounds: 3, unbalanced: [] });
    }
    await table.stop();
  });

  it('names a round whose payments are not what its coup says', async () => {
    const table = await openTable();
    const [played] = await play(table, [
      { bets: places(0, 'punto', 1, 'banco'), dealt: coup('P 9h Kd . B 2c Kc') },
    ]);
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        'update settlement_chunks set paid = paid + 1 where game_number = $1 and chunk = 0',
        [played!.game],
      );
    });
    expect((await shiftOf(table)).unbalanced).toEqual([played!.game]);
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        'update settlement_chunks set paid = paid - 1 where game_number = $1 and chunk = 0',
        [played!.game],
      );
    });
    await table.stop();
  });
});

/** 100 of each, alternately a player's number and a spot. */
const places = (...bets: readonly (number | Spot)[]) =>
  bets.flatMap((player, index) =>
    typeof player === 'number'
      ? [
          [
            player,
            { kind: 'place', spot: bets[index + 1] as Spot, amount: amount(10_000) },
          ] as const,
        ]
      : [],
  );

const hashesOf = ({ events }: report.RoundReport) => events.map(({ hash }) => hash);

/** The hashes of a round without corrections, from what its report says and nothing else. */
const rehashed = ({ table, chain, events }: report.RoundReport): readonly string[] => {
  let before = Buffer.from(chain.before, 'hex');
  return events.map(({ seq, epoch, atMs, payload }) => {
    const { kind } = JSON.parse(payload) as { readonly kind: string };
    const text = [table, seq, epoch, atMs, kind, payload].join('|');
    before = createHash('sha256').update(before).update(text).digest();
    return before.toString('hex');
  });
};

describe('the round report', () => {
  it('tells the round whole: events, bets, postings, and the proof of its chain', async () => {
    const table = await openTable();
    const [, played] = await play(table, sampled(2, 17));
    const { game } = played!;
    const published = (await readRoundReport(database.pool, game, OWN))!;
    expect(report.roundReport.parse(structuredClone(published))).toEqual(published);

    const slips = await readSlips(database.pool, game);
    expect(published.stakes).toBe(stakesIn(slips).toString());
    const owed = slips.reduce(
      (total, { stakes, mode }) =>
        total + settle(played!.coup!, stakes, mode, CURRENT_PAYTABLE).total,
      0n,
    );
    expect(published).toMatchObject({
      game,
      status: 'settled',
      dealer: 'Dora',
      paid: owed.toString(),
    });
    expect(parseCoup(published.coup!)?.cards).toEqual(played!.coup!.cards);
    expect(published.events[0]).toMatchObject({ kind: 'betting_opened' });
    expect(published.events.at(-1)).toMatchObject({ kind: 'round_settled' });
    expect(published.chain).toMatchObject({
      from: published.events[0]!.seq,
      to: published.events.at(-1)!.seq,
      after: published.events.at(-1)!.hash,
      verified: true,
      firstBad: null,
      anchor: null,
    });

    const account = `round:${game}:stakes`;
    const onSpots = published.postings.reduce((left, { source, destination, amount: moved }) => {
      if (destination === account) return left + BigInt(moved);
      return source === account ? left - BigInt(moved) : left;
    }, 0n);
    expect(onSpots).toBe(0n);
    const changes = published.bets.reduce((total, bet) => total + BigInt(bet.amount), 0n);
    expect(changes.toString()).toBe(published.stakes);
    await table.stop();
  });

  it('has all that its hashes are made of, whatever version wrote the events', async () => {
    const table = await openTable();
    const game = await table.openBets();
    const note = 'under the table';
    const dropped = { malfunction: 'cards_dropped', cards: 1, note, by: 'Dora' } as const;
    await table.do({ kind: 'report_malfunction', ...dropped });
    await table.do({ kind: 'resume', by: 'Sven' });
    await table.playRound(coup('P 9h Kd . B 2c Kc'));
    const read = async () => (await readRoundReport(database.pool, game, OWN))!;
    expect(rehashed(await read())).toEqual(hashesOf(await read()));

    // As the first version wrote it, by another name.
    const { seq } = (await read()).events.find(({ kind }) => kind === 'malfunction_reported')!;
    const old = { kind: 'mishap_reported', mishap: 'cards_dropped', cards: 1, note, by: 'Dora' };
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      const { table: id } = table.state;
      await rewriteFrom(id, seq, JSON.stringify(old), 'mishap_reported')(superuser);
    });
    const published = await read();
    expect(published.events.find((event) => event.seq === seq)).toMatchObject({
      kind: 'malfunction_reported',
      event: { kind: 'malfunction_reported', malfunction: 'cards_dropped' },
      payload: JSON.stringify(old),
    });
    expect(published.chain).toMatchObject({ firstBad: null });
    expect(rehashed(published)).toEqual(hashesOf(published));
    await table.stop();
  });

  it('replays it card by card, as the machine had it', async () => {
    const table = await openTable();
    const dealt = coup('P 2h Kd 7s . B Tc Ks Kh');
    const [played] = await play(table, [{ bets: places(0, 'punto'), dealt }]);
    const { replay, events } = (await readRoundReport(database.pool, played!.game, OWN))!;
    expect(replay.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq));
    const cards = replay.filter(({ kind }) => kind === 'card_dealt');
    expect(cards.map(({ punto, banco, next }) => [punto.join(' '), banco.join(' '), next])).toEqual(
      [
        ['2h', '', 'banco_1'],
        ['2h', 'Tc', 'punto_2'],
        ['2h Kd', 'Tc', 'banco_2'],
        ['2h Kd', 'Tc Ks', 'punto_3'],
        ['2h Kd 7s', 'Tc Ks', 'banco_3'],
        ['2h Kd 7s', 'Tc Ks Kh', null],
      ],
    );
    expect(replay.at(-1)).toMatchObject({ phase: 'settled', puntoTotal: 9, bancoTotal: 0 });
    await table.stop();
  });

  it('keeps a refused scan, and what was corrected later', async () => {
    const table = await openTable();
    const game = await table.openBets();
    await table.bet(players[0]!.id, {
      kind: 'place',
      spot: 'punto',
      amount: amount(10_000),
    });
    await table.closeBets();
    await table.table.perform({ kind: 'scan', code: 'no card', scanSeq: 2 });
    if (table.state.phase === 'suspended') await table.do({ kind: 'resume', by: 'Sven' });
    await table.deal(coup('P 9h Kd . B 2c Kc'));
    await table.correct(game, 'resettle', { coup: 'P 2h Kd . B 9c Kc' });
    const published = (await readRoundReport(database.pool, game, OWN))!;
    expect(report.roundReport.parse(structuredClone(published))).toEqual(published);
    expect(published.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['scan_refused', 'round_corrected', 'correction_paid']),
    );
    expect(published).toMatchObject({
      coup: 'P 9h Kd . B 2c Kc',
      stakes: '10000',
      paid: '0',
      corrections: [
        {
          correction: 1,
          fix: 'resettle',
          coup: 'P 2h Kd . B 9c Kc',
          requestedBy: 'Dora',
          approvedBy: 'Sven',
          done: true,
          players: [{ player: players[0]!.id, was: '20000', paid: '0', shortfall: '0' }],
        },
      ],
      approvals: [{ kind: 'resettle', state: 'done', reason: 'misdeal' }],
    });
    const key = `round:${game}:correction:1:back:`;
    expect(published.postings.filter((posting) => posting.key.startsWith(key))).toMatchObject([
      { kind: 'clawback', amount: '20000', destination: 'house' },
    ]);
    await table.stop();
  });

  it('says where its chain is broken', async () => {
    const table = await openTable();
    const [played] = await play(table, sampled(1, 19));
    const { game } = played!;
    const whole = (await readRoundReport(database.pool, game, OWN))!;
    const closed = whole.events.find(({ kind }) => kind === 'betting_closed')!;
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        'update table_events set at_ms = at_ms + 1 where table_id = $1 and seq = $2',
        [table.state.table, closed.seq],
      );
    });
    const { chain } = (await readRoundReport(database.pool, game, OWN))!;
    expect(chain).toMatchObject({ verified: false, firstBad: closed.seq });
    await table.stop();
  });

  it('says that the log was rewritten, though every hash was made anew', async () => {
    const table = await openTable();
    const [played] = await play(table, sampled(2, 23));
    const { game } = played!;
    await anchorsOf(database.pool, OWN).set();
    const read = async (own = OWN) => (await readRoundReport(database.pool, game, own))!;
    const whole = await read();
    expect(report.roundReport.parse(structuredClone(whole))).toEqual(whole);
    const vouched = { seq: table.state.seq, reached: true, signedBy: 'studio' };
    expect(whole.chain).toMatchObject({ verified: true, firstBad: null, anchor: vouched });
    // Whoever asks with another key does not see that it is the studio's.
    const strange = await read(makeUpAnchorKey());
    expect(strange.chain).toMatchObject({ verified: false, anchor: { signedBy: 'other' } });

    const card = whole.events.find(({ kind }) => kind === 'card_dealt')!;
    const edit = (work: (client: pg.Client) => Promise<unknown>) =>
      asSuperuser(database, async (superuser) => {
        await superuser.query('set session_replication_role = replica');
        await work(superuser);
      });
    const forged = `set signature = sha512('x') where table_id = '${table.state.table}'`;
    await edit((superuser) => superuser.query(`update anchors ${forged}`));
    const { chain: unsigned } = await read();
    expect(unsigned).toMatchObject({ verified: false, anchor: { signedBy: 'nobody' } });

    const payload = JSON.stringify({ ...card.event, card: 'Ac' });
    await edit((superuser) => rewriteFrom(table.state.table, card.seq, payload)(superuser));
    const { chain } = await read();
    expect(chain).toMatchObject({ verified: false, firstBad: null, anchor: { reached: false } });
    await table.stop();
  });

  it('is not there for a round that is not', async () => {
    expect(await readRoundReport(database.pool, '9999999999', OWN)).toBeUndefined();
  });
});

describe('the rounds', () => {
  it('are listed newest first, of a table or of all, a page at a time, as they are now', async () => {
    const [one, other] = [await openTable(), await openTable()];
    const bets = [[0, { kind: 'place', spot: 'punto', amount: amount(1_000) }]] as const;
    const dealt = coup('P 9h Kd . B 2c Kc');
    const rounds = Array.from({ length: 5 }, () => ({ bets, dealt }));
    const games = (await play(one, rounds, [2])).map(({ game }) => game);
    const [elsewhere] = await play(other, rounds.slice(0, 1));
    await one.correct(games[0]!, 'void');
    await one.correct(games[1]!, 'resettle', { coup: 'P 2h Kd . B 9c Kc' });
    // What one player has of a round says nothing of the whole.
    const { id: player } = players[0]!;
    for (const game of games.slice(0, 2)) await one.correct(game, 'refund', { player });
    await one.correct(games[3]!, 'refund', { player });
    const { table } = one.state;
    const first = await readRecentRounds(database.pool, { table }, 4);
    expect(report.recentRounds.parse(structuredClone(first))).toEqual(first);
    expect(first.rounds.map(({ game }) => game)).toEqual(games.slice(1).reverse());
    expect(first.next).toBe(games[1]);
    expect(first.rounds[0]).toMatchObject({ table, status: 'settled', stakes: '1000' });
    expect(first.rounds[0]).toMatchObject({
      correction: null,
      roundInShoe: 4, // the void one drew no card
      coup: makeCoup(dealt),
    });
    expect(first.rounds[1]).toMatchObject({ game: games[3], correction: 'refund' });
    expect(first.rounds.at(-2)).toMatchObject({ game: games[2], status: 'refunded', coup: null });
    expect(first.rounds.at(-1)).toMatchObject({
      correction: 'resettle',
      coup: 'P 2h Kd . B 9c Kc',
    });
    const second = await readRecentRounds(database.pool, { table, before: first.next! }, 4);
    expect(second).toMatchObject({ rounds: [{ game: games[0], correction: 'void' }], next: null });
    // Of all tables, each round once, by the time of its opening: the numbers of two tables go past
    // each other.
    const all: report.RecentRound[] = [];
    for (let before: string | undefined; ;) {
      const page = await readRecentRounds(database.pool, { before }, 4);
      all.push(...page.rounds);
      if (page.next === null) break;
      before = page.next;
    }
    const { rows } = await database.pool.query<{ game: string }>(
      'select game_number as game from rounds order by opened_at desc, game_number desc',
    );
    expect(all.map(({ game }) => game)).toEqual(rows.map(({ game }) => game));
    expect(all.map(({ game }) => game)).toContain(elsewhere!.game);
    await one.stop();
    await other.stop();
  });
});

describe('the advantage watch', () => {
  /** Of one deck, after these coups, what is left wins more by four points and more. */
  it('names the rounds in which a bet had turned, and who placed it', async () => {
    const table = await openTable({ ...SETTINGS, decks: 1 });
    const rounds = [
      'P 8c 3c 2h . B 5c 9d 3d',
      'P Kc Ac 4d . B 5s Ad',
      'P Td 2c Jc . B 7c 4s Ah',
      'P Kd 9h . B 2d 4h',
    ].map((text) => ({ bets: places(0, 'punto_bonus', 1, 'punto_bonus'), dealt: coup(text) }));
    const played = await play(table, rounds);
    const published = await readAdvantages(database.pool, { ...EVER, table: table.state.table });
    expect(report.advantageReport.parse(structuredClone(published))).toEqual(published);
    expect(published.looked).toBe(played.length);

    const open: Record<string, string[]> = {};
    for (const { game, seen } of played) {
      const known = countCards(seen);
      const odds = exactOdds(
        fullCounts(1).map((count, index) => count - known[index]!),
        CURRENT_PAYTABLE,
      );
      if (odds === 'too_few_cards') return expect.fail('cards are left');
      const turned = (mode: Mode) =>
        SPOTS.filter((spot) => {
          const { numerator, denominator } = odds[mode][spot].expectedReturn;
          return numerator > denominator && (spot === 'super_6') === (mode === 'zero_commission');
        });
      open[game] = [...turned('normal'), ...turned('zero_commission')].filter(
        (spot) => spot !== 'banco',
      );
    }
    const found = Object.fromEntries(
      published.rounds.map(({ game, bets }) => [
        game,
        bets.map(({ spot }) => spot).filter((spot) => spot !== 'banco'),
      ]),
    );
    const expected = Object.fromEntries(
      Object.entries(open).filter(([, spots]) => spots.length > 0),
    );
    expect(Object.keys(expected).length).toBeGreaterThan(0);
    for (const [game, spots] of Object.entries(expected)) {
      expect(found[game]?.toSorted(), game).toEqual(spots.toSorted());
    }
    const bonus = published.rounds
      .flatMap(({ bets }) => bets)
      .find((bet) => bet.spot === 'punto_bonus');
    expect(bonus).toMatchObject({
      stakes: '20000',
      players: [
        { player: players[0]!.id, stake: '10000' },
        { player: players[1]!.id, stake: '10000' },
      ],
    });
    expect(Number(bonus!.percent)).toBeGreaterThan(100);
    await table.stop();
  });
});

describe('a player', () => {
  it('is found by number, reference and a part of the name, and nobody by a pattern', async () => {
    const { id } = players[0]!;
    const [byId] = (await findPlayers(database.pool, id)).players;
    expect(byId).toMatchObject({ id, operator: 'house' });
    const found = async (query: string) =>
      report.playersFound
        .parse(await findPlayers(database.pool, query))
        .players.map((each) => each.id);
    expect(await found(byId!.ref)).toContain(id);
    expect(await found(byId!.name.slice(1).toUpperCase())).toContain(id);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    expect(await found('\\')).toEqual([]);
  });

  it('is reported with credit, sessions, rounds and mutes', async () => {
    const { id } = players[2]!;
    const mute = { player: id, table: null, minutes: null, message: null };
    await keepMute(database.pool, { ...mute, by: 'Sven', reason: 'spam' });
    const published = (await readPlayer(database.pool, id, undefined))!;
    expect(report.playerReport.parse(structuredClone(published))).toEqual(published);
    const { rows } = await database.pool.query<{ balance: string }>(
      `select balance from accounts where player_id = $1 and kind = 'session'`,
      [id],
    );
    expect(published).toMatchObject({
      credit: rows[0]!.balance,
      shortfall: '0',
      sessions: [{ closedAtMs: null }],
      mutes: [{ table: null, untilMs: null, by: 'Sven', liftedBy: null }],
    });
    expect(published.rounds.length).toBeGreaterThan(0);
    for (const { id: other } of players) {
      const read = await readPlayer(database.pool, other, undefined);
      expect(
        report.playerReport.parse(structuredClone(read)),
        'rounds that were corrected',
      ).toEqual(read);
    }
    expect(await readPlayer(database.pool, '999999', undefined)).toBeUndefined();
  });

  it('as a file has more sessions than the page, and says which rounds it leaves out', async () => {
    const { id } = players[1]!;
    await database.pool.query(
      `insert into sessions (player_id, opened_at, closed_at, closed_reason, closed_amount, closed_key)
       select $1, studio_now() - interval '2 days', studio_now() - interval '1 day', 'cash_out', 0, 'past ' || n
         from generate_series(1, 25) as n`,
      [id],
    );
    expect((await readPlayer(database.pool, id, undefined))!.sessions).toHaveLength(20);
    const whole = (await readPlayer(database.pool, id, undefined, EXPORTED_MAX))!;
    expect(whole.sessions).toHaveLength(26);
    const leftOut = async (player: report.PlayerReport) =>
      (await textOf(playerCsv(player).getStream()))
        .split('\n')
        .filter((line) => /^left out/.test(line));
    expect(await leftOut(whole)).toEqual([]);
    const cut = (await readPlayer(database.pool, id, undefined, 1))!;
    expect(await leftOut(cut)).toEqual([`left out,,,,,round,,,,,all before ${cut.next}`]);
  });
});
