import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textLines } from './text-lines.js';

/** The lines of the text, when it comes so many bytes at a time. */
const linesIn = async (text: string, bytesAtOnce: number): Promise<readonly string[]> => {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += bytesAtOnce)
      yield await Promise.resolve(bytes.subarray(at, at + bytesAtOnce));
  }
  const lines: string[] = [];
  for await (const line of textLines(chunks())) lines.push(line);
  return lines;
};

it('ends a line at a line feed alone', async () => {
  const lines = ['{"reason":"a\u2028b\u2029c\u0085d\u000be\rf"}', '', '♠ 𝄞'];
  for (const bytesAtOnce of [1, 2, 3, 5, 1_000]) {
    expect(await linesIn(lines.map((line) => `${line}\n`).join(''), bytesAtOnce)).toEqual(lines);
  }
});

it('has a last line without an end, and none after an end', async () => {
  expect(await linesIn('', 4)).toEqual([]);
  expect(await linesIn('a', 4)).toEqual(['a']);
  expect(await linesIn('a\nb', 1)).toEqual(['a', 'b']);
  expect(await linesIn('\n\n', 1)).toEqual(['', '']);
});

it('reads whatever was written, in whatever pieces', async () => {
  const line = fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => text.replaceAll('\n', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      async (lines, bytesAtOnce) => {
        expect(await linesIn(lines.map((each) => `${each}\n`).join(''), bytesAtOnce)).toEqual(
          lines,
        );
      },
    ),
  );
});
