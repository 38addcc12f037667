/**
 * What eyes find wrong with a page: what moves, what is outside the screen, what a screen reader
 * cannot read.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

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

/** What is not wholly on the screen, and how the page scrolls. An empty list is right. */
export const outsideScreen = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
    const wrong = scrollWidth > clientWidth ? ['the page scrolls sideways: ' + scrollWidth] : [];
    for (const [name, selector] of Object.entries(${JSON.stringify(OF_A_ROUND)})) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (box === undefined || box.width === 0 || box.height === 0) wrong.push(name + ' is not there');
      else if (box.left < 0 || box.top < 0 || box.right > clientWidth + 0.5 || box.bottom > clientHeight + 0.5)
        wrong.push(name + ': ' + [box.left, box.top, box.right, box.bottom].map(Math.round));
    }
    return wrong;
  })()`);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Movements and changes of colour are let end. Slow ones are looked at as they are. */
const isInPlace = (page: Page): Promise<void> =>
  page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime < 1_000)
      .map(({ finished }) => finished),
  ).then(() => undefined)`);

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
