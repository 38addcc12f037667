/** Plays what was recorded of a table, by the time of day at which it was taken. */
import type HlsPlayer from 'hls.js/light';

export interface Recording {
  readonly stop: () => void;
  /** Shows the frame that was taken then, or the nearest that there is. */
  readonly seek: (atMs: number) => void;
  /** When the frame that is shown was taken, ms since 1970; undefined before there is one. */
  readonly takenAtMs: () => number | undefined;
}

interface Wanted {
  readonly video: HTMLVideoElement;
  readonly url: string;
  /** It has come, and can be sought in. */
  readonly onReady: () => void;
  /** Nothing is kept of this time, or it cannot be played. */
  readonly onFailed: () => void;
}

export const playRecording = ({ video, url, onReady, onFailed }: Wanted): Recording => {
  let hls: HlsPlayer | undefined;
  let isStopped = false;
  void import('hls.js/light').then(({ default: Hls }) => {
    if (isStopped) return;
    if (!Hls.isSupported()) return onFailed();
    const player = new Hls();
    hls = player;
    player.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) onFailed();
    });
    player.once(Hls.Events.LEVEL_LOADED, onReady);
    player.loadSource(url);
    player.attachMedia(video);
  }, onFailed);
  return {
    stop: () => {
      isStopped = true;
      hls?.destroy();
    },
    seek: (atMs) => {
      const parts = partsOf(hls);
      const part = parts.findLast(({ fromMs }) => fromMs <= atMs) ?? parts[0];
      if (part === undefined) return;
      const withinS = Math.max(0, Math.min(atMs - part.fromMs, part.forMs - 1)) / 1_000;
      video.currentTime = part.startS + withinS;
    },
    takenAtMs: () => {
      const part = partsOf(hls).findLast(({ startS }) => startS <= video.currentTime);
      return part && part.fromMs + (video.currentTime - part.startS) * 1_000;
    },
  };
};

/** Where each segment stands in the film, and when it was taken. */
const partsOf = (hls: HlsPlayer | undefined) =>
  (hls?.levels ?? [])
    .flatMap(({ details }) => details?.fragments ?? [])
    .map(({ start, duration, programDateTime }) => ({
      startS: start,
      forMs: duration * 1_000,
      fromMs: programDateTime ?? Number.NaN,
    }));
