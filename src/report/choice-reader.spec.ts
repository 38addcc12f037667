import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { FinishedHand } from '../history/hand-choices.js';
import { ChoiceReader, HANDS_EACH, HANDS_MAX } from './choice-reader.service.js';
import { OwnThread } from './own-thread.js';
import { UNFOLLOWED } from './prepared.js';

/** A thread that says of a hand how many it has worked out, or does what the hand says. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
let made = 0;
const answer = (id) => {
  made += 1;
  parentPort.postMessage({ kind: 'made', id, bytes: Buffer.from(JSON.stringify([made])) });
};
parentPort.on('message', ({ id, ask }) => {
  if (ask.kind !== 'choices') return;
  const [{ does }] = ask.events;
  if (does === 'dies') throw new Error('it dies');
  if (does === 'fails') return parentPort.postMessage({ kind: 'failed', id, error: new Error('no') });
  answer(id);
});`;

const threads: OwnThread[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.end())));

const open = () => {
  let started = 0;
  const thread = new OwnThread(() => {
    started += 1;
    return new Worker(THREAD, { eval: true, stderr: true });
  });
  threads.push(thread);
  const warned: string[] = [];
  const logger = { warn: (_: unknown, message: string) => void warned.push(message) };
  return { thread, reader: new ChoiceReader(thread, logger), started: () => started, warned };
};

const hand = (does: string): FinishedHand => ({ game: 'blackjack', events: [{ does }] });

describe('the reader of choices', () => {
  it('has hands worked out one after the other, also beside a report', async () => {
    const { thread, reader, started } = open();
    const report = expect(thread.make({ kind: 'catch_up' }, UNFOLLOWED)).rejects.toThrow(
      'the studio stops',
    );
    const hands = ['Anna', 'Bea', 'Anna'].map((asker) => reader.read(asker, hand('made')));
    expect(await Promise.all(hands)).toEqual([[1], [2], [3]]);
    await thread.end();
    await report;
    expect(started()).toBe(1);
  });

  it('asks the thread nothing of a game without choices', async () => {
    const { reader, started } = open();
    expect(await reader.read('Anna', { game: 'punto_e_banco', events: [] })).toEqual([]);
    expect(started()).toBe(0);
  });

  it('lets a person have two under way, however they end', async () => {
    const { reader, warned } = open();
    for (const how of ['made', 'fails', 'dies']) {
      const all = Promise.all(
        Array.from({ length: HANDS_EACH }, () => reader.read('Anna', hand(how))),
      );
      expect(await reader.read('Anna', hand('made'))).toBeNull();
      expect(await reader.read('Bea', hand('made'))).toHaveLength(1);
      for (const choices of await all) {
        if (how === 'made') expect(choices).toHaveLength(1);
        else expect(choices).toBeNull();
      }
    }
    expect(warned).toHaveLength(2 * HANDS_EACH);
    expect(await reader.read('Anna', hand('made'))).toHaveLength(1);
  });

  it('answers without them whoever comes when too many wait', async () => {
    const { reader } = open();
    const hands = Array.from({ length: HANDS_MAX }, (_, each) =>
      reader.read(`${each}`, hand('made')),
    );
    expect(await reader.read('late', hand('made'))).toBeNull();
    expect(await Promise.all(hands)).toHaveLength(HANDS_MAX);
    expect(await reader.read('late', hand('made'))).toHaveLength(1);
  });
});
