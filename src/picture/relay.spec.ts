import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MediaStreamTrack, RTCPeerConnection, type RtpPacket, useOPUS, useVP8 } from 'werift';
import { systemClock } from '../platform/clock.js';
import { Relay } from './relay.js';
import { writePacket } from './rtp.js';

/** Of a line by UDP within one machine that is busy. */
const SOON = { timeout: 40_000, interval: 20 };
const VIEWERS = 2;
/** Before a camera that does not come through is given up. */
const WITHIN = { ...SOON, timeout: 10_000 };

let relay: Relay;
/** How much later it is for the relay than for the machine. */
let laterMs: number;
const lines: RTCPeerConnection[] = [];

beforeEach(() => {
  laterMs = 0;
  const machine = systemClock();
  const clock = { ...machine, nowMs: () => machine.nowMs() + laterMs };
  relay = new Relay({ clock, makeId: randomUUID, viewersMost: VIEWERS });
  relay.dealtBy('Dora');
});
afterEach(async () => {
  relay.close();
  for (const line of lines.splice(0)) await line.close();
});

const newLine = (): RTCPeerConnection => {
  const line = new RTCPeerConnection({
    codecs: { video: [useVP8()], audio: [useOPUS()] },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
    iceUseIpv6: false,
  });
  lines.push(line);
  return line;
};

const offerOf = async (line: RTCPeerConnection): Promise<string> => {
  await line.setLocalDescription(await line.createOffer());
  return line.localDescription!.sdp;
};

const answered = async (line: RTCPeerConnection, opened: object | string): Promise<string> => {
  const { id, answer } = opened as { readonly id: string; readonly answer: string };
  await line.setRemoteDescription({ type: 'answer', sdp: answer });
  await vi.waitFor(() => expect(line.connectionState).toBe('connected'), SOON);
  return id;
};

/** Somebody who watches, and what comes to them. */
const viewer = async () => {
  const line = newLine();
  const packets: RtpPacket[] = [];
  line.onTrack.subscribe((track) => {
    track.onReceiveRtp.subscribe((packet) => packets.push(packet));
  });
  line.addTransceiver('video', { direction: 'recvonly' });
  const id = await answered(line, await relay.watch(randomUUID(), await offerOf(line)));
  return { id, line, texts: () => packets.map(({ payload }) => payload.toString()) };
};

const camera = async (dealer: string) => {
  const line = newLine();
  const track = new MediaStreamTrack({ kind: 'video' });
  line.addTransceiver(track, { direction: 'sendonly' });
  const offer = await offerOf(line);
  const opened = await relay.publish(dealer, offer);
  if (typeof opened === 'string') return opened;
  await answered(line, opened);
  return { line, send: (text: string) => track.writeRtp(packetOf(text)) };
};

let sequence = 0;
const packetOf = (text: string): Buffer => {
  sequence += 1;
  const timestamp = sequence * 3_000;
  return writePacket({ sequence, timestamp, isMarked: true, payload: Buffer.from(text) });
};
const film = (text: string): void => relay.film('video', packetOf(text));

describe('the relay of a table', () => {
  it('passes the film on to all who watch', async () => {
    const [ada, bea] = [await viewer(), await viewer()];
    await vi.waitFor(() => {
      film('shoe');
      expect(ada.texts()).toContain('shoe');
      expect(bea.texts()).toContain('shoe');
    }, SOON);
  });

  it('takes no more viewers than it may, and gives a place that was left to the next', async () => {
    const ada = await viewer();
    await viewer();
    const late = newLine();
    late.addTransceiver('video', { direction: 'recvonly' });
    const offer = await offerOf(late);
    expect(await relay.watch('Cleo', offer)).toBe('full');
    expect(relay.leave(ada.id)).toBe(true);
    expect(relay.leave(ada.id)).toBe(false);
    const opened = await relay.watch('Cleo', offer);
    expect(typeof opened === 'string' ? opened : opened.answer).toContain('m=video');
  });

  it('gives nobody more than two places, so that there are some for others', async () => {
    const large = new Relay({ clock: systemClock(), makeId: randomUUID });
    const line = newLine();
    line.addTransceiver('video', { direction: 'recvonly' });
    const offer = await offerOf(line);
    const opened = [await large.watch('Ada', offer), await large.watch('Ada', offer)];
    expect(opened.map((each) => typeof each)).toEqual(['object', 'object']);
    expect(await large.watch('Ada', offer)).toBe('full');
    expect(typeof (await large.watch('Bea', offer))).toBe('object');
    large.close();
  });

  it('keeps no place for what is no offer', async () => {
    expect(await relay.watch('Cleo', 'a cup of tea')).toBe('bad_offer');
    expect(relay.viewers).toBe(0);
  });

  it('keeps the camera that it has where another offer is none', async () => {
    const { texts } = await viewer();
    const dealers = await camera('Dora');
    if (typeof dealers === 'string') return expect(dealers).toBe('a camera');
    expect(await relay.publish('Dora', 'a cup of tea')).toBe('bad_offer');
    await vi.waitFor(() => {
      dealers.send('hands');
      expect(texts()).toContain('hands');
    }, SOON);
  });

  it('shows the dealer’s camera in place of the film, as one stream', async () => {
    const { texts } = await viewer();
    await vi.waitFor(() => {
      film('drawn');
      expect(texts()).toContain('drawn');
    }, SOON);
    const dealers = await camera('Dora');
    if (typeof dealers === 'string') return expect(dealers).toBe('a camera');
    await vi.waitFor(() => {
      dealers.send('hands');
      expect(texts()).toContain('hands');
    }, SOON);
    await vi.waitFor(() => {
      film('not seen');
      dealers.send('more hands');
      expect(texts()).toContain('more hands');
    }, SOON);
    expect(texts()).not.toContain('not seen');
    relay.dealtBy('Dino');
    await vi.waitFor(() => {
      film('drawn again');
      expect(texts()).toContain('drawn again');
    }, SOON);
  });

  it('passes the film on until the camera has come through', async () => {
    const { texts } = await viewer();
    const line = newLine();
    line.addTransceiver(new MediaStreamTrack({ kind: 'video' }), { direction: 'sendonly' });
    // The dealer’s page has the answer, and no way to the relay.
    expect(typeof (await relay.publish('Dora', await offerOf(line)))).toBe('object');
    await vi.waitFor(() => {
      film('drawn meanwhile');
      expect(texts()).toContain('drawn meanwhile');
    }, WITHIN);
  });

  it('shows the film again where the camera has fallen silent', async () => {
    const { texts } = await viewer();
    const dealers = await camera('Dora');
    if (typeof dealers === 'string') return expect(dealers).toBe('a camera');
    await vi.waitFor(() => {
      dealers.send('hands');
      expect(texts()).toContain('hands');
    }, SOON);
    await vi.waitFor(() => {
      laterMs += 3_000; // Its machine was closed: the line is dead, and nobody has said so.
      film('drawn again');
      expect(texts()).toContain('drawn again');
    }, SOON);
    await vi.waitFor(() => {
      dealers.send('hands again');
      expect(texts()).toContain('hands again');
    }, SOON);
  });

  it('takes the camera of nobody but the dealer', async () => {
    expect(await camera('Dino')).toBe('not_the_dealer');
    relay.dealtBy(null);
    expect(await camera('Dora')).toBe('not_the_dealer');
  });
});
