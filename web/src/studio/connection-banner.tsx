/**
 * Says that the connection is lost, why it was closed, and what became of bets whose answer was
 * lost.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { waysOut } from './launch.js';
import { sayToParent } from './parent-page.js';
import { useLine, useStudio } from './use-studio.js';
import { classes } from '../classes.js';
import banners from './banner.module.css';

const WHY = {
  second_login: 'line.secondLogin',
  disconnected: 'line.disconnected',
  token_expired: 'line.notSignedIn',
  not_signed_in: 'line.notSignedIn',
} as const;

export const ConnectionBanner = () => {
  const { t } = useTranslation();
  const studio = useStudio();
  const state = useLine((line) => line.state);
  const isSilent = useLine(({ quality }) => quality === 'lost');
  const reason = useLine((line) => line.reason);
  const note = useLine((line) => line.note);
  const outcomes = useLine((line) => line.outcomes);
  const [{ returnUrl }] = useState(waysOut);
  if (state === 'ended' || state === 'refused') {
    // Whoever was launched gets a new token by another launch alone.
    const isToReturn = reason === 'not_signed_in' && returnUrl !== null;
    const why = reason in WHY ? WHY[reason as keyof typeof WHY] : 'line.ended';
    return (
      <div className={classes(banners.banner, banners.bad)} role="alert" data-reason={reason}>
        {t(why)}
        {note !== '' && <q>{note}</q>}
        {isToReturn ? (
          <a href={returnUrl} onClick={() => sayToParent({ kind: 'return' })}>
            {t('table.toOperator')}
          </a>
        ) : (
          <button type="button" onClick={() => studio.client.connection.connect()}>
            {t(reason === 'second_login' ? 'line.playHere' : 'line.again')}
          </button>
        )}
      </div>
    );
  }
  const isNew = state === 'connecting';
  if (isSilent) {
    return (
      <div
        className={classes(banners.banner, banners.warn)}
        role="status"
        data-line={isNew ? 'connecting' : 'lost'}
      >
        {t(isNew ? 'line.connecting' : 'line.lost')}
      </div>
    );
  }
  if (outcomes.length === 0) return null;
  const stood = outcomes.filter(({ outcome }) => outcome === 'stands').length;
  const missing = outcomes.length - stood;
  return (
    <div className={banners.banner} role="status" data-stood={stood} data-missing={missing}>
      {t('line.outcomes', { stood, missing })}
      <button type="button" onClick={() => studio.seenOutcomes()}>
        {t('line.seen')}
      </button>
    </div>
  );
};
