/**
 * `npm run check`: types, lint, format, the fence around the rooms and the unit tests. No services.
 */
import './setup/node-version.mjs';
import { runChecks } from './setup/checks.mjs';
import { command } from './setup/command.mjs';
import { readyCode } from './setup/ready-code.mjs';
import { slowest } from './setup/vitest.mjs';

process.env.SABOT_RUNS ??= 'low'; // of the properties: `npm test` tries them for longer

await command(
  async ({ signal }) => {
    await readyCode({ signal });
    const { failed, report } = await runChecks({ signal });
    console.log(`\n${slowest(report.files)}`);
    if (failed.length > 0) {
      console.error(`\nFailed: ${failed.join(', ')}.`);
      return 1;
    }
  },
  { exitCodeWhenInterrupted: 130 },
);
