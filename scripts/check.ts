/**
 * `npm run check`: types, lint, format, the fence around the rooms and the unit tests. No services.
 */
import { building } from './setup/build.js';
import { runChecks } from './setup/checks.js';
import { command } from './setup/command.js';
import { slowest } from './setup/vitest.js';

process.env['SABOT_RUNS'] ??= 'low'; // of the properties: `npm test` tries them for longer

await command(
  async ({ signal }) => {
    await building({ signal }, async () => undefined);
    const { failed, report } = await runChecks(signal);
    console.log(`\n${slowest(report.files)}`);
    if (failed.length === 0) return 0;
    console.error(`\nFailed: ${failed.join(', ')}.`);
    return 1;
  },
  { exitCodeWhenInterrupted: 130 },
);
