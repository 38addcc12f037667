/** `npm run sim` simulates studios on simulated time, compiled as the studio is. */
import fs from 'node:fs';
import { type Product, TSC, building } from './setup/build.js';
import { command } from './setup/command.js';
import { inRoot } from './setup/paths.js';
import { run } from './setup/processes.js';

const OUT = 'node_modules/.cache/sim';

/** With what it uses of src, in the same folders as here. */
const SIMULATION: Product = {
  name: 'build of the simulation',
  from: ['test/sim', 'test/kit', 'src', 'tsconfig.json', 'package-lock.json'],
  stamp: `${OUT}/.stamp`,
  empties: OUT,
  programs: [[TSC, '-p', 'test/sim', '--noCheck']],
};

await command(
  async (context) => {
    await building({ ...context, stream: process.stderr }, (make) => make(SIMULATION));
    fs.writeFileSync(inRoot(OUT, 'package.json'), '{ "type": "module" }\n');
    const program = inRoot(OUT, 'test/sim/command.js');
    const args = [program, ...process.argv.slice(3)];
    const { code } = await run(process.execPath, args, { signal: context.signal, show: true });
    return code ?? 1;
  },
  { exitCodeWhenInterrupted: 130 },
);
