/** What is seen and heard: the picture, the drawn table, the sounds. */
import { useTranslation } from 'react-i18next';
import { useSettings } from '../studio/settings-store.js';
import { Choice } from './choice.js';
import { Switch } from './switch.js';

const QUALITIES = ['auto', 'low', 'high'] as const;

interface Given {
  /** Whether the table has a picture at all. */
  readonly hasVideo: boolean;
}

export const ViewSettings = ({ hasVideo }: Given) => {
  const { t } = useTranslation();
  const { settings, change } = useSettings();
  const { video, videoQuality, videoSound, gameSounds, classicView } = settings;
  return (
    <section aria-labelledby="settings-view">
      <h3 id="settings-view">{t('settings.view')}</h3>
      <Switch
        name="video"
        label={t('settings.video')}
        note={hasVideo ? undefined : t('settings.noVideo')}
        isOn={video}
        onChange={(isOn) => change({ video: isOn })}
      />
      <Choice
        name="videoQuality"
        label={t('settings.videoQuality')}
        value={videoQuality}
        values={QUALITIES.map((value) => ({ value, text: t(`settings.quality.${value}`) }))}
        isFixed={!video}
        onChange={(quality) => change({ videoQuality: quality })}
      />
      <Switch
        name="videoSound"
        label={t('settings.videoSound')}
        isOn={videoSound}
        isFixed={!video}
        onChange={(isOn) => change({ videoSound: isOn })}
      />
      <Switch
        name="gameSounds"
        label={t('settings.gameSounds')}
        isOn={gameSounds}
        onChange={(isOn) => change({ gameSounds: isOn })}
      />
      <Switch
        name="classicView"
        label={t('settings.classicView')}
        note={t('settings.classicViewNote')}
        isOn={classicView}
        onChange={(isOn) => change({ classicView: isOn })}
      />
    </section>
  );
};
