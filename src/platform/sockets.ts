/**
 * The studio's socket server. It is made with the studio, so that whatever needs its connections
 * can ask for it. It listens once the HTTP server is there.
 */
import { Server } from 'socket.io';

/** The token under which Nest provides the studio's socket server. */
export const SOCKETS = Symbol('Sockets');

/** A table's own numbers recover what a connection missed, so socket.io's recovery is off. */
export const createSockets = (): Server => {
  const sockets = new Server({
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: 16 * 1024,
    cors: { origin: true },
  });
  // Everybody comes in by a namespace with a guard. The one that socket.io opens by itself lets
  // nobody in.
  sockets.of('/').use((_socket, next) => next(new Error('not_signed_in')));
  return sockets;
};
