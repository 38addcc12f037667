/** Amends a round of which only the number is known. Its cards and its currency are read first. */
import type { TableApprovalKind } from '../../../../src/protocol/approval.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { cardsOfRound } from '../rounds/round.js';
import { usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { AmendForm } from './amend-form.js';
import tones from '../look/tones.module.css';

interface Props {
  readonly table: string;
  readonly game: string;
  readonly first: TableApprovalKind;
  /** Who is chosen already. */
  readonly player?: string | undefined;
}

export const AmendRound = ({ table, game, first, player = '' }: Props) => {
  const { t } = useWords();
  const { reads } = usePit();
  const { latest, fault, again } = useRead(reads.round(game));
  const said = fault !== undefined && <Fault fault={fault} onAgain={again} />;
  if (latest === undefined) return said || <p className={tones.nothing}>{t('reading')}</p>;
  return (
    <>
      {said}
      <AmendForm
        table={table}
        game={game}
        currency={latest.currency}
        cards={cardsOfRound(latest)}
        isDealing={latest.status === 'closed'}
        first={first}
        player={player}
      />
    </>
  );
};
