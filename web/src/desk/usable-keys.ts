/** Which of the desk’s keys can do something now. The others are off, and show it. */
import type { TableCopy } from '../../../src/client/table-copy.js';
import { dueByHand } from '../../../src/round/by-hand.js';
import type { MalfunctionKind } from '../../../src/round/malfunction.js';
import type { DeskView } from './desk.js';
import { phaseBeneath } from './uncollected-cards.js';
import type { SheetName } from './sheets/sheet-name.js';
import type { Step } from './step.js';

type DeskKey = SheetName | 'call';

type Situation = Pick<DeskView, 'copy' | 'withdrawn' | 'request'>;

export const usableKeys = (
  { copy, withdrawn, request }: Situation,
  step: Step | undefined,
): ReadonlySet<DeskKey> => {
  const always: readonly DeskKey[] = ['options', 'bring'];
  if (copy === undefined || step === undefined) return new Set(always);
  if (step.name === 'WAIT_FOR_LINK' || step.name === 'LINK_CLOSED') {
    return new Set([...always, 'shoe']);
  }
  if (step.name === 'TAKE_OVER') return new Set([...always, 'relieve']);
  if (copy.phase === 'closed') return new Set([...always, 'relieve', 'shoe']);
  const { seat, cutCard } = dueByHand(copy);
  const sometimes: readonly (DeskKey | false)[] = [
    // The person who stopped the table was notified by that.
    copy.phase !== 'suspended' && 'call',
    mayWithdraw(copy, withdrawn) && 'withdraw',
    (seat !== null || cutCard || request !== undefined) && 'hand',
  ];
  return new Set([
    ...always,
    'malfunction',
    'relieve',
    'shoe',
    ...sometimes.filter((each) => each !== false),
  ]);
};

/**
 * There is a card that can be taken off again, where the table has stopped by a malfunction that is
 * amended in this way.
 */
const mayWithdraw = (copy: TableCopy, withdrawn: Situation['withdrawn']): boolean => {
  const { suspended, round } = copy;
  if (phaseBeneath(copy) !== 'dealing' || (round?.cards.length ?? 0) === 0) return false;
  if (suspended === null || suspended.reason === 'wrong_order') return true;
  return withdrawn === undefined && AMENDED_SO.has(suspended.reason);
};

/**
 * The shift manager's answer to each of these is to withdraw the card (docs/malfunctions.md). After
 * a wrong order more than one card may have to be taken off.
 */
const AMENDED_SO: ReadonlySet<string> = new Set<MalfunctionKind>(['misread', 'wrong_third_card']);
