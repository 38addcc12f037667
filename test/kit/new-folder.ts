/** A folder that lasts as long as the test that asks for it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};
