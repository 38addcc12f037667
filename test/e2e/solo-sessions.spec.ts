/**
 * How long a session is kept without its connection, by the game that was played last: 3 minutes,
 * and 5 after Sette e Mezzo and Blackjack (RULES 2). No hand of these players waits for a choice.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SoloPlayer } from '../kit/solo.js';
import { eventually } from '../kit/studio.js';
import { SLOW, useTestbed } from '../kit/testbed.js';

const MINUTE_MS = 60_000;

type Action = 'punto_e_banco' | 'sette_e_mezzo' | 'blackjack' | 'live' | 'buy_in_anew';

/** What each player does, one after the other, and after how many minutes the session ends. */
const PLAYERS: readonly { readonly actions: readonly Action[]; readonly minutes: 3 | 5 }[] = [
  { actions: [], minutes: 3 },
  { actions: ['live'], minutes: 3 },
  { actions: ['punto_e_banco'], minutes: 3 },
  { actions: ['sette_e_mezzo'], minutes: 5 },
  { actions: ['blackjack'], minutes: 5 },
  { actions: ['sette_e_mezzo', 'punto_e_banco'], minutes: 3 },
  { actions: ['punto_e_banco', 'sette_e_mezzo'], minutes: 5 },
  { actions: ['blackjack', 'live'], minutes: 3 },
  { actions: ['live', 'blackjack'], minutes: 5 },
  { actions: ['blackjack', 'punto_e_banco', 'sette_e_mezzo', 'live', 'blackjack'], minutes: 5 },
  // The hand was of another session.
  { actions: ['blackjack', 'buy_in_anew'], minutes: 3 },
];

describe.each([
  ['whose studio goes on', false],
  ['whose studio is started again meanwhile', true],
])('sessions without a connection, %s,', (_, isStartedAgain) => {
  /** The times of sessions are those that a studio has by default. */
  const testbed = useTestbed({ tables: { 'pb-1': SLOW }, env: { SESSION_SWEEP_MS: '1000' } });

  const act = async (solo: SoloPlayer, game: string, action: Action): Promise<void> => {
    await testbed.advance(100); // No two actions are of the same moment.
    const { player } = solo;
    switch (action) {
      case 'live':
        await player.join();
        await player.bet(game, ['punto', 10]);
        await player.bet(game, 'clear');
        return;
      case 'buy_in_anew':
        expect(await player.call('session:cash-out', { key: randomUUID() })).toMatchObject({
          ok: true,
        });
        return player.buyIn(1_000);
      case 'punto_e_banco':
      case 'sette_e_mezzo':
      case 'blackjack': {
        const { hand, next } = await solo.deal(await solo.open(action));
        if (next === null) await solo.playOut(hand);
      }
    }
  };

  it('end 3 minutes after the loss, and 5 where the last game was one with choices', async () => {
    const studio = await testbed.restart();
    const dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    const kept = new Map<string, { readonly what: string; readonly minutes: number }>();
    for (const { actions, minutes } of PLAYERS) {
      const player = await testbed.visitor(studio, 'Sol');
      await player.buyIn(1_000);
      const solo = await new SoloPlayer(player).connect();
      for (const action of actions) await act(solo, game, action);
      kept.set(player.id, { what: actions.join(', '), minutes });
      player.close();
    }
    const ids = [...kept.keys()];
    const count = async (sql: string): Promise<number> =>
      (await testbed.pool.query(sql, [ids])).rowCount ?? 0;
    const lost = () =>
      count('select from connections where player_id = any($1) and lost_at is not null');
    await eventually('all connections are lost', async () => (await lost()) === ids.length);
    // As if all were lost now, which is also when they are seen last.
    await testbed.pool.query(
      'update connections set lost_at = studio_clock(), seen_at = studio_clock() where player_id = any($1)',
      [ids],
    );
    /** Who has ended, and how many minutes after the loss. */
    const ended = async () => {
      const { rows } = await testbed.pool.query<{ id: string; reason: string; minutes: number }>(
        `select s.player_id as id, s.closed_reason as reason, floor(extract(epoch from s.closed_at - c.lost_at) / 60)::int as minutes
           from sessions s join connections c using (player_id)
          where s.player_id = any($1) and s.closed_reason <> 'cash_out'`,
        [ids],
      );
      return rows.map(({ id, ...end }) => ({ what: kept.get(id)!.what, ...end }));
    };
    const expected = (minutesMax: number) =>
      PLAYERS.filter(({ minutes }) => minutes <= minutesMax).map(({ actions, minutes }) => ({
        what: actions.join(', '),
        reason: 'connection_lost',
        minutes,
      }));
    const areEnded = async (minutesMax: number): Promise<void> => {
      const many = expected(minutesMax).length;
      await testbed.passing(
        eventually(`${many} have ended`, async () => (await ended()).length >= many),
      );
      const found = await ended();
      expect(found).toHaveLength(many);
      expect(found).toEqual(expect.arrayContaining(expected(minutesMax)));
    };

    await testbed.advance(2 * MINUTE_MS);
    expect(await ended()).toEqual([]);
    if (isStartedAgain) {
      await studio.stop();
      await testbed.start();
    }
    await testbed.advance(1.5 * MINUTE_MS);
    await areEnded(3);
    await testbed.advance(MINUTE_MS);
    await areEnded(3);
    await testbed.advance(0.75 * MINUTE_MS);
    await areEnded(5);
  });
});
