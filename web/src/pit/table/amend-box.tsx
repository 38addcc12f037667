/**
 * Amends the round in hand, or the last one, or enters what no scanner reads, with a second person.
 */
import { useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { TableApprovalKind } from '../../../../src/protocol/approval.js';
import { dueByHand } from '../../../../src/round/by-hand.js';
import { AmendForm } from '../amend/amend-form.js';
import { useTableWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

const DEALING: ReadonlySet<string> = new Set(['bets_closed', 'dealing']);

export const AmendBox = ({ copy }: { readonly copy: TableCopy }) => {
  const { own } = useTableWords();
  const { round, table } = copy;
  const { seat, cutCard } = dueByHand(copy);
  const ofShoe: readonly TableApprovalKind[] = [
    ...(seat === 'burn' ? (['burn_card'] as const) : []),
    ...(cutCard ? (['cut_card'] as const) : []),
  ];
  if (round === null && ofShoe.length === 0) {
    return <p className={tones.nothing}>{own('table.noRound')}</p>;
  }
  return <HeldForm key={table} copy={copy} ofShoe={ofShoe} />;
};

interface HeldFormProps {
  readonly copy: TableCopy;
  readonly ofShoe: readonly TableApprovalKind[];
}

/** It stays with the round that it was opened for, while the table goes on to the next. */
const HeldForm = ({ copy, ofShoe }: HeldFormProps) => {
  const { own } = useTableWords();
  const { round, table, settings, phase, suspended } = copy;
  const inHand = round?.game ?? null;
  const [game, setGame] = useState(inHand);
  const isInHand = game === inHand;
  return (
    <div className={layout.stack}>
      {!isInHand && (
        <p className={layout.row}>
          {game !== null && <b className={tones.alarmed}>{own('table.over', { game })}</b>}
          <button type="button" data-do="in-hand" onClick={() => setGame(inHand)}>
            {own('table.inHand', { game: inHand })}
          </button>
        </p>
      )}
      <AmendForm
        key={game}
        table={table}
        game={game}
        currency={settings.currency}
        cards={isInHand ? (round?.cards ?? []) : []}
        ofShoe={ofShoe}
        isDealing={isInHand && DEALING.has(suspended?.from ?? phase)}
      />
    </div>
  );
};
