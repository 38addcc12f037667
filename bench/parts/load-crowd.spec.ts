import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadCrowd } from './load-crowd.js';

const ORDER = { ways: [], atOnce: 1, stake: '500', bets: true };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sabot-crowd-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Robots of which each process does this when it is ordered to. */
const crowdThat = (does: string): LoadCrowd => {
  const program = path.join(folder, 'program.cjs');
  writeFileSync(program, `process.on('message', (order) => { ${does} })`);
  return new LoadCrowd(1, program);
};

it('nobody waits for robots whose process has ended meanwhile', async () => {
  const crowd = crowdThat('process.exit(3)');
  await expect(crowd.comeIn([], ORDER)).rejects.toThrow('a process of robots ended');
});

it('nobody orders anything of robots whose process has ended before', async () => {
  const crowd = crowdThat(
    `process.send({ done: order.does, report: { returns: [], cardTimes: {} } });
     setImmediate(() => process.disconnect())`,
  );
  await crowd.comeIn([], ORDER);
  await expect(crowd.rest()).rejects.toThrow('a process of robots ended');
});
