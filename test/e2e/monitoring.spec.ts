/**
 * The alerts and the dashboard before a real Prometheus, Debian's, that scrapes a running studio:
 * every metric that they name is there, and every expression is understood.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type TestContext, afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Prometheus, findPrometheus } from '../../scripts/setup/debian.js';
import { ROOT } from '../kit/source-file.js';
import { type StudioProcess, eventually, freePort } from '../kit/studio.js';
import { QUICK, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ tables: { 'pb-1': QUICK } });
const folder = mkdtempSync(path.join(tmpdir(), 'sabot-prometheus-'));
const ALERTS = path.join(ROOT, 'monitoring/alerts.yml');
let studio: StudioProcess;
let prometheus: Prometheus;
let child: ChildProcess | undefined;
let url = '';

beforeAll(async () => {
  [studio, prometheus] = await Promise.all([testbed.startProcess(), findPrometheus()]);
  if (prometheus.trouble !== undefined) return console.warn(reasonToSkip(prometheus.trouble));
  await play();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = path.join(folder, 'prometheus.yml');
  writeFileSync(config, configOf(new URL(studio.operationsUrl).host));
  child = spawn(
    prometheus.file,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { env: { ...process.env, ...prometheus.env }, stdio: 'ignore' },
  );
  await eventually('Prometheus has scraped the studio twice', async () => {
    const found = await query('count_over_time(sabot_ready[1m]) >= 2').catch(() => []);
    return found.length > 0;
  });
});
afterAll(async () => {
  if (child !== undefined && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

const reasonToSkip = (trouble: string): string => `Prometheus cannot be had here: ${trouble}`;

const configOf = (target: string): string => `
global: { scrape_interval: 500ms, evaluation_interval: 500ms }
rule_files: ['${ALERTS}']
scrape_configs:
  - job_name: sabot
    static_configs: [{ targets: ['${target}'] }]
`;

/** A round with a bet that is paid, so that everything has been measured once. */
const play = async (): Promise<void> => {
  const player = await testbed.player(studio, 'Anna');
  const dealer = await testbed.staff(studio, 'Dora', { table: 'pb-1' });
  await dealer.makeReady();
  const { game, seq } = await dealer.openBetting();
  expect(await player.wager(game, ['punto', 10])).toMatchObject({ ok: true });
  await dealer.betsClosed(seq);
  await dealer.deal('9h Kd Ts Qs');
  await dealer.next('round_settled', { after: seq });
  expect(await player.call('session:cash-out', { key: randomUUID() })).toMatchObject({ ok: true });
};

const api = async (route: string): Promise<unknown> => {
  const answer = await fetch(`${url}/api/v1/${route}`);
  const body = (await answer.json()) as { status: string; data: unknown; error?: string };
  if (body.status !== 'success') throw new Error(`${route}: ${body.error}`);
  return body.data;
};

const query = async (expr: string): Promise<readonly unknown[]> => {
  const data = (await api(`query?query=${encodeURIComponent(expr)}`)) as { result: unknown[] };
  return data.result;
};

/** Leaves the test out, with a plain word, where there is no Prometheus. */
const needed = (ctx: TestContext): Exclude<Prometheus, { trouble: string }> =>
  prometheus.trouble === undefined ? prometheus : ctx.skip(reasonToSkip(prometheus.trouble));

const promtool = async (ctx: TestContext, ...args: readonly string[]): Promise<string> => {
  const { promtool: file, env } = needed(ctx);
  const options = { cwd: path.join(ROOT, 'monitoring'), env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(file, args, options);
  return stdout;
};

const panels = (
  JSON.parse(readFileSync(path.join(ROOT, 'monitoring/dashboard.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  }
).panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

const namesIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b(?:sabot|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name);

describe('a real Prometheus', () => {
  it('takes the rules and the example of its configuration', async (ctx) => {
    expect(await promtool(ctx, 'check', 'rules', 'alerts.yml')).toContain('25 rules found');
    expect(await promtool(ctx, 'check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('raises each alert when it is due, and not before', async (ctx) => {
    expect(await promtool(ctx, 'test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  it('finds the studio’s metrics well-formed', async (ctx) => {
    const { promtool: file, env } = needed(ctx);
    const metrics = await (await fetch(`${studio.operationsUrl}/metrics`)).text();
    const checked = spawn(file, ['check', 'metrics'], { env: { ...process.env, ...env } });
    let said = '';
    checked.stderr.on('data', (text: Buffer) => (said += text.toString()));
    checked.stdin.end(metrics);
    const [code] = (await once(checked, 'exit')) as [number];
    // Names that Node's own metrics have are not ours to choose.
    const ours = said.split('\n').filter((line) => line.startsWith('sabot_'));
    expect(ours).toEqual([]);
    expect([0, 3]).toContain(code);
  });

  it('has every metric that an alert or a panel names', async (ctx) => {
    needed(ctx);
    const rules = readFileSync(ALERTS, 'utf8');
    const exprs = [...rules.matchAll(/expr: (.+)$/gm)].map(
      ([, expr]) => ['a rule', expr!] as const,
    );
    const names = new Map(
      [...exprs, ...panels].flatMap(([where, expr]) =>
        namesIn(expr).map((name) => [name, where] as const),
      ),
    );
    expect(names.size).toBeGreaterThan(25);
    for (const [name, where] of names) {
      expect((await query(`count(${name})`)).length, `${name}, in ${where}`).toBe(1);
    }
  });

  it.for([
    'sabot_batch_bets_count',
    'sabot_flush_seconds_count{kind="bets"}',
    'sabot_flush_seconds_count{kind="events"}',
    'sabot_close_lateness_seconds_count',
    'sabot_lease_margin_seconds_count',
    'sabot_replay_seconds_count',
    'sabot_wallet_seconds_count{operation="cash_out", answer="ok"}',
    'sabot_pool_connections{state="idle"}',
    'sabot_mailbox_capacity',
    'sabot_tables_known',
    'sabot_ready',
    'sabot_roles{role="edge"}',
  ])('has measured %s', async (series, ctx) => {
    needed(ctx);
    expect((await query(`sum(${series}) > 0`)).length).toBe(1);
  });

  it('understands every panel and every rule, and raises no alert for a healthy studio', async (ctx) => {
    needed(ctx);
    for (const [, expr] of panels) await query(expr.replaceAll('$__rate_interval', '1m'));
    const { groups } = (await api('rules')) as {
      groups: { rules: { name: string; health: string; state: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(25);
    for (const { name, health, state } of rules) {
      expect([name, health, state]).toEqual([name, 'ok', 'inactive']);
    }
  });

  it('sees that a studio is down', async (ctx) => {
    needed(ctx);
    await studio.kill();
    await eventually('it is pending', async () => {
      const { alerts } = (await api('alerts')) as { alerts: { labels: { alertname: string } }[] };
      return alerts.some(({ labels }) => labels.alertname === 'StudioDown');
    });
  });
});
