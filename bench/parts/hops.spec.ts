import { describe, expect, it } from 'vitest';
import { Hops } from './hops.js';
import { Histogram } from './histogram.js';
import { findingsAsHtml, findingsAsJson, findingsAsText } from './load-report.js';

const ENDS = ['0.001', '0.003', '0.005', '0.007', '5', '+Inf'];

/** A page of metrics with so many hops in each bucket, as prom-client writes it. */
const pageOf = (...counts: readonly number[]): string => {
  let sum = 0;
  const lines = ENDS.map((le, index) => {
    sum += counts[index] ?? 0;
    return `sabot_hop_seconds_bucket{le="${le}"} ${sum}`;
  });
  return [
    '# TYPE sabot_hop_seconds histogram',
    ...lines,
    `sabot_hop_seconds_sum 0.4`,
    `sabot_hop_seconds_count ${sum}`,
    'sabot_flush_seconds_bucket{le="0.001",kind="bets"} 7',
  ].join('\n');
};

describe('hops', () => {
  it('are as long as the end of their bucket, and no longer', () => {
    const hops = Hops.readFrom([pageOf(0, 0, 100)]);
    expect(hops.count).toBe(100);
    expect(hops.quantileMs(0.5)).toBe(5);
    expect(hops.quantileMs(0.99)).toBe(5);
    expect(hops.maxMs).toBe(5);
    expect(hops.bars).toEqual([{ fromMs: 3, toMs: 5, count: 100 }]);
  });

  it('of several processes are added up', () => {
    const hops = Hops.readFrom([pageOf(0, 50), '', pageOf(0, 0, 49, 1)]);
    expect(hops.count).toBe(100);
    expect([0.5, 0.99, 0.995].map((share) => hops.quantileMs(share))).toEqual([3, 5, 7]);
    expect(hops.maxMs).toBe(7);
  });

  it('of a window are without those of before', () => {
    const later = Hops.readFrom([pageOf(0, 40, 60, 0, 2)]).since(
      Hops.readFrom([pageOf(0, 0, 10, 0, 2)]),
    );
    expect([later.count, later.quantileMs(0.99), later.maxMs]).toEqual([90, 5, 5]);
  });

  it('that took longer than the last bucket are of no known length', () => {
    const hops = Hops.readFrom([pageOf(0, 0, 98, 0, 0, 2)]);
    expect(hops.quantileMs(0.98)).toBe(5);
    expect(hops.quantileMs(0.99)).toBe(Infinity);
    expect(hops.maxMs).toBe(Infinity);
  });

  it('are none where nothing was measured', () => {
    const none = Hops.readFrom([pageOf(), '']);
    expect([none.count, none.quantileMs(0.99), none.maxMs, none.bars]).toEqual([0, 0, 0, []]);
  });
});

describe('the report of hops', () => {
  const reportOf = (hops: Hops) => {
    const none = new Histogram();
    const histograms = { joins: none, acks: none, late: none, spreads: none, hops };
    return { summary: {}, faults: [], histograms, complaints: [] };
  };
  const lineOf = (hops: Hops): string =>
    findingsAsText(reportOf(hops))
      .split('\n')
      .find((line) => line.includes('hop to the process'))!;

  it('says that they are at most the end of their bucket', () => {
    const hops = Hops.readFrom([pageOf(0, 60, 39, 1)]);
    expect(lineOf(hops)).toContain('p50 ≤ 3 ms, p99 ≤ 5 ms, worst ≤ 7 ms (100)');
    expect(findingsAsHtml(reportOf(hops))).toContain(
      'p50 ≤ 3 ms, p99 ≤ 5 ms, worst ≤ 7 ms, of 100',
    );
  });

  it('says which of them are beyond the last bucket', () => {
    const hops = Hops.readFrom([pageOf(0, 99, 0, 0, 0, 1)]);
    expect(lineOf(hops)).toContain('p50 ≤ 3 ms, p99 ≤ 3 ms, worst > 5000 ms (100)');
    expect(findingsAsHtml(reportOf(hops))).not.toContain('Infinity');
    expect(JSON.parse(findingsAsJson(reportOf(hops)))).toMatchObject({
      histograms: {
        hops: {
          ...{ count: 100, p50Ms: 3, p99Ms: 3, worstMs: null },
          counts: { '1': 0, '3': 99, '5': 0, '7': 0, '5000': 0, '+Inf': 1 },
        },
      },
    });
  });

  it('says of a duration that was measured what it is', () => {
    const acks = new Histogram();
    acks.add(9);
    const report = reportOf(Hops.readFrom([]));
    const text = findingsAsText({ ...report, histograms: { ...report.histograms, acks } });
    expect(text).toContain('p50 9 ms, p99 9 ms, worst 9 ms (1)');
  });
});
