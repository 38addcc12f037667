/**
 * A dealer at the desk’s page, with a scanner that acts as a keyboard: what it shows, and what is
 * pressed and scanned.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserTestbed, Size } from './browser.js';
import type { Studio } from './studio.js';

export const SCREEN: Size = { width: 1920, height: 1080 };

/** As the studio signs staff in. */
interface DeskLogin {
  readonly id: string;
  readonly token: string;
  readonly role?: 'dealer' | 'shift_manager';
  readonly name?: string;
}

export interface DeskOptions {
  readonly table?: string;
  readonly size?: Size;
  readonly language?: string;
  /** Where the page is served from, when not from the studio itself. */
  readonly url?: string;
}

/** Between two keys of a scanner, in ms. */
const SCANNER_MS = 4;

/** Nobody reads as fast as a test presses keys. The desk expects that a step has been seen. */
const SEEN_MS = 350;

/** Between two keys of a person. No scanner is so slow. */
const PERSON_MS = 80;

/** A key might begin a code, so the desk holds it back for less than this. */
const HELD_MS = 140;

/** Timers that are longer than this are no part of pressing a key, and keep the world's time. */
const SHORT_MS = 1_000;

/**
 * The page's time as its keys and their timers know it: the world's, plus what a test has let pass.
 * Whatever short timer is due meanwhile fires, in the order of its time.
 *
 * A code comes at once from a scanner, and key by key from a slow machine: no timer of the page
 * fires between its keys. Otherwise the first would be released as a person’s.
 */
const MOVES_TIME = `{
  const { setTimeout: wait, clearTimeout: stop } = window;
  const waiting = new Map();
  let aheadMs = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + aheadMs;
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp').get;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get() {
      return stamp.call(this) + aheadMs;
    },
  });
  const rings = (timer) => {
    const { done, given } = waiting.get(timer);
    if (window.isRead) {
      waiting.get(timer).real = wait(rings, 0, timer);
      return;
    }
    waiting.delete(timer);
    done(...given);
  };
  window.setTimeout = (done, ms = 0, ...given) => {
    const each = { done, given, ms, atMs: performance.now() + ms };
    const timer = wait(() => rings(timer), ms);
    waiting.set(timer, { ...each, real: timer });
    return timer;
  };
  window.clearTimeout = (timer) => {
    stop(waiting.get(timer)?.real ?? timer);
    waiting.delete(timer);
  };
  /** React does what follows a drawing in messages to itself. */
  const hops = async (count) => {
    const { port1, port2 } = new MessageChannel();
    for (let hop = 0; hop < count; hop += 1) {
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
    port1.close();
  };
  window.passes = async (ms) => {
    const untilMs = performance.now() + ms;
    for (;;) {
      // What is drawn, or done once that is drawn, comes before what was to come later.
      await Promise.all([hops(3), new Promise((resolve) => wait(resolve))]);
      const due = [...waiting]
        .filter(([, each]) => each.ms <= ${SHORT_MS} && each.atMs <= untilMs)
        .sort(([, a], [, b]) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      const [timer, { real, atMs }] = due;
      aheadMs += Math.max(0, atMs - performance.now());
      stop(real);
      rings(timer);
    }
    aheadMs += Math.max(0, untilMs - performance.now());
  };
}`;

