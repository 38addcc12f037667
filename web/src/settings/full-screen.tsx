/**
 * Gives the whole screen to the table, and takes it back. Where the browser cannot, there is
 * nothing to press.
 */
import { useSyncExternalStore } from 'react';
import { useSettingsWords } from './words.js';
import styles from './full-screen.module.css';

const isFull = (): boolean => document.fullscreenElement !== null;

const watch = (look: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', look);
  return () => document.removeEventListener('fullscreenchange', look);
};

export const FullScreen = ({ onDone }: { readonly onDone: () => void }) => {
  const own = useSettingsWords();
  const isOn = useSyncExternalStore(watch, isFull);
  if (!document.fullscreenEnabled) return null;
  const turn = async () => {
    // The browser may refuse. The table stays as it is.
    await (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => undefined,
    );
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
