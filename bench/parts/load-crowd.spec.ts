import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadCrowd } from './load-crowd.js';

const ORDER = { ways: [], atOnce: 1, stake: '500', bets: true };

const REPORT = '{ seated: 1, heard: [], refusals: {}, returns: [], cardTimes: {} }';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sabot-crowd-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Robots of which each process does this when it is ordered to. */
const crowdThat = (does: string, stuckAfterMs?: number): LoadCrowd => {
  const program = path.join(folder, 'program.cjs');
  writeFileSync(program, `process.on('message', (order) => { ${does} })`);
  return new LoadCrowd(1, program, stuckAfterMs);
};

it('nobody waits for robots whose process has ended meanwhile', async () => {
  const crowd = crowdThat('process.exit(3)');
  await expect(crowd.comeIn([], ORDER)).rejects.toThrow('a process of robots ended');
});

it('nobody orders anything of robots whose process has ended before', async () => {
  const crowd = crowdThat(
    `process.send({ done: order.does, report: ${REPORT} });
     setImmediate(() => process.disconnect())`,
  );
  await crowd.comeIn([], ORDER);
  await expect(crowd.rest()).rejects.toThrow('a process of robots ended');
});

it('nobody waits for players who cannot come in, and it is said why', async () => {
  const crowd = crowdThat(
    `const report = { ...${REPORT}, refusals: { 'join: closed': 2, 'join: not let in': 7 } };
     process.send({ report });
     process.send({ report });`,
    0,
  );
  await expect(crowd.comeIn([], ORDER)).rejects.toThrow(
    '1 sit, and nobody more came in for 0 s: join: not let in (7 times)',
  );
});

it('players are behind who have not heard what others at their table have', async () => {
  const heard = `[['pb-1', 8, 3], ['pb-1', 5, 2], ['pb-2', 6, 4]]`;
  const crowd = crowdThat(
    `process.send({ done: order.does, report: { ...${REPORT}, heard: ${heard} } })`,
  );
  await crowd.comeIn([], ORDER);
  expect([...crowd.latest]).toEqual([
    ['pb-1', 8],
    ['pb-2', 6],
  ]);
  expect(crowd.behind(crowd.latest)).toBe(2);
  expect(crowd.behind(new Map([['pb-2', 7]])), 'where nobody has heard it').toBe(4);
});
