/**
 * What eyes find wrong with a page: what moves, what is outside the screen, what a screen reader
 * cannot read.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';

/** From now on every shift is counted, whatever caused it. */
export const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(`
    window.shifts = [];
    window.shiftsSeen ??= new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? String(node?.nodeName));
        window.shifts.push({ value, moved });
      }
    });
    window.shiftsSeen.observe({ type: 'layout-shift' });`);

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Since they are watched. */
export const shifts = async (page: Page): Promise<readonly Shift[]> => {
  // An observer is notified with a frame's delay.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))',
  );
  return page.evaluate<readonly Shift[]>('window.shifts');
};

/** What a player must see of a round without scrolling. */
const OF_A_ROUND = {
  phase: '[data-part=phase]',
  cards: '[data-part=hands]',
  roads: '[data-part=roads]',
  bets: '[data-part=grid]',
  chips: '[data-part=chips]',
  commands: '[data-part=commands]',
  balance: '[data-balance]',
} as const;

/** Words that must never be cut off, and the frame in which they must be, where there is one. */
const WHOLE_WORDS = [
  ['[data-spot] [class*=name]'],
  ['[data-spot] [class*=pays]', '[data-spot]'],
  ['[data-part=phase] strong'],
  ['[data-part=phase] > span:not(:last-child)'],
  ['[data-part=stage] [data-net]'],
  ['[data-recognised]', '[data-part=stage]'],
  ['[data-part=stage] [data-hand] h2', '[data-part=stage]'],
] as const;

/** So small may the picture’s frame in the classic view be, px. */
const FRAME_MIN = 84;

/**
 * What is cut off, or lies under the stage’s buttons, over the result, over a card or over the
 * hands. Empty is right.
 */
export const cutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    for (const [words, frame] of ${JSON.stringify(WHOLE_WORDS)}) {
      for (const each of document.querySelectorAll(words)) {
        const box = each.getBoundingClientRect();
        if (box.width === 0) continue;
        const room = frame && each.closest(frame).getBoundingClientRect();
        const isCut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline';
        if (isCut || each.scrollHeight > each.clientHeight + 4 && each.clientHeight > 0
          || (room && (box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom)))
          wrong.push('cut off: ' + each.textContent);
      }
    }
    for (const name of document.querySelectorAll('[data-spot] [class*=name]')) {
      const words = document.createRange();
      words.selectNodeContents(name);
      const isAbove = words.getBoundingClientRect().top < name.getBoundingClientRect().top - 0.25;
      if (isAbove && getComputedStyle(name).overflowY !== 'visible') wrong.push('cut off above: ' + name.textContent);
    }
    const tools = document.querySelector('[data-part=volume]')?.getBoundingClientRect();
    for (const each of tools ? document.querySelectorAll('[data-part=phase] > *') : []) {
      const words = document.createRange();
      words.selectNodeContents(each);
      const boxes = each.matches(':last-child') ? [each.getBoundingClientRect()] : [...words.getClientRects()];
      if (boxes.some(({ right, top }) => right > tools.left && top < tools.bottom - 2))
        wrong.push('under the buttons: ' + (each.textContent || 'the time left'));
    }
    const why = document.querySelector('[data-part=phase] > span:not(:last-child)')?.getBoundingClientRect();
    for (const each of why ? document.querySelectorAll('[data-part=hands] h2, [data-part=hands] [role=img]') : []) {
      if (each.getBoundingClientRect().top < why.bottom - 1) wrong.push('under why the table waits: ' + each.textContent);
    }
    const net = document.querySelector('[data-part=stage] [data-net]')?.getBoundingClientRect();
    for (const each of net ? document.querySelectorAll('[data-recognised]') : []) {
      const box = each.getBoundingClientRect();
      if (box.left < net.right && net.left < box.right && box.top < net.bottom - 1 && net.top + 1 < box.bottom)
        wrong.push('lies over the result: ' + each.textContent);
    }
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const boxesOf = (selector) => [...document.querySelectorAll(selector)].map((each) => [each.getBoundingClientRect(), each.textContent]);
    const cards = boxesOf('[data-part=stage] [data-hand] [role=img]');
    for (const [box, said] of boxesOf('[data-part=stage] [data-recognised]')) {
      if (cards.some(([card]) => meet(box, card))) wrong.push('lies over a card: ' + said);
    }
    for (const [frame] of boxesOf('[data-part=stage][data-view=classic][data-seen] video')) {
      if (frame.width < ${FRAME_MIN}) wrong.push('a small frame: ' + frame.width);
      const drawn = boxesOf('[data-part=stage] :is([data-hand] h2, [data-recognised], [data-net], [data-part=phase])');
      for (const [box, said] of [...cards, ...drawn]) {
        if (meet(box, frame)) wrong.push('under the frame: ' + said);
      }
    }
    const notices = document.querySelector('[data-part=notices]');
    if (notices?.children.length === 1 && notices.scrollHeight > notices.clientHeight + 1)
      wrong.push('cut off: ' + notices.textContent);
    return wrong;
  })()`);

/**
 * What is cut off in the tiles of the pit’s wall. Three things may be: the dealer beside a long
 * name, why a table waits, which is as long as who wrote it, and signs that all is well. An empty
 * list is right.
 */
export const cutTiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    for (const tile of document.querySelectorAll('[data-table]')) {
      const lines = tile.querySelectorAll('[class*=names] b, [class*=phase] b, [class*=why] > [aria-hidden]'
        + (tile.dataset.trouble === 'suspended' ? '' : ', [class*=why] > :first-child'));
      for (const line of lines) {
        if (line.scrollWidth > line.clientWidth) wrong.push('cut off: ' + line.textContent);
      }
      const signs = tile.querySelector('[class*=signs]');
      for (const sign of signs?.querySelectorAll(':scope > :not([class*=good])') ?? []) {
        if (sign.getBoundingClientRect().top >= signs.getBoundingClientRect().bottom - 4)
          wrong.push('out of sight: ' + sign.textContent);
      }
    }
    return wrong;
  })()`);

