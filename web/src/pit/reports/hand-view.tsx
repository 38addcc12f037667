/**
 * A whole hand of a solo game: whose it is and what it moved, card by card with the check of its
 * proof, and its steps with their money and their place in the log.
 */
import { Suspense, lazy, useState } from 'react';
import type { HandReport } from '../../../../src/protocol/solo-report.js';
import { classes } from '../../classes.js';
import { CheckDeal } from '../../solo/check-deal.js';
import { withoutEval } from '../../solo/without-eval.js';
import { VoidHand } from '../amend/void-hand.js';
import { makePlace } from '../place.js';
import { useMay } from '../use-pit.js';
import { HandSteps } from './hand-steps.js';
import { useReportWords } from './words.js';
import box from '../look/box.module.css';
import layout from '../look/layout.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './hand-view.module.css';

const HandReplay = lazy(async () => {
  withoutEval();
  return { default: (await import('../../solo/history/hand-replay.js')).HandReplay };
});

const SIGNS = { in_play: 'warn', over: 'good', void: 'bad' } as const;

export const HandView = ({ hand }: { readonly hand: HandReport }) => {
  const { t, own, money, dateTime } = useReportWords();
  const proven = hand.check === null ? 'unshown' : hand.check === 'holds' ? 'holds' : 'fails';
  const { currency, proof } = hand;
  const may = useMay();
  const [isVoiding, setVoiding] = useState(false);
  return (
    <article
      className={layout.stack}
      data-hand={hand.hand}
      data-status={hand.status}
      data-proof={proven}
      aria-labelledby="hand-title"
    >
      <section className={box.sheetBox}>
        <h2 id="hand-title">
          {own(`solo.games.${hand.game}`)} {hand.hand}{' '}
          <span className={classes(sign.sign, sign[SIGNS[hand.status]])}>
            {own(`solo.status.${hand.status}`)}
          </span>
        </h2>
        <dl className={layout.facts}>
          <dt>{own('solo.player')}</dt>
          <dd>
            <a href={makePlace('players', hand.player)}>{hand.name}</a>
          </dd>
          <dt>{own('solo.last')}</dt>
          <dd>{dateTime(hand.actedAtMs)}</dd>
          <dt>{own('solo.steps.taken')}</dt>
          <dd data-taken={hand.taken}>{money(hand.taken, currency)}</dd>
          <dt>{own('solo.steps.paid')}</dt>
          <dd data-paid={hand.paid}>
            {hand.status === 'in_play' ? '–' : money(hand.paid, currency)}
          </dd>
          <dt>{own('solo.rules')}</dt>
          <dd>{hand.rules}</dd>
          <dt>{own('solo.commitment')}</dt>
          <dd>{hand.commitment}</dd>
        </dl>
      </section>
      <div className={classes(layout.columns, styles.parts)}>
        <section className={box.sheetBox}>
          <Suspense fallback={<p className={tones.dim}>{t('reading')}</p>}>
            <HandReplay hand={hand} money={(value) => money(value, currency)} reader="pit" />
          </Suspense>
        </section>
        <div className={layout.stack}>
          <section className={box.sheetBox}>
            <p className={proven === 'fails' ? tones.alarmed : undefined}>
              {own(
                `solo.proof.${proven === 'holds' && hand.status === 'void' ? 'holdsVoid' : proven}`,
              )}
            </p>
            {proof !== null && (
              <CheckDeal
                hand={hand.hand}
                proof={() => Promise.resolve(proof)}
                committed={hand.commitment}
              />
            )}
          </section>
          <HandSteps hand={hand} />
          {may.act && hand.status !== 'void' && (
            <section className={box.sheetBox}>
              <button
                type="button"
                aria-expanded={isVoiding}
                data-do="void"
                onClick={() => setVoiding(!isVoiding)}
              >
                {isVoiding ? t('cancel') : t('kind.void_hand')}
              </button>
              {isVoiding && <VoidHand hand={hand.hand} currency={currency} />}
            </section>
          )}
        </div>
      </div>
    </article>
  );
};
