/**
 * The kill matrix of the solo games: at each step of each game, the process that takes it is
 * killed, frozen or loses its database, before, within or after its commit, or the player loses the
 * line. A second process goes on with the hand: with the same deck, and nothing is taken or paid
 * twice (I2, I3).
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkProof } from '../../src/chance/check-proof.js';
import { choicesIn } from '../../src/history/hand-choices.js';
import { readHand } from '../../src/history/played-hands.js';
import type { ReplyOf, RequestOf } from '../../src/protocol/command.js';
import type { DealtHand, Played, SoloCommands } from '../../src/protocol/solo.js';
import type { SoloGame } from '../../src/solo/game.js';
import { FAULT_TIMES, isFullSize, measured } from '../kit/fault-report.js';
import { Pair, type Side } from '../kit/pair.js';
import { type PlayName, SEED, SoloPlayer } from '../kit/solo.js';
import { eventually } from '../kit/studio.js';
import { useTestbed } from '../kit/testbed.js';

/** A command of a game, where a hand waits for it. */
interface Step {
  readonly game: SoloGame;
  readonly kind: 'deal' | 'draw' | 'stand' | 'insure' | 'card' | 'double' | 'split';
}

const STEPS: readonly Step[] = [
  { game: 'punto_e_banco', kind: 'deal' },
  ...(['deal', 'draw', 'stand'] as const).map((kind) => ({ game: 'sette_e_mezzo', kind }) as const),
  ...(['deal', 'insure', 'card', 'stand', 'double', 'split'] as const).map(
    (kind) => ({ game: 'blackjack', kind }) as const,
  ),
];

const FAULTS = {
  killed: ['before', 'within', 'after'],
  frozen: ['before', 'within', 'after'],
  cut: ['before', 'after'],
  'left by its player': ['before', 'after'],
} as const;
type Fault = keyof typeof FAULTS;
type Moment = (typeof FAULTS)[Fault][number];

interface Cell {
  readonly step: Step;
  readonly fault: Fault;
  readonly moment: Moment;
}

const ALL: readonly Cell[] = STEPS.flatMap((step) =>
  (Object.keys(FAULTS) as Fault[]).flatMap((fault) =>
    FAULTS[fault].map((moment) => ({ step, fault, moment })),
  ),
);

/** One of each fault, each in another game or at another step. */
const SAMPLE: readonly string[] = [
  'sette_e_mezzo draw frozen within',
  'blackjack double cut after',
  'punto_e_banco deal left by its player before',
  'blackjack card killed after',
];
const nameOf = ({ step: { game, kind }, fault, moment }: Cell): string =>
  `${game} ${kind} ${fault} ${moment}`;

const CELLS = isFullSize
  ? Array.from({ length: FAULT_TIMES }, () => ALL).flat()
  : ALL.filter((cell) => SAMPLE.includes(nameOf(cell)));

const EUROS = 1_000;
const HAND_KEPT_MS = 7 * 86_400_000;
const testbed = useTestbed({ tables: {} });
let pair: Pair;
/** How far the time of the database was moved on. It never goes back. */
let movedMs = 0;

beforeAll(async () => {
  pair = await Pair.start(testbed, {
    HAND_KEPT_MS: String(HAND_KEPT_MS),
    HAND_SWEEP_MS: isFullSize ? '500' : '60000',
  });
});
afterAll(() => pair.close());

const comesIn = async (): Promise<SoloPlayer> => {
  const player = await testbed.visitor(pair.sides[0].studio, 'Guest', { euros: EUROS });
  await player.buyIn(EUROS);
  return new SoloPlayer(player).connect();
};

/** The same player at the other process. The line to the first one is as it is. */
const goesElsewhere = async (solo: SoloPlayer): Promise<SoloPlayer> => {
  const player = await eventually('the other process lets the player in', () =>
    testbed.again(pair.sides[1].studio, solo.player),
  );
  return new SoloPlayer(player).connect();
};

