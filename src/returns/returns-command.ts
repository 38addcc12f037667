/**
 * `npm run returns -- [game]`: prints the exact return of every bet, and the best play, counted by
 * the code that pays. With `--hands N` it also plays hands, and exits with 1 when a mean is further
 * from the exact return than chance explains.
 */
import { parseArgs } from 'node:util';
import { orderFault, withUsage } from '../platform/call-fault.js';
import { hashStream } from '../simulator/hash-stream.js';
import { GAMES } from './games.js';
import { sample } from './sample.js';

const USAGE = `npm run returns -- [GAME …] [--hands N [--seed TEXT]]

GAME     ${Object.keys(GAMES).join(', ')}; all, where none is named
--hands  also plays N hands of each solo game, with the best play, by the code that deals and pays;
         10,000 at least: what fewer bring says nothing
--seed   decides the cards of these hands; the same seed gives the same hands`;

/** With fewer the standard error itself is a guess, and the comparison with it false. */
const HANDS_MIN = 10_000;

/** What was asked for, or what is wrong with it. */
const read = () => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        hands: { type: 'string' },
        seed: { type: 'string', default: 'returns' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { help: true as const };
    const known = Object.keys(GAMES);
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) return orderFault(unknown, known);
    const hands = values.hands === undefined ? 0 : countOf(values.hands);
    if (hands === undefined) {
      return `--hands ${values.hands}: is not a number of ${HANDS_MIN.toLocaleString('en')} or more`;
    }
    const names = positionals.length > 0 ? positionals : known;
    return {
      games: names.map((name) => GAMES[name]!),
      seed: values.seed,
      hands,
      help: false as const,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Undefined where it is no number, or too small a one. */
const countOf = (text: string): number | undefined => {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return count >= HANDS_MIN ? count : undefined;
};

const given = read();
if (typeof given === 'string') {
  console.error(withUsage(USAGE, given));
  process.exitCode = 1;
} else if (given.help) {
  console.log(USAGE);
} else {
  const { games, hands, seed } = given;
  for (const game of games) {
    const { title, lines } = game.report();
    console.log(`${title}\n\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`);
    if (hands === 0 || game.sample === undefined) continue;
    const played = sample(game.sample, hands, hashStream(seed));
    console.log(`${played.lines.map((line) => `  ${line}`).join('\n')}\n`);
    if (!played.isWithin) process.exitCode = 1;
  }
}
