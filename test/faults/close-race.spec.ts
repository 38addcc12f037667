/**
 * Bets race the close: the one order of the table decides, and every answer tells the truth (I1,
 * I2).
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Player, Staff, Wager } from '../kit/clients.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { type StudioProcess, pause } from '../kit/studio.js';

/** Everybody has bet before the race begins. */
const testbed = useTestbed({ tables: { 'pb-1': BETTING } });
let studio: StudioProcess;
let dealer: Staff;
let players: readonly Player[];

beforeAll(async () => {
  studio = await testbed.startProcess();
  dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  players = await testbed.players(studio, 25, 'Racer');
});

/** What a player sent, and what came back. */
interface Sent {
  readonly player: Player;
  readonly betId: string;
  readonly reply: Awaited<ReturnType<Player['wager']>>;
}

const give = async (player: Player, game: string, wager: Wager): Promise<Sent> => {
  const betId = randomUUID();
  return { player, betId, reply: await player.wager(game, wager, betId) };
};

/** Three commands at a time, again and again, until betting is closed. */
const race = async (player: Player, game: string, sent: Sent[]): Promise<void> => {
  const wagers: Wager[] = [
    ['egalite', 1],
    ['banco', 1],
    ['punto_pair', 1],
    'undo',
    'normal',
    'zero_commission',
  ];
  for (let turn = 0; ; turn += 1) {
    const batch = await Promise.all(
      Array.from({ length: 3 }, (_, index) =>
        give(player, game, wagers[(turn * 3 + index) % wagers.length]!),
      ),
    );
    sent.push(...batch);
    if (batch.every(({ reply }) => !reply.ok && reply.refusal === 'betting_is_closed')) return;
  }
};

describe('bets that race the close', () => {
  it('stand if they were answered so, and only then: three rounds', async () => {
    for (let round = 1; round <= 3; round += 1) {
      const before = await Promise.all(players.map((player) => player.balance()));
      const { game, seq, closesAtMs } = await dealer.openBetting();
      const sent: Sent[] = [];
      sent.push(...(await Promise.all(players.map((each) => give(each, game, ['banco', 1])))));
      for (const { reply } of sent) expect(reply).toMatchObject({ ok: true });
      const { nowMs } = await players[0]!.join();
      await pause(Math.max(0, closesAtMs - nowMs - 150)); // the race is for the last moment
      let isRacing = true;
      const racing = Promise.all(players.map((player) => race(player, game, sent))).finally(
        () => (isRacing = false),
      );
      // a shower of lone bets, sent without waiting, meets the close in full flight
      const shower: Promise<Sent>[] = [];
      while (isRacing) {
        await pause(5);
        const player = players[shower.length % players.length]!;
        shower.push(give(player, game, ['banco_pair', 1]));
      }
      await racing;
      sent.push(...(await Promise.all(shower)));
      const closed = await dealer.next('betting_closed', { after: seq });

      const { rows } = await testbed.pool.query<{ player: string; id: string; seq: string }>(
        'select distinct player_id as player, bet_id as id, seq from bets where game_number = $1',
        [game],
      );
      const stands = new Map(rows.map((row) => [`${row.player} ${row.id}`, Number(row.seq)]));
      const accepted = sent.filter(({ reply }) => reply.ok);
      for (const { player, betId, reply } of sent) {
        const at = stands.get(`${player.id} ${betId}`);
        if (!reply.ok) {
          expect(at, `${betId}: ${reply.refusal}`).toBeUndefined();
          continue;
        }
        expect(reply.seq).toBeLessThan(closed.seq);
        // a mode that was chosen already changes nothing, and need not be written
        if (at !== undefined || Object.keys(reply.change).length > 0) expect(at).toBe(reply.seq);
      }
      expect(stands.size).toBeLessThanOrEqual(accepted.length);
      const late = sent.filter(({ reply }) => !reply.ok && reply.refusal === 'betting_is_closed');
      expect(late.length).toBeGreaterThanOrEqual(players.length);

      const lies = await Promise.all(players.map((player) => player.join()));
      for (const [index, { seat }] of lies.entries()) {
        const stakes = Object.values(seat.stakes).reduce((sum, each) => sum + BigInt(each), 0n);
        expect(BigInt(seat.balance) + stakes).toBe(before[index]);
      }
      await dealer.deal('9h Kd Ts Qs');
      await dealer.next('round_settled', { after: seq });
      console.log(`round ${round}: ${accepted.length} bets stood, ${late.length} came too late`);
    }
  });
});
