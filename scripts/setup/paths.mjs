/**
 * Where things are: the project's root, and whether a file is the one that Node was told to run.
 */
import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export const inRoot = (...parts) => path.join(ROOT, ...parts);

/** A path as a person in the project's folder would write it. */
export const shown = (file) => {
  const relative = path.relative(ROOT, file);
  return relative.startsWith('..') ? file : relative;
};

export const isMain = (meta) =>
  process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === meta.filename;
