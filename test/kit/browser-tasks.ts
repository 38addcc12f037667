/**
 * What a page asks of its processor: the tasks of its main thread, as the browser traces them. Only
 * the time is counted in which the processor worked on a task, so that other programs of a busy
 * machine lengthen none.
 */
import type { Page } from 'playwright-core';
import { z } from 'zod';

const traced = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Of the processor, in µs. */
      tdur: z.number().optional(),
    }),
  ),
});

/** The browser has pages of other tests, so this page says which thread is its own. */
const MARK = 'the page whose tasks are traced';
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];

/** Returns what ends the trace and answers how long each task took, in ms, the longest first. */
export const traceTasks = async (page: Page): Promise<() => Promise<readonly number[]>> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page is in no browser that can be traced');
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate((mark) => void performance.mark(mark), MARK);
  return async () => {
    const { traceEvents } = traced.parse(JSON.parse((await browser.stopTracing()).toString()));
    const marked = traceEvents.find(({ name }) => name === MARK);
    if (marked === undefined) throw new Error('the page is not in the trace');
    return traceEvents
      .filter(
        ({ name, pid, tid }) => name === 'RunTask' && pid === marked.pid && tid === marked.tid,
      )
      .map(({ tdur = 0 }) => tdur / 1_000)
      .toSorted((a, b) => b - a);
  };
};