/** How the page scrolls sideways. An empty list is right. */
export const sidewaysScroll = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? ['the page scrolls sideways: ' + scrollWidth] : [];
  })()`);

/** How the window scrolls of a page that scrolls in a part of its own. An empty list is right. */
export const windowScroll = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight > clientHeight ? ['the window scrolls: ' + scrollHeight] : [];
  })()`);

/**
 * What is not wholly on the screen or lies over its neighbour, and how the page scrolls. An empty
 * list is right. Without a session there are neither chips nor commands.
 */
export const outsideScreen = async (
  page: Page,
  { hasSession = true } = {},
): Promise<readonly string[]> => [
  ...(await sidewaysScroll(page)),
  ...(await page.evaluate<readonly string[]>(`(() => {
    const { clientWidth, clientHeight } = document.documentElement;
    const wrong = [];
    const placed = [];
    for (const [name, selector] of Object.entries(${JSON.stringify(OF_A_ROUND)})) {
      if (!${hasSession} && (name === 'chips' || name === 'commands')) continue;
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (box === undefined || box.width === 0 || box.height === 0) wrong.push(name + ' is not there');
      else if (box.left < 0 || box.top < 0 || box.right > clientWidth + 0.5 || box.bottom > clientHeight + 0.5)
        wrong.push(name + ': ' + [box.left, box.top, box.right, box.bottom].map(Math.round));
      for (const [other, its] of placed) {
        if (Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1
          && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1)
          wrong.push(name + ' lies over ' + other);
      }
      if (box !== undefined) placed.push([name, box]);
    }
    return wrong;
  })()`)),
];

/** So large is the smallest target of a finger, px, and so wide the smallest chip. */
const TARGET_MIN = 24;
const CHIP_MIN = 34;

/**
 * In a spot no text lies over another or over chips, and nothing is too small to be touched: a
 * switch is touched with its label, and a link within a sentence with its line. An empty list is
 * right.
 */
