import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { sessionAccount, stakesAccount } from '../../src/money/chart-of-accounts.js';
import { type Spot } from '../../src/punto-banco/spot.js';
import type { TableSettings } from '../../src/round/settings.js';
import { takeLease } from '../../src/table/lease.js';
import type { BetLetterReply } from '../../src/table/letters.js';
import { findBet } from '../../src/table/placed-bets.js';
import type { TableParts } from '../../src/table/ports.js';
import type { BetContent } from '../../src/table/seat.js';
import { coup } from '../kit/any-coup.js';
import { type CreditedPlayer, balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { headStart } from '../kit/in-turn.js';
import { RunningTable } from '../kit/running-table.js';
import { eventually } from '../kit/studio.js';
import { UNTIL_WAITED_FOR, asSuperuser } from '../kit/superuser.js';
import { allRows } from '../kit/whole-database.js';

const BANCO_WINS = coup('P 2h Kd 4s . B 7c Ks');

let database: TestDatabase;
let opened: RunningTable[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const table of opened) await table.stop().catch(() => undefined);
  opened = [];
});

const openTable = async (
  settings?: Partial<TableSettings>,
  options?: Partial<TableParts['options']>,
): Promise<RunningTable> => {
  const table = await RunningTable.open(database, settings, options);
  opened.push(table);
  return table;
};

/** Players with credit, seated at every table. */
const seat = async (
  credits: readonly number[],
  ...tables: readonly RunningTable[]
): Promise<readonly CreditedPlayer[]> => {
  const players = await openPlayers(database.pool, credits);
  for (const { table } of tables) await Promise.all(players.map(({ id }) => table.join(id)));
  return players;
};

const place = (spot: Spot, minorUnits: number): BetContent => ({
  kind: 'place',
  spot,
  amount: amount(minorUnits),
});

const UNDO: BetContent = { kind: 'undo' };
const CLEAR: BetContent = { kind: 'clear' };
const REPEAT: BetContent = { kind: 'repeat' };
const DOUBLE: BetContent = { kind: 'double' };
const chooses = (mode: 'normal' | 'zero_commission'): BetContent => ({ kind: 'mode', mode });

const refused = (refusal: string) => ({ ok: false, refusal });

const accepted = (reply: BetLetterReply): Extract<BetLetterReply, { ok: true }> => {
  if (!reply.ok) throw new Error(reply.refusal);
  return reply;
};

interface BetRow {
  readonly player_id: string;
  readonly bet_id: string;
  readonly seq: string;
  readonly balance_after: string;
  readonly changed: Record<string, number>;
}

const betsOf = async (game: string): Promise<readonly BetRow[]> => {
  const { rows } = await database.pool.query<BetRow>(
    `select player_id, bet_id, min(seq) as seq, min(balance_after) as balance_after,
            jsonb_object_agg(spot, amount) filter (where kind <> 'mode') as changed
       from bets where game_number = $1 group by player_id, bet_id`,
    [game],
  );
  return rows;
};

interface Asked {
  readonly playerId: string;
  readonly betId: string;
  readonly reply: BetLetterReply;
}

/**
 * Every answer is what the database holds: accepted bets are there as they were answered, no other
 * is.
 */
const expectAnswersToMatch = async (game: string, asked: readonly Asked[]): Promise<void> => {
  const rows = new Map((await betsOf(game)).map((row) => [`${row.player_id} ${row.bet_id}`, row]));
  const stood = asked.filter(({ reply }) => reply.ok);
  for (const { playerId, betId, reply } of stood) {
    const { seq, balance, change } = accepted(reply);
    expect(rows.get(`${playerId} ${betId}`)).toEqual({
      player_id: playerId,
      bet_id: betId,
      seq: String(seq),
      balance_after: balance.toString(),
      changed: Object.fromEntries([...change].map(([spot, each]) => [spot, Number(each)])),
    });
  }
  expect(rows.size).toBe(stood.length);
  const { rows: log } = await database.pool.query<{ kind: string; seq: string }>(
    `select e.kind, e.seq from table_events e join rounds r on r.table_id = e.table_id
      where r.game_number = $1 and e.seq between r.opened_seq and coalesce(r.closed_seq, e.seq)`,
    [game],
  );
  const batches = log.filter(({ kind }) => kind === 'bets_accepted').map(({ seq }) => seq);
  expect(new Set([...rows.values()].map(({ seq }) => seq))).toEqual(new Set(batches));
};

