/** Shown after a while of play: how long, how much, what came back. The player confirms it. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnLimits } from '../../../src/protocol/play-limits.js';
import { FaultNote } from '../history/fault-note.js';
import { moneyText } from '../money.js';
import { type HttpFault, changeHttp, faultOf } from '../studio/http.js';
import { sayToParent } from '../studio/parent-page.js';
import { AnsweredSheet } from './answered-sheet.js';
import { ASK_AGAIN } from './heed-refusal.js';
import { useSafetyWords } from './words.js';
import { classes } from '../classes.js';
import buttons from '../look/button.module.css';
import styles from '../table/ask-mode.module.css';

interface Props {
  readonly check: OwnLimits;
  readonly onConfirmed: () => void;
}

const MINUTE_MS = 60_000;

const RealityCheck = ({ check: { currency, realityCheck }, onConfirmed }: Props) => {
  const { i18n } = useTranslation();
  const own = useSafetyWords();
  const [fault, setFault] = useState<HttpFault>();
  const isShown = realityCheck !== null;
  const shownMs = realityCheck?.playedMs;
  useEffect(() => {
    if (shownMs !== undefined) sayToParent({ kind: 'reality_check', playedMs: shownMs });
  }, [shownMs]);
  useEffect(() => {
    if (!isShown) onConfirmed();
  }, [isShown, onConfirmed]);
  if (realityCheck === null) return null;
  const { playedMs, staked, returned } = realityCheck;
  const money = (value: bigint, signed = false) =>
    moneyText(value, currency, i18n.language, { signed });
  const goOn = async () => {
    try {
      await changeHttp('me/limits/reality-check', {}, 'POST');
      sayToParent({ kind: 'reality_check_confirmed' });
      onConfirmed();
      dispatchEvent(new Event(ASK_AGAIN));
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  return (
    <AnsweredSheet part="reality-check" title={own('check.title')}>
      <p>{own('check.played', { minutes: Math.floor(playedMs / MINUTE_MS) })}</p>
      <dl className={styles.figures} data-staked={staked} data-returned={returned}>
        <dt>{own('check.staked')}</dt>
        <dd>{money(BigInt(staked))}</dd>
        <dt>{own('check.returned')}</dt>
        <dd>{money(BigInt(returned))}</dd>
        <dt>{own('check.result')}</dt>
        <dd>{money(BigInt(returned) - BigInt(staked), true)}</dd>
      </dl>
      {fault !== undefined && <FaultNote fault={fault} />}
      <button
        type="button"
        className={classes(buttons.primary, styles.answer)}
        data-check="confirm"
        onClick={() => void goOn()}
      >
        {own('check.goOn')}
      </button>
    </AnsweredSheet>
  );
};
export default RealityCheck;
