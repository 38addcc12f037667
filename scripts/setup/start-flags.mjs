/** What may stand behind `npm start --`, and what each means. */
import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { Trouble } from './trouble.mjs';

/** Whole numbers from least to most, and what goes without saying. */
const NUMBERS = {
  tables: { least: 1, most: 50, default: 1 },
  players: { least: 0, most: 10_000, default: 20 },
  port: { least: 1, most: 65_535, default: 3000 },
};

export const HELP = `npm start -- [flags]

Sets everything up, starts the studio, and plays: robot dealers and players at every table.

  --tables n    tables to play at (${NUMBERS.tables.default})
  --players n   robot players in all (${NUMBERS.players.default})
  --port n      where the studio listens (${NUMBERS.port.default}, or PORT)
  --fast        short betting times and quick dealers
  --shoe-file f what the dealer of pb-1 deals: one coup a line, “P 2h Kd 5s . B 4c Ks 7d”
  --help        this text

SABOT_DATA     the data folder (.data)
DATABASE_URL   a Postgres of yours instead of the embedded one
REDIS_URL      a Redis of yours instead of our own

Ctrl-C stops it; the next start goes on with the same data.`;

/** Returns `{ help, fast, tables, players, port, shoeFile }`. */
export function parseFlags(args, env) {
  refuseWhatNpmKept(env);
  const text = { type: 'string' };
  const yesNo = { type: 'boolean', default: false };
  const options = {
    fast: yesNo,
    help: yesNo,
    tables: text,
    players: text,
    port: text,
    'shoe-file': text,
  };
  let values;
  try {
    ({ values } = util.parseArgs({ args, options }));
  } catch (error) {
    throw new Trouble(`${reason(error)} See npm start -- --help.`);
  }
  const port = values.port ?? (env.PORT || undefined);
  return {
    help: values.help,
    fast: values.fast,
    tables: number('tables', values.tables),
    players: number('players', values.players),
    port: number('port', port),
    shoeFile: readable(values['shoe-file'] ?? (env.SHOE_FILE || undefined)),
  };
}

/** The absolute path of the shoe file; what stands in it is the simulator's to judge. */
function readable(file) {
  if (file === undefined) return undefined;
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch {
    throw new Trouble(`The shoe file ${file} cannot be read. See npm start -- --help.`);
  }
  return path.resolve(file);
}

function number(name, text) {
  const { least, most, default: standard } = NUMBERS[name];
  if (text === undefined) return standard;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Trouble(
    `--${name} must be a whole number from ${least} to ${most}, and not "${text}". See npm start -- --help.`,
  );
}

/**
 * The first sentence of Node's own message will do; what follows explains how to write option
 * values.
 */
const reason = (error) => `${error.message.split('. ')[0].replace(/\.$/, '')}.`;

/**
 * `npm start --fast`, without the lone `--`, gives the flag to npm, and the studio never hears of
 * it.
 */
function refuseWhatNpmKept(env) {
  const kept = ['fast', 'tables', 'players'].find(
    (name) => env[`npm_config_${name}`] !== undefined,
  );
  if (kept !== undefined) {
    throw new Trouble(`npm kept --${kept} for itself: write npm start -- --${kept} …`);
  }
}
