/** On the stage: a button that opens the volume of this device, with a slider and mute. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { play } from './sounds.js';
import { setVolume, volume, volumeNow } from './volume.js';
import styles from './volume-control.module.css';

/** Where somebody who was silent wants to hear again. */
const AGAIN = 70;

export const VolumeControl = () => {
  const { t } = useTranslation();
  const percent = useStore(volume, (now) => now.percent) ?? volumeNow();
  const [isOpen, open] = useState(false);
  const [before, keep] = useState(percent || AGAIN);
  const isSilent = percent === 0;
  const mute = (isMute: boolean): void => {
    if (isMute) keep(percent || AGAIN);
    setVolume(isMute ? 0 : before);
  };
  return (
    <div
      className={styles.volume}
      data-part="volume"
      onKeyDown={(event) => event.key === 'Escape' && open(false)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || open(false)
      }
    >
      {isOpen && (
        <div className={styles.slider}>
          <label>
            <input
              type="checkbox"
              checked={isSilent}
              onChange={({ target }) => mute(target.checked)}
            />
            {t('volume.mute')}
          </label>
          <input
            type="range"
            min={0}
            max={100}
            step={10}
            value={percent}
            aria-label={t('volume.title')}
            onChange={({ target }) => {
              setVolume(Number(target.value));
              play('chip');
            }}
          />
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={isSilent ? t('volume.silent') : t('volume.title')}
        onClick={() => open(!isOpen)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M3 9H7L12 5V19L7 15H3Z" fill="currentColor" />
          <path
            d={isSilent ? 'M15 9L21 15M21 9L15 15' : 'M15 9Q17 12 15 15M17.5 6.5Q22 12 17.5 17.5'}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinecap="round"
          />
        </svg>
      </button>
    </div>
  );
};