export class BrowserDealer {
  readonly faults: string[] = [];
  /** Complaints that a test causes on purpose. */
  forgiven: RegExp | undefined;
  /** Whatever came over the page’s sockets. */
  readonly frames: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly devTools: CDPSession,
  ) {
    page.on('pageerror', ({ message }) => this.faults.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error' || said.type() === 'warning') this.faults.push(said.text());
    });
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void this.frames.push(String(payload))),
    );
  }

  /** Somebody who opens the page and has not signed in. */
  static async visit(
    browser: BrowserTestbed,
    studio: Studio,
    { size = SCREEN, language = 'en-GB', url = studio.url }: DeskOptions = {},
  ): Promise<BrowserDealer> {
    const dealer = await BrowserDealer.#before(browser, size, language);
    await dealer.page.goto(new URL('dealer', url).href);
    return dealer;
  }

  /** Somebody who has signed in at a desk that knows its table. */
  static async at(
    browser: BrowserTestbed,
    studio: Studio,
    login: DeskLogin,
    { table = 'pb-1', ...options }: DeskOptions = {},
  ): Promise<BrowserDealer> {
    const dealer = await BrowserDealer.#signedIn(browser, login, options);
    const { page } = dealer;
    await page.addInitScript(`
      window.tones = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        window.tones.push(this.frequency.value);
        return start.apply(this, when);
      };`);
    await page.addInitScript(
      `if (location.protocol === 'http:') localStorage.setItem('sabot.desk.table', ${JSON.stringify(table)})`,
    );
    await page.goto(new URL('dealer', options.url ?? studio.url).href);
    await page.locator('[data-part=next]').waitFor();
    return dealer;
  }

  /** Somebody who has signed in and chooses a table. The practice deals by this seed. */
  static async before(
    browser: BrowserTestbed,
    studio: Studio,
    login: DeskLogin,
    { seed, ...options }: DeskOptions & { readonly seed: number },
  ): Promise<BrowserDealer> {
    const dealer = await BrowserDealer.#signedIn(browser, login, options);
    const { page } = dealer;
    await page.addInitScript(`crypto.getRandomValues = (numbers) => numbers.fill(${seed})`);
    await page.goto(new URL('dealer', studio.url).href);
    await page.locator('main > div > [aria-keyshortcuts]').first().waitFor();
    return dealer;
  }

  static async #signedIn(
    browser: BrowserTestbed,
    { id, token, role = 'dealer', name = id }: DeskLogin,
    { size = SCREEN, language = 'en-GB' }: DeskOptions,
  ): Promise<BrowserDealer> {
    const dealer = await BrowserDealer.#before(browser, size, language);
    const member = { id, token, role, name, expiresAtMs: Date.now() + 3_600_000 };
    await dealer.page.addInitScript(
      `if (location.protocol === 'http:')
        sessionStorage.setItem('sabot.staff', ${JSON.stringify(JSON.stringify(member))})`,
    );
    return dealer;
  }

  /** Somebody before an empty page. */
  static async #before(browser: BrowserTestbed, size: Size, language: string) {
    const page = await browser.page(size, language);
    await page.addInitScript(MOVES_TIME);
    return new BrowserDealer(page, await page.context().newCDPSession(page));
  }

  /** Every tone that was played, Hz. */
  tones(): Promise<readonly number[]> {
    return this.page.evaluate<readonly number[]>('window.tones');
  }

  /** Faults that no test caused on purpose. */
  get unforgiven(): readonly string[] {
    return this.faults.filter((fault) => this.forgiven?.test(fault) !== true);
  }

  get notice(): Locator {
    return this.page.locator('[data-part=notice]');
  }

  get title(): Locator {
    return this.page.locator('[data-part=next] h1');
  }

  sheet(name: string): Locator {
    return this.page.locator(`[data-sheet="${name}"]`);
  }

  /** The step that the screen shows. */
  async isAsked(step: string): Promise<void> {
    await expect
      .poll(() => this.page.locator('[data-part=next]').getAttribute('data-step'), {
        message: `the step ${step}`,
      })
      .toBe(step);
  }

  /**
   * A key by itself, once what the screen shows was read. When this resolves, the desk has taken
   * it, and drawn what follows at once.
   */
  async presses(key: string): Promise<void> {
    await this.passes(SEEN_MS);
    await this.page.keyboard.press(key);
    await this.passes(HELD_MS);
  }

  /** Text, as a person types it. When this resolves, the last key is written, too. */
  async types(text: string): Promise<void> {
    for (const key of text) {
      await this.page.keyboard.type(key);
      await this.passes(PERSON_MS);
    }
    await this.passes(HELD_MS);
  }

  /** In the page's time, in which `ms` pass at once. */
  async passes(ms: number): Promise<void> {
    await this.page.evaluate(`window.passes(${ms})`);
  }

  /**
   * A code at a scanner’s speed, ended by Enter. `layout` is what the machine makes of some keys.
   */
  async scans(
    code: string,
    layout: Readonly<Record<string, string>> = {},
    everyMs = SCANNER_MS,
  ): Promise<void> {
    await this.page.evaluate('window.isRead = true');
    const fromMs = Date.now();
    const keys = [...code.split('').map(placeOf), { code: 'Enter', shift: false, key: '\r' }];
    // All are on their way before the first is answered. The machine may be slow, the scanner is
    // not.
    await Promise.all(
      keys.flatMap(({ code: place, shift, key }, index) => {
        const timestamp = (fromMs + index * everyMs) / 1_000;
        const made = layout[place] ?? key;
        const event = {
          code: place,
          key: place === 'Enter' ? 'Enter' : made,
          modifiers: shift ? 8 : 0,
          timestamp,
        };
        return [
          this.devTools.send('Input.dispatchKeyEvent', { ...event, type: 'keyDown', text: made }),
          this.devTools.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
        ];
      }),
    );
    await this.page.evaluate('window.isRead = false');
  }

  /** Scans that must be taken, and are seen on the table. */
  async deals(cards: string): Promise<void> {
    for (const code of cards.split(' ')) {
      const before = await this.cards();
      await this.scans(code);
      await expect.poll(() => this.cards(), { message: code }).toBe(before + 1);
    }
  }

  async cards(): Promise<number> {
    return this.page.locator('[data-part=hands] [role=img]').count();
  }

  async totals(): Promise<string> {
    return (await this.page.locator('[data-hand] output').allTextContents()).join(' ');
  }
}

