/**
 * What a round was: where and when, who dealt, the cards, what was staked and paid, its files, and
 * the way to amend it.
 */
import { useState } from 'react';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Download } from '../parts/download.js';
import { Hands } from '../parts/hands.js';
import { makePlace } from '../place.js';
import { AmendForm } from '../amend/amend-form.js';
import { useMay } from '../use-pit.js';
import { cardsOfRound, correctedBy, statusOf } from './round.js';
import frame from './status.module.css';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './round-head.module.css';

export const RoundHead = ({ round }: { readonly round: RoundReport }) => {
  const { t, own, money, sums, dateTime, time } = useRoundWords();
  const may = useMay();
  const [isRight, setRight] = useState(false);
  const { game, table, tableName, currency, paid, further = {} } = round;
  const inFurther = (of: 'stakes' | 'paid') =>
    Object.fromEntries(Object.entries(further).map(([its, sum]) => [its, sum[of] ?? '0']));
  const fixed = correctedBy(round);
  const status = statusOf(round);
  return (
    <section className={classes(box.sheetBox, styles.roundHead)} aria-labelledby="round-title">
      <h2 id="round-title">
        {own('round.title', { game })}
        <span className={classes(frame.status, frame[status])} data-outcome={status}>
          {own(`round.status.${status}`)}
        </span>
        {fixed !== undefined && (
          <span className={classes(sign.sign, sign.warn)}>{own('round.corrected')}</span>
        )}
      </h2>
      <dl className={layout.facts}>
        <dt>{t('roundColumn.table')}</dt>
        <dd>
          <a href={makePlace('table', table)}>{tableName}</a> · {table}
        </dd>
        <dt>{own('round.shoe')}</dt>
        <dd>{own('round.shoeAt', { shoe: round.shoe, round: round.roundInShoe })}</dd>
        <dt>{own('round.dealer')}</dt>
        <dd>{round.dealer ?? '–'}</dd>
        <dt>{t('roundColumn.when')}</dt>
        <dd>
          {dateTime(round.openedAtMs)}
          {round.endedAtMs !== null && ` – ${time(round.endedAtMs)}`}
        </dd>
        <dt>{t('roundColumn.staked')}</dt>
        <dd data-stakes={round.stakes}>{sums(round.stakes, currency, inFurther('stakes'))}</dd>
        <dt>{t('roundColumn.paid')}</dt>
        <dd data-paid={paid ?? ''}>
          {paid === null ? '–' : sums(paid, currency, inFurther('paid'))}
          {paid !== null && round.further === undefined && (
            <span className={tones.dim}>
              {' '}
              {own('round.kept', {
                amount: money(BigInt(round.stakes) - BigInt(paid), currency, true),
              })}
            </span>
          )}
        </dd>
      </dl>
      <Hands cards={cardsOfRound(round)} />
      <div className={layout.row}>
        <Download
          path={`pit/rounds/${game}/export.json`}
          name={`sabot-round-${game}.json`}
          label={t('json')}
        />
        <Download
          path={`pit/rounds/${game}/export.csv`}
          name={`sabot-round-${game}.csv`}
          label={t('csv')}
        />
        {may.approve && (
          <button
            type="button"
            aria-expanded={isRight}
            data-do="amend-form"
            onClick={() => setRight(!isRight)}
          >
            {own('round.amend')}
          </button>
        )}
      </div>
      {isRight && (
        <AmendForm
          table={table}
          game={game}
          currency={currency}
          cards={cardsOfRound(round)}
          isDealing={round.status === 'closed'}
        />
      )}
    </section>
  );
};
