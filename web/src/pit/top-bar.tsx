/** Whose shift it is, what time it is, and whether the connection to the studio works. */
import { LANGUAGES, type Language, speak } from '../i18n/index.js';
import { makePlace } from './place.js';
import { useCalls } from './use-calls.js';
import { useNow } from './use-now.js';
import { useLine, usePit } from './use-pit.js';
import { useWords } from './use-words.js';
import styles from './top-bar.module.css';
import { browserKeeps } from '../browser-keeps.js';

export const TopBar = () => {
  const { t } = useWords();
  const pit = usePit();
  const { who } = pit;
  const { isLoud, setLoud } = useCalls();
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
      <button type="button" aria-pressed={isLoud} data-do="sound" onClick={() => setLoud(!isLoud)}>
        {t(isLoud ? 'sound.on' : 'sound.off')}
      </button>
      <LanguageChoice />
      <button type="button" data-do="sign-out" onClick={() => pit.signOut()}>
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
    browserKeeps.setItem('sabot.language', chosen);
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
