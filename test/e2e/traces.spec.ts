/** Traces of a running studio, as a collector of OpenTelemetry receives them. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Studio, eventually, freePort } from '../kit/studio.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

const testbed = useTestbed({ tables: { 'pb-1': BETTING } });
const spans: Span[] = [];
const bodies: string[] = [];
let collector: Server;
let endpoint: string;
let studio: Studio;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      bodies.push(`${request.method} ${request.url} ${text}`);
      const { resourceSpans } = JSON.parse(text) as {
        resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
      };
      for (const { scopeSpans } of resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  studio = await testbed.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
});
afterAll(() => void collector.close());

const answerOf = ({ attributes }: Span): unknown =>
  attributes.find(({ key }) => key === 'sabot.answer')?.value['stringValue'];

describe('a trace', () => {
  it('shows each command with its answer, and each commit of its table', async () => {
    const player = await testbed.player(studio, 'Anna');
    const dealer = await testbed.staff(studio, 'Dora');
    await dealer.makeReady();
    const { game } = await dealer.openBetting();
    expect(await player.wager(game, ['punto', 10])).toMatchObject({ ok: true });
    expect(await player.wager('1000000099', ['punto', 10])).toMatchObject({ ok: false });
    const bets = await eventually('both bets are traced', () => {
      const found = spans.filter(({ name }) => name === 'bet:place');
      return found.length === 2 && found;
    });
    expect(bets.map(answerOf).toSorted()).toEqual(['ok', 'wrong_round']);
    await eventually('their commit is traced', () =>
      spans.some(({ name }) => name === 'commit bets'),
    );
    expect(spans.map(({ name }) => name)).toContain('commit events');
    for (const { traceId, spanId, startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
    }
    expect(bodies[0]).toMatch(/^POST \/v1\/traces .*"service\.name".*"sabot"/);
    expect(bodies.join('\n'), 'no player and no card').not.toMatch(/Anna|"3[Hh]"|"player"/);
  });

  it('is dropped where the collector has gone, and the studio goes on', async () => {
    const lost = await testbed.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
    });
    const cara = await testbed.visitor(lost, 'Cara', { euros: 100 });
    expect(await cara.call('session:read', {})).toMatchObject({ ok: true });
    await eventually('it says so', () => lost.log.includes('traces could not be sent'));
    expect(await cara.call('session:read', {})).toMatchObject({ ok: true });
    await lost.stop();
  });
});
