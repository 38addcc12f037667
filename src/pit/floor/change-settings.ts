/**
 * Changes the settings of a table while it runs. Its row, its log and the audit are written in one
 * transaction. A table that is brought back takes its settings from the row.
 */
import type { RequestOf } from '../../protocol/command.js';
import type { PIT_OWN_COMMANDS } from '../../protocol/pit.js';
import type { SettingsChange, TableSettings } from '../../round/settings.js';
import type { TableState } from '../../round/state.js';
import type { Audit } from '../../staff/audit.service.js';
import type { Alongside } from '../../table/log.js';
import type { Tables } from '../../table/tables.service.js';
import { giveOrder } from './floor-order.js';

type Asked<Name extends 'limits:change' | 'settings:change'> = RequestOf<
  (typeof PIT_OWN_COMMANDS)[Name]
>;

export const changeLimits = (
  tables: Tables,
  audit: Audit,
  { table, limits, reason }: Asked<'limits:change'>,
  by: string,
) => {
  const command = { kind: 'change_settings', settings: { limits }, by } as const;
  const alongside = inRow({ limits });
  return giveOrder(tables, audit, {
    operation: 'limits:change',
    by,
    reason,
    table,
    command,
    alongside,
  });
};

export const changeSettings = (
  tables: Tables,
  audit: Audit,
  { table, settings, was, reason }: Asked<'settings:change'>,
  by: string,
) =>
  giveOrder(tables, audit, {
    operation: 'settings:change',
    by,
    reason,
    table,
    command: { kind: 'change_settings', settings, was, by },
    auditSnapshot: (state) => ({ seq: state.seq, settings: named(state, settings) }),
    alongside: inRow(settings),
  });

/** The settings that `change` names, as they are for the next round. */
const named = (
  { nextSettings, settings }: TableState,
  change: SettingsChange,
): Partial<TableSettings> => {
  const set = nextSettings ?? settings;
  return Object.fromEntries(
    (Object.keys(change) as (keyof TableSettings)[]).map((name) => [name, set[name]]),
  );
};

/** Writes the same to the table's row, and nothing else. */
const inRow =
  (change: SettingsChange): Alongside =>
  (_, after) => [
    {
      text: 'update tables set settings = settings || $2::jsonb where id = $1',
      values: [after.table, JSON.stringify(named(after, change))],
    },
  ];
