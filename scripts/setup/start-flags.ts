/** What may stand behind `npm start --`, and what each means. */
import fs from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import { Trouble } from './trouble.mjs';

/** Whole numbers from least to most, and what goes without saying. */
const NUMBERS = {
  tables: { least: 1, most: 50, standard: 1 },
  players: { least: 0, most: 10_000, standard: 20 },
  operators: { least: 0, most: 2, standard: 0 },
  port: { least: 1, most: 65_535, standard: 3000 },
};

export const HELP = `npm start -- [flags]

Sets everything up, starts the studio, and plays: robot dealers and players at every table.

  --tables n    tables to play at (${NUMBERS.tables.standard})
  --players n   robot players in all (${NUMBERS.players.standard})
  --operators n operators with simulated wallets (${NUMBERS.operators.standard}): of two, the first is asked for
                the stakes of each round, and the wallet of the second is faulty
  --port n      where the studio listens (${NUMBERS.port.standard}, or PORT)
  --fast        short betting times and quick dealers
  --no-dealer   no robot dealers: you deal, at /dealer (the badges are printed)
  --no-picture  no picture of the tables: it is made where ffmpeg is installed
  --shoe-file f what the dealer of pb-1 deals: one coup a line, “P 2h Kd 5s . B 4c Ks 7d”
  --help        this text

SABOT_DATA     the data folder (.data)
DATABASE_URL   a Postgres of yours instead of the embedded one
REDIS_URL      a Redis of yours instead of our own

Ctrl-C stops it; the next start goes on with the same data.`;

const SEE_HELP = 'See npm start -- --help.';

interface StartFlags {
  readonly help: boolean;
  readonly fast: boolean;
  /** People deal. */
  readonly noDealer: boolean;
  /** No stream is made of the tables. */
  readonly noPicture: boolean;
  readonly tables: number;
  readonly players: number;
  readonly operators: number;
  readonly port: number;
  /** An absolute path. The contents of the file are for the simulator to judge. */
  readonly shoeFile: string | undefined;
}

export function parseFlags(args: readonly string[], env: NodeJS.ProcessEnv): StartFlags {
  refuseWhatNpmKept(env);
  const values = parse(args);
  return {
    help: values.help,
    fast: values.fast,
    noDealer: values['no-dealer'],
    noPicture: values['no-picture'],
    tables: number('tables', values.tables),
    players: number('players', values.players),
    operators: number('operators', values.operators),
    port: number('port', values.port ?? (env['PORT'] || undefined)),
    shoeFile: readable(values['shoe-file'] ?? (env['SHOE_FILE'] || undefined)),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const yesNo = { type: 'boolean', default: false } as const;
  const numbers = { tables: text, players: text, operators: text, port: text };
  const options = {
    fast: yesNo,
    help: yesNo,
    'no-dealer': yesNo,
    'no-picture': yesNo,
    ...numbers,
    'shoe-file': text,
  };
  try {
    return util.parseArgs({ args: [...args], options }).values;
  } catch (error) {
    // The first sentence of Node's own message is enough. What follows explains how to write
    // values.
    const [reason] = (error as Error).message.split(/\.(?: |$)/);
    throw new Trouble(`${reason}. ${SEE_HELP}`);
  }
}

function readable(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    fs.accessSync(file, fs.constants.R_OK);
  } catch {
    throw new Trouble(`The shoe file ${file} cannot be read. ${SEE_HELP}`);
  }
  return path.resolve(file);
}

function number(name: keyof typeof NUMBERS, text: string | undefined): number {
  const { least, most, standard } = NUMBERS[name];
  if (text === undefined) return standard;
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new Trouble(
    `--${name} must be a whole number from ${least} to ${most}, and not "${text}". ${SEE_HELP}`,
  );
}

/**
 * `npm start --fast`, without the lone `--`, gives the flag to npm, and the studio never gets it.
 */
function refuseWhatNpmKept(env: NodeJS.ProcessEnv): void {
  const names = ['fast', 'tables', 'players', 'operators'];
  const kept = names.find((name) => env[`npm_config_${name}`] !== undefined);
  if (kept !== undefined) {
    throw new Trouble(`npm kept --${kept} for itself: write npm start -- --${kept} …`);
  }
}
