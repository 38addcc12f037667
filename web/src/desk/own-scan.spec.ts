import { describe, expect, it } from 'vitest';
import { copyOf, follow } from '../../../src/client/table-copy.js';
import type { TableMessage } from '../../../src/protocol/table.js';
import { snapshot } from '../../../src/round/snapshot.js';
import { LiveTable } from '../../../test/kit/live-table.js';
import { isOfOwnScan } from './own-scan.js';
import { isStale } from './notice.js';

const dealt = new LiveTable().open().close();
const copy = copyOf(snapshot(dealt.state, 'dealer'), true);
const scanSeq = (copy.lastScanSeq ?? 0) + 1;
const { game } = copy.round!;
const header = { table: copy.table, seq: copy.seq + 1, prev: copy.seq, atMs: 0 };
const card: TableMessage = {
  ...header,
  kind: 'card_dealt',
  game,
  side: 'punto',
  position: 1,
  card: '9h',
};
const refused: TableMessage = {
  ...header,
  kind: 'scan_refused',
  refusal: 'unreadable_code',
  scanSeq,
  code: 'smudge',
};
const isOwn = (message: TableMessage, code: string, seq = scanSeq): boolean =>
  isOfOwnScan({ code, scanSeq: seq }, message, follow(copy, message));

describe('a scan that the table reports', () => {
  it('is this desk’s own by its number and its code', () => {
    expect(isOwn(card, '9H')).toBe(true);
    expect(isOwn(card, '3-9h')).toBe(true);
    expect(isOwn(refused, 'smudge')).toBe(true);
  });

  it('is another scanner’s by either', () => {
    expect(isOwn(card, 'KH')).toBe(false);
    expect(isOwn(card, '9H', scanSeq - 1)).toBe(false);
    expect(isOwn(refused, 'smear')).toBe(false);
    expect(isOwn(refused, 'smudge', scanSeq - 1)).toBe(false);
    expect(isOfOwnScan(undefined, card, follow(copy, card))).toBe(false);
  });

  it('belongs to nobody where two persons say it', () => {
    const manual = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '1' };
    expect(isOwn({ ...card, manual }, '9H')).toBe(false);
  });
});

describe('what was said', () => {
  const stopped: TableMessage = { ...header, kind: 'table_suspended', reason: 'misread' };
  const goesOn: TableMessage = { ...header, kind: 'table_resumed', pausedMs: 1 };

  it('stays while the table waits because of it, and goes when it goes on', () => {
    const after = follow(copy, stopped);
    expect(isStale(stopped, after, copy)).toBe(false);
    expect(isStale(goesOn, follow(after, goesOn), after)).toBe(true);
  });

  it('stays from card to card', () => {
    expect(isStale(card, follow(copy, card), copy)).toBe(false);
  });
});
