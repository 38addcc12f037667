import { expect, it } from 'vitest';
import type { BulletinKind } from '../platform/bulletins.service.js';
import { Disconnection } from './disconnection.service.js';

interface Posted {
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** A process at `nowMs` of the database's time. `holds`: the player is connected to it. */
const processAt = (nowMs: number, holds: boolean) => {
  const readers = new Map<string, (body: object) => void>();
  const posted: Posted[] = [];
  const ended: string[] = [];
  const bulletins = {
    on: <Body>({ name }: BulletinKind<Body>, read: (body: Body, process: string) => void) =>
      void readers.set(name, (body) => read(body as Body, 'another')),
    post: <Body>({ name }: BulletinKind<Body>, body: Body) => {
      posted.push({ name, body: body as Record<string, unknown> });
      return Promise.resolve(false);
    },
  };
  const connections = {
    disconnect: (player: string) => {
      if (holds) ended.push(player);
      return holds;
    },
  };
  const disconnection = new Disconnection(connections, bulletins, { studioMs: nowMs });
  return {
    disconnection,
    posted,
    ended,
    hear: (name: string, body: object) => readers.get(name)!(body),
  };
};

it('a process that reads the order when nobody waits for it any more does nothing', async () => {
  const asking = processAt(5_000, false);
  expect(await asking.disconnection.disconnect('7', 'a test')).toBe(false);
  const [{ name, body } = { name: '', body: {} }] = asking.posted;
  for (const [nowMs, ended] of [
    [5_900, ['7']],
    [7_000, []],
  ] as const) {
    const holding = processAt(nowMs, true);
    holding.hear(name, body);
    expect(holding.ended, `at ${nowMs}`).toEqual(ended);
  }
});
