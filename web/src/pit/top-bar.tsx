/** Whose shift it is, what time it is, and whether the connection to the studio works. */
import { useEffect } from 'react';
import { LANGUAGES, type Language, speak } from '../i18n/index.js';
import { makePlace } from './place.js';
import { useNow } from './use-now.js';
import { useCases, useLine, usePit } from './use-pit.js';
import { useWords } from './use-words.js';
import styles from './top-bar.module.css';

export const TopBar = () => {
  const { t } = useWords();
  const pit = usePit();
  const { who } = pit;
  useTitle();
  return (
    <header className={styles.top} data-part="top">
      <b className={styles.brand}>Sabot</b>
      <span>{t('pit')}</span>
      <Clock />
      <ConnectionStatusLine />
      <span className={styles.who}>
        <a href={makePlace('own')}>{who.name}</a>
        <small>{t(`role.${who.role}`)}</small>
      </span>
      <LanguageChoice />
      <button type="button" onClick={() => pit.signOut()}>
        {t('signOut')}
      </button>
    </header>
  );
};

const Clock = () => {
  const { time } = useWords();
  return <span className={styles.clock}>{time(useNow())}</span>;
};

const ConnectionStatusLine = () => {
  const { t } = useWords();
  const { connection } = usePit();
  const state = useLine((line) => line.state);
  if (state === 'connected') return null;
  const isEnded = state === 'ended' || state === 'refused';
  return (
    <span className={styles.line} role="alert" data-line={state}>
      {t(isEnded ? 'line.ended' : 'line.lost')}{' '}
      {isEnded && (
        <button type="button" onClick={() => connection.connect()}>
          {t('line.connect')}
        </button>
      )}
    </span>
  );
};

const LanguageChoice = () => {
  const { t, language } = useWords();
  const choose = (chosen: Language) => {
    localStorage.setItem('sabot.language', chosen);
    void speak(chosen);
  };
  return (
    <select
      aria-label={t('language')}
      value={language}
      onChange={(event) => choose(event.target.value as Language)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each}>
          {each.toUpperCase()}
        </option>
      ))}
    </select>
  );
};

/** A tab in the background shows what waits, too. */
const useTitle = (): void => {
  const { t } = useWords();
  const open = useCases(
    ({ incidents, approvals }) =>
      [...incidents.values()].filter(({ state }) => state === 'open').length +
      [...approvals.values()].filter(({ state }) => state === 'pending').length,
  );
  useEffect(() => {
    document.title = open > 0 ? `(${open}) Sabot · ${t('pit')}` : `Sabot · ${t('pit')}`;
  }, [open, t]);
};
