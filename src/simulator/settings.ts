/** The simulator's settings, from its environment and its command line. */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Coup } from '../punto-banco/coup.js';
import { parseShoeFile } from './shoe-file.js';

export interface SimulatorSettings {
  readonly url: string;
  readonly tables: number;
  readonly players: number;
  readonly fast: boolean;
  /** Otherwise the tables are for people to deal at. */
  readonly hasDealers: boolean;
  readonly dataFolder: string;
  /** What table 1 deals. Undefined for shuffled shoes. */
  readonly coups: readonly Coup[] | undefined;
}

/** Its message is for the person who started the simulator. */
export class SimulatorSettingsError extends Error {
  override readonly name = 'SettingsError';
}

type Environment = Readonly<Record<string, string | undefined>>;

export const readSettings = (env: Environment, args: readonly string[]): SimulatorSettings => {
  const shoeFile = readFlags(args)['shoe-file'] ?? given(env, 'SHOE_FILE');
  return {
    url: (given(env, 'STUDIO_URL') ?? 'http://127.0.0.1:3000').replace(/\/+$/, ''),
    tables: count(env, 'TABLES', 1, 1),
    players: count(env, 'PLAYERS', 20, 0),
    fast: given(env, 'FAST') === '1',
    hasDealers: given(env, 'NO_DEALER') !== '1',
    dataFolder: path.resolve(given(env, 'SABOT_DATA') ?? '.data'),
    coups: shoeFile === undefined ? undefined : readCoups(shoeFile),
  };
};

const given = (env: Environment, name: string): string | undefined => env[name] || undefined;

const count = (env: Environment, name: string, standard: number, least: number): number => {
  const text = given(env, name) ?? String(standard);
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  if (value >= least) return value;
  throw new SimulatorSettingsError(
    `${name} must be a whole number from ${least}, and not “${text}”.`,
  );
};

const readFlags = (args: readonly string[]): { 'shoe-file'?: string } => {
  try {
    const options = { 'shoe-file': { type: 'string' } } as const;
    return { ...parseArgs({ args: [...args], options }).values };
  } catch (error) {
    throw new SimulatorSettingsError(
      `${(error as Error).message} The one flag is --shoe-file <file>.`,
    );
  }
};

const readCoups = (file: string): readonly Coup[] => {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new SimulatorSettingsError(
      `The shoe file ${file} cannot be read: ${(error as Error).message}`,
    );
  }
  const coups = parseShoeFile(text);
  if (typeof coups === 'string')
    throw new SimulatorSettingsError(`The shoe file ${file}, ${coups}.`);
  return coups;
};
