/**
 * Verification: walks logs row by row, and names the first bad row of each. It trusts nothing but
 * the public keys that it is given.
 */
import type { KeyObject } from 'node:crypto';
import { ALL_ANCHORS, type Anchor, isSignedBy } from './anchor.js';
import { type LogRow, atMsOf, contentFault, hashOf, logOf } from './log-row.js';

const FAULTS = [
  'missing', // a row that should be there is missing
  'duplicate', // a number comes twice
  'out_of_order', // a lower number comes after a higher
  'epoch_fell',
  'hash_wrong', // the hash is not that of the content and of the row before
  'content_wrong', // the content is not of the kind that it says
  'anchor_differs', // a row has another hash than the anchor vouched for
  'anchor_missing', // an anchor was removed
  'anchor_forged', // an anchor is not signed by a key that is trusted
  'trace_differs', // a row that others refer to is missing, or says otherwise
  'row_differs', // a row beside the log is missing, or says otherwise than the log
] as const;
export type FaultKind = (typeof FAULTS)[number];

export interface LogFault {
  /** The table, or `@staff`. */
  readonly log: string;
  readonly seq: bigint;
  /** The rows from here to `seq` are in doubt, and it is not known which of them is the first. */
  readonly since?: bigint;
  readonly kind: FaultKind;
  readonly says: string;
}

export interface LogVerdict {
  readonly log: string;
  readonly rows: number;
  readonly anchors: number;
  /**
   * Rows after the last anchor. With the right hashes they could be rewritten, and nobody would
   * know from the log alone.
   */
  readonly unvouched: number;
  /** When the first of them came. Undefined: there is none. */
  readonly unvouchedSinceMs?: number;
  /** When its last row came, or its last anchor was set. Undefined: it has neither. */
  readonly untilMs?: number;
  /** The first bad row, and the first bad anchor. The lower number comes first. */
  readonly faults: readonly LogFault[];
  /** What is to be known, and is no fault: restores of the database. */
  readonly notes?: readonly string[];
  /** Anchors that were kept elsewhere, and that a restore lost with what they vouched for. */
  readonly lostAnchors?: number;
}

interface Evidence {
  readonly rows: AsyncIterable<LogRow> | Iterable<LogRow>;
  /** Of all logs, each log's in order. */
  readonly anchors: readonly Anchor[];
  /** Public keys by their ids. An anchor by any other key is forged. */
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Logs of which only the rows after one that is known are given, and that one. */
  readonly from?: ReadonlyMap<string, { readonly seq: bigint; readonly hash: Buffer }>;
}

/**
 * The first anchor that is missing among all of the studio. The last ones of a log leave no other
 * trace.
 */
export const missingAnchor = (anchors: readonly Anchor[]): LogFault | undefined => {
  const all = anchors.toSorted((a, b) => (a.ordinal < b.ordinal ? -1 : 1));
  let before: Anchor | undefined;
  for (const anchor of all) {
    const due = (before?.ordinal ?? 0n) + 1n;
    if (anchor.ordinal !== due) {
      const what = anchor.ordinal < due ? 'it is there twice' : 'it is missing';
      const where = `it came before number ${anchor.ordinal}, which is of ${anchor.table}`;
      const says = `${what}: ${where}; the rows of some log have no anchor any more`;
      return { log: ALL_ANCHORS, seq: due, kind: 'anchor_missing', says };
    }
    before = anchor;
  }
  return undefined;
};

/**
 * A verdict for every log that has rows or anchors, by name. Rows of one log come in the order of
 * the log.
 */
export const verify = async ({
  rows,
  anchors,
  keys,
  from = new Map(),
}: Evidence): Promise<readonly LogVerdict[]> => {
  const walks = new Map<string, Walk>();
  for (const log of new Set(anchors.map(({ table }) => table))) {
    const own = anchors.filter(({ table }) => table === log);
    walks.set(log, new Walk(log, own, keys, from.get(log)));
  }
  for await (const row of rows) {
    const log = logOf(row);
    let walk = walks.get(log);
    if (walk === undefined) walks.set(log, (walk = new Walk(log, [], keys, from.get(log))));
    walk.take(row);
  }
  return [...walks.values()].map((walk) => walk.end()).sort((a, b) => (a.log < b.log ? -1 : 1));
};

/** One log. After its first bad row the others are only counted. */
class Walk {
  #rows = 0;
  #last: { readonly seq: bigint; readonly epoch: bigint; readonly hash: Buffer } | undefined;
  #fault: LogFault | undefined;
  readonly #anchorFault: LogFault | undefined;
  /** Anchors that hold, by the row that they vouch for. */
  readonly #sound = new Map<bigint, Anchor>();
  /** The last row that an anchor vouched for so far. */
  #vouched = 0n;
  /** The last row that an anchor vouches for at all. */
  readonly #vouchedTo: bigint;
  #unvouchedSinceMs: number | undefined;
  #untilMs: number | undefined;

