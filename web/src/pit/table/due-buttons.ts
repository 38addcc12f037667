/**
 * Which buttons of the desk are due, by the table’s snapshot: those that its machine would take.
 */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { DeskButton } from '../../../../src/protocol/pit.js';

type Situation = Pick<TableCopy, 'phase' | 'suspended' | 'opensAtMs' | 'round' | 'desk'>;

export const dueButtons = (copy: Situation): ReadonlySet<DeskButton> => {
  const { phase, desk } = copy;
  if (desk === null) return new Set();
  const { next, streamLost } = desk;
  const isIdle =
    phase === 'shoe_change' || phase === 'settled' || (phase === 'void' && copy.opensAtMs !== null);
  const isPreparing = next === 'SHUFFLE' || next === 'CUT';
  const due: Readonly<Record<DeskButton, boolean>> = {
    'table:open': phase === 'closed',
    'table:close': isIdle,
    'cards:bring': phase === 'shoe_change' && !streamLost,
    'shoe:shuffle': isPreparing,
    'shoe:cut': next === 'CUT',
    'shoe:new': isPreparing,
    'betting:open': isIdle && !streamLost && BEFORE_BETS.has(next),
    'card:withdraw':
      (copy.suspended?.from ?? phase) === 'dealing' && (copy.round?.cards.length ?? 0) > 0,
    'coup:confirm': next === 'CONFIRM',
  };
  const names = Object.keys(due) as DeskButton[];
  return new Set(names.filter((name) => due[name]));
};

const BEFORE_BETS: ReadonlySet<string> = new Set(['BURN', 'OPEN_BETS', 'COLLECT']);
