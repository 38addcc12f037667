/** Where what is recorded of a table is, and a still of it: addresses that were set, filled in. */
import type { TableSettings } from '../round/settings.js';

type Streams = Pick<TableSettings, 'videoUrl' | 'whepUrl'>;

export const hasPicture = ({ videoUrl, whepUrl }: Streams): boolean =>
  videoUrl !== null || whepUrl !== null;

interface Wanted {
  readonly table: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export const recordingUrl = (address: string, { table, fromMs, toMs }: Wanted): string =>
  address
    .replaceAll('{table}', encodeURIComponent(table))
    .replaceAll('{from}', hourIn(fromMs))
    .replaceAll('{to}', hourIn(toMs));

const hourIn = (ms: number): string => encodeURIComponent(new Date(ms).toISOString());

/** Null: stills are not set up, or the table has no picture. */
export const stillUrl = (
  address: string | undefined,
  table: string,
  settings: Streams | undefined,
): string | null =>
  address === undefined || settings === undefined || !hasPicture(settings)
    ? null
    : address.replaceAll('{table}', encodeURIComponent(table));
