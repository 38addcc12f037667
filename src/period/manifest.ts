/**
 * The manifest of an exported period: its seal, the one before it, the public keys, and every file
 * with its digest. It is signed, and its own digest is what stands for the export.
 */
import { type KeyObject, createHash, sign, verify } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AnchorKey } from '../audit/anchor-key.js';
import { BadPeriod } from './files.js';
import type { Seal } from './seal.js';

const NAME = 'manifest.json';
const UNFINISHED = 'manifest.json.writing';

const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const seal = z.strictObject({
  number: z.string().regex(/^\d{1,18}$/),
  untilDay: z.iso.date(),
  endsAt: z.iso.datetime(),
  headsDigest: digest,
  balancesDigest: digest,
  totals: z.string(),
  games: z.string(),
  hands: z.string(),
  timeline: z.int().nonnegative(),
  sealedAt: z.iso.datetime(),
  keyId: z.string(),
  signature: hex,
});

const content = z.strictObject({
  format: z.literal('sabot-period-1'),
  seal,
  /** Undefined of the first period. `before` is the signature of the seal before that one. */
  previous: z.strictObject({ seal, before: hex.nullable() }).nullable(),
  /** The public halves of the studio's keys, by their ids. */
  keys: z.record(z.string(), z.string()),
  files: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z]+\.jsonl\.gz$/),
      lines: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      digest,
    }),
  ),
  exportedAt: z.iso.datetime(),
  keyId: z.string(),
});
export type ManifestContent = z.infer<typeof content>;

const manifest = z.strictObject({ content, signature: hex });

/** Takes a folder, so that nobody else writes a period there. False where somebody has. */
export const takeFolder = (folder: string): boolean => {
  try {
    closeSync(openSync(path.join(folder, UNFINISHED), 'wx', 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Writes it, once all the files are there, and returns its digest. */
export const writeManifest = (
  folder: string,
  given: Omit<ManifestContent, 'keyId'>,
  { id, privateKey }: AnchorKey,
): string => {
  const signed: ManifestContent = { ...given, keyId: id };
  const signature = sign(null, textOf(signed), privateKey).toString('hex');
  const text = `${JSON.stringify({ content: signed, signature }, null, 2)}\n`;
  writeFileSync(path.join(folder, UNFINISHED), text, { mode: 0o600, flush: true });
  renameSync(path.join(folder, UNFINISHED), path.join(folder, NAME));
  return digestOf(text);
};

interface ReadManifest {
  readonly content: ManifestContent;
  readonly digest: string;
  isSignedBy(key: KeyObject): boolean;
}

/** Throws `BadPeriod` where there is none. */
export const readManifest = (folder: string): ReadManifest => {
  let text: string;
  let value: unknown;
  try {
    text = readFileSync(path.join(folder, NAME), 'utf8');
    value = JSON.parse(text);
  } catch {
    throw new BadPeriod(`${folder} has no manifest that can be read`);
  }
  const read = manifest.safeParse(value);
  if (!read.success) throw new BadPeriod(`the manifest is of another form`);
  const { content: said, signature } = read.data;
  return {
    content: said,
    digest: digestOf(text),
    isSignedBy: (key) => verify(null, textOf(said), key, Buffer.from(signature, 'hex')),
  };
};

/** As it is parsed, each field stands at its place, so that the text is the one that was signed. */
const textOf = (said: ManifestContent): Buffer => Buffer.from(JSON.stringify(content.parse(said)));

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const sealLine = (of: Seal): ManifestContent['seal'] => ({
  ...of,
  number: of.number.toString(),
  signature: of.signature.toString('hex'),
});

export const sealOf = (line: ManifestContent['seal']): Seal => ({
  ...line,
  number: BigInt(line.number),
  signature: Buffer.from(line.signature, 'hex'),
});
