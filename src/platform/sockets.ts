/**
 * The studio's socket server. It is made with the studio, so that whatever needs its connections
 * can ask for it. It listens once the HTTP server is there.
 */
import { type Namespace, Server } from 'socket.io';
import { RoomAdapter } from './room-adapter.js';

/** The token under which Nest provides the studio's socket server. */
export const SOCKETS = Symbol('Sockets');

const ENTERED_WITHIN_MS = 10_000;

/**
 * A table's own numbers recover what a connection missed, so socket.io's recovery is off. A
 * connection that has entered no namespace within `enteredWithinMs` is ended.
 */
export const createSockets = (
  enteredWithinMs = ENTERED_WITHIN_MS,
  nowMs = () => performance.now(),
): Server => {
  class TimedAdapter extends RoomAdapter {
    constructor(namespace: Namespace) {
      super(namespace, nowMs);
    }
  }
  const sockets = new Server({
    perMessageDeflate: false,
    serveClient: false,
    adapter: TimedAdapter,
    maxHttpBufferSize: 16 * 1024,
    connectTimeout: enteredWithinMs,
    cors: { origin: true },
  });
  // Everybody comes in by a namespace with a guard. The one that socket.io opens by itself lets
  // nobody in.
  sockets.of('/').use((_socket, next) => next(new Error('not_signed_in')));
  return sockets;
};
