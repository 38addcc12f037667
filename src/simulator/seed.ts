/**
 * The simulator's seed: made once, kept in the data folder. All shoes that the robots deal follow
 * from it.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const readSeed = (
  folder: string,
  makeSeed = () => randomBytes(16).toString('hex'),
): string => {
  const file = path.join(folder, 'simulator-seed');
  fs.mkdirSync(folder, { recursive: true });
  try {
    fs.writeFileSync(file, `${makeSeed()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const seed = fs.readFileSync(file, 'utf8').trim();
  if (seed === '') throw new Error(`${file} is empty. Remove it, and a new seed is made.`);
  return seed;
};
