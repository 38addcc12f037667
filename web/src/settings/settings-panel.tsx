/** The player’s settings. Every change holds at once, and wherever the player comes in next. */
import { useTranslation } from 'react-i18next';
import { DeckChoice } from '../decks/deck-choice.js';
import { FaultNote } from '../history/fault-note.js';
import { LANGUAGES, preferredLanguage } from '../i18n/index.js';
import type { PanelProps } from '../panels/panel-props.js';
import { settingsOf, useSettings } from '../studio/settings-store.js';
import { useSeat, useStudio } from '../studio/use-studio.js';
import { BetSettings } from './bet-settings.js';
import { Choice } from './choice.js';
import { FullScreen } from './full-screen.js';
import { ViewSettings } from './view-settings.js';
import { useSettingsWords } from './words.js';
import notes from '../look/notes.module.css';
import styles from './settings-panel.module.css';

/** Each in its own language, so that whoever needs it can read it. */
const NAMES = { en: 'English', it: 'Italiano' } as const;

const SettingsPanel = ({ seat, onClose }: PanelProps) => {
  const { t, i18n } = useTranslation();
  const own = useSettingsWords();
  const studio = useStudio();
  const { isRead, fault, change } = useSettings();
  const hasVideo = useSeat(
    seat,
    ({ copy }) => (copy?.settings.videoUrl ?? copy?.settings.whepUrl ?? null) !== null,
  );
  if (!isRead && fault === undefined) {
    return (
      <p className={notes.nothing} role="status">
        {t('menu.loading')}
      </p>
    );
  }
  if (!isRead && fault !== undefined) {
    return <FaultNote fault={fault} onAgain={() => void settingsOf(studio).read()} />;
  }
  return (
    <div className={styles.settings}>
      {fault !== undefined && (
        <>
          <p className={styles.putBack}>{own('putBack')}</p>
          <FaultNote fault={fault} />
        </>
      )}
      <section>
        <Choice
          name="language"
          label={own('language')}
          value={preferredLanguage(i18n.language)}
          values={LANGUAGES.map((value) => ({ value, text: NAMES[value], lang: value }))}
          onChange={(language) => change({ language })}
        />
      </section>
      <BetSettings seat={seat} />
      <ViewSettings hasVideo={hasVideo} />
      <section aria-labelledby="settings-decks">
        <h3 id="settings-decks">{own('decks')}</h3>
        <DeckChoice />
      </section>
      <FullScreen onDone={onClose} />
    </div>
  );
};
export default SettingsPanel;
