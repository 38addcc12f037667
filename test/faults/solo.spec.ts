/** The studio is killed while solo hands are in play: they go on with the same decks, once. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { SEED, SoloPlayer } from '../kit/solo.js';
import type { StudioProcess } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: {} });
let studio: StudioProcess;
afterEach(() => studio.kill());

/** The same player, in a studio that was started again. */
const afterKill = async (solo: SoloPlayer): Promise<SoloPlayer> => {
  expect(await studio.kill()).toMatchObject({ signal: 'SIGKILL' });
  studio = await testbed.startProcess();
  return new SoloPlayer(await testbed.again(studio, solo.player)).connect();
};

it('hands whose studio was killed twice are played to their ends, and paid once', async () => {
  studio = await testbed.startProcess();
  const player = await testbed.visitor(studio, 'Ada');
  await player.buyIn(1_000);
  let solo = await new SoloPlayer(player).connect();

  const coup = await solo.open('punto_e_banco');
  const deal = {
    ...{ hand: coup.hand, id: randomUUID(), step: 0, seed: SEED },
    stakes: { punto: '1000', egalite: '100' },
  };
  // Whether it was committed before the kill or not, its retry says what came of it.
  solo.socket.emit('punto-e-banco:deal', deal);
  const kept = [await solo.dealSetteEMezzo(), await solo.dealBlackjack()];
  solo = await afterKill(solo);
  const first = await solo.call('punto-e-banco:deal', deal);
  expect(first).toMatchObject({ ok: true, hand: { hand: coup.hand, commitment: coup.commitment } });
  expect(await solo.call('punto-e-banco:deal', deal)).toEqual(first);
  for (const { hand } of kept) {
    expect(await solo.open(hand.game)).toEqual({ ...hand, from: 0 });
  }

  const [sette, blackjack] = [kept[0]!.hand, kept[1]!.hand];
  const draw = { hand: sette.hand, id: randomUUID(), step: sette.view.step };
  const card = { hand: blackjack.hand, id: randomUUID(), step: blackjack.view.step };
  solo.socket.emit('sette-e-mezzo:draw', draw);
  solo.socket.emit('blackjack:card', card);
  solo = await afterKill(solo);
  const drawn = await solo.call('sette-e-mezzo:draw', draw);
  const dealt = await solo.call('blackjack:card', card);
  for (const reply of [drawn, dealt]) {
    if (!reply.ok) throw new Error(reply.refusal);
    if (reply.next === null) await solo.playOut(reply.hand);
  }
  const { rows } = await testbed.pool.query<{ steps: string; over: string }>(
    `select (select count(*) from solo_steps where command_id = any($1::uuid[])) as steps,
            (select count(*) from solo_hands where status = 'over' and hand_number = any($2::bigint[])) as over`,
    [
      [deal.id, draw.id, card.id],
      [coup.hand, sette.hand, blackjack.hand],
    ],
  );
  expect(rows).toEqual([{ steps: '3', over: '3' }]);
}, 120_000);
