/**
 * Who sits at the table now, the highest stake first. It is read again as the round goes on, and
 * every few seconds.
 */
import { useEffect } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { Fault } from '../parts/fault.js';
import { LongList } from '../parts/long-list.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { SeatedRow } from './seated-row.js';
import { usePlayerWords } from './words.js';
import tones from '../look/tones.module.css';
import styles from './seated-list.module.css';

export const SeatedList = ({ copy }: { readonly copy: TableCopy }) => {
  const { t, own, count } = usePlayerWords();
  const { reads } = usePit();
  const { table, phase, round, settings } = copy;
  const { latest, fault, again } = useRead(reads.seated(table));
  useEffect(again, [again, phase, round?.game]);
  const { players, total } = latest ?? { players: [], total: 0 };
  return (
    <section aria-labelledby="seated-title" data-seated={latest && total}>
      <h3 id="seated-title">
        {own('seated.now')}
        {latest !== undefined && ` (${count(total)})`}
      </h3>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest === undefined && fault === undefined && <p className={tones.dim}>{t('reading')}</p>}
      {latest !== undefined && total === 0 && <p className={tones.dim}>{own('seated.nobody')}</p>}
      {total > players.length && (
        <p className={tones.dim}>
          {own('seated.topOf', { shown: count(players.length), all: count(total) })}
        </p>
      )}
      <LongList items={players}>
        {(some) => (
          <ul className={styles.atTable} data-part="at-table">
            {some.map((player) => (
              <SeatedRow
                key={player.id}
                player={player}
                table={table}
                currency={settings.currency}
                onChanged={again}
              />
            ))}
          </ul>
        )}
      </LongList>
    </section>
  );
};