describe('bets that race the close', () => {
  it('stand if their number is before the close’s, and no bet has a number after it', async () => {
    const table = await openTable();
    const players = await seat(
      Array.from({ length: 40 }, () => 100_000),
      table,
    );
    for (let round = 0; round < 4; round += 1) {
      const game = await table.openBets();
      const asked: Asked[] = [];
      const betting = players.map(async ({ id }, index) => {
        const spot = index % 2 === 0 ? 'punto' : 'banco';
        const give = async (content: BetContent) => {
          const betId = randomUUID();
          asked.push({ playerId: id, betId, reply: await table.bet(id, content, { betId, game }) });
        };
        for (let burst = 0; burst < 4; burst += 1) {
          await Promise.all([give(place(spot, 100)), give(UNDO), give(place(spot, 200))]);
          if ((index + burst) % 3 === round % 3) await turn();
        }
      });
      await headStart(round * 3);
      const closed = await table.closeBets();
      await Promise.all(betting);

      const replies = asked.map(({ reply }) => reply);
      expect(replies).toHaveLength(480);
      const seqs = replies.filter(({ ok }) => ok).map((reply) => accepted(reply).seq);
      expect(Math.max(0, ...seqs)).toBeLessThan(closed);
      for (const reply of replies) {
        if (!reply.ok) expect(reply).toEqual(refused('betting_is_closed'));
      }
      await expectAnswersToMatch(game, asked);
      const { rows } = await database.pool.query<{ closed_seq: string }>(
        'select closed_seq from rounds where game_number = $1',
        [game],
      );
      expect(rows).toEqual([{ closed_seq: String(closed) }]);
      expect(replies.some(({ ok }) => !ok)).toBe(true);
      if (round > 0) expect(seqs.length).toBeGreaterThan(0);

      const all = await balances(database.pool);
      for (const { id } of players) {
        const last = asked.findLast(({ playerId, reply }) => playerId === id && reply.ok);
        if (last === undefined) continue;
        expect(all.get(sessionAccount(id))).toBe(accepted(last.reply).balance);
      }
      expect(table.state.round!.stakes).toBe(String(all.get(stakesAccount(game))));
      await table.deal(BANCO_WINS);
      expect((await balances(database.pool)).get(stakesAccount(game))).toBe(0n);
    }
  });

  it('are refused once their time has passed, though the table’s alarm is late', async () => {
    const table = await openTable();
    const [one, other] = await seat([10_000, 10_000], table);
    await table.openBets();
    expect(await table.bet(one!.id, place('punto', 500))).toMatchObject({ ok: true });
    // As in a process that was frozen: the time is over, and the alarm has not rung yet.
    table.forward(3_600_000);
    const late = [one!, other!].map(({ id }) => table.bet(id, place('banco', 500)));
    expect(await Promise.all(late)).toEqual(
      late.map(() => ({ ok: false, refusal: 'betting_is_closed' })),
    );
    expect(table.state.phase).toBe('bets_closed');
  });

  it('of a machine that stood still are closed when its clock is looked at', async () => {
    const table = await openTable();
    await table.openBets();
    table.forward(3_600_000);
    table.table.lookAtClock();
    await eventually('the bets are closed', () => table.state.phase === 'bets_closed');
  });

  it('are closed at their time, with no batch under way then that could be foreseen', async () => {
    const table = await openTable();
    const [one, other] = await seat([10_000, 10_000], table);
    await table.openBets();
    // A batch that takes 60 ms by the table's clock.
    table.hearNothing();
    const slow = table.bet(one!.id, place('punto', 500));
    await eventually('it stands', async () => (await betsOf(table.game)).length === 1);
    table.forward(60);
    table.hearAgain();
    accepted(await slow);

    const leftMs = (): number => table.state.round!.closesAtMs - table.nowMs;
    table.forward(leftMs() - 60_000);
    accepted(await table.bet(one!.id, place('punto', 500)));
    table.forward(leftMs() - 110);
    const before = table.state.seq;
    const waiting = table.bet(other!.id, place('banco', 500));
    table.forward(leftMs());
    table.table.lookAtClock();
    expect(await waiting).toEqual(refused('betting_is_closed'));
    const { rows } = await database.pool.query<{ kind: string }>(
      'select kind from table_events where table_id = $1 and seq > $2 order by seq',
      [table.lease.table, before],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['last_bets_called', 'betting_closed']);
  });

  it('are answered before anything that was asked after them, though they wait for the close', async () => {
    const table = await openTable();
    const [player] = await seat([10_000], table);
    await table.openBets();
    table.hearNothing();
    const first = table.bet(player!.id, place('punto', 500));
    const behind = table.bet(player!.id, place('punto', 500));
    const asked = table.table
      .hasAnswered(player!.id, table.state.round!.game, randomUUID())
      .then((hasAnswered) => ({ hasAnswered, phase: table.state.phase }));
    await eventually('it stands', async () => (await betsOf(table.game)).length === 1);
    table.forward(table.state.round!.closesAtMs - table.nowMs - 100);
    table.hearAgain();
    accepted(await first);
    table.forward(100);
    table.table.lookAtClock();
    expect(await behind).toEqual(refused('betting_is_closed'));
    expect(await asked).toEqual({ hasAnswered: true, phase: 'bets_closed' });
  });

  it('are closed by the table’s own clock, though bets never cease', async () => {
    const table = await openTable({ betMs: 250, lastBetsMs: 100, opensItself: false });
    const players = await seat(
      Array.from({ length: 10 }, () => 1_000_000),
      table,
    );
    const game = await table.openBets();
    const { closesAtMs } = table.state.round!;
    const asked: Asked[] = [];
    await Promise.all(
      players.map(async ({ id }) => {
        for (;;) {
          const betId = randomUUID();
          const reply = await table.bet(id, chooses('normal'), { betId, game });
          asked.push({ playerId: id, betId, reply });
          if (!reply.ok) return;
        }
      }),
    );
    const replies = asked.map(({ reply }) => reply).filter(({ ok }) => !ok);
    expect(replies).toEqual(players.map(() => refused('betting_is_closed')));
    const { rows } = await database.pool.query<{ kind: string; seq: string; at_ms: string }>(
      `select kind, seq, at_ms from table_events where table_id = $1
        and kind in ('last_bets_called', 'betting_closed') order by seq`,
      [table.lease.table],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['last_bets_called', 'betting_closed']);
    const closed = rows[1]!;
    expect(Number(closed.at_ms)).toBeGreaterThanOrEqual(closesAtMs);
    const last = Math.max(
      ...asked.filter(({ reply }) => reply.ok).map(({ reply }) => accepted(reply).seq),
    );
    expect(last).toBeLessThan(Number(closed.seq));
    expect(table.faults).toEqual([]);
  });
});

