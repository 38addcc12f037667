/** What tests written in TypeScript may use of guards.mjs. */

export interface GuardFile {
  readonly file: string;
  readonly sql: string;
  /** SHA-256, in hexadecimal digits. */
  readonly hash: string;
}

/** The files of prisma/guards, in the order of their names. */
export function guardFiles(folder?: string): GuardFile[];

/** Puts the guards in place as a whole; false when nothing was to be done. */
export function putGuards(
  url: string,
  migrations: readonly string[],
  files?: readonly GuardFile[],
): Promise<boolean>;
