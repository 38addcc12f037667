/**
 * An anchor: the signed statement of how far a log had come at a moment. Each names the one before
 * it, so that none can be removed unseen.
 */
import { type KeyObject, sign, verify } from 'node:crypto';
import type { AnchorKey } from './anchor-key.js';

export const ANCHOR_REASONS = [
  'hour',
  'shoe_end',
  'table_closed',
  'start',
  'table_opened',
] as const;
export type AnchorReason = (typeof ANCHOR_REASONS)[number];

/** The staff's own log, beside those of the tables. No table can have this name. */
export const STAFF_LOG = '@staff';

/** All anchors together, as if they were a log of their own. */
export const ALL_ANCHORS = '@anchors';

/** What is signed. */
interface AnchorContent {
  /** The log: a table, or `@staff`. */
  readonly table: string;
  /** Counts the log's anchors, from 1. */
  readonly number: bigint;
  /**
   * Counts the anchors of the whole studio, from 1. Where a log's last ones are removed, a number
   * is missing.
   */
  readonly ordinal: bigint;
  /** The last event that it vouches for, and that event's hash. */
  readonly seq: bigint;
  readonly hash: Buffer;
  readonly reason: AnchorReason;
  /** When it was set: UTC to the millisecond, `2026-11-21T10:00:00.000Z`. */
  readonly at: string;
  readonly keyId: string;
  /**
   * How often the database had been restored. What was set in the lost part of its history may be
   * kept somewhere, and its numbers come again.
   */
  readonly timeline: number;
}

export interface Anchor extends AnchorContent {
  readonly signature: Buffer;
}

/** `before` is the signature of the log's anchor before it. Undefined for the first. */
export const signAnchor = (
  content: Omit<AnchorContent, 'keyId'>,
  before: Buffer | undefined,
  { id, privateKey }: AnchorKey,
): Anchor => {
  const anchor = { ...content, keyId: id };
  return { ...anchor, signature: sign(null, makeText(anchor, before), privateKey) };
};

export const isSignedBy = (
  anchor: Anchor,
  before: Buffer | undefined,
  publicKey: KeyObject,
): boolean => verify(null, makeText(anchor, before), publicKey, anchor.signature);

/**
 * One field a line. None holds a line break. docs/operations.md describes it for whoever checks by
 * other means.
 */
const makeText = (anchor: AnchorContent, before: Buffer | undefined): Buffer =>
  Buffer.from(
    [
      // Before the first restore it is as it always was.
      ...(anchor.timeline === 0 ? ['sabot-anchor-1'] : ['sabot-anchor-2', anchor.timeline]),
      anchor.table,
      anchor.number,
      anchor.ordinal,
      anchor.seq,
      anchor.hash.toString('hex'),
      anchor.reason,
      anchor.at,
      anchor.keyId,
      before?.toString('hex') ?? '-',
    ].join('\n'),
  );
