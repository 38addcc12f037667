/** Where things are: the project's root, from the sources and from what is compiled of them. */
import fs from 'node:fs';
import path from 'node:path';

export const ROOT = ((): string => {
  let folder = import.meta.dirname;
  while (!fs.existsSync(path.join(folder, 'package-lock.json'))) folder = path.dirname(folder);
  return folder;
})();

export const inRoot = (...parts: readonly string[]): string => path.join(ROOT, ...parts);

/** A path as a person in the project's folder would write it. */
export const shown = (file: string): string => {
  const relative = path.relative(ROOT, file);
  return relative.startsWith('..') ? file : relative;
};
