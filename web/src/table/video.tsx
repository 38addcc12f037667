/**
 * The table’s picture. Where it does not come, or freezes, the next of its streams is tried. After
 * the last one the classic view takes its place, and the first is tried again, ever less often.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Quality, playStream } from './stream.js';
import { volume, volumeNow } from './volume.js';

interface Props {
  /** In the order in which they are tried. */
  readonly urls: readonly string[];
  readonly quality: Quality;
  readonly hasSound: boolean;
  /** Whether there is a picture to see. */
  readonly onSeen: (isSeen: boolean) => void;
  /** When what is seen now was taken, ms since 1970. Undefined where that is not known. */
  readonly onTaken: (atMs: number | undefined) => void;
  /** The studio’s clock. */
  readonly nowMs: () => number;
}

/** Without a new picture for this long, the stream has failed. */
const PATIENCE_MS = 8_000;
const AGAIN_AFTER_MS = 15_000;
const AGAIN_MOST_MS = 300_000;

export const Video = ({ urls, quality, hasSound, onSeen, onTaken, nowMs }: Props) => {
  const { t } = useTranslation();
  const element = useRef<HTMLVideoElement>(null);
  /** How often a stream was begun, and how often in a row none of them came. */
  const [{ tries, failures }, setTries] = useState({ tries: 0, failures: 0 });
  const url = urls[tries % urls.length]!;
  const isLast = tries % urls.length === urls.length - 1;
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    const fail = () => {
      clearInterval(watch);
      onSeen(false);
      onTaken(undefined);
      const pauseMs = isLast ? Math.min(AGAIN_MOST_MS, AGAIN_AFTER_MS * 2 ** failed) : 0;
      const next = { tries: tries + 1, failures: isLast ? failed + 1 : failed };
      again ??= setTimeout(() => setTries(next), pauseMs);
    };
    let failed = failures;
    // Whoever looks at the page again, or has a network again, need not wait for the next try.
    const tryNow = () => {
      if (again === undefined || document.hidden) return;
      clearTimeout(again);
      setTries({ tries: tries + 1, failures: 0 });
    };
    const back = new AbortController();
    document.addEventListener('visibilitychange', tryNow, { signal: back.signal });
    window.addEventListener('online', tryNow, { signal: back.signal });
    const playing = playStream({ video, url, quality, onFailed: fail });
    let lastTime = 0;
    let movedAtMs = performance.now();
    const watch = setInterval(() => {
      if (video.currentTime !== lastTime) {
        lastTime = video.currentTime;
        movedAtMs = performance.now();
        failed = 0;
        onSeen(true);
        onTaken(playing.takenAtMs(nowMs()));
      } else if (performance.now() - movedAtMs > PATIENCE_MS) fail();
    }, 500);
    return () => {
      clearInterval(watch);
      clearTimeout(again);
      back.abort();
      playing.stop();
      onSeen(false);
      onTaken(undefined);
    };
  }, [url, isLast, quality, tries, failures, onSeen, onTaken, nowMs]);
  const percent = useStore(volume, (now) => now.percent) ?? volumeNow();
  useEffect(() => {
    if (element.current !== null) element.current.volume = percent / 100;
  }, [percent]);
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
    <video
      ref={element}
      data-url={url}
      muted={!hasSound}
      playsInline
      autoPlay
      aria-label={t('stage.video')}
    />
  );
};
