import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT, inRoot } from '../scripts/setup/paths.js';
import { readPlants } from '../scripts/setup/plants.js';

const plants = readPlants();

/** `npm run plant` is what shows that the tests turn red. This is quick, and keeps it running. */
describe('a planted bug', () => {
  it.each(plants)('still applies: $name', ({ file }) => {
    expect(() => execFileSync('git', ['apply', '--check', file], { cwd: ROOT })).not.toThrow();
  });

  it.each(plants)('names a test that exists: $name', ({ test: { file, title } }) => {
    expect(readFileSync(inRoot(file), 'utf8')).toContain(title);
  });

  it('is one of many', () => {
    expect(plants.length).toBeGreaterThanOrEqual(20);
  });
});