/** A hand that waits for the command. Hands that do not come to it are played out. */
const waitsFor = async (solo: SoloPlayer, { game, kind }: Step): Promise<DealtHand> => {
  for (;;) {
    const opened = await solo.open(game);
    if (kind === 'deal') return opened;
    const dealt = await solo.deal(opened);
    if (dealt.next !== null) continue;
    const { hand } = dealt;
    if (hand.game === 'blackjack' && hand.view.phase === 'insurance') {
      if (kind === 'insure') return hand;
    } else if (hand.game !== 'punto_e_banco' && hand.view.choices.some((each) => each === kind)) {
      return hand;
    }
    await solo.playOut(hand);
  }
};

interface Asked {
  readonly id: string;
  readonly ask: (solo: SoloPlayer) => Promise<ReplyOf<SoloCommands[PlayName]>>;
}

/** The command, under one id however often it is asked. */
const commandAt = ({ game, kind }: Step, { hand, view }: DealtHand): Asked => {
  const id = randomUUID();
  const at = { hand, id, step: view.step };
  const asked = <Name extends PlayName>(
    name: Name,
    request: RequestOf<SoloCommands[Name]>,
  ): Asked => ({ id, ask: (solo) => solo.call(name, request) });
  switch (kind) {
    case 'deal':
      if (game === 'blackjack') {
        return asked('blackjack:deal', { ...at, stakes: ['1000', '500', '200'], cut: 9 });
      }
      return game === 'sette_e_mezzo'
        ? asked('sette-e-mezzo:deal', { ...at, stake: '1000', seed: SEED })
        : asked('punto-e-banco:deal', { ...at, stakes: { banco: '1000' }, seed: SEED });
    case 'draw':
      return asked('sette-e-mezzo:draw', at);
    case 'stand':
      return asked(game === 'blackjack' ? 'blackjack:stand' : 'sette-e-mezzo:stand', at);
    case 'insure':
      return asked('blackjack:insure', { ...at, boxes: [0] });
    case 'card':
    case 'double':
    case 'split':
      return asked(`blackjack:${kind}`, at);
  }
};

/** What a process answers that does not know what came of it. */
const UNSURE: ReadonlySet<string> = new Set(['hand_is_busy', 'studio_is_busy', 'internal_error']);

/** Asked until it is sure what came of it: it must stand. */
const untilSure = (solo: SoloPlayer, { ask }: Asked): Promise<Played> =>
  eventually('it is sure', async () => {
    const reply = await ask(solo);
    if (reply.ok) return reply;
    if (!UNSURE.has(reply.refusal)) throw new Error(`it was refused: ${reply.refusal}`);
    return undefined;
  });

const stepsOf = async (hand: string, id: string | undefined): Promise<number> => {
  const { rows } = await testbed.pool.query<{ steps: number }>(
    `select count(*)::int as steps from solo_steps
      where hand_number = $1 and ($2::uuid is null or command_id = $2)`,
    [hand, id],
  );
  return rows[0]!.steps;
};

/** Resolves when the command is at that moment in the process, which does not go on. */
const trapOn = ({ cable }: Side, { fault, moment }: Cell): Promise<void> => {
  switch (moment) {
    case 'within':
      return cable.holdAt(['play_hands', 'commit']);
    case 'before':
    case 'after':
      if (fault === 'cut') return cable.cutAt(['play_hands'], moment);
      return cable.stopAt(['play_hands'], moment === 'before' ? 'unsent' : 'after');
  }
};

const strike = async (fault: Fault, { studio, cable }: Side, solo: SoloPlayer): Promise<void> => {
  switch (fault) {
    case 'killed':
      await studio.kill();
      break;
    case 'frozen':
      studio.freeze();
      break;
    case 'cut':
      cable.repair();
      break;
    case 'left by its player':
      solo.player.close();
      break;
  }
};

