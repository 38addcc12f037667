/** What the dealer must not overlook while doing the next thing. */
import type { TableCopy } from '../../../src/client/table-copy.js';

export type Warning =
  | 'lastHand'
  | 'lastHandNext'
  | 'cardsDueIn'
  | 'newCardsDue'
  | 'closing'
  | 'streamLost'
  | 'cameraLost'
  | 'dropped'
  | 'scannerSilent';

export interface Warned {
  readonly warning: Warning;
  /** Minutes, cards or seconds. 0 where nothing is counted. */
  readonly count: number;
}

/** How long before the change of cards it is announced (RULES 1.11). */
const CARDS_WARNED_MS = 3_600_000;
/** If a card is due and does not come for this long, the scanner may be dead. */
const SILENT_MS = 20_000;

const IN_HAND: ReadonlySet<TableCopy['phase']> = new Set([
  'betting',
  'last_bets',
  'accepting_bets',
  'bets_closed',
  'dealing',
]);

/** `cardDueSinceMs`: since when a card is waited for. Undefined while none is due. */
export const warningsOf = (
  copy: TableCopy,
  nowMs: number,
  cardDueSinceMs: number | undefined,
  /** Whether this desk’s own camera was sending, and is no longer. */
  isCameraLost = false,
): readonly Warned[] => {
  const { desk, round } = copy;
  const phase = copy.suspended?.from ?? copy.phase;
  if (desk === null || phase === 'closed') return [];
  const isInHand = IN_HAND.has(phase);
  const leftMs = desk.cardsDueAtMs === null ? Infinity : desk.cardsDueAtMs - nowMs;
  const silentMs = cardDueSinceMs === undefined ? 0 : nowMs - cardDueSinceMs;
  const warned: readonly (Warned | false)[] = [
    isInHand && round?.isLast === true && { warning: 'lastHand', count: 0 },
    isLastNext(copy) && { warning: 'lastHandNext', count: 0 },
    desk.closing && { warning: 'closing', count: 0 },
    desk.streamLost && { warning: 'streamLost', count: 0 },
    isCameraLost && { warning: 'cameraLost', count: 0 },
    desk.newCardsDue && phase !== 'shoe_change' && { warning: 'newCardsDue', count: 0 },
    !desk.newCardsDue &&
      leftMs <= CARDS_WARNED_MS && {
        warning: 'cardsDueIn',
        count: Math.max(0, Math.ceil(leftMs / 60_000)),
      },
    isInHand && desk.dropped > 0 && { warning: 'dropped', count: desk.dropped },
    silentMs >= SILENT_MS && { warning: 'scannerSilent', count: Math.floor(silentMs / 1_000) },
  ];
  return warned.filter((each) => each !== false);
};

/** The cut card came out between two rounds, and another round is dealt from this shoe. */
const isLastNext = ({ desk, shoe, round }: TableCopy): boolean => {
  if (shoe?.cutCardOut !== true || round?.isLast === true) return false;
  if (desk === null || desk.closing || desk.newCardsDue) return false;
  return desk.next !== 'LAST_HAND_DONE';
};
