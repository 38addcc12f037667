/** What is seen and heard: the picture, the drawn table, the sounds. */
import { useSettings } from '../studio/settings-store.js';
import { Choice } from './choice.js';
import { Switch } from './switch.js';
import { VolumeSlider } from './volume-slider.js';
import { useSettingsWords } from './words.js';

const QUALITIES = ['auto', 'low', 'high'] as const;

interface Props {
  /** Whether the table has a picture at all. */
  readonly hasVideo: boolean;
}

export const ViewSettings = ({ hasVideo }: Props) => {
  const own = useSettingsWords();
  const { settings, change } = useSettings();
  const { video, videoQuality, videoSound, gameSounds, classicView, inStep } = settings;
  return (
    <section aria-labelledby="settings-view">
      <h3 id="settings-view">{own('view')}</h3>
      <Switch
        name="video"
        label={own('video')}
        note={hasVideo ? undefined : own('noVideo')}
        isOn={video}
        onChange={(isOn) => change({ video: isOn })}
      />
      <Choice
        name="videoQuality"
        label={own('videoQuality')}
        value={videoQuality}
        values={QUALITIES.map((value) => ({ value, text: own(`quality.${value}`) }))}
        isFixed={!video}
        onChange={(quality) => change({ videoQuality: quality })}
      />
      <Switch
        name="inStep"
        label={own('inStep')}
        note={own('inStepNote')}
        isOn={inStep}
        isFixed={!video}
        onChange={(isOn) => change({ inStep: isOn })}
      />
      <Switch
        name="videoSound"
        label={own('videoSound')}
        isOn={videoSound}
        isFixed={!video}
        onChange={(isOn) => change({ videoSound: isOn })}
      />
      <Switch
        name="gameSounds"
        label={own('gameSounds')}
        isOn={gameSounds}
        onChange={(isOn) => change({ gameSounds: isOn })}
      />
      <VolumeSlider isFixed={!gameSounds && !videoSound} />
      <Switch
        name="classicView"
        label={own('classicView')}
        note={own('classicViewNote')}
        isOn={classicView}
        onChange={(isOn) => change({ classicView: isOn })}
      />
    </section>
  );
};