describe('a bet id', () => {
  it('of which was said that it never stands is taken no more in its round', async () => {
    const table = await openTable();
    const [player, other] = await seat([10_000, 10_000], table);
    const { id } = player!;
    await table.openBets();
    const [late, stands] = [randomUUID(), randomUUID()];
    const answer = accepted(await table.bet(id, place('punto', 300), { betId: stands }));
    const { game } = table.state.round!;
    for (const betId of [late, stands]) {
      expect(await table.table.hasAnswered(id, game, betId)).toBe(true);
    }
    // As from a process that was frozen with it.
    expect(await table.bet(id, place('punto', 500), { betId: late })).toEqual(
      refused('bet_id_reused'),
    );
    expect(await table.bet(id, place('punto', 300), { betId: stands })).toEqual(answer);
    accepted(await table.bet(other!.id, place('punto', 500), { betId: late }));
    expect((await table.seat(id)).slip.stakes).toEqual(new Map([['punto', 300n]]));
  });

  it('given twice at once is one bet, with one answer', async () => {
    const table = await openTable();
    const [player] = await seat([10_000], table);
    const game = await table.openBets();
    const betId = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => table.bet(player!.id, place('punto', 700), { betId })),
    );
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(accepted(replies[0]!)).toMatchObject({ balance: 9_300n });
    expect(await betsOf(game)).toHaveLength(1);
  });

  it('is answered the same again by every kind of command, also after the table came back', async () => {
    const limits = { punto: { min: '100', max: '1000' } };
    const table = await openTable({
      betMs: 3_600_000,
      lastBetsMs: 0,
      pauseMs: 0,
      opensItself: false,
      limits: { ...(await openTable()).state.settings.limits, ...limits },
      oppositeBets: 'allow',
    });
    const [player] = await seat([100_000], table);
    const { id } = player!;
    await table.openBets();
    accepted(await table.bet(id, place('punto', 600)));
    accepted(await table.bet(id, place('banco', 500)));
    accepted(await table.bet(id, place('super_6', 300)));
    await table.playRound(BANCO_WINS);

    const game = await table.openBets();
    const commands: readonly BetContent[] = [
      chooses('normal'), // Nothing is staked.
      REPEAT, // leaves out Super 6
      DOUBLE, // Punto is capped
      UNDO,
      chooses('zero_commission'), // All stakes are moved.
      chooses('zero_commission'), // nothing changes
      place('super_6', 200),
      CLEAR,
      place('egalite', 100),
    ];
    const asked: { betId: string; content: BetContent; reply: BetLetterReply }[] = [];
    for (const content of commands) {
      const betId = randomUUID();
      asked.push({ betId, content, reply: await table.bet(id, content, { betId, game }) });
    }
    const replies = asked.map(({ reply }) => accepted(reply));
    expect(replies[0]).toMatchObject({ change: new Map(), balance: replies[0]!.balance });
    expect(replies[1]).toMatchObject({
      leftOut: ['super_6'],
      change: new Map([
        ['punto', 600n],
        ['banco', 500n],
      ]),
    });
    expect(replies[2]).toMatchObject({
      capped: ['punto'],
      change: new Map([
        ['punto', 400n],
        ['banco', 500n],
      ]),
    });
    expect(replies[3]).toMatchObject({
      change: new Map([
        ['punto', -400n],
        ['banco', -500n],
      ]),
    });

    const askAgain = async () => {
      for (const { betId, content, reply } of asked) {
        expect(await table.bet(id, content, { betId, game })).toEqual(reply);
      }
    };
    const before = await allRows(database.pool);
    await askAgain();
    await table.reopen();
    await table.table.join(id);
    await askAgain();
    expect({ ...(await allRows(database.pool)), table_leases: [] }).toEqual({
      ...before,
      table_leases: [],
    });
    await table.closeBets();
    await askAgain(); // the answer that never arrived, asked for after the close
    await table.deal(BANCO_WINS);
    await askAgain();
    await table.openBets();
    await askAgain(); // and in the next round, from the database
    await table.reopen();
    await table.table.join(id);
    await askAgain();
    for (const { betId, reply } of asked) {
      const found = await findBet(database.pool, id, betId);
      expect(found?.game).toBe(game);
      expect({ ok: true, ...found?.answer }).toEqual(reply);
    }
  });

  it('is refused with another content, in the same round or any other', async () => {
    const table = await openTable();
    const [player] = await seat([100_000], table);
    const { id } = player!;
    const first = await table.openBets();
    const [staked, chosen] = [randomUUID(), randomUUID()];
    accepted(await table.bet(id, place('punto', 700), { betId: staked }));
    accepted(await table.bet(id, chooses('normal'), { betId: chosen }));
    const others: readonly BetContent[] = [
      place('punto', 800),
      place('egalite', 700),
      UNDO,
      REPEAT,
      chooses('zero_commission'),
    ];
    const expectAllRefused = async (game: string) => {
      const before = await allRows(database.pool);
      for (const betId of [staked, chosen]) {
        for (const content of others) {
          expect(await table.bet(id, content, { betId, game })).toEqual(refused('bet_id_reused'));
        }
      }
      expect(await allRows(database.pool)).toEqual(before);
    };
    await expectAllRefused(first);
    await table.reopen();
    await table.table.join(id);
    await expectAllRefused(first);
    await table.playRound(BANCO_WINS);

    const second = await table.openBets();
    await expectAllRefused(first);
    // The same content too: it was a bet of another round.
    const before = await allRows(database.pool);
    for (const content of [place('punto', 700), place('egalite', 100), place('banco', 700)]) {
      for (const betId of [staked, chosen]) {
        expect(await table.bet(id, content, { betId, game: second })).toEqual(
          refused('bet_id_reused'),
        );
      }
    }
    expect(await table.bet(id, chooses('normal'), { betId: chosen, game: second })).toEqual(
      refused('bet_id_reused'),
    );
    expect(await allRows(database.pool)).toEqual(before);
    expect(table.faults).toEqual([]);
  });

  it('that was used in an earlier round is refused alone, and the bets around it stand', async () => {
    const table = await openTable();
    const players = await seat([10_000, 10_000, 10_000], table);
    await table.openBets();
    const used = randomUUID();
    accepted(await table.bet(players[1]!.id, place('egalite', 100), { betId: used }));
    await table.playRound(BANCO_WINS);
    const game = await table.openBets();
    const asked = await Promise.all(
      players.map(async ({ id: playerId }, index): Promise<Asked> => {
        const betId = index === 1 ? used : randomUUID();
        return {
          playerId,
          betId,
          reply: await table.bet(playerId, place('punto', 100), { betId }),
        };
      }),
    );
    expect(asked.map(({ reply }) => reply.ok)).toEqual([true, false, true]);
    expect(asked[1]!.reply).toEqual(refused('bet_id_reused'));
    await expectAnswersToMatch(game, asked);
    expect(accepted(await table.bet(players[1]!.id, place('punto', 100))).balance).toBe(9_800n);
  });

  it('of a round that is over is answered from the database, and refused where it never stood', async () => {
    const table = await openTable();
    const [player] = await seat([10_000], table);
    const first = await table.openBets();
    await table.playRound(BANCO_WINS);
    await table.openBets();
    expect(await table.bet(player!.id, place('punto', 100), { game: first })).toEqual(
      refused('wrong_round'),
    );
  });
});

