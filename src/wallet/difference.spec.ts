import { describe, expect, it } from 'vitest';
import { type ListedLine, type OwnMovement, differenceOf } from './difference.js';

const OWN: OwnMovement = {
  ...{ kind: 'debit', status: 'done', amount: '700', ref: 'anna', currency: 'EUR' },
  isListable: true,
};
const LINE: ListedLine = {
  ...{ kind: 'debit', status: 'done', total: '700', ref: 'anna', currency: 'EUR' },
};
const CREDIT = { ...OWN, kind: 'credit' } as const;
const CREDITED = { ...LINE, kind: 'credit' };
const LOST = { ...CREDIT, amount: '0' } as const;

describe('a difference between our journal and an operator’s list', () => {
  it.each([
    ['both have it', OWN, LINE, false],
    ['both have a credit', CREDIT, CREDITED, false],
    ['it was lost, and is not listed', LOST, null, false],
    ['it has not ended', { ...OWN, status: 'due' }, null, false],
    ['its cancel is still to be sent', { ...OWN, status: 'void' }, LINE, false],
    ['two persons have settled it', { ...CREDIT, status: 'by_hand' }, null, false],
    [
      'two persons have settled it, and it was refused there',
      { ...CREDIT, status: 'by_hand' },
      { ...CREDITED, status: 'refused' },
      false,
    ],
    ['two persons have settled a cancel', { ...OWN, status: 'by_hand' }, LINE, false],
    ['it ended too late to be in the list', { ...OWN, isListable: false }, null, false],
    ['it was refused, and is not listed', { ...OWN, status: 'refused' }, null, false],
    [
      'it was refused on both sides',
      { ...OWN, status: 'refused' },
      { ...LINE, status: 'refused' },
      false,
    ],
    ['it was cancelled, and came', { ...OWN, status: 'cancelled' }, LINE, true],
    ['it was cancelled, and never came', { ...OWN, status: 'cancelled' }, null, true],
    [
      'it was cancelled, and its cancel is too late to be listed',
      { ...OWN, status: 'cancelled', isListable: false },
      LINE,
      false,
    ],
    ['nobody knows of it here, and it was cancelled there', null, LINE, true],
    [
      'nobody knows of it here, and it was refused there',
      null,
      { ...LINE, status: 'refused' },
      false,
    ],
  ] as const)('is none where %s', (_, own, line, isUndone) => {
    expect(differenceOf(own, line, isUndone)).toBeNull();
  });

  it.each([
    ['missing_there', '', OWN, null, false],
    ['outcome_differs', 'refused', LOST, { ...CREDITED, total: '0', status: 'refused' }, false],
    ['missing_here', 'debit 700 EUR anna', null, LINE, false],
    ['missing_here', 'credit 700 EUR anna', null, CREDITED, true],
    ['amount_differs', 'debit 701 EUR anna', OWN, { ...LINE, total: '701' }, false],
    ['amount_differs', 'debit 700 EUR bea', OWN, { ...LINE, ref: 'bea' }, false],
    ['amount_differs', 'debit 700 CHF anna', OWN, { ...LINE, currency: 'CHF' }, false],
    ['amount_differs', 'credit 700 EUR anna', OWN, CREDITED, false],
    ['outcome_differs', 'cancelled', OWN, LINE, true],
    ['outcome_differs', 'refused', CREDIT, { ...CREDITED, status: 'refused' }, false],
    ['outcome_differs', 'done', { ...OWN, status: 'refused' }, LINE, false],
    ['outcome_differs', 'done', { ...OWN, status: 'cancelled' }, LINE, false],
    ['outcome_differs', 'done', { ...CREDIT, status: 'by_hand' }, CREDITED, false],
    [
      'outcome_differs',
      'done',
      { ...CREDIT, status: 'by_hand', isListable: false },
      CREDITED,
      false,
    ],
  ] as const)('is named: %s %s', (kind, detail, own, line, isUndone) => {
    expect(differenceOf(own, line, isUndone)).toEqual({ kind, detail });
  });
});
