/**
 * `npm run sim` simulates studios on simulated time. With `--store postgres` a real Postgres is
 * asked beside the database in memory, and must answer alike.
 */
import { parseArgs } from 'node:util';
import { building } from './setup/build.js';
import { command } from './setup/command.js';
import { run } from './setup/processes.js';
import { startTestServices } from './setup/services.js';
import { SIMULATION, simulationArgs } from './setup/simulation.js';
import { vitestRun } from './setup/vitest.js';

await command(
  async (context) => {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: {
        store: { type: 'string' },
        seed: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '200' },
      },
      strict: false,
    });
    if (values.store === 'postgres') {
      const { args, env } = vitestRun('--project', 'services', 'test/db/simulated.spec.ts');
      const services = await startTestServices(context);
      const asked = {
        SABOT_SIM_SEED: String(values.seed),
        SABOT_SIM_ROUNDS: String(values.rounds),
      };
      const options = {
        env: { ...services, ...env, ...asked },
        signal: context.signal,
        show: true,
      };
      return (await run(process.execPath, args, options)).code ?? 1;
    }
    await building({ ...context, stream: process.stderr }, (make) => make(SIMULATION));
    const args = simulationArgs(...process.argv.slice(3));
    const { code } = await run(process.execPath, args, { signal: context.signal, show: true });
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);