describe('a full mailbox', () => {
  it('takes nothing more, and what it took is answered', async () => {
    const table = await openTable(undefined, { mailboxCapacity: 5 });
    const players = await seat(
      Array.from({ length: 8 }, () => 1_000),
      table,
    );
    const game = await table.openBets();
    const asked = players.map(async ({ id: playerId }): Promise<Asked> => {
      const betId = randomUUID();
      return { playerId, betId, reply: await table.bet(playerId, place('punto', 100), { betId }) };
    });
    const answered = await Promise.all(asked);
    expect(answered.map(({ reply }) => (reply.ok ? 'ok' : reply.refusal))).toEqual([
      ...Array<string>(5).fill('ok'),
      ...Array<string>(3).fill('table_is_busy'),
    ]);
    await expectAnswersToMatch(game, answered);
    expect(table.state.phase).toBe('betting');
    // A bet that found no room may be sent again under its id.
    const { playerId, betId } = answered[7]!;
    accepted(await table.bet(playerId, place('punto', 100), { betId }));
  });

  it('takes a suspension, before the bets that fill it', async () => {
    const table = await openTable(undefined, { mailboxCapacity: 10, batchMax: 2 });
    const players = await seat(
      Array.from({ length: 17 }, () => 1_000),
      table,
    );
    const game = await table.openBets();
    const bet = async ({ id: playerId }: { readonly id: string }): Promise<Asked> => {
      const betId = randomUUID();
      return { playerId, betId, reply: await table.bet(playerId, place('punto', 100), { betId }) };
    };
    table.hearNothing();
    const underWay = players.slice(0, 4).map(bet);
    await eventually('two batches are committed', async () => (await betsOf(game)).length === 4);
    const others = players.slice(4).map(bet);
    const suspending = table.do({ kind: 'suspend', reason: 'a flood of bets', by: 'Mona' });
    table.hearAgain();

    const stand = await Promise.all(underWay);
    const lastSeq = Math.max(...stand.map(({ reply }) => accepted(reply).seq));
    expect((await suspending).seq).toBe(lastSeq + 1);
    const answered = await Promise.all(others);
    expect(answered.map(({ reply }) => reply)).toEqual([
      ...Array.from({ length: 10 }, () => refused('table_is_suspended')),
      ...Array.from({ length: 3 }, () => refused('table_is_busy')),
    ]);
    await expectAnswersToMatch(game, [...stand, ...answered]);
    expect(table.faults).toEqual([]);
  });
});

