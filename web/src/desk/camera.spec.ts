/** A desk’s camera whose picture is lost is started again once, and then waits for the dealer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeskCamera } from './camera.js';

class Line {
  connectionState = 'new';
  localDescription = { sdp: 'offer' };
  onconnectionstatechange: (() => void) | undefined;

  constructor() {
    lines.push(this);
  }

  becomes(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }

  addTransceiver(): void {}
  close(): void {}
  createOffer(): Promise<object> {
    return Promise.resolve({});
  }
  setLocalDescription(): Promise<void> {
    return Promise.resolve();
  }
  setRemoteDescription(): Promise<void> {
    return Promise.resolve();
  }
}

let lines: Line[];
let waiting: (() => void)[];
let status: number;
let camera: DeskCamera;

beforeEach(() => {
  [lines, waiting, status] = [[], [], 201];
  vi.stubGlobal('RTCPeerConnection', Line);
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: () => Promise.resolve({ getTracks: () => [] }) },
  });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(status === 201 ? 'answer' : '', { status })),
  );
  camera = new DeskCamera('token', (then, ms) => {
    expect(ms).toBe(5_000);
    waiting.push(then);
    return () => (waiting = waiting.filter((each) => each !== then));
  });
});
afterEach(() => vi.unstubAllGlobals());

const state = () => camera.store.getState().state;
const goOn = () =>
  vi.waitFor(() => expect(waiting.splice(0).map((then) => then())).toHaveLength(1));

const uses = async () => {
  await camera.use('/whip');
  lines.at(-1)!.becomes('connected');
  expect(state()).toBe('on');
};

it.each(['disconnected', 'failed'])('is started again after the line is %s', async (how) => {
  await uses();
  lines[0]!.becomes(how);
  expect([state(), camera.isUsed]).toEqual(['lost', true]);
  await goOn();
  expect(state()).toBe('starting');
  lines[1]!.becomes('connected');
  expect(state()).toBe('on');
  lines[1]!.becomes('failed');
  expect(waiting, 'after the next loss, too').toHaveLength(1);
});

it('is started once for a loss: then the dealer is to see to it', async () => {
  await uses();
  lines[0]!.becomes('failed');
  status = 503;
  await goOn();
  await vi.waitFor(() => expect(state()).toBe('lost'));
  expect([waiting.length, camera.isUsed, lines.length]).toEqual([0, false, 2]);
});

it('of somebody who does not deal any more is not lost', async () => {
  await uses();
  lines[0]!.becomes('failed');
  status = 403;
  await goOn();
  await vi.waitFor(() => expect(state()).toBe('notTheDealer'));
  expect(waiting).toEqual([]);
});

it('that is stopped is not started again', async () => {
  await uses();
  lines[0]!.becomes('failed');
  camera.stop();
  expect([state(), camera.isUsed, waiting.length]).toEqual(['off', false, 0]);
});

it('that never came is not lost', async () => {
  status = 503;
  await camera.use('/whip');
  expect([state(), waiting.length]).toEqual(['refused', 0]);
});
