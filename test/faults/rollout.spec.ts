/**
 * A rolling restart under load: edges, table processes and the worker end and start again, one by
 * one, while robots deal and bet. No round is voided, every bet that was said to stand is paid
 * once, no client misses a message, and books and logs are in order.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SeenFault } from '../../bench/parts/load-faults.js';
import { ROOT } from '../kit/source-file.js';

const hasRedis = process.env['TEST_REDIS_URL'] !== undefined;
const LOAD = {
  players: 24,
  tables: 4,
  edges: 2,
  tableProcesses: 2,
  workers: 1,
  processes: 1,
  minutes: 0.2,
  betMs: 4_000,
  faults: 'rolling-restart',
};
/** Of a machine that is busy: each of five processes plays its rounds out, and starts again. */
const WITHIN_MS = 600_000;

interface LoadReport {
  readonly complaints: readonly string[];
  readonly faults: readonly SeenFault[];
  readonly summary: Readonly<Record<string, unknown>>;
}

describe.runIf(hasRedis)('a rolling restart of all processes under load', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sabot-rollout-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'voids no round and loses neither a bet nor a message',
    async () => {
      const flags = Object.entries({ ...LOAD, out: folder }).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]);
      const args = ['scripts/run.mjs', 'bench', 'load', ...flags, '--fast'];
      const load = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
      let says = '';
      for (const stream of [load.stdout, load.stderr]) {
        stream.on('data', (text: Buffer) => (says = (says + text.toString()).slice(-20_000)));
      }
      const [code] = (await once(load, 'exit')) as [number | null];
      expect(code, says).toBe(0);
      const read = readFileSync(path.join(folder, 'load.json'), 'utf8');
      const { complaints, faults, summary } = JSON.parse(read) as LoadReport;
      expect(complaints).toEqual([]);
      expect(summary).toMatchObject({ gaps: 0, repeats: 0, roundsVoided: 0, books: 'in order' });
      expect(summary['betsStanding']).toBeGreaterThan(LOAD.players);
      // Each edge ends once, so each player is moved once at least.
      const all = { tables: LOAD.tables, stalled: 0 };
      expect(faults).toMatchObject([{ fault: 'rolling-restart', all }]);
      expect(faults[0]?.players).toBeGreaterThanOrEqual(LOAD.players);
    },
    WITHIN_MS,
  );
});
