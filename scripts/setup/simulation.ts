/** The simulation of studios (test/sim) as a program, compiled as the studio is. */
import fs from 'node:fs';
import { type Product, TSC } from './build.js';
import { inRoot } from './paths.js';

const OUT = 'node_modules/.cache/sim';

/** With what it uses of src, in the same folders as here. */
export const SIMULATION: Product = {
  name: 'build of the simulation',
  from: ['test/sim', 'test/kit', 'src', 'tsconfig.json', 'package-lock.json'],
  stamp: `${OUT}/.stamp`,
  empties: OUT,
  programs: [[TSC, '-p', 'test/sim', '--noCheck']],
};

/** For Node, once it is built: the program and its arguments. */
export const simulationArgs = (...args: readonly string[]): readonly string[] => {
  fs.writeFileSync(inRoot(OUT, 'package.json'), '{ "type": "module" }\n');
  return [inRoot(OUT, 'test/sim/command.js'), ...args];
};

/** A long one goes on where it was, as long as the sources are the same. */
const PROGRESS = inRoot('node_modules/.cache/sim-progress.json');

/** What a whole run of the tests simulates: some here, many in CI, and very many to prove. */
export const simulationOfTests = (runs: string | undefined): readonly string[] => {
  if (runs === 'deep') {
    return ['--rounds=10000000', `--progress=${PROGRESS}`, `--page=${inRoot('docs/proof.md')}`];
  }
  return [`--rounds=${runs === 'full' ? 200_000 : 5_000}`];
};