export const overOrSmall = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    for (const spot of document.querySelectorAll('[data-spot]')) {
      const parts = [...spot.querySelectorAll('[class*=name], [class*=pays], [class*=share], [class*=pile]')]
        .map((part) => [part, part.getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && box.height > 0);
      for (const [at, [part, box]] of parts.entries()) {
        for (const [other, its] of parts.slice(at + 1)) {
          if (box.left < its.right - 1 && its.left < box.right - 1 && box.top < its.bottom - 1 && its.top < box.bottom - 1)
            wrong.push(spot.dataset.spot + ': ' + part.textContent + ' over ' + other.textContent);
        }
      }
      // What a bet brought lies over its chips, and over nothing else.
      const [end, rim] = [spot.querySelector('[class*=end]'), spot].map((each) => each?.getBoundingClientRect());
      if (end?.left < rim.left) wrong.push(spot.dataset.spot + ': cut off ' + spot.querySelector('[class*=end]').textContent);
      for (const part of end ? spot.querySelectorAll('[class*=name], [class*=share]') : []) {
        if (!part.checkVisibility({ visibilityProperty: true })) continue;
        const words = document.createRange();
        words.selectNodeContents(part);
        for (const box of words.getClientRects()) {
          if (box.left < end.right - 1 && end.left < box.right - 1 && box.top < end.bottom - 1 && end.top < box.bottom - 1)
            wrong.push(spot.dataset.spot + ': what it brought over ' + part.textContent);
        }
      }
    }
    const targets = document.querySelectorAll('button, a[href], select, textarea, summary, input:not([type=hidden])');
    for (const each of targets) {
      const target = (each.matches('[type=checkbox], [type=radio]') && each.closest('label')) || each;
      const isInText = each.matches('a') && getComputedStyle(each).display === 'inline'
        && each.parentElement.textContent.trim() !== each.textContent.trim();
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && !isInText && each.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < ${TARGET_MIN})
        wrong.push('a small target: ' + [width, height].map(Math.round) + ' ' + target.outerHTML.slice(0, 140));
    }
    for (const disc of document.querySelectorAll('[class*=disc]')) {
      if (disc.getBoundingClientRect().width < ${CHIP_MIN}) wrong.push('a small chip');
    }
    return wrong;
  })()`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * Movements and changes of colour are let end. Slow ones are looked at as they are, and so is a
 * page for which the browser draws no frames.
 */
const isInPlace = async (page: Page): Promise<void> => {
  const stillMoves = `document.getAnimations().some(({ effect, playState }) =>
    playState === 'running' && effect.getComputedTiming().endTime < 1_000)`;
  const isStill = async () => expect(await page.evaluate(stillMoves)).toBe(false);
  await vi.waitFor(isStill, { timeout: 5_000, interval: 25 }).catch(() => undefined);
};

/** What axe-core finds wrong, a line for each place. */
export const axeFaults = async (page: Page): Promise<readonly string[]> => {
  await isInPlace(page);
  if (!(await page.evaluate<boolean>('window.axe !== undefined'))) await page.evaluate(AXE);
  const violations = await page.evaluate<readonly AxeViolation[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
};

/**
 * What is wrong with how a solo room lies on its screen: what leaves the felt or the screen, words
 * that are cut off, and words that lie over each other or under something. An empty list is right.
 */
export const crowded = async (page: Page): Promise<readonly string[]> => {
  await isInPlace(page);
  return page.evaluate<readonly string[]>(`(() => {
    const wrong = [];
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
    if (scrollWidth > clientWidth) wrong.push('the page scrolls sideways: ' + scrollWidth);
    const room = document.querySelector('[data-part=room]');
    const felt = room.querySelector('[data-part=stage]');
    const rim = felt.getBoundingClientRect();
    const say = (element) => JSON.stringify((element.getAttribute('aria-label') ?? element.textContent).slice(0, 40));
    const leaves = (box, by) => box.left < rim.left + by || box.right > rim.right - by || box.top < rim.top + by || box.bottom > rim.bottom - by;
    for (const card of felt.querySelectorAll('[role=img]')) {
      if (leaves(card.getBoundingClientRect(), 6)) wrong.push('on the gold line or past it: ' + say(card));
    }
    for (const sum of room.querySelectorAll('[data-part=account] b')) {
      const { top, bottom } = sum.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) wrong.push('the sum is out of view: ' + sum.textContent);
    }
    const words = [...room.querySelectorAll('*')].filter((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      const { clipPath, position } = getComputedStyle(element);
      return own && element.closest('svg') === null && element.checkVisibility() && clipPath === 'none' && position !== 'fixed'
        && element.parentElement.closest('[class*=listened]') === null;
    }).map((element) => {
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3);
      const range = document.createRange();
      range.setStartBefore(texts[0]);
      range.setEndAfter(texts.at(-1));
      return { element, box: range.getBoundingClientRect(), frame: element.getBoundingClientRect() };
    }).filter(({ box, frame }) => box.width > 1 && frame.width > 1);
    for (const { element, box, frame } of words) {
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden')
        wrong.push('cut off: ' + say(element));
      if (box.left < 0 || box.right > clientWidth + 0.5) wrong.push('off the screen: ' + say(element));
      if (felt.contains(element) && leaves(box, 4)) wrong.push('past the gold line: ' + say(element));
      const y = (box.top + box.bottom) / 2;
      if (y < 0 || y > clientHeight) continue;
      for (const x of [box.left + 1, (box.left + box.right) / 2, box.right - 1]) {
        const top = document.elementFromPoint(x, y);
        if (top !== null && !element.contains(top) && !top.contains(element) && top.closest('button') !== element.closest('button'))
          wrong.push('covered: ' + say(element) + ' by ' + top.outerHTML.slice(0, 80));
      }
    }
    for (const [index, one] of words.entries()) {
      for (const other of words.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across > 1 && down > 3) wrong.push('over each other: ' + say(one.element) + ' and ' + say(other.element));
      }
    }
    return [...new Set(wrong)];
  })()`);
};

/** What has the keys: a button by its command, or a part of the page. */
export const placeOfKeys = (page: Page): Promise<string | undefined> =>
  page.evaluate('(({ command, part }) => command ?? part)(document.activeElement.dataset)');
