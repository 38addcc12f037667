/**
 * Plays a table’s stream in a `<video>`: HLS (an address that ends in .m3u8), or WebRTC by WHEP
 * (any other).
 */
import { readToken } from '../studio/token.js';

export type Quality = 'auto' | 'low' | 'high';

interface Playing {
  /** Stops the stream and frees what it held. */
  readonly stop: () => void;
  /**
   * When the picture that is seen at `nowMs` was taken, both in ms since 1970; undefined where it
   * says nothing.
   */
  readonly takenAtMs: (nowMs: number) => number | undefined;
}

interface Watched {
  readonly video: HTMLVideoElement;
  readonly url: string;
  readonly quality: Quality;
  /** It cannot be played, or no longer. */
  readonly onFailed: () => void;
}

const isHls = (url: string): boolean => new URL(url, location.href).pathname.endsWith('.m3u8');

/**
 * A table’s streams in the order in which they are tried. WebRTC has one quality, so that a slow
 * line is better served by HLS.
 */
export const sourcesOf = (
  { videoUrl, whepUrl }: { readonly videoUrl: string | null; readonly whepUrl: string | null },
  quality: Quality,
): readonly string[] => {
  const urls = [whepUrl, videoUrl].filter((url) => url !== null);
  return quality === 'low' ? urls.toSorted((a, b) => Number(isHls(b)) - Number(isHls(a))) : urls;
};

export const playStream = (watched: Watched): Playing =>
  isHls(watched.url) ? playHls(watched) : playWhep(watched);

/** A page that nobody has touched yet may play no sound. Then it plays without sound. */
const start = async (video: HTMLVideoElement): Promise<void> => {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') throw error;
    video.muted = true;
    await video.play();
  }
};

/** Safari’s own player: the date at which its film begins. */
type Dated = HTMLVideoElement & { readonly getStartDate?: () => Date };

/** Two segments behind, and a little faster when it has fallen back. */
const NEAR = {
  lowLatencyMode: true,
  backBufferLength: 10,
  liveSyncDurationCount: 2,
  maxLiveSyncPlaybackRate: 1.1,
};

const playHls = ({ video, url, quality, onFailed }: Watched): Playing => {
  let stop = (): void => video.removeAttribute('src');
  let takenAtMs = (): number | undefined => {
    const beginMs = (video as Dated).getStartDate?.().getTime();
    return beginMs === undefined || Number.isNaN(beginMs)
      ? undefined
      : beginMs + video.currentTime * 1_000;
  };
  let isStopped = false;
  // The library’s own choice among qualities is worth its size. Only Safari must play without it.
  void import('hls.js/light').then(({ default: Hls }) => {
    if (isStopped) return;
    if (!Hls.isSupported()) {
      if (video.canPlayType('application/vnd.apple.mpegurl') === '') return onFailed();
      video.src = url;
      return void start(video).catch(onFailed);
    }
    const hls = new Hls(NEAR);
    stop = () => hls.destroy();
    takenAtMs = () => hls.playingDate?.getTime();
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
      if (fatal) onFailed();
    });
    hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
      if (quality === 'low') hls.autoLevelCapping = 0;
      if (quality === 'high') hls.currentLevel = levels.length - 1;
      void start(video).catch(() => undefined); // It may wait for a touch.
    });
    hls.loadSource(url);
    hls.attachMedia(video);
  }, onFailed);
  return {
    stop: () => {
      isStopped = true;
      stop();
    },
    takenAtMs: () => takenAtMs(),
  };
};

/**
 * WHEP: the page's offer goes up by HTTP, and the server’s answer comes back. The server chooses
 * the quality. The studio’s own token goes to the studio alone.
 */
const playWhep = ({ video, url, onFailed }: Watched): Playing => {
  const line = new RTCPeerConnection();
  const asked = new AbortController();
  const film = new MediaStream();
  const address = new URL(url, location.href);
  const headers = new Headers();
  const token = address.origin === location.origin ? readToken()?.token : undefined;
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  let opened: URL | undefined;
  let delayMs = 0;
  line.addTransceiver('video', { direction: 'recvonly' });
  line.addTransceiver('audio', { direction: 'recvonly' });
  line.ontrack = ({ track }) => {
    film.addTrack(track);
    video.srcObject = film;
    void start(video).catch(() => undefined);
  };
  line.onconnectionstatechange = () => {
    if (line.connectionState === 'failed' || line.connectionState === 'disconnected') onFailed();
  };
  const measure: VideoFrameRequestCallback = (_, { captureTime, expectedDisplayTime }) => {
    if (captureTime !== undefined) delayMs = Math.max(0, expectedDisplayTime - captureTime);
    if (!asked.signal.aborted) video.requestVideoFrameCallback(measure);
  };
  // Where the browser does not say when a frame was taken, it is taken to be of now.
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(measure);
  const open = async () => {
    await line.setLocalDescription(await line.createOffer());
    const answer = await fetch(address, {
      method: 'POST',
      headers: [...headers, ['content-type', 'application/sdp']],
      body: line.localDescription!.sdp,
      signal: asked.signal,
    });
    if (!answer.ok) throw new Error(`the stream is refused (${answer.status})`);
    const place = answer.headers.get('location');
    if (place !== null) opened = new URL(place, address);
    await line.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  };
  open().catch(() => {
    if (!asked.signal.aborted) onFailed();
  });
  const stop = (): void => {
    asked.abort();
    line.close();
    video.srcObject = null;
    if (opened?.origin !== address.origin) return;
    void fetch(opened, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
  };
  return { stop, takenAtMs: (nowMs) => nowMs - delayMs };
};
