/** `npm run sim` simulates studios on simulated time. */
import { building } from './setup/build.js';
import { command } from './setup/command.js';
import { run } from './setup/processes.js';
import { SIMULATION, simulationArgs } from './setup/simulation.js';

await command(
  async (context) => {
    await building({ ...context, stream: process.stderr }, (make) => make(SIMULATION));
    const args = simulationArgs(...process.argv.slice(3));
    const { code } = await run(process.execPath, args, { signal: context.signal, show: true });
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);
