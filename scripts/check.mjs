/** `npm run check`: types, lint, format, the fence around the rooms and the unit tests. No services. */
import './setup/node-version.mjs';
import { runChecks } from './setup/checks.mjs';
import { command } from './setup/command.mjs';
import { readyCode } from './setup/ready-code.mjs';

await command(
  async ({ signal }) => {
    await readyCode({ signal, build: false });
    const { failed } = await runChecks({ signal });
    if (failed.length > 0) {
      console.error(`\nFailed: ${failed.join(', ')}.`);
      return 1;
    }
  },
  { exitCodeWhenInterrupted: 130 },
);
