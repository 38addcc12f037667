/**
 * Files of the console that are there as a whole, and on the disk, or not at all: what is said to
 * be written must outlive a power cut.
 */
import { createWriteStream, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes texts, one after the other, in the place of the file that is there, if any. That one stays
 * where they cannot be written. What is no file, as /dev/stdout, is written to as it is.
 */
export const writeWhole = async (file: string, texts: AsyncIterable<string>): Promise<void> => {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isFile()) {
    return pipeline(Readable.from(texts), createWriteStream(file));
  }
  const target = stat === undefined ? file : realpathSync(file);
  const unfinished = `${target}.writing`;
  try {
    const written = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(Readable.from(texts), written);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  await sync(path.dirname(target));
};

/** Where there is nothing to wait for: a folder of some networks, or a disk that is only read. */
const NOT_SYNCED = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EROFS', 'EACCES', 'EISDIR']);

/** Of a file its content, of a folder its list of files: returns when it is on the disk. */
export const sync = async (file: string): Promise<void> => {
  try {
    const opened = await open(file, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (!NOT_SYNCED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};
