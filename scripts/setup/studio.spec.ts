import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { whatPictureLacks } from './studio.js';

const PATH = process.env['PATH'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-path-'));
  process.env['PATH'] = folder;
});
afterEach(() => {
  process.env['PATH'] = PATH;
  rmSync(folder, { recursive: true });
});

/** A program of that name which says that. */
const ffmpegSays = (text: string, code = 0): void => {
  const program = `#!/bin/sh\necho '${text}'\nexit ${code}\n`;
  writeFileSync(path.join(folder, 'ffmpeg'), program, { mode: 0o755 });
};

describe('what the picture lacks', () => {
  it('is ffmpeg where it is not installed', () => {
    expect(whatPictureLacks()).toBe('ffmpeg is not installed');
  });

  it('is the encoder that ffmpeg was built without', () => {
    ffmpegSays(' V....D libx264rgb           H.264 RGB\n V....D libvpx     VP8');
    expect(whatPictureLacks()).toMatch(/ffmpeg was built without the encoder libx264$/);
  });

  it('is an ffmpeg that works', () => {
    ffmpegSays('', 1);
    expect(whatPictureLacks()).toMatch(/does not say which encoders it has$/);
  });

  it('is not the encoder where ffmpeg has it', () => {
    ffmpegSays(
      ' V....D libx264              H.264\n V....D libvpx     VP8\n A....D aac \n A....D libopus ',
    );
    expect(whatPictureLacks() ?? 'nothing').toMatch(/^nothing$|canvas/);
  });
});
