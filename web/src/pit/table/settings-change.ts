/** What a change of settings changed, setting by setting, beside those that held before. */
import type { TableMessage } from '../../../../src/protocol/table.js';
import { SPOTS, type Spot } from '../../../../src/punto-banco/spot.js';
import { FIELDS, type FieldName, type Settings, typedSettings } from './new-settings.js';

interface ChangedSettings {
  readonly fields: readonly {
    readonly name: FieldName;
    readonly was: string;
    readonly is: string;
  }[];
  readonly limits: readonly {
    readonly spot: Spot;
    readonly min: string;
    readonly max: string;
  }[];
}

const NAMES: readonly FieldName[] = Object.values(FIELDS).flat();

export const changedSettings = (was: Settings, is: Settings, language: string): ChangedSettings => {
  const [before, after] = [typedSettings(was, language), typedSettings(is, language)];
  return {
    fields: NAMES.filter((name) => before[name] !== after[name]).map((name) => ({
      name,
      was: before[name],
      is: after[name],
    })),
    limits: SPOTS.filter((spot) => {
      const [old, next] = [was.limits[spot], is.limits[spot]];
      return old.min !== next.min || old.max !== next.max;
    }).map((spot) => ({ spot, ...is.limits[spot] })),
  };
};

/**
 * The settings before each message that changes them, by its number. `published` is newest first.
 * `known` are those that held at `seq`. What came before that is compared with the message before
 * it, where there is one.
 */
export const settingsBefore = (
  published: readonly TableMessage[],
  known: { readonly seq: number; readonly settings: Settings },
): ReadonlyMap<number, Settings> => {
  const before = new Map<number, Settings>();
  let held: Settings | undefined;
  for (const message of published.toReversed()) {
    if (message.kind !== 'settings_changed' && message.kind !== 'table_opened') continue;
    if (message.seq > known.seq) held ??= known.settings;
    if (held !== undefined && message.kind === 'settings_changed') before.set(message.seq, held);
    held = message.settings;
  }
  return before;
};
