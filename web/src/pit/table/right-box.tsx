/** Puts the round in hand right, or the last one: with a second person. */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { PutRight } from '../right/put-right.js';
import { useWords } from '../use-words.js';

const DEALING: ReadonlySet<string> = new Set(['bets_closed', 'dealing']);

export const RightBox = ({ copy }: { readonly copy: TableCopy }) => {
  const { t } = useWords();
  const { round, table, settings, phase, suspended } = copy;
  if (round === null) return <p className="nothing">{t('table.noRound')}</p>;
  return (
    <PutRight
      key={round.game}
      table={table}
      game={round.game}
      currency={settings.currency}
      cards={round.cards}
      isDealing={DEALING.has(suspended?.from ?? phase)}
    />
  );
};
