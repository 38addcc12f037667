/**
 * What may be staked in the solo games is set in the pit: it binds the next hand in every process,
 * moves nothing in one that is in play, and is kept in the staff’s log.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { soloStakes } from '../../src/protocol/solo-stakes.js';
import { DEFAULT_STAKES, makeStakes } from '../../src/protocol/stakes.js';
import type { SoloGame } from '../../src/solo/game.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { SHUT, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': SHUT } });
let studio: Studio;
let other: Studio;
let solo: SoloPlayer;
/** The same player’s game, in the other process. */
let manager: string;
let auditor: string;

beforeAll(async () => {
  studio = await testbed.start();
  other = await testbed.start();
  const player = await testbed.visitor(studio, 'Sol', { euros: 100_000 });
  await player.buyIn(50_000);
  solo = await new SoloPlayer(player).connect();
  manager = await testbed.employ({ id: 'Mara', role: 'shift_manager' });
  auditor = await testbed.employ({ id: 'Otto', role: 'auditor' });
});

const PATH = '/pit/solo/stakes';
const read = async (at: Studio, token = manager) => {
  const answer = await fetch(`${at.url}${PATH}`, { headers: { authorization: `Bearer ${token}` } });
  return soloStakes.parse(await answer.json());
};
const change = async (game: string, body: object, token = manager) => {
  const answer = await fetch(`${studio.url}${PATH}/${game}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { readonly error?: string } };
};
const sette = (min: string, max: string, chips = ['100', '500']) => ({
  chips,
  limits: { stake: { min, max } },
  reason: 'a quiet evening',
});

const dealt = async (stake: string) => {
  const { hand } = await solo.open('sette_e_mezzo');
  return solo.call('sette-e-mezzo:deal', {
    ...{ hand, step: 0, stake, seed: SEED },
    id: crypto.randomUUID(),
  });
};

describe('what may be staked in a solo game', () => {
  it('is at first what the rules say', async () => {
    const { games, currency } = await read(studio, auditor);
    expect(currency).toBe('EUR');
    for (const { game, ...stakes } of games) {
      expect(stakes).toEqual(makeStakes(game, DEFAULT_STAKES[game]));
    }
  });

  it('is changed for the next hand, in every process, and not for one in play', async () => {
    const inPlay = await solo.dealBlackjack('100000');
    const order = { ...sette('100', '2000'), reason: 'the risk is too high' };
    expect((await change('blackjack', order)).status).toBe(200);
    // Its double is more than the most that may be staked now.
    const { hand } = inPlay;
    const at = { hand: hand.hand, step: hand.view.step };
    const doubled = await solo.must('blackjack:double', at);
    expect(doubled.hand.view.taken).toBe('200000');
    if (doubled.next === null) await solo.playOut(doubled.hand);

    expect((await change('sette_e_mezzo', sette('200', '1000'))).status).toBe(200);
    expect(await dealt('100')).toMatchObject({ ok: false, refusal: 'stake_below_minimum' });
    expect(await dealt('1100')).toMatchObject({ ok: false, refusal: 'stake_above_maximum' });
    expect(await dealt('250')).toMatchObject({ ok: false, refusal: 'stake_not_made_of_chips' });
    const opened = await solo.call('hand:open', { game: 'sette_e_mezzo' });
    expect(opened).toMatchObject({
      rules: { chips: ['100', '500'], limits: { stake: { min: '200', max: '1000' } } },
    });
    const allowed = await dealt('200');
    expect(allowed.ok).toBe(true);
    if (allowed.ok && allowed.next === null) await solo.playOut(allowed.hand);
    await eventually('the other process knows', async () => {
      const { games } = await read(other);
      return games.some(
        ({ game, limits }) => game === 'sette_e_mezzo' && limits['stake']?.max === '1000',
      );
    });
  });

  it('is kept in the staff’s log with its reason, before and after', async () => {
    const { rows } = await testbed.pool.query(
      `select staff_id as by, reason, before -> 'limits' -> 'stake' as was, after -> 'limits' -> 'stake' as is
         from staff_actions where operation = 'stakes:change' and subject = 'sette_e_mezzo' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        ...{ by: 'Mara', reason: 'a quiet evening' },
        was: { min: '100', max: '100000' },
        is: { min: '200', max: '1000' },
      },
    ]);
  });

  it.each([
    ['a minimum that no chips make', sette('150', '1000'), 'stakes_are_unsound'],
    ['a maximum below the minimum', sette('1000', '500'), 'stakes_are_unsound'],
    [
      'a chip that its smallest does not make',
      sette('200', '400', ['200', '500']),
      'stakes_are_unsound',
    ],
    [
      'limits of another game',
      { ...sette('100', '200'), limits: { punto: { min: '100', max: '200' } } },
      'stakes_are_unsound',
    ],
    ['a limit of 13 digits', sette('100', '1000000000000'), 'malformed_request'],
    ['no chip', sette('100', '200', []), 'malformed_request'],
    ['no reason', { ...sette('100', '200'), reason: ' ' }, 'malformed_request'],
  ])('refuses %s, and stays as it is', async (_, order, refusal) => {
    const before = await read(studio);
    const { status, body } = await change('sette_e_mezzo', order);
    expect({ status, error: body.error }).toEqual({ status: 400, error: refusal });
    expect(await read(studio)).toEqual(before);
  });

  it('is not changed over what somebody else has set meanwhile', async () => {
    const of = async () => {
      const { games } = await read(studio);
      const { chips, limits } = games.find(({ game }) => game === 'blackjack')!;
      return { chips, limits };
    };
    const lines = async () => {
      const { rowCount } = await testbed.pool.query(
        `select from staff_actions where operation = 'stakes:change' and subject = 'blackjack'`,
      );
      return rowCount ?? 0;
    };
    const was = await of();
    const before = await lines();
    const answers = await Promise.all(
      ['3000', '4000'].map((max) => change('blackjack', { ...sette('100', max), was })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('settings_moved_on');
    expect(await lines()).toBe(before + 1);
    const now = await of();
    expect(['3000', '4000']).toContain(now.limits['stake']?.max);
    // The order of the names says nothing.
    const again = { limits: now.limits, chips: now.chips };
    expect((await change('blackjack', { ...sette('100', '5000'), was: again })).status).toBe(200);
  });

  it('is for the pit to see, and for who answers for it to change', async () => {
    expect((await change('sette_e_mezzo', sette('100', '200'), auditor)).status).toBe(403);
    expect((await change('baccara', sette('100', '200'))).status).toBe(400);
    expect(
      (await change('sette_e_mezzo', sette('100', '200'), String(solo.player.token))).status,
    ).toBe(403);
  });

  it('closes its own game and no other where it cannot be read, until it is set again', async () => {
    const stored = `insert into solo_stakes (game, stakes) values ('sette_e_mezzo', $1)
                    on conflict (game) do update set stakes = excluded.stakes`;
    const opened = (game: SoloGame) => solo.call('hand:open', { game });
    const { hand } = await solo.open('sette_e_mezzo');
    const second = await testbed.visitor(studio, 'Sette', { euros: 1_000 });
    await second.buyIn(500);
    const inTheirHand = await new SoloPlayer(second).connect();
    const begun = await inTheirHand.dealSetteEMezzo();
    await testbed.pool.query(stored, ['{"chips":"none"}']);
    await eventually('the studio knows', async () => !(await opened('sette_e_mezzo')).ok);
    expect(await opened('sette_e_mezzo')).toEqual({ ok: false, refusal: 'game_is_closed' });
    const deal = { hand, step: 0, stake: '200', seed: SEED, id: crypto.randomUUID() };
    expect(await solo.call('sette-e-mezzo:deal', deal)).toMatchObject({
      refusal: 'game_is_closed',
    });
    expect((await opened('punto_e_banco')).ok).toBe(true);
    expect((await inTheirHand.open('sette_e_mezzo')).hand).toBe(begun.hand.hand);
    const inPlay = await solo.dealBlackjack('1000');
    await solo.playOut(inPlay.hand);
    const incidents = async () => {
      const { rows } = await testbed.pool.query<{ detail: string }>(
        `select detail from open_incidents join incidents on id = incident_id where incidents.table_id = 'solo-sette-e-mezzo'`,
      );
      return rows.map(({ detail }) => detail);
    };
    await eventually('the pit knows', async () => (await incidents()).length > 0);
    expect(await incidents()).toEqual(['stakes']);
    // It is made of what the pit is shown then.
    const shown = (await read(studio)).games.find(({ game }) => game === 'sette_e_mezzo')!;
    const was = { chips: shown.chips, limits: shown.limits };
    expect((await change('sette_e_mezzo', { ...sette('200', '1000'), was })).status).toBe(200);
    expect((await opened('sette_e_mezzo')).ok).toBe(true);
    await testbed.passing(
      eventually('the incident is closed', async () => (await incidents()).length === 0),
    );
  });
});
