/** The files of the guards: prisma/guards, one file a subject. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

/** The folder prisma, where the code is in files of its own. */
export const PRISMA = new URL('../../prisma/', import.meta.url);

export interface GuardFile {
  readonly file: string;
  readonly sql: string;
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
}

/** In the order of their names. */
export const guardFiles = (prisma = PRISMA): readonly GuardFile[] => {
  const folder = new URL('guards/', prisma);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, folder), 'utf8');
      return { file, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
};
