/** The version of the studio that this process runs, as its package says. */
import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../package.json', import.meta.url);

export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string })
  .version;
