import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Encoder } from './encoder.js';

let root: string;
let folder: string;
let still: string;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-encoder-'));
  folder = path.join(root, 'pb-1');
  still = path.join(folder, 'still.jpg');
  fs.mkdirSync(folder);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

/** An encoder whose ffmpeg writes one still, and then does this. */
const open = (then: string, onEnded: (why: string) => void): Encoder => {
  const ffmpeg = path.join(root, 'ffmpeg');
  fs.writeFileSync(ffmpeg, `#!/bin/sh\necho still > still.jpg\n${then}\n`, { mode: 0o755 });
  return new Encoder({ ffmpeg, folder, width: 4, height: 4, ports: undefined, onEnded });
};

it('of a stream that has ended no still is left', async () => {
  const why = await new Promise<string>((resolve) => {
    open('exit 3', resolve);
  });
  expect(why).toBe('code 3');
  expect(fs.existsSync(still)).toBe(false);
});

it('of a stream that is stopped no still is left', async () => {
  const onEnded = vi.fn();
  const encoder = open('exec cat', onEnded);
  await vi.waitFor(() => expect(fs.readFileSync(still, 'utf8')).toBe('still\n'), 10_000);
  encoder.stop();
  expect(fs.existsSync(still)).toBe(false);
  expect(onEnded).not.toHaveBeenCalled();
});
