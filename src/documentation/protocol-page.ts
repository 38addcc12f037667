/**
 * `npm run docs`: writes docs/protocol.md. With `--check` it only says whether the page is the one
 * that the schemas make.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { protocolPage } from './document.js';

const PAGE = new URL('../../docs/protocol.md', import.meta.url);

const written = (): string | undefined => {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return undefined;
  }
};

if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, protocolPage());
} else if (written() !== protocolPage()) {
  console.error('docs/protocol.md is not what src/protocol makes: run `npm run docs`.');
  process.exitCode = 1;
}
