/** What a round was: where and when, who dealt, the cards, what was staked and paid; its files, and the way to put it right. */
import { useState } from 'react';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Download } from '../parts/download.js';
import { Hands } from '../parts/hands.js';
import { makePlace } from '../place.js';
import { PutRight } from '../right/put-right.js';
import { useMay } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { cardsOfRound, correctedBy } from './round.js';
import frame from './status.module.css';
import { classes } from '../../classes.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './round-head.module.css';

export const RoundHead = ({ round }: { readonly round: RoundReport }) => {
  const { t, money, dateTime, time } = useWords();
  const may = useMay();
  const [isRight, setRight] = useState(false);
  const { game, table, tableName, currency, paid } = round;
  const fixed = correctedBy(round);
  const status = fixed?.fix === 'void' ? 'refunded' : round.status;
  return (
    <section className={classes(box.sheetBox, styles.roundHead)} aria-labelledby="round-title">
      <h2 id="round-title">
        {t('round.title', { game })}
        <span className={classes(frame.status, frame[status])} data-fate={status}>
          {t(`round.status.${status}`)}
        </span>
        {fixed !== undefined && (
          <span className={classes(sign.sign, sign.warn)}>{t('round.corrected')}</span>
        )}
      </h2>
      <dl className={layout.facts}>
        <dt>{t('round.table')}</dt>
        <dd>
          <a href={makePlace('table', table)}>{tableName}</a> · {table}
        </dd>
        <dt>{t('round.shoe')}</dt>
        <dd>{t('round.shoeAt', { shoe: round.shoe, round: round.roundInShoe })}</dd>
        <dt>{t('round.dealer')}</dt>
        <dd>{round.dealer ?? '–'}</dd>
        <dt>{t('round.when')}</dt>
        <dd>
          {dateTime(round.openedAtMs)}
          {round.endedAtMs !== null && ` – ${time(round.endedAtMs)}`}
        </dd>
        <dt>{t('round.staked')}</dt>
        <dd data-stakes={round.stakes}>{money(round.stakes, currency)}</dd>
        <dt>{t('round.paid')}</dt>
        <dd data-paid={paid ?? ''}>
          {paid === null ? '–' : money(paid, currency)}
          {paid !== null && (
            <span className={tones.dim}>
              {' '}
              {t('round.kept', {
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
          label={t('round.json')}
        />
        <Download
          path={`pit/rounds/${game}/export.csv`}
          name={`sabot-round-${game}.csv`}
          label={t('round.csv')}
        />
        {may.approve && (
          <button
            type="button"
            aria-expanded={isRight}
            data-do="put-right"
            onClick={() => setRight(!isRight)}
          >
            {t('round.putRight')}
          </button>
        )}
      </div>
      {isRight && (
        <PutRight
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
