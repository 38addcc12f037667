/**
 * No byte to a player, to the log or to the metrics tells of a card before the close is committed
 * (I5).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

/** Time enough for all that happens while the bets are open, on a busy machine. */
const testbed = useTestbed({
  tables: { 'pb-1': { ...QUICK, betMs: 4_000 } },
  env: { LOG_LEVEL: 'trace' },
});
let studio: Studio;
let dealer: Staff;
let manager: Staff;
let player: Player;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  player = await testbed.player(studio, 'Anna');
});

/**
 * A face, however it is written, that is a word of its own: `Kh`, `"KH"`, `P 2h`. (`Node.js` is no
 * jack of spades.)
 */
const FACE = /(?<![A-Za-z0-9.])(?:[A2-9TJQK]|10)[SHDC](?![A-Za-z0-9])/i;

/** A connection's random id may look like a face. */
const facesIn = (texts: readonly string[]) =>
  texts.filter((text) => !text.includes('"sid":') && FACE.test(text));

describe('the recorder of this test', () => {
  it('would see a face if there were one', () => {
    expect(facesIn(['{"card":"Kh"}', '["KH"]', 'P 2h', 'x 10D.'])).toHaveLength(4);
    expect(facesIn(['{"bead":"B8nb"}', '{"betId":"2d4c-9h"}'.replace('9h', '9hx')])).toHaveLength(
      0,
    );
  });
});

describe('before the bets are closed', () => {
  it('nothing reveals a card, neither the burn nor a scan that came too early, in any round of a shoe', async () => {
    const { length: started } = studio.log; // What is said of its start has “as” in it.
    await dealer.must('table:open');
    await dealer.placeShoe();
    await dealer.scan('9H'); // before the burn
    await manager.must('table:resume');
    dealer.scanSeq = 1;
    await dealer.burn('QC');
    await player.next('cards_burned');
    await dealer.scan('9H'); // before the bets
    await manager.must('table:resume');
    const coups = ['9h Kd Ts Qs', '2h 4c Kd Ks 5s 6d', '4h 9d 5h Ts'];
    let frames = 0;
    for (const cards of coups) {
      const { game, seq } = await dealer.openBetting();
      await player.bet(game, ['punto', 10]);
      const early = cards.split(' ');
      for (const code of early) {
        expect(await dealer.scan(code)).toMatchObject({ refusal: 'betting_is_open' });
        await manager.must('table:resume');
      }
      const comer = await testbed.player(studio, 'Comer');
      const guest = await testbed.player(studio, 'Guest');
      await manager.call('table:suspend', { table: 'pb-1', reason: 'too early a card' });
      await dealer.scan(early[0]!);
      await comer.join();
      await manager.must('table:resume');
      const back = await testbed.again(studio, guest);
      const { missed } = await back.join(seq);
      expect(facesIn([JSON.stringify(missed)])).toEqual([]);

      await testbed.passing(player.next('betting_closed', { after: seq }));
      const received = player.frames.slice(frames);
      const close = received.findIndex((frame) => frame.includes('betting_closed'));
      expect(close).toBeGreaterThan(0);
      expect(facesIn(received.slice(0, close + 1))).toEqual([]);
      await testbed.passing(back.next('betting_closed', { after: seq }));
      expect(facesIn(back.frames)).toEqual([]);
      await testbed.passing(comer.next('betting_closed', { after: seq }));
      expect(facesIn(comer.frames)).toEqual([]);
      comer.close();
      back.close();
      if (cards === coups[0]) {
        expect(facesIn(studio.log.slice(started).split('\n')), 'the log').toEqual([]);
        const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
        expect(facesIn(metrics.split('\n')), 'the metrics').toEqual([]);
        const tables = await (await fetch(`${studio.url}/tables`)).text();
        expect(facesIn([tables]), 'the list of tables').toEqual([]);
      }

      await dealer.deal(cards);
      await player.next('round_settled', { after: seq });
      const shown = player.messages.filter((each) => each.kind === 'card_dealt' && each.seq > seq);
      expect(shown.map((each) => 'card' in each && each.card)).toEqual(early);
      await player.result(game);
      frames = player.frames.length;
    }
  });

  it('players learn neither how many cards were burned nor how many are left', async () => {
    const snapshot = (await player.join()).snapshot;
    expect(snapshot?.shoe).toMatchObject({ cardsLeft: null });
    expect(snapshot?.lastScanSeq).toBeNull();
    const burned = await player.next('cards_burned');
    expect(Object.keys(burned).sort()).toEqual(['atMs', 'kind', 'prev', 'seq', 'table']);
  });

  it('players do not learn of each other’s bets', async () => {
    const other = await testbed.player(studio, 'Other');
    const { game, seq } = await dealer.openBetting();
    await other.bet(game, ['egalite', 77]);
    await testbed.passing(player.next('betting_closed', { after: seq }));
    await dealer.deal('9h Kd Ts Qs');
    await player.next('round_settled', { after: seq });
    const telling = player.frames.filter((frame) => /\b7700\b/.test(frame));
    // The stake on a spot is for everybody to know, but not whose it is.
    expect(telling.filter((frame) => !frame.includes('"table:statistics"'))).toEqual([]);
    expect(player.results.filter((result) => result.game === game)).toEqual([]);
    expect(dealer.messages.filter(({ kind }) => kind === 'bets_accepted')).toEqual([]);
  });
});
