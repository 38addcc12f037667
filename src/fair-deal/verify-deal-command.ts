/**
 * `npm run verify-deal -- FILE …`: deals hands again from the files that prove them, and says in a
 * sentence of each what was found. Exits with 1 where one does not hold.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dealSentence } from './deal-sentence.js';

const USAGE = `npm run verify-deal -- FILE …

FILE   the proof of a hand of a solo game, as the history gives it (docs/fair-deal.md)
Exits with 0 where every hand was dealt and paid as it should be, and with 1 otherwise.`;

const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false } },
    });
  } catch {
    return undefined;
  }
};

/** Undefined where it cannot be read. */
const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const given = read();
if (given?.values.help) {
  console.log(USAGE);
} else if (given === undefined || given.positionals.length === 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  for (const file of given.positionals) {
    const { holds, sentence } = dealSentence(textOf(file));
    if (!holds) process.exitCode = 1;
    (holds ? console.log : console.error)(`${holds ? '✔' : '✘'} ${file}: ${sentence}`);
  }
}
