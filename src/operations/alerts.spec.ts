/** The alerts, their runbooks and the dashboard name only what there is. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../platform/metrics.js';
import { LOOP_LAG_MAX_MS, OUTBOX_AGE_MAX_MS } from './health.js';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const RULES = read('monitoring/alerts.yml');
const DASHBOARD = JSON.parse(read('monitoring/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const ALERTS = [...RULES.matchAll(/^ {6}- alert: (\w+)\n([^]*?)(?=\n\n|\n*$(?![^]))/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    expr: /^ {8}expr: (.+)$/m.exec(body)?.[1] ?? '',
    runbook: /^ {10}runbook_url: (.+)$/m.exec(body)?.[1] ?? '',
  }),
);
const PANELS = DASHBOARD.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

/** The metrics that an expression names, without what Prometheus adds to those of a histogram. */
const namedIn = (expr: string): readonly string[] =>
  [...expr.matchAll(/\b(?:sabot|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  );

describe('the alerts', () => {
  it('are twenty-five, each with a runbook of its own', () => {
    expect(ALERTS).toHaveLength(25);
    const page = read('docs/operations.md');
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = '']) => `docs/operations.md#${heading.toLowerCase().replaceAll(' ', '-')}`,
    );
    for (const { name, runbook } of ALERTS) {
      expect(runbook, name).toBe(`docs/operations.md#${name.toLowerCase()}`);
      expect(headings, `the runbook of ${name}`).toContain(runbook);
    }
  });

  it('are each tried by promtool’s own tests, both ways', () => {
    const tests = read('monitoring/alerts.test.yml');
    for (const { name } of ALERTS) {
      expect(tests, name).toContain(`alertname: ${name}, exp_alerts: []`);
      expect(tests, name).toContain(`alertname: ${name}\n        exp_alerts:\n`);
    }
  });

  it('have the bounds that health has', () => {
    const exprOf = (alert: string) => ALERTS.find(({ name }) => name === alert)?.expr;
    expect(exprOf('LoopBlocked')).toMatch(new RegExp(`> ${LOOP_LAG_MAX_MS / 1_000} and on `));
    expect(exprOf('PaymentsLate')).toMatch(new RegExp(`> ${OUTBOX_AGE_MAX_MS / 1_000}$`));
  });
});

describe('a metric', () => {
  it('is there wherever an alert or a panel names it', async () => {
    const text = await new Metrics().read();
    const there = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
    const exprs = [...ALERTS.map(({ name, expr }) => [name, expr] as const), ...PANELS];
    expect(exprs.length).toBeGreaterThan(30);
    for (const [where, expr] of exprs) {
      for (const name of namedIn(expr)) expect(there, `${name} in ${where}`).toContain(name);
    }
  });

  it('of the studio’s own is shown by a panel', async () => {
    const text = await new Metrics().registry.metrics();
    const own = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
    const shown = new Set(PANELS.flatMap(([, expr]) => namedIn(expr)));
    expect(own.filter((name) => !shown.has(name))).toEqual([]);
  });
});
