/**
 * What must hold for every table's log: numbers without a gap, epochs that never fall, an unbroken
 * chain of hashes (I6, I9, I10), and no event that only a later version of the studio reads.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { rowsOf } from '../platform/cursor.js';
import { Proof } from './proof.js';
import { headOf, isLater } from './stored-event.js';

interface EventRow {
  readonly table_id: string;
  readonly seq: string;
  readonly epoch: string;
  readonly at_ms: string;
  readonly kind: string;
  readonly payload: string;
  readonly hash: Buffer;
}

const EVENTS = `
select table_id, seq, epoch, at_ms, kind, payload, hash from table_events order by table_id, seq`;

export const proveLogs = async (client: pg.ClientBase): Promise<readonly Proof[]> => {
  const chain = new Proof('Every table’s log is complete: numbered, chained, in order.', 'events');
  const read = new Proof('Every event is of a kind and a version that are known here.', 'events');
  let last: EventRow | undefined;
  for await (const row of rowsOf<EventRow>(client, EVENTS)) {
    const before = last?.table_id === row.table_id ? last : undefined;
    const head = headOf(row.payload);
    const fault = faultOf(row, before, head.kind);
    const place = `event ${row.seq} of table ${row.table_id}`;
    if (fault !== undefined) chain.fails(`${place}: ${fault}`);
    read.needs(!isLater(head), `${place}: written by a later version of the studio (${row.kind})`);
    for (const proof of [chain, read]) proof.looked += 1;
    last = row;
  }
  return [chain, read];
};

const faultOf = (
  row: EventRow,
  before: EventRow | undefined,
  payloadKind: unknown,
): string | undefined => {
  const { table_id, seq, epoch, at_ms, kind, payload, hash } = row;
  const due = BigInt(before?.seq ?? 0) + 1n;
  if (BigInt(seq) !== due) return `event ${due} is missing before it`;
  if (BigInt(epoch) < BigInt(before?.epoch ?? 0)) return 'its epoch is lower than the one before';
  const chained = createHash('sha256')
    .update(before?.hash ?? '')
    .update([table_id, seq, epoch, at_ms, kind, payload].join('|'))
    .digest();
  if (!chained.equals(hash)) return 'its hash is not that of its content and of the event before';
  if (payloadKind !== kind) return `it is not the event of kind ${kind} that it says`;
  return undefined;
};
