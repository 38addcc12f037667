/** An exported period with a file changed, by who has its key or by somebody else. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { AnchorKey } from '../../src/audit/anchor-key.js';
import { readManifest, writeManifest } from '../../src/period/manifest.js';

/** Changes the lines of a file. With a `signer` its digest is made to fit. */
export const changeFile = (
  folder: string,
  name: string,
  change: (lines: string[]) => string[],
  signer?: AnchorKey,
): void => {
  const file = path.join(folder, `${name}.jsonl.gz`);
  const before = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const after = change([...before]);
  expect(after).not.toEqual(before);
  const bytes = gzipSync(after.map((line) => `${line}\n`).join(''));
  writeFileSync(file, bytes);
  if (signer === undefined) return;
  const { content } = readManifest(folder);
  rmSync(path.join(folder, 'manifest.json'));
  const digest = createHash('sha256').update(bytes).digest('hex');
  const files = content.files.map((each) =>
    each.name === `${name}.jsonl.gz`
      ? { ...each, lines: after.length, bytes: bytes.length, digest }
      : each,
  );
  writeManifest(folder, { ...content, files }, signer);
};
