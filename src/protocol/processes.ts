/** The processes of the studio, as the pit reads them by HTTP, and the order to drain one. */
import { z } from 'zod';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a process is not drained, or not undrained, in the body's `error`, with its status. */
export const DRAIN_REFUSALS = {
  unknown_process: 404, // none of this id was heard of within the last seconds
  takes_no_tables: 409, // it has another role, or it ends
  already_drained: 409,
  not_drained: 409,
  last_process: 409, // no other process would take its tables
} as const;
export type DrainRefusal = keyof typeof DRAIN_REFUSALS;

const studioProcess = z.strictObject({
  id: z.uuid().describe('a new one after every start'),
  name: z.string().describe('its machine and its number there, as in its log'),
  version: z.string(),
  roles: z.array(z.string()).describe('`edge`, `table`, `worker`'),
  takes: z.boolean().describe('whether it takes tables, unless it is drained'),
  isDrained: z.boolean().describe('it gives its tables away, and takes none while another does'),
  tables: z.int().nonnegative().describe('how many it runs'),
  startedAtMs: wire.timeMs,
});
export type StudioProcess = z.infer<typeof studioProcess>;

export const processList = z.strictObject({
  processes: z.array(studioProcess).describe('those that are there, the oldest first'),
});
export type ProcessList = z.infer<typeof processList>;

/** As it stands in the path of a request. */
export const processId = z.uuid();

export const drainOrder = z.strictObject({ reason: words(200).describe('why; it is kept') });
export type DrainOrder = z.infer<typeof drainOrder>;
