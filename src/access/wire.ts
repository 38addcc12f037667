/**
 * The rules of a bare connection, below socket.io: it tries to enter one namespace, once, a
 * player's that of the solo games besides, and what it leaves unread is bounded.
 */

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';

/** What is used of engine.io's side of a connection. */
export interface Wire {
  on(event: 'packet' | 'packetCreate', listener: (packet: WirePacket) => void): unknown;
  on(event: 'flush' | 'close', listener: () => void): unknown;
  on(event: 'upgrade', listener: (transport: WireTransport) => void): unknown;
  close(discard?: boolean): unknown;
  readonly transport: WireTransport;
}

/** Its socket is a websocket, where it is one. */
interface WireTransport {
  readonly socket?: {
    terminate?(): void;
    on?(event: 'ping', listener: () => void): unknown;
    /** Bytes that wait for the client to read. */
    readonly bufferedAmount?: number;
  };
}

interface WirePacket {
  readonly type: string;
  readonly data?: string | { readonly byteLength: number } | undefined;
}

/** The first sign of socket.io's packets: asks to enter a namespace, and is refused there. */
const CONNECT = '0';
const ACK = '3';
const CONNECT_ERROR = '4';
const BINARY_ACK = '6';

/** Whoever has tried the first of these may try the second. */
const FIRST = '/player';
const BESIDE = '/solo';

/** A second try ends the connection before it is read, and so does the answer to a refused one. */
export const allowOneTry = (wire: Wire): void => {
  let tried: string | undefined;
  wire.on('packet', (packet) => {
    if (!isOf(packet, CONNECT)) return;
    const namespace = namespaceOf(packet);
    const isAllowed = tried === undefined || (tried === FIRST && namespace === BESIDE);
    tried = tried === undefined ? namespace : BESIDE;
    if (!isAllowed) wire.close(true);
  });
  wire.on('packetCreate', (packet) => {
    if (isOf(packet, CONNECT_ERROR)) setImmediate(() => wire.close());
  });
};

/**
 * The studio asks nothing of a client, so what claims to be an answer ends the connection: it would
 * be read, and cost nobody's budget.
 */
export const refuseAnswers = (wire: Wire): void => {
  wire.on('packet', (packet) => {
    if (isOf(packet, ACK) || isOf(packet, BINARY_ACK)) wire.close(true);
  });
};

/** A client that does not answer the farewell has its connection for this much longer, in ms. */
const FAREWELL_MS = 1_000;

/** Ends the connection whether the client says that it has heard of it or not. */
export const endForGood = (wire: Wire): void => {
  wire.on('close', () => {
    const { socket } = wire.transport;
    setTimeout(() => socket?.terminate?.(), FAREWELL_MS).unref();
  });
};

/** Of `0/player,{"token":…}`. */
const namespaceOf = ({ data }: WirePacket): string =>
  typeof data === 'string' ? (data.slice(1).split(',', 1)[0] ?? '') : '';

const isOf = ({ type, data }: WirePacket, sign: string): boolean =>
  type === 'message' && typeof data === 'string' && data.startsWith(sign);

/**
 * Cuts the connection when more than `bytesMax` wait for the client to read. What was handed to the
 * system before does not count: it goes out in one piece, and the next piece waits for it. The
 * answers to a websocket's own pings go out beside that, and wait as well.
 * `onCut` is called once.
 */
export const boundUnread = (wire: Wire, bytesMax: number, onCut: () => void): void => {
  let unread = 0;
  let isCut = false;
  const cutBeyond = (bytes: number): void => {
    if (bytes <= bytesMax || isCut) return;
    isCut = true;
    onCut();
    const { socket } = wire.transport;
    // Later, since socket.io is still at work on the packet. A client that does not read would not
    // read a farewell either.
    setImmediate(() => {
      wire.close(true);
      socket?.terminate?.();
    });
  };
  const boundPongs = ({ socket }: WireTransport): void => {
    socket?.on?.('ping', () => cutBeyond(socket.bufferedAmount ?? 0));
  };
  boundPongs(wire.transport);
  wire.on('upgrade', boundPongs);
  wire.on('flush', () => (unread = 0));
  wire.on('packetCreate', ({ data }) => {
    unread += typeof data === 'string' ? data.length : (data?.byteLength ?? 0);
    cutBeyond(unread);
  });
};

const NO_HANDSHAKE = {
  headers: {},
  time: '',
  address: '',
  xdomain: false,
  secure: false,
  issued: 0,
  url: '',
  query: {},
  auth: {},
} satisfies Socket['handshake'];

/**
 * Lets go of what the connection was asked for with: its request, its headers and its token. It is
 * three kilobytes for each player, for as long as they sit there, and nobody reads it any more.
 */
export const forgetRequest = (socket: Socket): void => {
  Object.assign(socket, { handshake: NO_HANDSHAKE });
  Object.assign(socket.conn, { request: undefined });
};

/**
 * What is written to the connection in this turn of the loop goes out in one piece: the answer to
 * the request for a websocket, and the first packet.
 */
export const writeTogether = ({ socket }: Pick<IncomingMessage, 'socket'>): void => {
  socket.cork();
  setImmediate(() => socket.uncork());
};
