/**
 * Bets race the close: the one order of the table decides, and every answer tells the truth (I1,
 * I2).
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Player, Staff, Wager } from '../kit/clients.js';
import { isFullSize, measured } from '../kit/fault-report.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import { type StudioProcess, pause } from '../kit/studio.js';

/** So many are sent within this long before or after the close, or as many as the rounds allow. */
const BETS = isFullSize ? 20_000 : 2_000;
const WINDOW_MS = 50;
const EACH_MS = 5;
/**
 * A table begins no batch that would be under way at the close. On a slow machine it takes none of
 * the window, so that some are sent before it.
 */
const AHEAD_MS = 300;
const AHEAD_EVERY_MS = 10;
const PLAYERS = 40;
const ROUNDS_MAX = isFullSize ? 400 : 40;

const testbed = useTestbed({ tables: { 'pb-1': { ...QUICK, betMs: 1_000 } } });
let studio: StudioProcess;
let dealer: Staff;
let players: readonly Player[];

beforeAll(async () => {
  studio = await testbed.startProcess();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  players = await testbed.players(studio, PLAYERS, 'Racer');
});

/** What a player sent, when, and what came back. */
interface Sent {
  readonly player: Player;
  readonly betId: string;
  readonly atMs: number;
  readonly reply: Awaited<ReturnType<Player['wager']>>;
}

const WAGERS: readonly Wager[] = [
  ['egalite', 1],
  ['banco', 1],
  ['punto_pair', 1],
  'undo',
  'normal',
  'zero_commission',
];

const give = async (player: Player, game: string, wager: Wager): Promise<Sent> => {
  const betId = randomUUID();
  const atMs = Date.now();
  return { player, betId, atMs, reply: await player.wager(game, wager, betId) };
};

/** Bets that nobody waits for, from before the close to after it. */
const race = async (game: string, closesAtMs: number): Promise<readonly Sent[]> => {
  await pause(Math.max(0, closesAtMs - WINDOW_MS - AHEAD_MS - Date.now()));
  const sent: Promise<Sent>[] = [];
  while (Date.now() < closesAtMs - WINDOW_MS) {
    sent.push(give(players[sent.length % PLAYERS]!, game, ['banco', 1]));
    await pause(AHEAD_EVERY_MS);
  }
  const ahead = sent.length;
  const startedAtMs = Date.now();
  const isInWindow = (): boolean => Date.now() < closesAtMs + WINDOW_MS;
  while (isInWindow()) {
    // A machine that cannot send so many sends fewer, and none that the window is over for.
    while (isInWindow() && sent.length - ahead < EACH_MS * (Date.now() - startedAtMs)) {
      const player = players[sent.length % PLAYERS]!;
      const wager = WAGERS[Math.floor(sent.length / PLAYERS) % WAGERS.length]!;
      sent.push(give(player, game, wager));
    }
    await pause(1);
  }
  return Promise.all(sent);
};

interface Round {
  readonly game: string;
  readonly closedSeq: number;
  readonly sent: readonly Sent[];
}

/** What was answered is what is there: none stands late, none that was answered so is lost. */
const check = async ({ game, closedSeq, sent }: Round): Promise<void> => {
  const { rows } = await testbed.pool.query<{ player: string; id: string; seq: string }>(
    'select distinct player_id as player, bet_id as id, seq from bets where game_number = $1',
    [game],
  );
  const stands = new Map(rows.map((row) => [`${row.player} ${row.id}`, Number(row.seq)]));
  for (const { player, betId, reply } of sent) {
    const at = stands.get(`${player.id} ${betId}`);
    stands.delete(`${player.id} ${betId}`);
    if (!reply.ok) {
      expect(at, `${betId}: ${reply.refusal}`).toBeUndefined();
      continue;
    }
    expect(reply.seq).toBeLessThan(closedSeq);
    // a mode that was chosen already changes nothing, and need not be written
    if (at !== undefined || Object.keys(reply.change).length > 0) expect(at).toBe(reply.seq);
  }
  expect([...stands], 'bets that nobody sent').toEqual([]);
};

describe('bets that race the close', () => {
  it(
    `stand if they were answered so, and only then: up to ${BETS} of them`,
    { timeout: 900_000 },
    async () => {
      let inWindow = 0;
      let stood = 0;
      let late = 0;
      for (let round = 1; inWindow < BETS && round <= ROUNDS_MAX; round += 1) {
        const before = await Promise.all(players.map((player) => player.balance()));
        const { game, seq, closesAtMs } = await dealer.openBetting();
        const first = await Promise.all(players.map((each) => give(each, game, ['banco', 1])));
        const raced = await race(game, closesAtMs);
        const closed = await dealer.next('betting_closed', { after: seq });
        await check({ game, closedSeq: closed.seq, sent: [...first, ...raced] });
        inWindow += raced.filter(({ atMs }) => Math.abs(atMs - closed.atMs) <= WINDOW_MS).length;
        stood += raced.filter(({ reply }) => reply.ok).length;
        late += raced.filter(
          ({ reply }) => !reply.ok && reply.refusal === 'betting_is_closed',
        ).length;
        const seats = await Promise.all(players.map((player) => player.join()));
        for (const [index, { seat }] of seats.entries()) {
          const stakes = Object.values(seat.stakes).reduce((sum, each) => sum + BigInt(each), 0n);
          expect(BigInt(seat.balance) + stakes).toBe(before[index]);
        }
        await dealer.deal('9h Kd Ts Qs');
        await dealer.next('round_settled', { after: seq });
        if (round % ROUNDS_OF_A_SHOE === 0) await newShoe();
      }
      expect(stood).toBeGreaterThan(0);
      expect(late).toBeGreaterThan(0);
      expect(inWindow).toBeGreaterThanOrEqual(isFullSize ? BETS : 1);
      measured({ part: 'past-posting', what: 'bets within 50 ms of the close', count: inWindow });
      measured({ part: 'past-posting', what: 'of all that raced, stood', count: stood });
      measured({ part: 'past-posting', what: 'came too late', count: late });
    },
  );
});

/** There are eight of each card. */
const ROUNDS_OF_A_SHOE = 7;

const newShoe = async (): Promise<void> => {
  const manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  await manager.must('shoe:change');
  manager.close();
  await dealer.newShoe();
};
