/** Somebody at the pit’s page, signed in by badge and PIN: what it shows, and what is pressed. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PageName } from '../../web/src/pit/place.js';
import type { BrowserTestbed, Size } from './browser.js';
import type { Testbed } from './testbed.js';
import type { Studio } from './studio.js';

const PIT_SCREEN: Size = { width: 1440, height: 900 };

interface PitOptions {
  readonly role?: 'shift_manager' | 'auditor' | 'administrator';
  readonly size?: Size;
  readonly language?: string;
}

interface Credentials {
  readonly id: string;
  readonly badge: string;
  readonly pin: string;
}

export class BrowserPit {
  readonly faults: string[] = [];
  /** Complaints that a test causes on purpose. */
  forgiven: RegExp | undefined;

  private constructor(
    readonly page: Page,
    readonly id: string,
  ) {
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error' || said.type() === 'warning') this.faults.push(said.text());
    });
  }

  /** A new account, opened by an administrator, and signed in with what the studio showed once. */
  static async open(
    testbed: Testbed,
    browser: BrowserTestbed,
    studio: Studio,
    name: string,
    { role = 'shift_manager', size = PIT_SCREEN, language = 'en-GB' }: PitOptions = {},
  ): Promise<BrowserPit> {
    // Two whom the same person has let in are not two pairs of eyes.
    const token = await testbed.employ({ id: `lets ${name} in`, role: 'administrator' });
    const answer = await fetch(`${studio.url}/staff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ role, name, reason: 'a new colleague' }),
    });
    expect(answer.status, await answer.clone().text()).toBe(201);
    const account = (await answer.json()) as Credentials;
    const pit = await BrowserPit.visit(browser, studio, account.id, { size, language });
    await pit.signsIn(account);
    await pit.press('later');
    await pit.page.locator('[data-part=pit]').waitFor();
    return pit;
  }

  static async visit(
    browser: BrowserTestbed,
    studio: Studio,
    id: string,
    { size = PIT_SCREEN, language = 'en-GB' }: PitOptions = {},
  ): Promise<BrowserPit> {
    const pit = new BrowserPit(await browser.page(size, language), id);
    await pit.page.goto(`${studio.url}/pit`);
    return pit;
  }

  async signsIn({ badge, pin }: Pick<Credentials, 'badge' | 'pin'>): Promise<void> {
    await this.page.locator('input[name=badge]').fill(badge);
    await this.page.locator('input[name=pin]').fill(pin);
    await this.page.locator('button[type=submit]').click();
  }

  /** Where it has gone when this resolves. What is read there comes later. */
  async goes(page: PageName, of?: string): Promise<void> {
    const place = `#/${page}${of === undefined ? '' : `/${of}`}`;
    await this.page.evaluate(`new Promise((resolve) => {
      if (location.hash === '${place}') return resolve();
      // Each page is drawn into an element of its own.
      const left = location.hash.split('/')[1] ?? 'wall';
      if (left !== '${page}') document.querySelector('main').dataset.left = '';
      addEventListener('hashchange', () => setTimeout(resolve), { once: true });
      location.hash = '${place}';
    })`);
    await this.page.locator('main:not([data-left]) h1').waitFor();
  }

  /** Chooses the incident in the queue, and sees it. */
  async opensCase(kind: string): Promise<void> {
    const waiting = this.page.locator(`[data-part=queue] [data-kind="${kind}"]`);
    const id = await waiting.getAttribute('data-incident');
    await waiting.click();
    await this.page.locator(`[data-case="${id}"]`).waitFor();
  }

  find(selector: string): Locator {
    return this.page.locator(selector);
  }

  async press(name: string): Promise<void> {
    await this.page.locator(`[data-do="${name}"]`).first().click();
  }

  /** Does what is recorded with its reason. */
  async orders(name: string, why = 'as the test says'): Promise<void> {
    await this.press(name);
    await this.page.locator('[data-part=why] input[name=why]').fill(why);
    await this.page.locator(`[data-sure="${name}"]`).click();
  }

  async attribute(selector: string, name: string): Promise<string | null> {
    return this.page.locator(selector).first().getAttribute(name);
  }

  /** For people to look at: a picture in the folder that SABOT_SHOTS names, if it names one. */
  async look(name: string): Promise<void> {
    const folder = process.env['SABOT_SHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const { width, height } = this.page.viewportSize()!;
    await this.page.screenshot({ path: path.join(folder, `${width}x${height}-pit-${name}.png`) });
  }

  expectNoFaults(): void {
    expect(
      this.faults.filter((fault) => this.forgiven?.test(fault) !== true),
      `faults in the page of ${this.id}`,
    ).toEqual([]);
  }
}
