/** Processes that say what they have used. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Gauge } from './gauge.js';

/** What node is given before the program. The process needs a channel to its parent. */
export const GAUGED: readonly string[] = [
  '--expose-gc',
  '--import',
  new URL('./gauge.js', import.meta.url).href,
];

export const gaugeOf = async (child: ChildProcess): Promise<Gauge> => {
  child.send('gauge');
  const [gauge] = (await once(child, 'message')) as [Gauge];
  return gauge;
};
