/** The page’s language, kept in this browser. */
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, speak } from '../i18n/index.js';
import styles from './language-switch.module.css';
import { browserKeeps } from '../browser-keeps.js';

const NAMES = { en: 'English', it: 'Italiano' } as const;
const KEY = 'sabot.language';

export const chooseLanguage = (language: Language): void => {
  browserKeeps.setItem(KEY, language);
  void speak(language);
};

export const LanguageSwitch = () => {
  const { t, i18n } = useTranslation('staff');
  return (
    <div className={styles.languages} role="group" aria-label={t('language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => chooseLanguage(language)}
        >
          {NAMES[language]}
        </button>
      ))}
    </div>
  );
};