  constructor(
    private readonly log: string,
    private readonly anchors: readonly Anchor[],
    keys: ReadonlyMap<string, KeyObject>,
    from: { readonly seq: bigint; readonly hash: Buffer } | undefined,
  ) {
    this.#anchorFault = this.#readAnchors(keys);
    this.#vouchedTo = [...this.#sound.keys()].reduce((last, seq) => (seq > last ? seq : last), 0n);
    for (const { at } of this.#sound.values()) this.#noteTime(Date.parse(at));
    if (from !== undefined && from.seq > 0n) this.#last = { ...from, epoch: 0n };
  }

  take(row: LogRow): void {
    this.#rows += 1;
    this.#fault ??= this.#faultOf(row);
    if (this.#fault !== undefined) return;
    const atMs = atMsOf(row);
    if (Number.isNaN(atMs)) return;
    this.#noteTime(atMs);
    if (this.#last!.seq > this.#vouchedTo) this.#unvouchedSinceMs ??= atMs;
  }

  #noteTime(atMs: number): void {
    if (atMs > (this.#untilMs ?? -Infinity)) this.#untilMs = atMs;
  }

  end(): LogVerdict {
    const vouched = this.#vouchedTo;
    const seq = this.#last?.seq ?? 0n;
    if (this.#fault === undefined && vouched > seq) {
      const says = `it is missing: an anchor vouches for all up to ${vouched}`;
      this.#fault = { log: this.log, seq: seq + 1n, kind: 'missing', says };
    }
    return {
      log: this.log,
      rows: this.#rows,
      anchors: this.anchors.length,
      unvouched: Number(seq > vouched ? seq - vouched : 0n),
      ...(this.#unvouchedSinceMs !== undefined && { unvouchedSinceMs: this.#unvouchedSinceMs }),
      ...(this.#untilMs !== undefined && { untilMs: this.#untilMs }),
      faults: [this.#fault, this.#anchorFault]
        .filter((fault) => fault !== undefined)
        .sort((a, b) => (a.seq < b.seq ? -1 : 1)),
    };
  }

  #faultOf(row: LogRow): LogFault | undefined {
    const seq = BigInt(row.seq);
    const epoch = row.line === 'event' ? BigInt(row.epoch) : 0n;
    const bad = (kind: FaultKind, says: string, at = seq): LogFault => ({
      log: this.log,
      seq: at,
      kind,
      says,
    });
    const before = this.#last;
    const due = (before?.seq ?? 0n) + 1n;
    if (seq > due) return bad('missing', 'it is missing', due);
    if (seq === before?.seq) return bad('duplicate', 'it is there twice');
    if (seq < due) return bad('out_of_order', `it comes after event ${due - 1n}`);
    if (epoch < (before?.epoch ?? 0n)) {
      return bad('epoch_fell', `its epoch ${epoch} is lower than ${before?.epoch}, the one before`);
    }
    if (!hashOf(row, before?.hash).equals(row.hash)) {
      return bad('hash_wrong', 'its hash is not that of its content and of the event before');
    }
    const content = contentFault(row);
    if (content !== undefined) return bad('content_wrong', content);
    const anchor = this.#sound.get(seq);
    if (anchor !== undefined && !anchor.hash.equals(row.hash)) {
      const since = this.#vouched + 1n;
      const what = since === seq ? 'it' : `something from event ${since} on`;
      const says = `its hash is not the one that was signed at ${anchor.at}: ${what} was rewritten`;
      return { ...bad('anchor_differs', says), since };
    }
    if (anchor !== undefined) this.#vouched = seq;
    this.#last = { seq, epoch, hash: row.hash };
    return undefined;
  }

  /** The first anchor that does not hold, if any. Those before it are sound. */
  #readAnchors(keys: ReadonlyMap<string, KeyObject>): LogFault | undefined {
    let before: Anchor | undefined;
    for (const anchor of this.anchors) {
      const { seq, number, keyId } = anchor;
      const bad = (kind: FaultKind, says: string): LogFault => ({ log: this.log, seq, kind, says });
      const due = (before?.number ?? 0n) + 1n;
      const name = `the anchor number ${number}, of ${anchor.at}`;
      if (number !== due)
        return bad('anchor_missing', `${name}, is there, but number ${due} is not`);
      const key = keys.get(keyId);
      if (key === undefined) {
        return bad('anchor_forged', `${name}, is signed by the key ${keyId}, which is not trusted`);
      }
      if (!isSignedBy(anchor, before?.signature, key)) {
        return bad('anchor_forged', `${name}, is not what was signed`);
      }
      this.#sound.set(seq, anchor);
      before = anchor;
    }
    return undefined;
  }
}
