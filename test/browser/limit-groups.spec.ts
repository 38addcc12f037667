/** A player of a limit group reads the limits that hold for the group, in the lobby too. */
import { beforeAll, expect, test } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { useBrowser } from '../kit/browser.js';
import { Operator } from '../kit/operator.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const groupLimits = { vip: { punto: { min: '500', max: '2500000' } } };
const testbed = useTestbed({ tables: { 'pb-1': { ...SLOW, groupLimits } } });
const browser = useBrowser(testbed);
let studio: Studio;
let acme: Operator;

beforeAll(async () => {
  studio = await testbed.start();
  acme = await Operator.open(testbed, 'acme');
  const dealer = await testbed.staff(studio, 'Dora');
  await dealer.makeReady();
  await dealer.openBetting();
});

const pageOf = async (player: string, group?: string) => {
  const order = { player, currency: 'EUR', table: 'pb-1', ...(group !== undefined && { group }) };
  const { body } = await acme.post(studio, '/operator/launch', order);
  await changePlayerSettings(testbed.pool, String(body['playerId']), { modeAsked: true });
  const page = await browser.page();
  await page.goto(String(body['url']));
  return page;
};

test.each([
  ['of the group', 'vip', '€5–€25,000', '€25,000'],
  ['of none', undefined, '€1–€10,000', '€10,000'],
  ['of one that the table does not know', 'high', '€1–€10,000', '€10,000'],
])('a player %s reads the limits that hold', async (_, group, shown, most) => {
  const page = await pageOf(`player-${group ?? 'plain'}`, group);
  await page.locator('[data-part=top]').getByText(shown).click();
  expect(await page.locator('[data-limits="punto"]').textContent()).toContain(most);
  expect(await page.locator('[data-limits="egalite"]').textContent()).toContain('€1,000');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('[data-panel=lobby]').click();
  await page.locator('li[data-table=pb-1]').getByText(shown).waitFor();
});
