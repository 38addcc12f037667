/**
 * Hands of solo games, straight on Postgres: what is answered is committed, once, whichever process
 * is asked, and no sequence of commands breaks the money.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Hands, NO_PART } from '../../src/hands/hands.service.js';
import type { SoloCommand } from '../../src/hands/games.js';
import { type PlayersPart, readCurrentHand, readWaitingHands } from '../../src/hands/hand-rows.js';
import { amount } from '../../src/money/amount.js';
import type { Clock } from '../../src/platform/clock.js';
import type { DealtHand } from '../../src/protocol/solo.js';
import { SOLO_GAMES, type SoloGame } from '../../src/solo/game.js';
import { expectReconciled } from '../kit/books.js';
import { balances, openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { STANDING_CLOCK, handsProcess } from '../kit/hands-process.js';
import { ManualClock } from '../kit/manual-clock.js';
import { runs } from '../kit/runs.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { HANDS_KEY } from '../kit/testbed.js';

const CREDIT = 100_000;
const DAY_MS = 86_400_000;
const CUT: PlayersPart = { seed: null, cut: 100 };
const SEED: PlayersPart = { seed: 'la mia fortuna', cut: null };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await expectReconciled(database.pool);
  await database.drop();
});

/** Another process, or the same one that was started again: it keeps nothing in memory yet. */
const newProcess = (handsKey?: string, clock?: Clock): Hands =>
  handsProcess(database, handsKey, clock).hands;

/** One whose time is moved on with the database's. */
const movedProcess = (aheadMs: number): Hands =>
  newProcess(undefined, { ...STANDING_CLOCK, nowMs: () => STANDING_CLOCK.nowMs() + aheadMs });

const newPlayer = async (): Promise<string> => (await openPlayers(database.pool, [CREDIT]))[0]!.id;

const open = async (hands: Hands, playerId: string, game: SoloGame): Promise<DealtHand> => {
  const reply = await hands.open(playerId, game);
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.hand;
};

const stake = amount(1_000);
const dealing = (game: SoloGame, step = 0): SoloCommand => {
  switch (game) {
    case 'punto_e_banco':
      return { game, command: { kind: 'deal', step, stakes: { punto: stake } } };
    case 'sette_e_mezzo':
      return { game, command: { kind: 'deal', step, stake } };
    case 'blackjack':
      return { game, command: { kind: 'deal', step, stakes: [stake] } };
  }
};
const partOf = (game: SoloGame): PlayersPart => (game === 'blackjack' ? CUT : SEED);

const drawing = (game: SoloGame, step: number): SoloCommand =>
  game === 'blackjack'
    ? { game, command: { kind: 'card', step } }
    : { game: 'sette_e_mezzo', command: { kind: 'draw', step } };

const play = (
  hands: Hands,
  playerId: string,
  hand: string,
  asked: SoloCommand,
  id: string = randomUUID(),
) =>
  hands.play({
    ...{ playerId, hand, id, asked },
    part: asked.command.kind === 'deal' ? partOf(asked.game) : NO_PART,
  });

/** Moves time on until it is there. */
const passing = async (clock: ManualClock, awaited: Promise<unknown>): Promise<void> => {
  let isThere = false;
  void awaited.finally(() => (isThere = true));
  while (!isThere) await clock.advance(50);
};

/** A hand in which a card can be drawn. */
const dealt = async (hands: Hands, playerId: string, game: SoloGame): Promise<DealtHand> => {
  for (;;) {
    const { hand } = await open(hands, playerId, game);
    const reply = await play(hands, playerId, hand, dealing(game));
    if (!reply.ok) throw new Error(reply.refusal);
    if (reply.hand.view.phase === 'player') return reply.hand;
    // Over already, or insurance is offered: that one is left to the house.
    if (reply.next !== null) continue;
    const { step } = reply.hand.view;
    await hands.abandon({ playerId, game, number: hand, step });
  }
};

const CHOOSING = ['sette_e_mezzo', 'blackjack'] as const;

/** Each command of each game. */
const COMMANDS = [
  ['punto_e_banco', 'deal'],
  ...['deal', 'draw', 'stand'].map((kind) => ['sette_e_mezzo', kind] as const),
  ...['deal', 'insure', 'card', 'stand', 'double', 'split'].map(
    (kind) => ['blackjack', kind] as const,
  ),
] as const;