describe('one player’s commands', () => {
  it('are taken in the order they were sent, each on what the last one left', async () => {
    const table = await openTable();
    const [player, other] = await seat([1_000, 1_000], table);
    await table.openBets();
    const contents = [
      place('punto', 300),
      DOUBLE,
      UNDO,
      UNDO,
      UNDO,
      place('banco', 1_000),
      place('egalite', 100),
      CLEAR,
      place('punto', 1_100),
    ];
    const replies = await Promise.all(
      contents.flatMap((content) => [
        table.bet(player!.id, content),
        table.bet(other!.id, chooses('normal')),
      ]),
    );
    const own = replies.filter((_, index) => index % 2 === 0);
    expect(own.map((reply) => (reply.ok ? reply.balance : reply.refusal))).toEqual([
      700n,
      400n,
      700n,
      1_000n,
      'nothing_to_undo',
      0n,
      'insufficient_funds',
      1_000n,
      'insufficient_funds',
    ]);
    const seqs = own.filter(({ ok }) => ok).map((reply) => accepted(reply).seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(replies.every((reply, index) => index % 2 === 0 || reply.ok)).toBe(true);
  });

  it('sent when an answer came go behind those that were sent before', async () => {
    const table = await openTable(undefined, { batchMax: 1 });
    const [player, ...others] = await seat([10_000, 10_000, 10_000, 10_000], table);
    await table.openBets();
    const { id } = player!;
    // Two batches are on their way, and more players wait, when the first is answered.
    const first = table
      .bet(id, place('punto', 300))
      .then(() => table.bet(id, place('egalite', 100)));
    const undone = table.bet(id, UNDO);
    const otherBets = others.map((other) => table.bet(other.id, place('punto', 100)));
    expect(accepted(await undone).balance).toBe(10_000n);
    expect(accepted(await first).balance).toBe(9_900n);
    for (const reply of await Promise.all(otherBets)) accepted(reply);
    expect((await table.seat(id)).slip.stakes).toEqual(new Map([['egalite', 100n]]));
  });

  it('come after a suspension, but for the one that is under way', async () => {
    const table = await openTable();
    const [player, other] = await seat([10_000, 10_000], table);
    const game = await table.openBets();
    const contents = [place('punto', 300), DOUBLE, UNDO, place('egalite', 100)];
    table.hearNothing();
    const betting = contents.flatMap((content) => [
      table.bet(player!.id, content),
      table.bet(other!.id, content),
    ]);
    await eventually('the first are committed', async () => (await betsOf(game)).length === 2);
    const suspending = table.do({ kind: 'suspend', reason: 'a card fell', by: 'Mona' });
    table.hearAgain();
    const [one, two, ...behind] = await Promise.all(betting);
    const { seq } = await suspending;
    for (const first of [one!, two!]) expect(accepted(first).seq).toBe(seq - 1);
    for (const reply of behind) expect(reply).toEqual(refused('table_is_suspended'));
    expect((await table.seat(player!.id)).slip.stakes).toEqual(new Map([['punto', 300n]]));
  });

  it('wait for one another, this many and no more', async () => {
    const { settings } = (await openTable()).state;
    const table = await openTable({ ...settings, placementsMax: 1_000 });
    const [player, other] = await seat([1_000_000, 10_000], table);
    const game = await table.openBets();
    const asked = await Promise.all(
      Array.from({ length: 100 }, async (): Promise<Asked> => {
        const [playerId, betId] = [player!.id, randomUUID()];
        return {
          playerId,
          betId,
          reply: await table.bet(playerId, place('punto', 100), { betId }),
        };
      }),
    );
    const answers = asked.map(({ reply }) => (reply.ok ? 'ok' : reply.refusal));
    expect(answers).toEqual([...answers].sort()); // The first ones stand.
    expect(new Set(answers)).toEqual(new Set(['ok', 'table_is_busy']));
    await expectAnswersToMatch(game, asked);
    expect(await table.bet(player!.id, place('punto', 100))).toMatchObject({ ok: true });
    expect(await table.bet(other!.id, place('punto', 100))).toMatchObject({ ok: true });
  });

  it('at two tables spend one balance once', async () => {
    const tables = [await openTable(), await openTable()];
    const players = await seat(
      Array.from({ length: 10 }, () => 1_000),
      ...tables,
    );
    for (const table of tables) await table.openBets();
    const replies = await Promise.all(
      players.flatMap(({ id }) =>
        tables.flatMap((table) =>
          Array.from({ length: 4 }, () => table.bet(id, place('punto', 300))),
        ),
      ),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(30);
    for (const reply of replies)
      if (!reply.ok) expect(reply).toEqual(refused('insufficient_funds'));
    const all = await balances(database.pool);
    for (const { id } of players) expect(all.get(sessionAccount(id))).toBe(100n);
    const staked = tables.map(({ game }) => all.get(stakesAccount(game))!);
    expect(staked.reduce((sum, each) => sum + each, 0n)).toBe(9_000n);
  });

  it('are distinguished from those of players who never joined', async () => {
    const table = await openTable();
    await table.openBets();
    const [stranger] = await openPlayers(database.pool, [1_000]);
    expect(await table.bet(stranger!.id, place('punto', 100))).toEqual(refused('not_joined'));
  });
});

describe('batches whose answers come together', () => {
  it('are taken in their order, though one of them chose a mode', async () => {
    const table = await openTable(undefined, { batchMax: 1 });
    const players = await seat([1_000, 1_000, 1_000, 1_000], table);
    await table.openBets();
    for (let time = 0; time < 5; time += 1) {
      const betting = players.map(({ id }, index) =>
        table.bet(id, index % 2 === 0 ? chooses('normal') : place('punto', 100)),
      );
      await turn();
      await turn(); // two batches are on the wire
      for (const until = performance.now() + 30; performance.now() < until;);
      const replies = (await Promise.all(betting)).map(accepted);
      const { seq } = table.state;
      expect(replies.map((reply) => reply.seq)).toEqual([seq - 3, seq - 2, seq - 1, seq]);
    }
    expect(table.faults).toEqual([]);
  });
});

describe('a table whose lease another took', () => {
  const anotherTakes = async ({ lease: { table } }: RunningTable) => {
    await database.pool.query(
      `update table_leases set expires_at = now() - interval '1 second' where table_id = $1`,
      [table],
    );
    const lease = await takeLease(database.pool, table, randomUUID(), 60_000);
    expect(lease).toBeDefined();
  };

  it('answers the bets on their way internal_error and the others busy, and none exists', async () => {
    const table = await openTable(undefined, { batchMax: 2 });
    const players = await seat(
      Array.from({ length: 9 }, () => 1_000),
      table,
    );
    const game = await table.openBets();
    const betId = randomUUID();
    accepted(await table.bet(players[0]!.id, place('punto', 100), { betId }));
    await anotherTakes(table);
    const before = await allRows(database.pool);
    const replies = await Promise.all(
      players.flatMap(({ id }, index) => [
        table.bet(id, index % 2 === 0 ? chooses('normal') : place('punto', 100)),
        table.bet(id, place('punto', 100)), // waits for the player's own bet
        table.bet(id, UNDO),
      ]),
    );
    const refusals = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal));
    // Each of the two batches on their way took two letters, and set one of them aside.
    expect(refusals.filter((each) => each === 'internal_error')).toHaveLength(2);
    expect(refusals.filter((each) => each === 'table_is_busy')).toHaveLength(25);
    expect(await allRows(database.pool)).toEqual(before);
    expect(table.faults).toMatchObject([{ name: 'LeaseLost' }]);
    expect((await betsOf(game)).map(({ bet_id }) => bet_id)).toEqual([betId]);
    expect(await table.bet(players[0]!.id, place('punto', 100))).toEqual(refused('table_is_busy'));
  });

  it('answers a command internal_error and the next one busy, and nothing of them exists', async () => {
    const table = await openTable();
    await table.openBets();
    await anotherTakes(table);
    const before = await allRows(database.pool);
    const { state } = table;
    const answers = await Promise.all([
      table.table.perform({ kind: 'suspend', reason: 'video lost', by: 'Dora' }),
      table.table.perform({ kind: 'suspend', reason: 'video lost', by: 'Dora' }),
    ]);
    expect(answers).toEqual([refused('internal_error'), refused('table_is_busy')]);
    expect(await allRows(database.pool)).toEqual(before);
    expect(table.state).toBe(state);
    expect(table.published.every(({ message }) => message.kind !== 'table_suspended')).toBe(true);
    expect(table.faults).toMatchObject([{ code: 'SB004' }]);
  });
});

