/**
 * What became of stakes that did not get their answer: orders of this tab that were not answered,
 * and what a wallet was asked for, that stood in no hand and goes back.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ReturnedStake, ReturnedStakesPage } from '../../../../src/protocol/hand-history.js';
import { PagedList } from '../../history/paged-list.js';
import { type Page, Pages } from '../../history/pages.js';
import { dayAndTimeText, timeText } from '../../history/time.js';
import { useHistoryWords } from '../../history/words.js';
import { moneyText } from '../../money.js';
import { readHttp } from '../../studio/http.js';
import { unansweredOrders } from '../unanswered-orders.js';
import { useSoloWords } from '../words.js';
import styles from '../../history/unanswered-bets.module.css';

export const UnansweredOrders = () => {
  const { i18n } = useTranslation();
  const own = useSoloWords();
  const ofHistory = useHistoryWords();
  const lost = [...unansweredOrders()].reverse();
  if (lost.length === 0) return null;
  return (
    <section className={styles.unanswered} aria-label={own('history.unanswered')}>
      <h3>{own('history.unanswered')}</h3>
      <ul>
        {lost.map(({ id, game, hand, kind, atMs, outcome }) => (
          <li key={id} data-order={id} data-outcome={outcome}>
            <span>
              {timeText(atMs, i18n.language)} · {own(`game.${game}`)} {hand}
            </span>
            <span>{own(`button.${kind === 'draw' ? 'card' : kind}`)}</span>
            <strong>
              {outcome === 'stands'
                ? own('history.stands')
                : ofHistory(`outcome.${outcome ?? 'unknown'}`)}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
};

const readStakes = async (before: string | undefined): Promise<Page<ReturnedStake>> => {
  const { stakes, next } = await readHttp<ReturnedStakesPage>('me/returned-stakes', {
    query: { before, limit: 20 },
  });
  return { items: stakes, next };
};

/** Nothing is shown of it where there is none. */
export const ReturnedStakes = ({ currency }: { readonly currency: string }) => {
  const own = useSoloWords();
  const [pages] = useState(() => new Pages<ReturnedStake>(readStakes, ({ id }) => id));
  const { items } = useStore(pages.store);
  useEffect(() => void pages.more(), [pages]);
  if (items.length === 0) return null;
  return (
    <section className={styles.unanswered} aria-label={own('history.returned')}>
      <h3>{own('history.returned')}</h3>
      <PagedList pages={pages} nothing={own('history.nothing')}>
        {(stakes) => (
          <ul>
            {stakes.map((stake) => (
              <Stake key={stake.id} stake={stake} currency={stake.currency ?? currency} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
};

interface StakeProps {
  readonly stake: ReturnedStake;
  readonly currency: string;
}

const Stake = ({ stake, currency }: StakeProps) => {
  const { i18n } = useTranslation();
  const own = useSoloWords();
  const { id, game, hand, amount, askedAtMs, status, endedAtMs } = stake;
  return (
    <li data-stake={id} data-status={status}>
      <span>
        {dayAndTimeText(askedAtMs, i18n.language)} · {own(`game.${game}`)} {hand}
      </span>
      <span>{moneyText(BigInt(amount), currency, i18n.language)}</span>
      <strong>
        {own(`history.stake.${status}`)}{' '}
        {endedAtMs !== null && dayAndTimeText(endedAtMs, i18n.language)}
      </strong>
    </li>
  );
};
