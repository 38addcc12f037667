/** How much of the heap is in use, when all that can go is gone. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** In bytes. */
export const heapInUse = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};
