/** Players whom an operator of a test sends, with money that comes from outside. */
import { exponentOf } from '../../src/money/currency.js';
import { Player } from './clients.js';
import type { Operator } from './operator.js';
import type { Studio } from './studio.js';
import { asSuperuser } from './superuser.js';
import type { Testbed } from './testbed.js';

const REAL =
  'create or replace function outside_is_made_up() returns boolean language sql stable as $$ select false $$';

/** Money comes from outside as in a studio that is no demo, and no test. */
export const takesRealMoney = async ({ database }: Pick<Testbed, 'database'>): Promise<void> => {
  await asSuperuser(database, (superuser) => superuser.query(REAL));
};

/** Launched, and connected, with `pb-1` for a table. */
export const comesIn = async (
  operator: Operator,
  studio: Studio,
  ref: string,
  currency = 'EUR',
): Promise<Player> => {
  const order = { player: ref, currency };
  const { body } = await operator.post(studio, '/operator/launch', order);
  const response = await fetch(`${studio.url}/launch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ launch: new URL(String(body['url'])).hash.replace('#launch=', '') }),
  });
  const { token } = (await response.json()) as { token: string };
  const player = new Player(studio.url, token, String(body['playerId']), 'pb-1');
  return operator.testbed.connect(player);
};

/** Launched, at `pb-1`, with 10,000 minor units that the operator has deposited. */
export const launched = async (
  operator: Operator,
  studio: Studio,
  ref: string,
  currency = 'EUR',
): Promise<Player> => {
  const player = await comesIn(operator, studio, ref, currency);
  const exponent = exponentOf(currency);
  const money = { movementId: `${ref.length}-first`, currency, exponent, amount: '10000' };
  await operator.post(studio, '/operator/deposit', { player: ref, ...money });
  await player.join();
  await player.buyIn(100);
  return player;
};
