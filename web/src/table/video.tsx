/**
 * The table’s picture. Where it does not come, or freezes, the classic view takes its place until
 * it is tried again.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Quality, playStream } from './stream.js';

interface Props {
  readonly url: string;
  readonly quality: Quality;
  readonly hasSound: boolean;
  /** Whether there is a picture to see. */
  readonly onSeen: (isSeen: boolean) => void;
}

/** Without a new picture for this long, the stream has failed. */
const PATIENCE_MS = 8_000;
const TRY_AGAIN_MS = 30_000;

export const Video = ({ url, quality, hasSound, onSeen }: Props) => {
  const { t } = useTranslation();
  const element = useRef<HTMLVideoElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    const fail = () => {
      clearInterval(watch);
      onSeen(false);
      again ??= setTimeout(() => setTries((count) => count + 1), TRY_AGAIN_MS);
    };
    const stop = playStream({ video, url, quality, onFailed: fail });
    let lastTime = 0;
    let movedAtMs = performance.now();
    const watch = setInterval(() => {
      if (video.currentTime !== lastTime) {
        lastTime = video.currentTime;
        movedAtMs = performance.now();
        onSeen(true);
      } else if (performance.now() - movedAtMs > PATIENCE_MS) fail();
    }, 500);
    return () => {
      clearInterval(watch);
      clearTimeout(again);
      stop();
      onSeen(false);
    };
  }, [url, quality, tries, onSeen]);
  // Where the browser allowed no sound before a touch, the first one starts it.
  useEffect(() => {
    if (!hasSound) return undefined;
    const touched = new AbortController();
    const sound = () => {
      if (element.current !== null) element.current.muted = false;
      touched.abort();
    };
    for (const event of ['click', 'keydown'])
      document.addEventListener(event, sound, { signal: touched.signal });
    return () => touched.abort();
  }, [hasSound]);
  return (
    <video ref={element} muted={!hasSound} playsInline autoPlay aria-label={t('stage.video')} />
  );
};
