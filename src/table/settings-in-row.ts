/**
 * Settings that were changed in the table's row while it was not running. They hold from the next
 * round.
 */
import { isSameSetting } from '../round/same-settings.js';
import type { TableSettings } from '../round/settings.js';
import type { Table } from './table.js';

/** Why they are refused. Undefined where they are taken, or nothing was changed. */
export const adoptSettings = async (
  table: Table,
  settings: TableSettings,
): Promise<string | undefined> => {
  const { state } = table;
  const held = state.nextSettings ?? state.settings;
  if (state.seq === 0 || isSameSetting(held, settings)) return undefined;
  const groupLimits = { ...gone(held.groupLimits), ...settings.groupLimits };
  const further = { ...gone(held.further ?? {}), ...settings.further };
  const isOfSeveral = held.further !== undefined || settings.further !== undefined;
  const command = {
    kind: 'change_settings',
    settings: { ...settings, groupLimits, further: isOfSeveral ? further : undefined },
  } as const;
  const reply = await table.perform(command);
  return reply.ok ? undefined : reply.refusal;
};

/** Each of them is taken away, where nothing is set in its place. */
const gone = (held: object): Record<string, null> =>
  Object.fromEntries(Object.keys(held).map((name) => [name, null]));
