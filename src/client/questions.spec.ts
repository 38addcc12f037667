import { beforeEach, expect, it, vi } from 'vitest';
import { Questions } from './questions.js';

const drop = vi.fn();
beforeEach(() => void drop.mockClear());

const unanswered = (questions: Questions, comes: () => void = () => undefined): Promise<unknown> =>
  questions
    .ask(
      () => {
        comes();
        return Promise.reject(new Error('no answer'));
      },
      { isLong: false },
    )
    .catch(() => undefined);

it('a line is dropped where two in a row have no answer, and nothing else comes', async () => {
  const questions = new Questions(drop);
  await unanswered(questions);
  expect(drop).not.toHaveBeenCalled();
  await unanswered(questions);
  expect(drop).toHaveBeenCalledOnce();
});

it('a line is kept where all that has no answer was asked at the same time', async () => {
  const questions = new Questions(drop);
  await Promise.all([unanswered(questions), unanswered(questions), unanswered(questions)]);
  expect(drop).not.toHaveBeenCalled();
});

it.each([
  ['with each', () => true],
  ['with every other one', (count: number) => count % 2 === 0],
])('a line is kept where something comes %s that has no answer', async (_, isHeard) => {
  const questions = new Questions(drop);
  for (let count = 0; count < 6; count += 1) {
    await unanswered(questions, () => {
      if (isHeard(count)) questions.noteReceived();
    });
  }
  expect(drop).not.toHaveBeenCalled();
});

it('a line that comes back counts anew', async () => {
  const questions = new Questions(drop);
  await unanswered(questions);
  questions.noteReceived(); // the answer to the connection
  await unanswered(questions);
  expect(drop).not.toHaveBeenCalled();
});

it('a line is kept while an answer is waited for longer', async () => {
  const questions = new Questions(drop);
  let answer = (): void => undefined;
  const long = questions.ask(() => new Promise<void>((resolve) => (answer = resolve)), {
    isLong: true,
  });
  await unanswered(questions);
  await unanswered(questions);
  expect(drop).not.toHaveBeenCalled();
  answer();
  await long;
  await unanswered(questions);
  expect(drop).toHaveBeenCalledOnce();
});
