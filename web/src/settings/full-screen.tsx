/**
 * Gives the whole screen to the table, and takes it back. Where the browser cannot, there is
 * nothing to press.
 */
import { useSyncExternalStore } from 'react';
import { isFullScreen, turnFullScreen, watchFullScreen } from '../table/whole-screen.js';
import { useSettingsWords } from './words.js';
import styles from './full-screen.module.css';

export const FullScreen = ({ onDone }: { readonly onDone: () => void }) => {
  const own = useSettingsWords();
  const isOn = useSyncExternalStore(watchFullScreen, isFullScreen);
  if (!document.fullscreenEnabled) return null;
  const turn = async () => {
    await turnFullScreen();
    onDone();
  };
  return (
    <button
      type="button"
      className={styles.fullScreen}
      aria-pressed={isOn}
      onClick={() => void turn()}
    >
      {own(isOn ? 'leaveFullScreen' : 'fullScreen')}
    </button>
  );
};
