/** The reference pages of the operator's port, in a browser that loads nothing from elsewhere. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from '../kit/browser.js';
import { QUICK, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': QUICK } });
const browser = useBrowser(testbed);
let studio: Studio;

beforeAll(async () => {
  studio = await testbed.start();
});

test('HTTP and the sockets are shown by what the studio itself serves', async () => {
  const docs = `${studio.operationsUrl}/docs`;
  const page = await browser.page();
  const asked: string[] = [];
  const faults: string[] = [];
  const watch = (opened: Page): void => {
    opened.on('request', (request) => asked.push(request.url()));
    opened.on('pageerror', (error) => faults.push(String(error)));
    opened.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  };
  watch(page);
  await page.goto(docs);
  await page.locator('.opblock', { hasText: '/operator/launch' }).first().waitFor();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'The sockets' }).click();
  const sockets = await popup;
  watch(sockets);
  await sockets.getByRole('heading', { name: 'bet:place', exact: true }).waitFor();
  await sockets.getByRole('link', { name: 'bet reply' }).first().click();
  await sockets.waitForURL(`${docs}/sockets#bet-reply`);
  const elsewhere = asked.filter((url) => !url.startsWith('data:') && !url.startsWith(docs));
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});
