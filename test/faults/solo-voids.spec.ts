/**
 * One order of two persons for many hands of a solo game, and the process that carries it out is
 * killed before, within or after the commit. Another one stands by: every stake comes back once,
 * and no hand is void without the others (I4, I12).
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectReconciled } from '../kit/books.js';
import { Pair, type Side } from '../kit/pair.js';
import { openPit } from '../kit/pit-client.js';
import { SoloPlayer } from '../kit/solo.js';
import { eventually } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

const EUROS = 100;
const STAKES = ['300', '400', '1200'];
/** A part of the statement that voids many hands, and of no other. */
const VOIDS = 'hand_void_text(';

const testbed = useTestbed({ tables: {} });
let pair: Pair;

beforeAll(async () => {
  pair = await Pair.start(testbed);
});
// What the first process still has to say comes to nothing.
afterEach(() => pair.repair());
afterAll(() => pair.close());

type Moment = 'before' | 'within' | 'after';

const trapOn = ({ cable }: Side, moment: Moment): Promise<void> =>
  moment === 'within'
    ? cable.holdAt([VOIDS, 'commit'])
    : cable.stopAt([VOIDS], moment === 'before' ? 'unsent' : 'after');

/** A player has a hand in play: its number, and what the player had before it. */
const dealt = async (stake: string) => {
  const player = await testbed.visitor(pair.sides[0].studio, 'Guest', { euros: EUROS });
  await player.buyIn(EUROS);
  const solo = await new SoloPlayer(player).connect();
  const { hand, balance } = await solo.dealSetteEMezzo(stake);
  return { hand: hand.hand, credit: String(BigInt(balance) + BigInt(stake)), stake };
};

/** Of each hand, in their order: how it stands, what came back of it, and the player's credit. */
const linesOf = async (hands: readonly string[]) => {
  const { rows } = await testbed.pool.query<{ status: string; back: string | null }>(
    `select h.status, v.back, s.balance as credit, a.balance as staked
       from solo_hands h left join hand_voids v using (hand_number)
       join accounts s on s.player_id = h.player_id and s.kind = 'session'
       join accounts a on a.player_id = h.player_id and a.kind = 'hands'
      where h.hand_number = any($1) order by h.hand_number`,
    [hands],
  );
  return rows;
};

const logged = async (approval: string): Promise<number> => {
  const { rowCount } = await testbed.pool.query(
    `select from solo_log where payload::json ->> 'kind' = 'voids' and payload::json ->> 'approval' = $1`,
    [approval],
  );
  return rowCount ?? 0;
};

describe('a process that carries out an order for many hands and', () => {
  it.each(['before', 'within', 'after'] as const)(
    'is killed %s its commit: every stake comes back once, and none alone',
    async (moment) => {
      const [{ studio }] = pair.sides;
      const mona = await openPit(testbed, studio, 'Mona');
      const mila = await openPit(testbed, studio, 'Mila', 'administrator');
      const all = [];
      for (const stake of STAKES) all.push(await dealt(stake));
      const hands = all.map(({ hand }) => hand);
      const { approval } = await mona.must('approval:request', {
        kind: 'void_hands',
        hands: { game: 'sette_e_mezzo', why: 'idle', untilMs: Date.now() + 60_000 },
        reason: 'equipment_fault',
        note: '',
      });
      const sprung = Promise.race(
        pair.sides.map(async (side) => {
          await trapOn(side, moment);
          return side;
        }),
      );
      void mila
        .call('approval:decide', { approval: approval.id, verdict: 'approved' })
        .catch(() => undefined);
      await (await sprung).studio.kill();
      // Before the commit the other process may have been faster with it than this test is.
      const areVoid = (await linesOf(hands)).map(({ status }) => status === 'void');
      expect(new Set(areVoid).size).toBe(1);
      if (moment === 'after') expect(areVoid).not.toContain(false);

      await eventually('all of them are void', async () => {
        return (await linesOf(hands)).every(({ status }) => status === 'void');
      });
      await pair.repair();
      expect(await linesOf(hands)).toEqual(
        all.map(({ stake: back, credit }) => ({ status: 'void', back, credit, staked: '0' })),
      );
      expect(await logged(approval.id)).toBe(1);
      await expectReconciled(testbed.pool);
    },
    180_000,
  );
});
