/**
 * `npm run verify-deal -- FILE …`: deals hands again from the files that prove them, and says in a
 * sentence of each what was found. Exits with 1 where one does not hold.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { withUsage } from '../platform/call-fault.js';
import { dealSentence } from './deal-sentence.js';

const USAGE = `npm run verify-deal -- FILE …

FILE   the proof of a hand of a solo game, as the history gives it (docs/fair-deal.md)
Exits with 0 where every hand was dealt and paid as it should be, and with 1 otherwise.`;

/** What was asked for, or what is wrong with it. */
const read = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false } },
    });
    if (!values.help && positionals.length === 0) return 'FILE: missing';
    return { files: positionals, ...values };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
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
if (typeof given === 'string') {
  console.error(withUsage(USAGE, given));
  process.exitCode = 1;
} else if (given.help) {
  console.log(USAGE);
} else {
  for (const file of given.files) {
    const { holds, sentence } = dealSentence(textOf(file));
    if (!holds) process.exitCode = 1;
    (holds ? console.log : console.error)(`${holds ? '✔' : '✘'} ${file}: ${sentence}`);
  }
}
