/**
 * Plays a table’s stream in a `<video>`: HLS (an address that ends in .m3u8), or WebRTC by WHEP
 * (any other).
 */

export type Quality = 'auto' | 'low' | 'high';

/** Stops the stream and frees what it held. */
type Stop = () => void;

interface Watched {
  readonly video: HTMLVideoElement;
  readonly url: string;
  readonly quality: Quality;
  /** It cannot be played, or no longer. */
  readonly onFailed: () => void;
}

export const playStream = (watched: Watched): Stop =>
  new URL(watched.url, location.href).pathname.endsWith('.m3u8')
    ? playHls(watched)
    : playWhep(watched);

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

const playHls = ({ video, url, quality, onFailed }: Watched): Stop => {
  let stop: Stop = () => video.removeAttribute('src');
  let isStopped = false;
  // The library’s own choice among qualities is worth its size. Only Safari must play without it.
  void import('hls.js/light').then(({ default: Hls }) => {
    if (isStopped) return;
    if (!Hls.isSupported()) {
      if (video.canPlayType('application/vnd.apple.mpegurl') === '') return onFailed();
      video.src = url;
      return void start(video).catch(onFailed);
    }
    const hls = new Hls({ lowLatencyMode: true, backBufferLength: 10 });
    stop = () => hls.destroy();
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
  return () => {
    isStopped = true;
    stop();
  };
};

/**
 * WHEP: the page's offer goes up by HTTP, and the server’s answer comes back. The server chooses
 * the quality.
 */
const playWhep = ({ video, url, onFailed }: Watched): Stop => {
  const line = new RTCPeerConnection();
  const asked = new AbortController();
  line.addTransceiver('video', { direction: 'recvonly' });
  line.addTransceiver('audio', { direction: 'recvonly' });
  line.ontrack = ({ streams }) => {
    video.srcObject = streams[0] ?? null;
    void start(video).catch(() => undefined);
  };
  line.onconnectionstatechange = () => {
    if (line.connectionState === 'failed' || line.connectionState === 'disconnected') onFailed();
  };
  const open = async () => {
    await line.setLocalDescription(await line.createOffer());
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: line.localDescription!.sdp,
      signal: asked.signal,
    });
    if (!answer.ok) throw new Error(`the stream is refused (${answer.status})`);
    await line.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  };
  open().catch(() => {
    if (!asked.signal.aborted) onFailed();
  });
  return () => {
    asked.abort();
    line.close();
    video.srcObject = null;
  };
};
