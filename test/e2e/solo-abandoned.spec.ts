/**
 * A player does not come back to a solo hand: after its time the house plays it, and the session
 * ends.
 */
import { expect, it } from 'vitest';
import { handsProcess } from '../kit/hands-process.js';
import { SoloPlayer } from '../kit/solo.js';
import { eventually } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

/** Ten minutes in place of a week, longer than a session is kept without its connection. */
const testbed = useTestbed({ tables: {}, env: { HAND_KEPT_MS: '600000' } });

const MINUTE_MS = 60_000;

it('keeps the hand and the session for its time, and not longer', async () => {
  const studio = await testbed.start();
  const player = await testbed.visitor(studio, 'Ada');
  await player.buyIn(1_000);
  const solo = await new SoloPlayer(player).connect();
  const { hand } = await solo.dealBlackjack();
  player.close();

  const standing = async () => {
    const { rows } = await testbed.pool.query(
      `select (select status from solo_hands where hand_number = $1) as hand,
              (select closed_reason from sessions where player_id = $2) as session`,
      [hand.hand, player.id],
    );
    return rows[0] as { hand: string; session: string | null };
  };
  await testbed.advance(9 * MINUTE_MS);
  expect(await standing()).toEqual({ hand: 'in_play', session: null });
  await testbed.advance(2 * MINUTE_MS);
  await testbed.passing(
    eventually('the house has played', async () => (await standing()).hand === 'over'),
  );
  await testbed.passing(
    eventually('the session has ended', async () => (await standing()).session !== null),
  );
});

it('tells a player who came back that another process has played the hand', async () => {
  const studio = await testbed.start();
  const player = await testbed.visitor(studio, 'Bea');
  await player.buyIn(1_000);
  const solo = await new SoloPlayer(player).connect();
  const { hand } = await solo.dealBlackjack();
  const [said, heard]: [unknown[], { hand: object }[]] = [[], []];
  player.socket.on('player:hand', (message) => said.push(message));
  solo.socket.on('hand:changed', (message: { hand: object }) => heard.push(message));
  const at = { playerId: player.id, game: 'blackjack', number: hand.hand } as const;
  const { hands } = handsProcess(testbed.database);
  const reply = await hands.abandon({ ...at, step: hand.view.step });
  if (!reply.ok) throw new Error(reply.refusal);
  await eventually('it is heard', () => said.length > 0 && heard.length > 0);
  const { taken, paid } = reply.hand.view;
  const { balance } = reply;
  const message = {
    game: 'blackjack',
    hand: hand.hand,
    reason: 'house_played',
    taken,
    paid,
    balance,
  };
  expect(said).toEqual([message]);
  expect(heard).toEqual([{ hand: reply.hand, balance, reason: 'house_played' }]);
});