/** What the player has is what the hands say, and nothing is left in them. */
const expectWhole = async ({ player: { id } }: SoloPlayer): Promise<void> => {
  const { rows } = await testbed.pool.query(
    `select (select sum(balance) from accounts where player_id = $1 and kind in ('session', 'game'))::text as credit,
            (select balance from accounts where player_id = $1 and kind = 'hands')::text as staked,
            ($2::bigint + (select sum(paid - taken) from solo_hands where player_id = $1))::text as due`,
    [id, EUROS * 100],
  );
  const [{ credit, staked, due }] = rows as [{ credit: string; staked: string; due: string }];
  expect({ credit, staked }).toEqual({ credit: due, staked: '0' });
};

const expectProven = async ({ player: { id } }: SoloPlayer, hand: string): Promise<void> => {
  const read = await readHand(testbed.pool, id, hand, choicesIn);
  expect(checkProof(read?.proof)).toMatchObject({ ok: true });
};

describe('a process that takes a step of a solo hand and', () => {
  it.each(
    CELLS.map((cell) => [cell.fault, cell.moment, cell.step.game, cell.step.kind, cell] as const),
  )(
    'is %s %s its commit, %s %s: the hand goes on elsewhere, once',
    async (fault, moment, game, kind, cell) => {
      const [here] = pair.sides;
      const solo = await comesIn();
      const before = await waitsFor(solo, cell.step);
      const asked = commandAt(cell.step, before);
      const springing = trapOn(here, cell);
      void asked.ask(solo).catch(() => undefined);
      await springing;
      const struckAt = performance.now();
      await strike(fault, here, solo);
      expect(await stepsOf(before.hand, asked.id)).toBe(moment === 'after' ? 1 : 0);

      const elsewhere = await goesElsewhere(solo);
      const reply = await untilSure(elsewhere, asked);
      const [part, what] = ['solo hands', `${fault} ${moment}: ${game} ${kind}`];
      measured({ part, what, ms: performance.now() - struckAt });
      const { hand } = reply;
      expect(hand).toMatchObject({ hand: before.hand, commitment: before.commitment });
      expect(hand.events.slice(0, before.view.step)).toEqual(before.events);
      const over = reply.next === null ? await elsewhere.playOut(hand) : reply;
      expect(await untilSure(elsewhere, asked)).toEqual(reply);
      expect(await elsewhere.open(game)).toMatchObject({ ...over.next, view: { step: 0 } });
      const steps = await stepsOf(before.hand, undefined);
      await expectProven(elsewhere, before.hand);

      // What the first process still has to say comes to nothing.
      await pair.repair();
      await expectWhole(elsewhere);
      expect(await stepsOf(before.hand, asked.id)).toBe(1);
      expect(await stepsOf(before.hand, undefined)).toBe(steps);
    },
    180_000,
  );

  it.runIf(isFullSize).each(['before', 'within', 'after'] as const)(
    'is killed %s the commit of a hand that its player left alone: the other one plays it, once',
    async (moment) => {
      const solo = await comesIn();
      const { hand } = await solo.dealBlackjack();
      solo.player.close();
      const sprung = Promise.race(
        pair.sides.map(async (side) => {
          await trapOn(side, { step: STEPS[0]!, fault: 'killed', moment });
          return side;
        }),
      );
      movedMs += HAND_KEPT_MS + 60_000;
      await testbed.database.moveTimeTo(movedMs);
      await (await sprung).studio.kill();
      await eventually('the house has played', async () => {
        const { rowCount } = await testbed.pool.query(
          `select from solo_hands where hand_number = $1 and status = 'over'`,
          [hand.hand],
        );
        return rowCount === 1;
      });
      await pair.repair();
      const { rows } = await testbed.pool.query<{ commands: number }>(
        `select count(*)::int as commands from solo_steps
          where hand_number = $1 and command::json ->> 'kind' = 'abandon'`,
        [hand.hand],
      );
      expect(rows).toEqual([{ commands: 1 }]);
      await expectWhole(solo);
      await expectProven(solo, hand.hand);
    },
    180_000,
  );
});