/** A hand in which the command may be asked. The house plays those that do not come to it. */
const waitsFor = async (
  hands: Hands,
  playerId: string,
  game: SoloGame,
  kind: string,
): Promise<DealtHand> => {
  for (;;) {
    const opened = await open(hands, playerId, game);
    if (kind === 'deal') return opened;
    const reply = await play(hands, playerId, opened.hand, dealing(game));
    if (!reply.ok) throw new Error(reply.refusal);
    const { hand, next } = reply;
    if (next !== null || hand.game === 'punto_e_banco') continue;
    const mayInsure = hand.game === 'blackjack' && hand.view.phase === 'insurance';
    if (mayInsure ? kind === 'insure' : hand.view.choices.some((each) => each === kind)) {
      return hand;
    }
    await hands.abandon({ playerId, game, number: hand.hand, step: hand.view.step });
  }
};

const IS_WAITED_FOR = `
select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = pg_locks.database
 where locktype = 'advisory' and not granted and datname = current_database()`;

/** While the chain of the game is held. `waiting`: how many transactions wait for it. */
const withChainHeld = async <T>(
  game: SoloGame,
  work: (waiting: () => Promise<number>) => Promise<T>,
): Promise<T> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('hands ' || $1, 0))`, [
      `@${game}:${new Date(STANDING_CLOCK.nowMs()).toISOString().slice(0, 10)}`,
    ]);
    return await work(async () => {
      const { rows } = await client.query<{ waiting: number }>(IS_WAITED_FOR);
      return rows[0]!.waiting;
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/**
 * Both are asked while the chain of the game is held. It is let go when both have sent their
 * statement and wait for it.
 */
const raced = async <T>(game: SoloGame, both: () => readonly Promise<T>[]): Promise<T[]> => {
  const asked = await withChainHeld(game, async (waiting) => {
    const replies = both();
    await eventually('both wait', async () => (await waiting()) === 2);
    return replies;
  });
  return Promise.all(asked);
};

describe.each(COMMANDS)('in %s the command %s', (game, kind) => {
  const atOnce = async (ids: readonly [string, string]) => {
    const player = await newPlayer();
    const [one, other] = [newProcess(), newProcess()];
    const { hand, view } = await waitsFor(one, player, game, kind);
    // Both have the hand in memory, so neither looks at the database before it writes.
    await open(other, player, game);
    const asked = commandOf(game, kind, view.step);
    const replies = await raced(game, () =>
      [one, other].map((hands, index) => play(hands, player, hand, asked, ids[index])),
    );
    const { rows } = await database.pool.query<{ steps: number; taken: string }>(
      `select count(s.*)::int as steps, (select taken from solo_hands where hand_number = $1) as taken
         from solo_steps s where s.hand_number = $1 and s.command_id = any($2::uuid[])`,
      [hand, ids],
    );
    expect(rows[0]!.steps).toBe(1);
    return { replies, taken: rows[0]!.taken };
  };

  it('that two processes are asked at once stands once', async () => {
    const { replies, taken } = await atOnce([randomUUID(), randomUUID()]);
    const [stands, ...others] = replies.filter(({ ok }) => ok);
    expect(others).toEqual([]);
    expect(stands).toMatchObject({ ok: true, hand: { view: { taken } } });
    const [refused] = replies.flatMap((each) => (each.ok ? [] : [each.refusal]));
    // The card of the one that stood may have been the last of the hand.
    expect(['wrong_step', 'hand_is_over']).toContain(refused);
  });

  it('that is retried elsewhere at the same time gets one answer', async () => {
    const id = randomUUID();
    const { replies } = await atOnce([id, id]);
    expect(replies[0]).toMatchObject({ ok: true });
    expect(replies[1]).toEqual(replies[0]);
  });
});

describe('a hand', () => {
  it('goes on with the same deck in a process that knows nothing of it', async () => {
    for (const game of CHOOSING) {
      const player = await newPlayer();
      const before = await dealt(newProcess(), player, game);
      const after = await open(newProcess(), player, game);
      expect(after).toEqual({ ...before, from: 0 });
      const drawn = await play(newProcess(), player, before.hand, drawing(game, before.view.step));
      expect(drawn).toMatchObject({ ok: true });
      if (drawn.ok) expect(drawn.hand.events.slice(0, before.view.step)).toEqual(before.events);
    }
  });

  it('is not dealt where its seal cannot be opened, and waits', async () => {
    const player = await newPlayer();
    const { hand, view } = await dealt(newProcess(), player, 'blackjack');
    const stranger = newProcess(Buffer.alloc(32, 7).toString('base64'));
    const closed = { ok: false, refusal: 'game_is_closed' };
    expect(await stranger.open(player, 'blackjack')).toEqual(closed);
    const reply = await play(stranger, player, hand, drawing('blackjack', view.step));
    expect(reply).toEqual(closed);
    const both = newProcess(`${Buffer.alloc(32, 7).toString('base64')},${HANDS_KEY}`);
    expect(await open(both, player, 'blackjack')).toMatchObject({ hand, view });
  });

  it('that waited for a week is played by the house, once', async () => {
    const player = await newPlayer();
    const hands = newProcess();
    const kept = await Promise.all(CHOOSING.map((game) => dealt(hands, player, game)));
    await database.moveTimeTo(8 * DAY_MS);
    const waiting = await readWaitingHands(database.pool, 7 * DAY_MS, undefined);
    const mine = waiting.filter(({ playerId }) => playerId === player);
    expect(mine.map(({ number }) => number).sort()).toEqual(kept.map(({ hand }) => hand).sort());
    const both = [movedProcess(8 * DAY_MS), movedProcess(8 * DAY_MS)];
    for (const each of mine) {
      const replies = await Promise.all(both.map((one) => one.abandon(each)));
      expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    }
    for (const { hand, game } of kept) {
      const now = await open(hands, player, game);
      expect(now.hand).not.toBe(hand);
    }
    await database.moveTimeTo(0);
  });

  it('that waited for a day uses up no time of its player, and goes on', async () => {
    const player = await newPlayer();
    await database.pool.query(
      `insert into play_limits (operator_id, ref, kind, period, amount, source, by, reason)
       select operator_id, ref, kind, period, 60, 'operator', 'x', 'x'
         from players, (values ('time', 'day'), ('reality_check', null)) as its(kind, period)
        where id = $1`,
      [player],
    );
    const hands = newProcess();
    const { hand, view } = await waitsFor(hands, player, 'blackjack', 'double');
    await database.moveTimeTo(DAY_MS + 2 * 3_600_000);
    const used = async () => {
      const { rows } = await database.pool.query<{ used: string }>(
        `select limit_used($1, 'time', 'day') as used`,
        [player],
      );
      return rows[0]!.used;
    };
    expect(await used()).toBe('0');
    const double: SoloCommand = {
      ...{ game: 'blackjack', command: { kind: 'double', step: view.step } },
    };
    const later = movedProcess(DAY_MS + 2 * 3_600_000);
    expect(await play(later, player, hand, double)).toMatchObject({ ok: true });
    expect(await used()).toBe('0');
    await database.moveTimeTo(0);
  });
});

describe('a row of a hand', () => {
  // As the application: it holds these rights, and would use them only where its code is wrong.
  const tried = (set: string, hand: string): Promise<unknown> =>
    database.pool.query(`update solo_hands set ${set} where hand_number = $1`, [hand]);

  it.each([
    'taken = taken + 1',
    'paid = paid', // No step, though nothing differs.
    'step = step + 1',
    'step = step + 1, taken = taken + 1',
    `acted_at = acted_at + interval '1 day'`,
  ])('of a hand in play does not change without a step: %s', async (set) => {
    const { hand } = await dealt(newProcess(), await newPlayer(), 'sette_e_mezzo');
    await expect(tried(set, hand)).rejects.toMatchObject({ code: 'SB055' });
  });

  it('is of a player', async () => {
    const ofNobody = database.pool.query(
      `insert into solo_hands (player_id, game, rules, commitment, sealed) values (-1, 'blackjack', '', '', '')`,
    );
    await expect(ofNobody).rejects.toMatchObject({
      code: '23503',
    });
  });

  it('is not begun without a step', async () => {
    const { hand } = await open(newProcess(), await newPlayer(), 'blackjack');
    const begun = `status = 'in_play', cut = 7, acted_at = studio_now(), step = 3, taken = 1000`;
    await expect(tried(begun, hand)).rejects.toMatchObject({ code: 'SB055' });
  });

  it('says of its money what its steps say, when it goes on', async () => {
    const player = await newPlayer();
    const { hand, view } = await dealt(newProcess(), player, 'sette_e_mezzo');
    const withStep = (taken: number) =>
      database.pool.query(
        `with stepped as (
           insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
           values ($1, 2, $2, $3, '{}', '{}', $4, 500, 0, 0, 'a test', 1)
         ), logged as (
           insert into solo_log (chain, seq, at_ms, payload, hash)
           values ('a test', 1, 0, '{}', solo_log_hash('', 'a test', 1, 0, '{}')))
         update solo_hands set step = $4, taken = taken + ${taken} where hand_number = $1`,
        [hand, player, randomUUID(), view.step + 1],
      );
    await expect(withStep(400)).rejects.toMatchObject({ code: 'SB055' });
  });
});

describe('a command that cannot be written', () => {
  it('is given up two seconds after it came in, also where it waited for another one', async () => {
    const clock = new ManualClock();
    const hands = newProcess(HANDS_KEY, clock);
    const player = await newPlayer();
    const { hand } = await dealt(hands, player, 'sette_e_mezzo');
    const { view } = await open(hands, player, 'sette_e_mezzo');
    await asSuperuser(database, async (holder) => {
      await holder.query('begin');
      await holder.query('select from solo_hands where hand_number = $1 for update', [hand]);
      const draw = () => play(hands, player, hand, drawing('sette_e_mezzo', view.step));
      const [first, second] = [draw(), draw()];
      // The clock stands still while the database is asked.
      await passing(clock, first);
      await holder.query('rollback');
      await passing(clock, second);
      const busy = { ok: false, refusal: 'hand_is_busy' };
      expect([await first, await second]).toEqual([busy, busy]);
    });
    expect((await open(hands, player, 'sette_e_mezzo')).view.step).toBe(view.step);
  });

  it('is not said to be lost while another process may still write it', async () => {
    const clock = new ManualClock();
    const [one, other] = [newProcess(HANDS_KEY, clock), newProcess(HANDS_KEY, clock)];
    const player = await newPlayer();
    const { hand } = await open(one, player, 'punto_e_banco');
    const sinceMs = clock.nowMs();
    const day = new Date(sinceMs).toISOString().slice(0, 10);
    const id = randomUUID();
    await asSuperuser(database, async (holder) => {
      await holder.query('begin');
      await holder.query(`select pg_advisory_xact_lock(hashtextextended('hands ' || $1, 0))`, [
        `@punto_e_banco:${day}`,
      ]);
      const reply = play(one, player, hand, dealing('punto_e_banco'), id);
      await untilWaitingForLocks(database, 1);
      await clock.advance(11_000);
      expect(await other.find(player, id, sinceMs)).toBe('not_known_yet');
      await holder.query('rollback');
      const { ok, ...answer } = await reply;
      expect(ok).toBe(true);
      expect(await other.find(player, id, sinceMs)).toEqual(answer);
    });
    await clock.advance(1_000);
    expect(await other.find(player, randomUUID(), sinceMs)).toBeNull();
  });

  it('is never begun where the process stood still before it was sent', async () => {
    // What was put together then is sent only now.
    const clock = new ManualClock(Date.now() - 15_000);
    const hands = newProcess(HANDS_KEY, clock);
    const player = await newPlayer();
    const { hand } = await open(hands, player, 'punto_e_banco');
    const id = randomUUID();
    const reply = play(hands, player, hand, dealing('punto_e_banco'), id);
    await passing(clock, reply);
    expect(await reply).toEqual({ ok: false, refusal: 'hand_is_busy' });
    expect(await newProcess().find(player, id, 0)).toBeNull();
  });

  it.each([-15_000, 15_000])(
    'is refused once at most where the clock of the process is wrong by %i ms',
    async (aheadMs) => {
      const clock = new ManualClock(Date.now() + aheadMs);
      const hands = newProcess(HANDS_KEY, clock);
      const player = await newPlayer();
      const { hand } = await open(hands, player, 'punto_e_banco');
      const first = await play(hands, player, hand, dealing('punto_e_banco'));
      expect(first.ok).toBe(aheadMs > 0);
      const current = await open(hands, player, 'punto_e_banco');
      const next = await play(hands, player, current.hand, dealing('punto_e_banco'));
      expect(next).toMatchObject({ ok: true });
    },
  );

  it('is never begun where the process stood still before it was read', async () => {
    const clock = new ManualClock();
    const frozen = { forMs: 0 };
    const hands = newProcess(HANDS_KEY, {
      nowMs: () => clock.nowMs() + frozen.forMs,
      after: (ms, act) => clock.after(ms, act),
      soon: (act) => clock.soon(act),
      every: (ms, act) => clock.every(ms, act),
    });
    const player = await newPlayer();
    const { hand } = await open(hands, player, 'punto_e_banco');
    await clock.advance(1_000);
    // It came in while nothing was read, and is read before anything else, or a moment after.
    frozen.forMs = 18_000;
    const [id, other] = [randomUUID(), randomUUID()];
    const busy = { ok: false, refusal: 'hand_is_busy' };
    expect(await play(hands, player, hand, dealing('punto_e_banco'), id)).toEqual(busy);
    await clock.advance(250);
    expect(await play(hands, player, hand, dealing('punto_e_banco'), other)).toEqual(busy);
    await clock.advance(250);
    expect(await play(hands, player, hand, dealing('punto_e_banco'))).toMatchObject({ ok: true });
    expect(await newProcess().find(player, id, 0)).toBeNull();
    expect(await newProcess().find(player, other, 0)).toBeNull();
  });

  it('that cannot be made fails alone, and the rest of its batch stands', async () => {
    const { commits, hands } = handsProcess(database);
    const [player, other] = [await newPlayer(), await newPlayer()];
    const { hand } = await open(hands, other, 'punto_e_banco');
    const make = () => {
      throw new Error('it cannot be made');
    };
    const askedAtMs = STANDING_CLOCK.nowMs();
    const failed = commits.write('punto_e_banco', { playerId: player, askedAtMs, make });
    const stands = play(hands, other, hand, dealing('punto_e_banco'));
    await expect(failed).rejects.toThrow('it cannot be made');
    expect(await stands).toMatchObject({ ok: true });
  });

  it('is tried again where its id was used a moment ago, and for no other key', async () => {
    const player = await newPlayer();
    const { hand, view } = await dealt(newProcess(), player, 'sette_e_mezzo');
    const current = await readCurrentHand(database.pool, player, 'sette_e_mezzo');
    const { session, hands } = current!.accounts;
    const commit = {
      ...{ playerId: player, hand, step: view.step, commandId: randomUUID() },
      // Of a step that the hand has had.
      ordinal: 1,
      ...{ command: '{}', events: '{}', stepAfter: view.step + 1, taken: 0n, paid: 0n },
      ...{ accounts: { session, hands: hands! }, seed: null, cut: null, end: undefined },
    };
    const again = handsProcess(database).commits.write('sette_e_mezzo', {
      ...{ playerId: player, askedAtMs: STANDING_CLOCK.nowMs(), make: () => commit },
    });
    await expect(again).rejects.toMatchObject({ constraint: 'solo_steps_pkey' });
  });
});

describe('a batch', () => {
  it('that is full is sent behind the one before it, and no other is', async () => {
    const { hands } = handsProcess(database, HANDS_KEY, STANDING_CLOCK, 2);
    const players = [];
    for (let count = 0; count < 5; count += 1) {
      const player = await newPlayer();
      players.push({ player, hand: (await open(hands, player, 'punto_e_banco')).hand });
    }
    const [first, second, third, ...others] = players.map(
      ({ player, hand }) =>
        () =>
          play(hands, player, hand, dealing('punto_e_banco')),
    );
    const asked = await withChainHeld('punto_e_banco', async (waiting) => {
      const replies = [first!()];
      await eventually('the first one waits', async () => (await waiting()) === 1);
      replies.push(second!());
      expect(await waiting()).toBe(1);
      replies.push(third!());
      await eventually('a full one waits behind it', async () => (await waiting()) === 2);
      replies.push(...others.map((other) => other()));
      expect(await waiting()).toBe(2);
      return replies;
    });
    for (const reply of await Promise.all(asked)) expect(reply).toMatchObject({ ok: true });
    const { rows } = await database.pool.query<{ steps: number }>(
      `select count(*)::int as steps from solo_steps where hand_number = any($1) group by seq order by seq`,
      [players.map(({ hand }) => hand)],
    );
    expect(rows.map(({ steps }) => steps)).toEqual([1, 2, 2]);
  });

  it('that does not get the lock of its chain is sent again', async () => {
    const pool = new pg.Pool({
      connectionString: database.studioUrl,
      options: '-c role=sabot_app -c lock_timeout=20',
      pipeline: true,
    });
    try {
      const { hands } = handsProcess({ ...database, pool });
      const player = await newPlayer();
      const { hand } = await open(hands, player, 'punto_e_banco');
      let sent = 0;
      pool.on('acquire', () => (sent += 1));
      const asked = await withChainHeld('punto_e_banco', async () => {
        const reply = play(hands, player, hand, dealing('punto_e_banco'));
        reply.catch(() => undefined);
        await eventually('it is sent again', () => sent > 1);
        return [reply];
      });
      expect(await asked[0]).toMatchObject({ ok: true });
    } finally {
      await pool.end();
    }
  });
});

/** What a client may send, right or wrong: a choice, how far its step is off, and whether again. */
const ask = fc.record({
  game: fc.constantFrom(...SOLO_GAMES),
  kind: fc.constantFrom('deal', 'card', 'stand', 'double', 'split', 'insure'),
  off: fc.constantFrom(0, 0, 0, 0, -1, 1),
  again: fc.boolean(),
  elsewhere: fc.boolean(),
});

const commandOf = (game: SoloGame, kind: string, step: number): SoloCommand => {
  if (kind === 'deal' || game === 'punto_e_banco') return dealing(game, step);
  if (game === 'sette_e_mezzo') {
    return { game, command: { kind: kind === 'stand' ? 'stand' : 'draw', step } };
  }
  if (kind === 'insure') return { game, command: { kind, step, boxes: [0] } };
  const choices = ['card', 'stand', 'double', 'split'] as const;
  return { game, command: { kind: choices.find((each) => each === kind) ?? 'card', step } };
};

describe('whatever is sent', () => {
  it('keeps the money whole, and a hand as its events say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { minLength: 5, maxLength: 16 }), async (asks) => {
        const player = await newPlayer();
        const processes = [newProcess(), newProcess()] as const;
        let credit = BigInt(CREDIT);
        for (const { game, kind, off, again, elsewhere } of asks) {
          const hands = processes[elsewhere ? 1 : 0];
          const { hand, view } = await open(processes[0], player, game);
          const id = randomUUID();
          const asked = commandOf(game, kind, Math.max(0, view.step + off));
          const reply = await play(hands, player, hand, asked, id);
          if (again) expect(await play(processes[0], player, hand, asked, id)).toEqual(reply);
          if (!reply.ok) continue;
          const now = reply.hand.view;
          credit += BigInt(view.taken) - BigInt(now.taken) + BigInt(now.paid);
          expect(BigInt(reply.balance)).toBe(credit);
          const seen = await open(newProcess(), player, game);
          if (reply.next === null) expect(seen).toEqual({ ...reply.hand, from: 0 });
          else expect(seen).toMatchObject(reply.next);
        }
        const held = await balances(database.pool);
        expect(held.get(`player:${player}:session`)).toBe(credit);
        expect(held.get(`player:${player}:hands`) ?? 0n).toBeGreaterThanOrEqual(0n);
      }),
      { numRuns: runs(6) },
    );
  });
});

describe('a database that was restored', () => {
  const restored = (): Promise<unknown> =>
    asSuperuser(database, (client) => client.query(`select begin_timeline('a restore')`));

  const handsOf = async (player: string): Promise<readonly string[]> => {
    const { rows } = await database.pool.query<{ hand: string }>(
      'select hand_number as hand from solo_hands where player_id = $1 order by 1',
      [player],
    );
    return rows.map(({ hand }) => hand);
  };

  /** As code would that did not look whether the hand is of before. */
  const setBack = (hand: string): Promise<unknown> =>
    database.pool.query('update solo_hands set acted_at = studio_now() where hand_number = $1', [
      hand,
    ]);

  it('deals no deck that was committed to before it, since it may have been shown', async () => {
    const player = await newPlayer();
    const waiting = await open(newProcess(), player, 'blackjack');
    await restored();
    const next = await open(newProcess(), player, 'blackjack');
    expect(next.hand).not.toBe(waiting.hand);
    expect(next.commitment).not.toBe(waiting.commitment);
  });

  it('is handed over whoever holds hands that nobody has staked on, however many', async () => {
    const player = await newPlayer();
    const { hand } = await open(newProcess(), player, 'blackjack');
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `select from solo_hands where status = 'committed' order by hand_number for no key update`,
      );
      await asSuperuser(database, async (client) => {
        await client.query(`set lock_timeout = '200ms'`);
        await client.query(`select begin_timeline('a restore')`);
      });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await handsOf(player)).toEqual([hand]);
    // It is taken back when its player comes, by however many processes at once.
    const opened = await Promise.all(
      [newProcess(), newProcess(), newProcess()].map((hands) => open(hands, player, 'blackjack')),
    );
    const [next] = opened;
    expect(opened).toEqual([next, next, next]);
    expect(await handsOf(player)).toEqual([next!.hand]);
    expect(await play(newProcess(), player, next!.hand, dealing('blackjack'))).toMatchObject({
      ok: true,
    });
  });

  it('deals none of them to whoever keeps it, and closes no game for it', async () => {
    const player = await newPlayer();
    const { hands: running, closedGames } = handsProcess(database);
    const closing = vi.spyOn(closedGames, 'note');
    const game = 'sette_e_mezzo';
    const waiting = await open(running, player, game);
    await restored();
    const refused = await play(running, player, waiting.hand, dealing(game));
    expect(refused).toEqual({ ok: false, refusal: 'unknown_hand' });
    expect(closing).not.toHaveBeenCalled();
    const next = await open(running, player, game);
    expect(next.commitment).not.toBe(waiting.commitment);
    expect(await play(running, player, next.hand, dealing(game))).toMatchObject({ ok: true });
  });

  it('names none of them as the next hand of one that is over', async () => {
    const player = await newPlayer();
    const game = 'punto_e_banco';
    const [{ hand }, id] = [await open(newProcess(), player, game), randomUUID()];
    const reply = await play(newProcess(), player, hand, dealing(game), id);
    expect(reply).toMatchObject({ ok: true, next: { hand: expect.any(String) as string } });
    await restored();
    const again = () => play(newProcess(), player, hand, dealing(game), id);
    expect(await again()).toEqual({ ...reply, next: null });
    const next = await open(newProcess(), player, game);
    expect(await again()).toMatchObject({ next: { hand: next.hand } });
  });

  it('loses no other hand to the application', async () => {
    const [late, playing] = [await newPlayer(), await newPlayer()];
    const { hand: inPlay } = await dealt(newProcess(), playing, 'sette_e_mezzo');
    await restored();
    const { hand: ofNow } = await open(newProcess(), late, 'sette_e_mezzo');
    for (const player of [late, playing]) {
      await database.pool.query(`select take_back_hand($1, 'sette_e_mezzo')`, [player]);
    }
    expect(await handsOf(late)).toEqual([ofNow]);
    expect(await handsOf(playing)).toContain(inPlay);
    await expect(
      database.pool.query('delete from solo_hands where hand_number = $1', [ofNow]),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('plays no hand on that its player may have seen more of, and names it', async () => {
    const player = await newPlayer();
    const running = newProcess();
    const { hand, view } = await dealt(running, player, 'sette_e_mezzo');
    await restored();
    const closed = { ok: false, refusal: 'game_is_closed' };
    expect(await newProcess().open(player, 'sette_e_mezzo')).toEqual(closed);
    // So is whoever still keeps it, as when a standby took over. What is asked with it stands.
    const [id, asked] = [randomUUID(), drawing('sette_e_mezzo', view.step)];
    const other = await newPlayer();
    const { hand: first } = await open(running, other, 'sette_e_mezzo');
    const [before, beside] = await Promise.all([
      play(running, player, hand, asked, id),
      play(running, other, first, dealing('sette_e_mezzo')),
    ]);
    expect({ before, isPlayed: beside.ok }).toEqual({ before: closed, isPlayed: true });
    expect(await play(running, player, hand, asked, id)).toEqual(closed);
    await expect(setBack(hand)).rejects.toMatchObject({ code: 'SB056' });
    const abandoned = { playerId: player, game: 'sette_e_mezzo', number: hand } as const;
    expect(await running.abandon({ ...abandoned, step: view.step })).toEqual(closed);
    const waiting = await readWaitingHands(database.pool, 0, undefined);
    expect(waiting.map(({ number }) => number)).not.toContain(hand);
    const { rows } = await database.pool.query<{ hands: readonly number[] }>(
      `select after -> 'hands' as hands from staff_actions
        where operation = 'database:hand-over' order by seq desc limit 1`,
    );
    expect(rows[0]?.hands).toContain(Number(hand));

    // What is opened from then on is played.
    expect(await dealt(newProcess(), await newPlayer(), 'sette_e_mezzo')).toBeDefined();
  });
});