/** What the desk shows is seen without scrolling, and nothing covers anything else. */
export const outsideDesk = ({ page }: BrowserDealer): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    const parts = ['top', 'next', 'hands', 'notice', 'keys'].map((part) => '[data-part=' + part + ']');
    const boxes = parts.map((selector) => {
      const box = document.querySelector(selector).getBoundingClientRect();
      if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        wrong.push(selector + ' is cut off: ' + [box.left, box.top, box.right, box.bottom].map(Math.round));
      return [selector, box];
    });
    for (const [index, [selector, box]] of boxes.entries()) {
      const below = boxes[index + 1];
      if (below !== undefined && below[1].top < box.bottom - 0.5) wrong.push(selector + ' lies over ' + below[0]);
    }
    for (const selector of [parts[1], '[data-hand]', parts[3], parts[4], '[aria-keyshortcuts]']) {
      for (const each of document.querySelectorAll(selector)) {
        if (each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2)
          wrong.push(selector + ' overflows: ' + each.textContent.slice(0, 60));
      }
    }
    return wrong;
  })()`);

/** What of the practice is not whole in sight, or lies over something else of it. */
export const outsidePractice = ({ page }: BrowserDealer): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    const words = 'h1, h2, p, figure, button, [data-sign], [data-score] li';
    const parts = [...document.querySelectorAll('[data-part=practice]')]
      .flatMap((practice) => [...practice.querySelectorAll(words)])
      .filter(({ textContent }) => textContent !== '')
      .map((element) => ({ element, box: element.getBoundingClientRect(), said: element.textContent.slice(0, 60) }));
    for (const [index, { element, box, said }] of parts.entries()) {
      if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
        wrong.push('cut off: ' + said);
      if (box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5)
        wrong.push('out of sight: ' + said);
      for (const other of parts.slice(index + 1)) {
        if (element.contains(other.element)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) wrong.push('over each other: ' + said + ' | ' + other.said);
      }
    }
    return wrong;
  })()`);

/** For people to look at: a picture in the folder that SABOT_SHOTS names, if it names one. */
export const lookAt = async ({ page }: BrowserDealer, name: string): Promise<void> => {
  const folder = process.env['SABOT_SHOTS'];
  if (!folder) return;
  const { width, height } = page.viewportSize()!;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `desk-${width}x${height}-${name}.png`) });
};

/** Where a scanner presses for a character, on the American keyboard that it plays. */
const placeOf = (
  character: string,
): { readonly code: string; readonly shift: boolean; readonly key: string } => {
  const key = character;
  if (/[A-Z]/.test(character)) return { code: `Key${character}`, shift: true, key };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false, key };
  return { code: 'Minus', shift: false, key };
};
