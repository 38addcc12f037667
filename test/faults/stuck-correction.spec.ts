/** A correction that cannot be paid keeps no other of its table waiting. */
import { describe, expect, it } from 'vitest';
import { ask, decideOn } from '../kit/approvals.js';
import { BETTING, useTestbed } from '../kit/testbed.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

const testbed = useTestbed({ tables: { 'pb-1': BETTING }, env: { SETTLEMENT_SWEEP_MS: '200' } });
const table = 'pb-1';

/** No part of a correction of these rounds can be written. */
const refuse = (games: readonly string[]) =>
  asSuperuser(testbed.database, (client) =>
    client.query(`create or replace function refuse_part() returns trigger language plpgsql as
      $$ begin raise exception 'no part of this one'; end $$;
      create or replace trigger refuse_part before insert on correction_chunks for each row
      when (new.game_number in (${games.join()})) execute function refuse_part()`),
  );

describe('a correction that cannot be paid', () => {
  it('keeps no other waiting that the queue has given up, too', async () => {
    const studio = await testbed.startProcess();
    const dealer = await testbed.staff(studio, 'Dina', { table });
    const player = await testbed.player(studio, 'Anna', { table });
    await dealer.makeReady();
    const games: string[] = [];
    while (games.length < 2) {
      const { game, seq } = await dealer.openBetting();
      await player.bet(game, ['punto', 10]);
      await dealer.next('betting_closed', { after: seq });
      await dealer.deal('9h Kd Ts Qs');
      await player.result(game);
      games.push(game);
    }
    const [stuck, next] = games as [string, string];
    await refuse(games);
    for (const game of games) {
      await decideOn(testbed.pool, await ask(testbed.pool, { kind: 'void', table, game }));
      await dealer.next('round_corrected', { where: (each) => each.game === game });
    }
    const failures = () => studio.log.split('the correction could not be paid').length - 1;
    await eventually('both have failed', () => failures() > 3);
    expect(dealer.messages.map(({ kind }) => kind)).not.toContain('correction_paid');
    await refuse([stuck]);
    expect(await dealer.next('correction_paid')).toMatchObject({ game: next });
    await refuse(['0']);
    await dealer.next('correction_paid', { where: ({ game }) => game === stuck });
  });
});
