/**
 * Chromium for a test file: a page for everyone who comes, what went wrong in it, and pictures
 * where a test failed.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, vi } from 'vitest';
import { changePlayerSettings } from '../../src/player/settings.js';
import { BrowserPlayer } from './browser-player.js';
import type { Testbed } from './testbed.js';
import { ROOT } from './source-file.js';
import type { Studio } from './studio.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export const PHONE: Size = { width: 360, height: 640 };
export const DESK: Size = { width: 1280, height: 800 };

/** How long a page may take to show what it is to show, since a machine may be busy for a while. */
export const PATIENCE_MS = 60_000;

interface OpenOptions {
  readonly table?: string;
  /** The session's credit. None is opened for 0. */
  readonly euros?: number;
  /** Of two decimals, in place of the euro. */
  readonly currency?: string;
  readonly size?: Size;
  /** Where the page is served from, when not from the studio itself. */
  readonly url?: string;
  readonly language?: string;
  /** Has never been here, so the page asks for the mode. */
  readonly isNew?: boolean;
}

/** Of the words of a page that a failed test has left, so many characters are shown. */
const WORDS_SHOWN = 1_500;

/**
 * What a page says for some seconds stays until the test has read it. So does the bar of the time
 * left: it is drawn sixty times a second otherwise, and in tests bets may be open for an hour.
 */
const HOLD_WHAT_IS_SAID = `{
  const held = new CSSStyleSheet();
  held.replaceSync('[data-says] { animation-play-state: paused !important }');
  document.adoptedStyleSheets.push(held);
}`;

/** The page reads the time by `Date.now()`. A test lets it pass there as it does in the studio. */
const MOVES_DATE = `{
  const now = Date.now;
  let aheadMs = 0;
  Date.now = () => now() + aheadMs;
  window.moveDate = (ms) => void (aheadMs += ms);
}`;

/** One who knows a token. */
interface Login {
  readonly id: string;
  readonly token: string;
}

export class BrowserTestbed {
  #browser: Browser | undefined;
  readonly #contexts: BrowserContext[] = [];
  readonly #players: BrowserPlayer[] = [];

  constructor(private readonly testbed: Testbed) {}

  /** Connects to the run's one Chromium. */
  async connect(): Promise<void> {
    const browser = inject('browser');
    if ('trouble' in browser) throw new Error(browser.trouble);
    this.#browser = await chromium.connect(browser.endpoint);
  }

  /** A new player with credit, whose page shows the table. */
  async player(studio: Studio, name: string, options: OpenOptions = {}): Promise<BrowserPlayer> {
    const { euros = 1_000, table = 'pb-1', currency = 'EUR' } = options;
    const all = euros + 1_000;
    const visitor = await this.testbed.visitor(studio, name, { euros: all, table, currency });
    if (euros > 0) await visitor.buyIn(euros);
    visitor.close();
    const login = { id: visitor.id, token: visitor.token as string };
    if (options.isNew !== true) {
      await changePlayerSettings(this.testbed.pool, visitor.id, { modeAsked: true });
    }
    return this.again(studio, login, options);
  }

  /** The same player in another browser, or one whose credit is already there. */
  async again(studio: Studio, login: Login, options: OpenOptions = {}): Promise<BrowserPlayer> {
    const player = await this.visitor(studio, login, options);
    await player.isAtTable();
    return player;
  }

  /** One who opens the page, whatever it shows. */
  async visitor(
    studio: Studio,
    { id, token }: Login,
    { table = 'pb-1', size = DESK, url = studio.url, language = 'en-GB' }: OpenOptions = {},
  ): Promise<BrowserPlayer> {
    const page = await this.page(size, language);
    // Whoever has been here before comes to the last table, anybody else to the first.
    await page.addInitScript(
      `if (location.protocol === 'http:' && localStorage.getItem('sabot.table') === null)
        localStorage.setItem('sabot.table', ${JSON.stringify(table)})`,
    );
    await page.addInitScript(HOLD_WHAT_IS_SAID);
    const player = new BrowserPlayer(page, id, token, table);
    this.#players.push(player);
    await page.goto(`${url.replace(/\/$/, '')}/#token=${token}`);
    return player;
  }

  /** An empty page of a browser that remembers nothing. */
  async page(size: Size = DESK, language = 'en-GB'): Promise<Page> {
    if (this.#browser === undefined) throw new Error('there is no browser yet');
    const context = await this.#browser.newContext({
      viewport: size,
      locale: language,
      timezoneId: 'Europe/Malta',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(MOVES_DATE);
    this.#contexts.push(context);
    return context.newPage();
  }

  /**
   * Moves time on in every page, and then in the studios and in the database: what they say of it
   * is read at the right time.
   */
  async advance(ms: number): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.evaluate(`window.moveDate(${ms})`)));
    await this.testbed.advance(ms);
  }

  /** A picture and the words of every page, when a test has failed. */
  async picture(test: string): Promise<void> {
    const folder = path.join(ROOT, '.data/shots');
    mkdirSync(folder, { recursive: true });
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) {
      const name = `${test.replaceAll(/\W+/g, '-').slice(0, 80)}-${index + 1}.png`;
      await page.screenshot({ path: path.join(folder, name) }).catch(() => undefined);
      const words = await page.evaluate<string>('document.body.innerText').catch(() => '');
      console.log(`The page as it was: .data/shots/${name}\n${words.slice(0, WORDS_SHOWN)}`);
    }
  }

  /** What must hold for every page whatever a test did. */
  check(): void {
    for (const player of this.#players) {
      expect(player.unforgiven, `faults in the page of ${player.id}`).toEqual([]);
    }
  }

  async leave(): Promise<void> {
    this.#players.length = 0;
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  async close(): Promise<void> {
    await this.#browser?.close();
  }
}

/**
 * A connection to the run's one Chromium for a whole test file. Every page is closed after its
 * test.
 */
export const useBrowser = (testbed: Testbed): BrowserTestbed => {
  vi.setConfig({ expect: { poll: { timeout: PATIENCE_MS, interval: 50 } } });
  const browser = new BrowserTestbed(testbed);
  beforeAll(() => browser.connect());
  afterEach(async ({ task }) => {
    try {
      if (task.result?.state === 'fail') await browser.picture(task.name);
      else browser.check();
    } finally {
      await browser.leave();
    }
  });
  afterAll(() => browser.close());
  return browser;
};

/** What `act` makes the page download: its name, and all of it as text. */
export const downloaded = async (
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly name: string; readonly text: string }> => {
  const [file] = await Promise.all([page.waitForEvent('download'), act()]);
  // The browser is another process's: its files are read through it.
  const text = await readText(await file.createReadStream());
  return { name: file.suggestedFilename(), text };
};

/**
 * For people to look at: a picture of each phase in the folder that SABOT_SHOTS names, if it names
 * one.
 */
export const look = async ({ page }: BrowserPlayer, name: string): Promise<void> => {
  const folder = process.env['SABOT_SHOTS'];
  if (!folder) return;
  const { width, height } = page.viewportSize()!;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${width}x${height}-${name}.png`) });
};
