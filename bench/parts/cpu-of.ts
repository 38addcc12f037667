/** What a process of any language has used of the processors, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Of a tick, of which there are a hundred a second. */
const TICK_US = 10_000;

/** User and system time since the start, to ten milliseconds. */
export const cpuUsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  // Fields 14 and 15 of proc(5). The first two were cut off.
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
};
