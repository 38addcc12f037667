/** A closed solo game is an incident: one a game, with its hands, until the game is open again. */
import { randomBytes, randomUUID } from 'node:crypto';
import { PinoLogger } from 'nestjs-pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entropy } from '../../src/cards/shuffle.js';
import { ReopenedGames } from '../../src/hands/reopened-games.service.js';
import { amount } from '../../src/money/amount.js';
import { readEvidence } from '../../src/pit/incident/evidence.js';
import { readIncidents, readNotes } from '../../src/pit/incident/incident-rows.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import { DEFAULT_STAKES } from '../../src/protocol/stakes.js';
import { incidentTableOf } from '../../src/solo/game.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { handsProcess } from '../kit/hands-process.js';
import { ManualClock } from '../kit/manual-clock.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

/** A table without a picture. */
const UNSEEN = { videoUrl: null, stillUrl: null, recording: undefined };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** A process with the key of all others, or with one of its own. */
const newProcess = (handsKey?: string, entropy?: Entropy) => {
  const process = handsProcess(database, handsKey, undefined, undefined, entropy);
  const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
  const poller = new Poller(new ManualClock(), new Metrics(), logger);
  const { openings, closedGames } = process;
  const stakes = { now: () => Promise.resolve(DEFAULT_STAKES) };
  const reopened = new ReopenedGames(database.pool, openings, closedGames, stakes, poller);
  return { ...process, reopened };
};
const withAnotherKey = () => newProcess(randomBytes(32).toString('base64'));

const newHand = async (): Promise<{ readonly player: string; readonly hand: string }> => {
  const [player] = await openPlayers(database.pool, [CREDIT]);
  const reply = await newProcess().hands.open(player!.id, 'blackjack');
  if (!reply.ok) throw new Error(reply.refusal);
  return { player: player!.id, hand: reply.hand.hand };
};

const CREDIT = 100_000;
const CLOSED = { ok: false, refusal: 'game_is_closed' };

/** The incident of the game, as soon as it names so many hands. */
const incidentWith = (count: number) =>
  eventually('the incident has its hands', async () => {
    const [row] = await readIncidents(database.pool, { table: 'solo-blackjack', state: 'open' }, 9);
    if (row === undefined) return undefined;
    const { hands } = await readEvidence(database.pool, row, UNSEEN);
    return hands.length >= count && { id: row.id, kind: row.kind, detail: row.detail, hands };
  });

const incidents = () => readIncidents(database.pool, { table: 'solo-blackjack' }, 9);

describe('a game of which hands cannot be opened', () => {
  it('is one incident that names them, until a process can open them all', async () => {
    const [one, other] = [await newHand(), await newHand()];
    for (const { player } of [one, other, one]) {
      expect(await withAnotherKey().hands.open(player, 'blackjack')).toEqual(CLOSED);
    }
    const { id, ...incident } = await incidentWith(2);
    expect({ ...incident, hands: [...incident.hands].sort() }).toEqual({
      ...{ kind: 'game_closed', detail: 'seal' },
      hands: [one.hand, other.hand].sort(),
    });
    // It is said again by each process, and noted once.
    await withAnotherKey().reopened.look();
    expect(await incidents()).toHaveLength(1);
    expect(await readNotes(database.pool, id)).toHaveLength(2);

    await newProcess().reopened.look();
    const [closing] = (await readNotes(database.pool, id)).slice(2);
    expect(closing).toMatchObject({ kind: 'closed', by: 'studio', text: 'game_is_open' });
    await newProcess().reopened.look();
    expect(await readNotes(database.pool, id)).toHaveLength(3);
  });

  it('is another incident when it is closed again', async () => {
    const before = (await incidents()).length;
    const { player, hand } = await newHand();
    const lost = withAnotherKey();
    expect(await lost.hands.open(player, 'blackjack')).toEqual(CLOSED);
    expect((await incidentWith(1)).hands).toEqual([hand]);
    await lost.reopened.look();
    expect((await incidents()).filter(({ closedBy }) => closedBy === null)).toHaveLength(1);
    await newProcess().reopened.look();
    const all = await incidents();
    expect(all).toHaveLength(before + 1);
    expect(all.every(({ closedBy }) => closedBy === 'studio')).toBe(true);
  });

  it('is open after a restore, whatever nobody had staked on before', async () => {
    const { player } = await newHand();
    expect(await withAnotherKey().hands.open(player, 'blackjack')).toEqual(CLOSED);
    await incidentWith(1);
    await asSuperuser(database, (client) => client.query(`select begin_timeline('a restore')`));
    // Nobody has the key of that hand any more, and nobody needs it.
    const lost = withAnotherKey();
    await lost.reopened.look();
    expect((await incidents()).every(({ closedBy }) => closedBy === 'studio')).toBe(true);
    expect(await lost.hands.open(player, 'blackjack')).toMatchObject({ ok: true });
  });

  it.each<readonly [string, Entropy]>([
    [
      'fails',
      () => {
        throw new Error('no entropy');
      },
    ],
    ['gives too little', (count) => randomBytes(count).subarray(1)],
  ])(
    'is closed where the generator %s, for the hand after the one in play as well',
    async (_, entropy) => {
      const [player, newcomer] = (await openPlayers(database.pool, [CREDIT, CREDIT])).map(
        ({ id }) => id,
      );
      const game = 'punto_e_banco';
      const first = await newProcess().hands.open(player!, game);
      if (!first.ok) throw new Error(first.refusal);
      const { hands } = newProcess(undefined, entropy);
      const hand = first.hand.hand;
      const part = { seed: 'a seed', cut: null };
      const command = { kind: 'deal', step: 0, stakes: { punto: amount(1_000) } } as const;
      const asked = { game, command } as const;
      const dealt = await hands.play({ playerId: player!, hand, id: randomUUID(), asked, part });
      expect(dealt).toMatchObject({ ok: true, next: null });
      for (const each of [player, newcomer]) expect(await hands.open(each!, game)).toEqual(CLOSED);
      const hasHand = await database.pool.query('select from solo_hands where player_id = $1', [
        newcomer,
      ]);
      expect(hasHand.rowCount).toBe(0);
      const [incident] = await eventually('it is an incident', async () => {
        const rows = await readIncidents(
          database.pool,
          { table: incidentTableOf(game), state: 'open' },
          9,
        );
        return rows.length === 1 && rows;
      });
      expect(incident).toMatchObject({ kind: 'game_closed', detail: 'generator' });
      await newProcess().reopened.look();
    },
  );

  it('is open again as soon as the generator works', async () => {
    const process = newProcess();
    process.closedGames.note('blackjack', 'generator');
    const { id, detail } = await incidentWith(0);
    expect(detail).toBe('generator');
    await process.reopened.look();
    expect((await readNotes(database.pool, id)).map(({ text }) => text)).toEqual(['game_is_open']);
    // What fails now is said again.
    await process.reopened.look();
    process.closedGames.note('blackjack', 'generator');
    expect((await incidentWith(0)).id).not.toBe(id);
  });
});
