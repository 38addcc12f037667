import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey } from './anchor-key.js';
import { signAnchor } from './anchor.js';
import { anchorLine } from './lines.js';
import { BadExport, readWitnesses } from './verify-logs.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-witness-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (content: string | Buffer): string => {
  const file = path.join(folder, 'witness');
  writeFileSync(file, content);
  return file;
};

const content = {
  ...{ table: 'pb-1', number: 1n, ordinal: 1n, seq: 7n, hash: Buffer.alloc(32, 1) },
  ...{ reason: 'hour' as const, at: '2026-11-21T21:03:00.000Z', timeline: 0 },
};
const anchor = signAnchor(content, undefined, makeUpAnchorKey());
const line = JSON.stringify({ level: 30, msg: 'an anchor is set', ...anchorLine(anchor) });

describe('a file that was kept elsewhere', () => {
  it('is witness to the anchors among its lines', async () => {
    expect(await readWitnesses(fileOf(`not of ours\n${line}\n`))).toEqual([
      { line: 'anchor', ...anchor },
    ]);
  });

  it.each<[string, string | Buffer]>([
    ['empty', ''],
    ['another one', '{"level":30,"msg":"ready"}\n'],
    ['compressed', gzipSync(`${line}\n`)],
  ])('is none where it holds no anchor: %s', async (_, holds) => {
    await expect(readWitnesses(fileOf(holds))).rejects.toThrow(BadExport);
  });

  it('is none where it is an export that lost some of its lines', async () => {
    const begin = '{"line":"export","version":1,"at":"2026-11-21T21:03:00.000Z"}';
    const lines = [begin, JSON.stringify(anchorLine(anchor)), '{"line":"end","lines":2}'];
    expect(await readWitnesses(fileOf(lines.join('\n')))).toHaveLength(1);
    for (const less of [lines.slice(0, 2), lines.toSpliced(2, 1, '{"line":"end","lines":3}')]) {
      await expect(readWitnesses(fileOf(less.join('\n')))).rejects.toThrow('not whole');
    }
  });
});
