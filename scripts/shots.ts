/**
 * `npm run shots`: pictures of the player’s table in every phase, size and language, of the
 * dealer’s desk and of the pit’s pages, and a page that shows them all. `npm run shots -- 360x640
 * .en. 03,08` takes those anew whose names have every word. Of words with commas between, one is
 * enough.
 */
import { rmSync } from 'node:fs';
import { CODE, PAGES, building } from './setup/build.js';
import { chromiumEnv } from './setup/chromium.js';
import { command } from './setup/command.js';
import { inRoot } from './setup/paths.js';
import { run } from './setup/processes.js';
import { together } from './setup/progress.js';
import { startTestServices } from './setup/services.js';

const FOLDER = '.data/shots/gallery';

await command(
  async (context) => {
    const words = process.argv.slice(3);
    // Scenes that are no more are in no picture.
    if (words.length === 0) rmSync(inRoot(FOLDER), { recursive: true, force: true });
    const services = await building(context, async (make) => {
      const [started] = await together(startTestServices(context), make(CODE), make(PAGES));
      return started;
    });
    const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'gallery'];
    const { code } = await run(process.execPath, args, {
      env: {
        ...services,
        ...(await chromiumEnv(context.signal)),
        SABOT_SHOTS: inRoot(FOLDER),
        SABOT_SHOTS_ONLY: words.join(' '),
      },
      signal: context.signal,
      show: true,
    });
    console.log(`\nThe gallery: ${FOLDER}/index.html`);
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);
