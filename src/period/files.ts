/**
 * The files of an exported period: JSON lines, compressed, each file with its digest. They are
 * written and read a line at a time, however long they are.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { textLines } from '../platform/text-lines.js';

/** What the manifest says of a file. */
export interface FileNote {
  readonly name: string;
  readonly lines: number;
  /** Of the file as it lies there, compressed. */
  readonly bytes: number;
  /** SHA-256 of the same, in hexadecimal digits. */
  readonly digest: string;
}

/** What is wrong with files that are not an exported period, or not a whole one. */
export class BadPeriod extends Error {
  override readonly name = 'BadPeriod';
}

/** Writes a file that must not be there yet. */
export const writeLines = async (
  folder: string,
  name: string,
  values: AsyncIterable<object>,
): Promise<FileNote> => {
  let lines = 0;
  let bytes = 0;
  const hash = createHash('sha256');
  async function* texts(): AsyncGenerator<string> {
    for await (const value of values) {
      lines += 1;
      yield `${JSON.stringify(value)}\n`;
    }
  }
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(path.join(folder, name), {
    ...{ mode: 0o600, flags: 'wx', flush: true },
  });
  await pipeline(Readable.from(texts()), createGzip(), counted, file);
  return { name, lines, bytes, digest: hash.digest('hex') };
};

/** The lines of a file, as its note says. Throws `BadPeriod` for any other file, at its end. */
export async function* readLines(
  folder: string,
  { name, lines, bytes, digest }: FileNote,
): AsyncGenerator<unknown> {
  let read = 0;
  let seen = 0;
  const hash = createHash('sha256');
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      seen += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const unpacked = createGunzip();
  const whole = pipeline(createReadStream(path.join(folder, name)), counted, unpacked);
  // Who reads the lines hears of it at their end.
  whole.catch(() => undefined);
  try {
    for await (const text of textLines(unpacked)) {
      read += 1;
      yield parsed(name, read, text);
    }
    await whole;
  } catch (error) {
    if (error instanceof BadPeriod) throw error;
    throw new BadPeriod(`${name} cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  if (read !== lines) throw new BadPeriod(`${name} has ${read} lines, and should have ${lines}`);
  if (seen !== bytes || hash.digest('hex') !== digest) {
    throw new BadPeriod(`${name} is not the file that was exported: its digest is another`);
  }
}

const parsed = (name: string, line: number, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadPeriod(`line ${line} of ${name} is no JSON`);
  }
};
