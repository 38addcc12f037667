/** What a change of settings changed, setting by setting, beside those that held before. */
import type { TableMessage } from '../../../../src/protocol/table.js';
import { SPOTS, type Spot } from '../../../../src/punto-banco/spot.js';
import { limitsOf } from '../../../../src/round/limits-of.js';
import type { Settings } from './new-limits.js';
import { FIELDS, type FieldName, typedSettings } from './new-settings.js';

interface ChangedSettings {
  readonly fields: readonly {
    readonly name: FieldName;
    readonly was: string;
    readonly is: string;
  }[];
  readonly limits: readonly {
    /** Null: the table's own. */
    readonly group: string | null;
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
    limits: groupsOf(was, is).flatMap((group) => changedLimits(group, was, is)),
  };
};

/** The table's own, and each group that has others before or after. */
const groupsOf = (was: Settings, is: Settings): readonly (string | null)[] => {
  const groups = [was, is].flatMap(({ groupLimits }) => Object.keys(groupLimits));
  return [null, ...[...new Set(groups)].toSorted()];
};

/** A group follows the table's own where it has no others: that is no change of the group's. */
const changedLimits = (group: string | null, was: Settings, is: Settings) => {
  const [old, next] = [limitsOf(was, group), limitsOf(is, group)];
  const isOwn = (spot: Spot) =>
    group === null || [was, is].some(({ groupLimits }) => groupLimits[group]?.[spot] !== undefined);
  return SPOTS.filter(
    (spot) => isOwn(spot) && (old[spot].min !== next[spot].min || old[spot].max !== next[spot].max),
  ).map((spot) => ({ group, spot, ...next[spot] }));
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
