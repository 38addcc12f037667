import { expect, it } from 'vitest';
import { Turns } from './turns.js';

const piece = () => {
  let resolve: (as: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
};

/** Of somebody who waits for the answer. */
const STAYS = new AbortController().signal;

it('does the work of a name one after the other, and that of others meanwhile', async () => {
  const turns = new Turns(3);
  const [first, second, other] = [piece(), piece(), piece()];
  const begun: string[] = [];
  const take = (name: string, { promise }: ReturnType<typeof piece>, as: string) =>
    turns.take(name, STAYS, () => {
      begun.push(as);
      return promise;
    });
  const answers = [
    take('a', first, 'first'),
    take('a', second, 'second'),
    take('b', other, 'other'),
  ];
  other.resolve('other');
  expect(await answers[2]).toBe('other');
  expect(begun).toEqual(['first', 'other']);
  first.reject(new Error('failed'));
  await expect(answers[0]).rejects.toThrow('failed');
  second.resolve('second');
  expect(await answers[1]).toBe('second');
});

it('takes no more of a name than may wait, and takes more once some are done', async () => {
  const turns = new Turns(2);
  const pieces = [piece(), piece()];
  const answers = pieces.map(({ promise }) => turns.take('a', STAYS, () => promise));
  expect(await turns.take('a', STAYS, () => Promise.resolve('one too many'))).toBeUndefined();
  expect(await turns.take('b', STAYS, () => Promise.resolve('another'))).toBe('another');
  pieces[0]!.resolve('done');
  await answers[0];
  pieces[1]!.resolve('done');
  await answers[1];
  await new Promise(setImmediate);
  expect(await turns.take('a', STAYS, () => Promise.resolve('anew'))).toBe('anew');
});

it('gives the place of whoever has gone to another, and does not do their work', async () => {
  const turns = new Turns(2);
  const [first, going] = [piece(), new AbortController()];
  const done: string[] = [];
  const take = (gone: AbortSignal, as: string) =>
    turns.take('a', gone, async () => {
      await first.promise;
      done.push(as);
      return as;
    });
  const answers = [take(STAYS, 'first'), take(going.signal, 'of one who goes')];
  going.abort();
  answers.push(take(going.signal, 'of one who has gone'), take(STAYS, 'last'));
  expect(await take(STAYS, 'one too many')).toBeUndefined();
  first.resolve('');
  expect(await Promise.all(answers)).toEqual(['first', undefined, undefined, 'last']);
  expect(done).toEqual(['first', 'last']);
});
