/** An event as its row holds it: what may be known of it although it may be of any version. */
import type { TableEvent } from '../round/event.js';
import { canRead, parseEvent } from '../round/past-events.js';

/** Undefined where the payload does not say it, or is no JSON. */
interface Head {
  readonly kind?: unknown;
  readonly version?: unknown;
}

export const headOf = (payload: string): Head => {
  try {
    return (JSON.parse(payload) as Head | null) ?? {};
  } catch {
    return {};
  }
};

/**
 * Whether a later version of the studio wrote it. Nothing that it says is judged here: the proof
 * that every event is known fails.
 */
export const isLater = ({ kind, version = 1 }: Head): boolean =>
  typeof kind === 'string' && !canRead(kind, Number(version));

/** Undefined for what is no event, or one of a later version. The proofs of the logs name it. */
export const parse = (payload: string): TableEvent | undefined => {
  try {
    return parseEvent(payload);
  } catch {
    return undefined;
  }
};

/**
 * The payload as JSON, in SQL: null where it is none. What Postgres cannot read of a text, it reads
 * as a question mark. As `event_json` of the database does, which is not asked: whoever owns the
 * database can replace it.
 */
export const jsonOf = (payload: string): string =>
  `(case when ${payload} is json then regexp_replace(${payload}, '(\\\\\\\\)|\\\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1?', 'g')::json end)`;
