/**
 * Amends the round in hand, or the last one, or enters what no scanner reads, with a second person.
 */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { TableApprovalKind } from '../../../../src/protocol/approval.js';
import { dueByHand } from '../../../../src/round/by-hand.js';
import { AmendForm } from '../amend/amend-form.js';
import { useTableWords } from './words.js';
import tones from '../look/tones.module.css';

const DEALING: ReadonlySet<string> = new Set(['bets_closed', 'dealing']);

export const AmendBox = ({ copy }: { readonly copy: TableCopy }) => {
  const { own } = useTableWords();
  const { round, table, settings, phase, suspended } = copy;
  const { seat, cutCard } = dueByHand(copy);
  const ofShoe: readonly TableApprovalKind[] = [
    ...(seat === 'burn' ? (['burn_card'] as const) : []),
    ...(cutCard ? (['cut_card'] as const) : []),
  ];
  if (round === null && ofShoe.length === 0) {
    return <p className={tones.nothing}>{own('table.noRound')}</p>;
  }
  return (
    <AmendForm
      key={round?.game}
      table={table}
      game={round?.game ?? null}
      currency={settings.currency}
      cards={round?.cards ?? []}
      ofShoe={ofShoe}
      isDealing={DEALING.has(suspended?.from ?? phase)}
    />
  );
};
