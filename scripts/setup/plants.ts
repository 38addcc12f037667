/**
 * Planted bugs: small patches that each remove one safeguard, with the test that must notice. The
 * head of a patch says what it removes, and names the test as `FILE > TITLE`.
 */
import fs from 'node:fs';
import { inRoot } from './paths.js';

export interface Plant {
  readonly name: string;
  /** The patch. */
  readonly file: string;
  readonly removes: string;
  readonly test: { readonly file: string; readonly title: string };
}

const FOLDER = 'test/plants';

export function readPlants(): readonly Plant[] {
  const names = fs.readdirSync(inRoot(FOLDER)).filter((name) => name.endsWith('.patch'));
  return names.sort().map((name) => {
    const file = inRoot(FOLDER, name);
    const [head = ''] = fs.readFileSync(file, 'utf8').split('\n---');
    const said = (what: string): string => {
      const line = head.split('\n').find((each) => each.startsWith(`${what}: `));
      if (line === undefined) throw new Error(`${name} does not say “${what}: …”.`);
      return line.slice(what.length + 2);
    };
    const [test = '', ...title] = said('Test').split(' > ');
    return {
      name: name.slice(0, -'.patch'.length),
      file,
      removes: said('Removes'),
      test: { file: test, title: title.join(' > ') },
    };
  });
}
