/** The whole screen for the table. The browser may refuse it: then the table stays as it is. */

export const isFullScreen = (): boolean => document.fullscreenElement !== null;

export const watchFullScreen = (look: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', look);
  return () => document.removeEventListener('fullscreenchange', look);
};

export const turnFullScreen = (): Promise<void> =>
  (isFullScreen() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
    () => undefined,
  );
