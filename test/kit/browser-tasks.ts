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
      args: z.looseObject({ name: z.unknown() }).partial().optional(),
    }),
  ),
});

/** Returns what ends the trace and answers how long each task took, in ms, the longest first. */
export const traceTasks = async (page: Page): Promise<() => Promise<readonly number[]>> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page is in no browser that can be traced');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  return async () => {
    const { traceEvents } = traced.parse(JSON.parse((await browser.stopTracing()).toString()));
    const threadOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }) =>
      `${pid} ${tid}`;
    const main = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(threadOf),
    );
    return traceEvents
      .filter((each) => each.name === 'RunTask' && main.has(threadOf(each)))
      .map(({ tdur = 0 }) => tdur / 1_000)
      .toSorted((a, b) => b - a);
  };
};
