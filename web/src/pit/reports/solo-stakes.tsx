/** What may be staked in the solo games, and who may change it. */
import type { SoloStakes as Stakes } from '../../../../src/protocol/solo-stakes.js';
import { Fault } from '../parts/fault.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useCurrency } from '../wall/use-currency.js';
import { classes } from '../../classes.js';
import { StakesForm } from './stakes-form.js';
import { useReportWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './solo-stakes.module.css';

export const SoloStakes = () => {
  const { t, own } = useReportWords();
  const { reads, queries } = usePit();
  const read = reads.stakes();
  const { latest, fault, again } = useRead(read);
  const keep = (now: Stakes) => queries.setQueryData(read.queryKey, now);
  const studioCurrency = useCurrency();
  return (
    <section className={layout.stack} aria-labelledby="stakes-title" data-part="solo-stakes">
      <h2 id="stakes-title">{own('stakes.title')}</h2>
      <p className={tones.dim}>{own('stakes.said')}</p>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {latest === undefined && fault === undefined && <p className={tones.dim}>{t('reading')}</p>}
      {latest !== undefined && (
        <div className={classes(layout.columns, styles.games)}>
          {latest.games.map((stakes) => (
            <StakesForm
              key={stakes.game}
              stakes={stakes}
              currency={latest.currency ?? studioCurrency ?? 'EUR'}
              onChanged={keep}
              onMovedOn={again}
            />
          ))}
        </div>
      )}
    </section>
  );
};
