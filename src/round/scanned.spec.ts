import { expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { physicalCard, withScan } from './scanned.js';
import { emptyTable, type ScanAnswer } from './state.js';
import { DEFAULT_SETTINGS } from './settings.js';

const TAKEN: ScanAnswer = { kind: 'cut_card', seq: 9 };
const manual = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const { state } = new LiveTable().open().close().scan('9h');

it('counts on for who was not sent the scan’s number', () => {
  expect(withScan(state, { scanSeq: 7, code: '4C' }, TAKEN).lastScan).toEqual({
    ...{ scanSeq: 7, code: '4C', answer: TAKEN },
  });
  expect(withScan(state, {}, TAKEN).lastScan).toEqual({
    ...{ scanSeq: state.lastScan!.scanSeq + 1, code: '', answer: TAKEN },
  });
  const first = withScan(emptyTable('pb-1', DEFAULT_SETTINGS), {}, TAKEN);
  expect(first.lastScan).toMatchObject({ scanSeq: 1 });
});

it('ends a row of misreads, but not by what two persons say', () => {
  const misread = { ...state, misreads: 2 };
  expect(withScan(misread, { scanSeq: 7, code: '4C' }, TAKEN).misreads).toBe(0);
  expect(withScan(misread, { scanSeq: 0, manual }, TAKEN)).toBe(misread);
});

it('knows one physical card by its code, and none where the code or two persons do not say which', () => {
  expect(physicalCard(state, { code: '3-9H' })).toBe('3-9h');
  for (const scan of [
    {},
    { code: '9H' },
    { code: 'CUT' },
    { code: '?' },
    { code: '3-9H', manual },
  ]) {
    expect(physicalCard(state, scan), JSON.stringify(scan)).toBeNull();
  }
});
