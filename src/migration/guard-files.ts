/** The files of the guards: prisma/guards, one file a subject. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../prisma/guards/', import.meta.url);

export interface GuardFile {
  readonly file: string;
  readonly sql: string;
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
}

/** In the order of their names. */
export const guardFiles = (): readonly GuardFile[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(new URL(file, FOLDER), 'utf8');
      return { file, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