describe('a table whose connection breaks', () => {
  const content = place('punto', 100);
  /** Two batches of three are on their way, and the bets behind them were not taken. */
  const SIX_SENT = [
    ...Array<string>(6).fill('internal_error'),
    ...Array<string>(6).fill('table_is_busy'),
  ].map(refused);

  const betAll = (table: RunningTable, players: readonly CreditedPlayer[]) =>
    players.map(async ({ id: playerId }): Promise<Asked> => {
      const betId = randomUUID();
      return { playerId, betId, reply: await table.bet(playerId, content, { betId }) };
    });

  /** All bets stand once when each is sent again under its id. */
  const expectAllToStand = async (table: RunningTable, asked: readonly Asked[]) => {
    for (const { playerId, betId } of asked) {
      const found = await findBet(database.pool, playerId, betId);
      const again = accepted(await table.bet(playerId, content, { betId }));
      if (found !== undefined) expect(again).toEqual({ ok: true, ...found.answer });
      expect(again.balance).toBe(900n);
    }
    expect(await betsOf(table.game)).toHaveLength(asked.length);
    const stakes = 100n * BigInt(asked.length);
    expect((await balances(database.pool)).get(stakesAccount(table.game))).toBe(stakes);
    expect(table.state.round).toMatchObject({ stakes: String(stakes), bets: asked.length });
  };

  it('after a commit knows, when it came back, the bets whose answers were lost', async () => {
    const table = await openTable(undefined, { batchMax: 3 });
    const credits = Array.from({ length: 12 }, () => 1_000);
    const players = await seat(credits, table);
    await table.openBets();
    table.hearNothing();
    const betting = betAll(table, players);
    const { game } = table;
    await eventually('two batches are committed', async () => (await betsOf(game)).length === 6);
    table.cutConnection(); // Their answers are in the socket.
    const asked = await Promise.all(betting);
    expect(asked.map(({ reply }) => reply)).toEqual(SIX_SENT);
    expect(await betsOf(table.game)).toHaveLength(6);
    await table.reopen({ sameProcess: true });
    expect(table.state.round).toMatchObject({ stakes: '600', bets: 6 });
    await expectAllToStand(table, asked);
  });

  it('in the midst of a batch waits, when it comes back, until Postgres is done with it', async () => {
    const table = await openTable(undefined, { batchMax: 3 });
    const credits = Array.from({ length: 12 }, () => 1_000);
    const players = await seat(credits, table);
    await table.openBets();
    await asSuperuser(database, async (superuser) => {
      await superuser.query('begin');
      await superuser.query('select from rounds where game_number = $1 for update', [table.game]);
      const betting = betAll(table, players);
      await superuser.query(UNTIL_WAITED_FOR); // the first batch waits for the round
      table.cutConnection();
      const asked = await Promise.all(betting);
      expect(asked.map(({ reply }) => reply)).toEqual(SIX_SENT);
      const { lease } = table;
      expect(await takeLease(database.pool, lease.table, lease.owner, 60_000)).toBeUndefined();
      const reopening = table.reopen({ sameProcess: true });
      await superuser.query('commit');
      await reopening;
      await expectAllToStand(table, asked);
    });
  });
});

describe('the payment of a round', () => {
  it('is cut by the players with stakes, however many commands they gave', async () => {
    const table = await openTable();
    const [one, other, idle] = await seat([10_000, 10_000, 10_000], table);
    await table.openBets();
    for (let command = 0; command < 5; command += 1) {
      await table.bet(one!.id, place('punto', 100));
      await table.bet(other!.id, place('banco', 100));
    }
    await table.bet(idle!.id, place('punto', 100));
    await table.bet(idle!.id, { kind: 'clear' });
    await table.playRound(BANCO_WINS);
    expect(table.begun).toEqual([{ game: table.game, players: 2 }]);
    expect(table.table.playing).toBe(2);
  });
});
