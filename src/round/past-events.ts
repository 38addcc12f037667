/**
 * Versions of events and states. What was logged in an earlier one is read as of today. What a
 * later one wrote is recognised as unknown.
 */
import { assert } from '../money/assert.js';
import { EVENTS, type EventKind, type TableEvent, definitionOf } from './event.js';
import { readSettings } from './settings.js';
import { type TableState, completeState } from './state.js';

/**
 * An event as a log holds it. Logs of the first versions name none: such an event is of version 1.
 */
export interface StoredEvent {
  readonly kind: string;
  readonly version?: number;
  readonly [field: string]: unknown;
}

/** The state's own version. 2: the cards left in the shoe are counted. */
export const STATE_VERSION = 2;

type StoredFields = Readonly<Record<string, unknown>>;

/** From a version of a kind to the next one. A kind that was renamed goes on under its new name. */
interface Step {
  readonly kind: string;
  readonly version: number;
  readonly fields: (fields: StoredFields) => StoredFields;
}

/** By the kind and the version that a step begins at. */
export type Steps = Readonly<Record<string, Step>>;
const STEPS: Steps = {
  'mishap_reported 1': {
    kind: 'malfunction_reported',
    version: 2,
    fields: ({ mishap: malfunction, ...rest }) => ({ malfunction, ...rest }),
  },
};

/**
 * The event as it reads today. Undefined where this code does not know its kind or its version: a
 * later one wrote it. Settings that were logged before a setting was introduced are completed in
 * any version.
 */
export const upcast = (stored: StoredEvent, steps: Steps = STEPS): TableEvent | undefined => {
  let event = stored;
  for (let step = stepFrom(event, steps); step !== undefined; step = stepFrom(event, steps)) {
    event = { ...step.fields(event), kind: step.kind, version: step.version };
  }
  const { version = 1, ...fields } = event;
  if (!isKnown(event.kind, version)) return undefined;
  const today = fields as unknown as TableEvent;
  return 'settings' in today ? { ...today, settings: readSettings(today.settings) } : today;
};

const stepFrom = ({ kind, version = 1 }: StoredEvent, steps: Steps): Step | undefined =>
  steps[`${kind} ${version}`];

const isKnown = (kind: string, version: number): boolean =>
  Object.hasOwn(EVENTS, kind) && version === versionOf(kind as EventKind);

const versionOf = (kind: EventKind): number => definitionOf(kind).version ?? 1;

/** Whether this code can read events of the kind and version, by whatever steps. */
export const canRead = (kind: string, version: number, steps: Steps = STEPS): boolean =>
  isKnown(kind, version) || steps[`${kind} ${version}`] !== undefined;

/**
 * Every name under which a log may hold events of the kind: its own, and those that it had before.
 */
export const namesInLogs = (kind: EventKind, steps: Steps = STEPS): readonly string[] => {
  const names = new Set<string>([kind]);
  for (let before = 0; before < names.size;) {
    before = names.size;
    for (const [from, to] of Object.entries(steps)) {
      if (names.has(to.kind)) names.add(from.split(' ')[0]!);
    }
  }
  return [...names];
};

/** The event as the log keeps it. Its version stands behind its kind. */
export const stored = (event: TableEvent): StoredEvent => {
  const head = { kind: event.kind, version: versionOf(event.kind) };
  return { ...head, ...event };
};

/** The state as a snapshot keeps it. */
export const storedState = (state: TableState): object => ({ version: STATE_VERSION, ...state });

/** A state that was kept in an earlier version, as it reads today. */
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

/**
 * The event that a row of a log holds, in today's words. A log that a later version has written to
 * is left to that version before it is read (`unknownEventsOf`): here it is an assertion. By it,
 * whoever only follows the table leaves it.
 */
export const parseEvent = (payload: string): TableEvent => {
  const kept = JSON.parse(payload) as StoredEvent;
  const event = upcast(kept);
  assert(event !== undefined, `events of the kind ${kept.kind}, of its version, are known`);
  return event;
};

/** The state that a snapshot kept, in today's words. */
export const parseState = (text: string): TableState => upcastState(JSON.parse(text) as TableState);
