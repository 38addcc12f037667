/** How loud the sounds are on this device. Every step is heard at once. */
import { useId } from 'react';
import { useStore } from 'zustand';
import { play } from '../table/sounds.js';
import { setVolume, volume, volumeNow } from '../table/volume.js';
import setting from './setting.module.css';
import { useSettingsWords } from './words.js';

export const VolumeSlider = ({ isFixed }: { readonly isFixed: boolean }) => {
  const own = useSettingsWords();
  const id = useId();
  const percent = useStore(volume, (now) => now.percent) ?? volumeNow();
  return (
    <div className={setting.setting}>
      <label htmlFor={id}>{own('volume')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={10}
        value={percent}
        disabled={isFixed}
        data-setting="volume"
        aria-valuetext={`${percent}%`}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          setVolume(Number(target.value));
          play('chip');
        }}
      />
      <small id={`${id}-note`}>{own('volumeNote')}</small>
    </div>
  );
};
