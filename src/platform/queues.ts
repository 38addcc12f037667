/** How queues are used, and left: without waiting for a Redis that is gone. */
import type { BullRootModuleOptions } from '@nestjs/bullmq';
import type { Worker } from 'bullmq';
import type { Config } from '../config.js';
import { goodbye } from './within.js';

/** A Redis that is not there is told of at once, and not kept in mind for when it comes back: by then a sweep has done the work. */
const FAILS_FAST = { maxRetriesPerRequest: 1, commandTimeout: 5_000 };

/** The connection of whoever puts jobs on a queue. */
export const producing = (
  { connection }: BullRootModuleOptions,
  { backend }: Config['queue'],
): NonNullable<BullRootModuleOptions['connection']> => ({
  ...connection,
  ...(backend === 'redis' && FAILS_FAST),
});

/** The jobs under way are finished. Redis, which may have gone, is not asked for leave. */
export const leaveQueue = async (worker: Worker): Promise<void> => {
  await goodbye(worker.pause());
  await goodbye(worker.close(true));
};
