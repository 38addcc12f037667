import { describe, expect, it } from 'vitest';
import { WebhookLine } from './webhook-line.js';

/** The times of the tries of a feed that fails each time. */
const triesOf = (line: WebhookLine, count: number): readonly number[] => {
  const times: number[] = [];
  for (let nowMs = 0; times.length < count; nowMs += 1_000) {
    if (!line.mayPush('movements', nowMs)) continue;
    times.push(nowMs);
    line.begin('movements');
    line.failed('movements', nowMs);
    line.end('movements');
  }
  return times;
};

describe('the line of an operator’s webhook', () => {
  it('pauses longer each time, up to five minutes', () => {
    const times = triesOf(new WebhookLine(), 13);
    const pauses = times.slice(1).map((each, index) => (each - times[index]!) / 1_000);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
  });

  it('has one call of a feed under way, whatever the others do', () => {
    const line = new WebhookLine();
    line.begin('movements');
    expect(line.mayPush('movements', 0)).toBe(false);
    expect(line.mayPush('results', 0)).toBe(true);
    line.end('movements');
    expect(line.mayPush('movements', 0)).toBe(true);
  });

  it('that is dead is tried by one feed at a time, and goes on with all once that is taken', () => {
    const line = new WebhookLine();
    const times = triesOf(line, 5);
    const diedAtMs = times.at(-1)!;
    expect(line.mayPush('results', diedAtMs + 15_000)).toBe(false);
    const probeAtMs = diedAtMs + 16_000;
    expect(line.mayPush('results', probeAtMs)).toBe(true);
    line.begin('results');
    expect(line.mayPush('movements', probeAtMs)).toBe(false);
    line.taken('results', probeAtMs);
    line.end('results');
    expect(line.mayPush('movements', probeAtMs)).toBe(true);
  });

  it('that is dead is tried by another feed each time that has lines', () => {
    const line = new WebhookLine();
    let nowMs = triesOf(line, 5).at(-1)!;
    const feeds = [{ feed: 'lobby' }, { feed: 'movements' }, { feed: 'results' }] as const;
    const probed = ['', '', '', '', '', ''].map(() => {
      nowMs += 300_000;
      const { feed } = line.inTurn(feeds).find((each) => line.mayPush(each.feed, nowMs))!;
      line.begin(feed);
      line.failed(feed, nowMs);
      line.end(feed);
      return feed;
    });
    expect(probed).toEqual(['lobby', 'results', 'movements', 'lobby', 'results', 'movements']);
  });

  it('pauses for a feed that fails, and not for those that are taken', () => {
    const line = new WebhookLine();
    line.failed('lobby', 0);
    expect(line.mayPush('lobby', 999)).toBe(false);
    line.taken('movements', 0);
    expect(line.mayPush('movements', 0)).toBe(true);
    expect(line.mayPush('lobby', 999)).toBe(false);
    expect(line.mayPush('lobby', 1_000)).toBe(true);
  });
});
