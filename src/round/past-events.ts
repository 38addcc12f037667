/**
 * Versions of events and states: what was logged in an earlier one is read as of today, and what a
 * later one wrote is known to be unknown.
 */
import { assert } from '../money/assert.js';
import { EVENTS, type EventKind, type TableEvent, definitionOf } from './event.js';
import { readSettings } from './settings.js';
import { type TableState, completeState } from './state.js';

/** An event as a log holds it: what names no version is of the first. */
export interface StoredEvent {
  readonly kind: string;
  readonly version?: number;
  readonly [field: string]: unknown;
}

/** The state's own version. 2: the cards left in the shoe are counted. */
export const STATE_VERSION = 2;

/** From a version of a kind to the next one; a kind that was renamed goes on under its new name. */
type Step = (event: StoredEvent) => StoredEvent;

/** By the kind and the version that a step begins at: `mishap_reported 1`. */
export type Steps = Readonly<Record<string, Step>>;
const STEPS: Steps = {};

/**
 * The event as it is told today. Undefined where its kind, or its version, is none that this code
 * knows: a later one wrote it. Settings that were logged before a setting came about are completed
 * in any version.
 */
export const upcast = (stored: StoredEvent, steps: Steps = STEPS): TableEvent | undefined => {
  let event = stored;
  for (;;) {
    const step = steps[`${event.kind} ${event.version ?? 1}`];
    if (step === undefined) break;
    event = step(event);
  }
  const { version = 1, ...fields } = event;
  if (!isKnown(event.kind, version)) return undefined;
  const today = fields as unknown as TableEvent;
  return 'settings' in today ? { ...today, settings: readSettings(today.settings) } : today;
};

const isKnown = (kind: string, version: number): boolean =>
  Object.hasOwn(EVENTS, kind) && version === versionOf(kind as EventKind);

const versionOf = (kind: EventKind): number => definitionOf(kind).version ?? 1;

/** Whether this code can read events of the kind and version, by whatever steps. */
export const canRead = (kind: string, version: number, steps: Steps = STEPS): boolean =>
  isKnown(kind, version) || steps[`${kind} ${version}`] !== undefined;

/**
 * The event as the log keeps it. Its version stands behind its kind, and the first one is left out.
 */
export const stored = (event: TableEvent): StoredEvent => {
  const { kind, ...fields } = event;
  const version = versionOf(kind);
  return version === 1 ? event : { kind, version, ...fields };
};

/** The state as a snapshot keeps it. */
export const storedState = (state: TableState): object => ({ version: STATE_VERSION, ...state });

/** A state that was kept in an earlier version, as it is told today. */
export const upcastState = (kept: { readonly version?: number } & TableState): TableState => {
  const { version = 1, ...state } = kept;
  assert(version <= STATE_VERSION, 'a snapshot is of a version that is known');
  const { settings, nextSettings } = state;
  return completeState({
    ...state,
    settings: readSettings(settings),
    nextSettings: nextSettings && readSettings(nextSettings),
  });
};
