/**
 * A player's client with nothing to spare: it writes what a client sends as bytes, and looks at the
 * first signs of what comes. So it costs the cores that it shares with the studio as little as can
 * be.
 */
import { type Socket, connect } from 'node:net';

const LOOPBACK = '127.0.0.1';
const HANDSHAKE_END = '\r\n\r\n';
/** engine.io's open and ping, and socket.io's packets in the players' namespace. */
const OPEN = '0{';
const PING = '2';
const PONG = '3';
const CONNECT = '40/player,';
const REFUSED = '44/player,';
const ACK = '43/player,';

/** A masked frame of text. Its mask is empty, so the text stands in it as it is. */
export const frame = (text: string): Buffer => {
  const body = Buffer.from(text);
  const length =
    body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), body]);
};

export const upgrade = (address: string): string =>
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: studio\r\nConnection: Upgrade\r\n' +
  `Upgrade: websocket\r\nX-Forwarded-For: ${address}\r\nSec-WebSocket-Version: 13\r\n` +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

export class BareClient {
  readonly #tcp: Socket;
  #unread: Buffer = Buffer.alloc(0);
  #isUpgraded = false;
  #connecting: Waiting | undefined;
  readonly #asked = new Map<number, Waiting>();
  /** Called for every frame but those of the transport. */
  heard: (text: string) => void = () => undefined;
  /** Called when the connection is gone. */
  closed: () => void = () => undefined;
  #asks = 0;

  /**
   * Resolves when the studio has let the token in. Rejects when it has not, or not within so many
   * ms, with what was in the way. `host` is by default this machine.
   */
  static async enter(
    port: number,
    address: string,
    token: string,
    { host = LOOPBACK, withinMs = 0 }: { readonly host?: string; readonly withinMs?: number } = {},
  ): Promise<BareClient> {
    const client = new BareClient(port, address, token, host);
    const giveUp = () => client.#tcp.destroy(new Error(`not let in within ${withinMs} ms`));
    const late = withinMs > 0 ? setTimeout(giveUp, withinMs) : undefined;
    try {
      await new Promise<string>((resolve, reject) => (client.#connecting = { resolve, reject }));
    } catch (error) {
      client.#tcp.destroy();
      throw error;
    } finally {
      clearTimeout(late);
    }
    return client;
  }

  private constructor(port: number, address: string, token: string, host: string) {
    // So many connections from one address would use up its ports.
    const localAddress = `127.0.0.${2 + ((token.length + address.length + port) % 8)}`;
    const from = host === LOOPBACK ? { localAddress } : {};
    this.#tcp = connect({ port, host, ...from, noDelay: true });
    let why = 'closed';
    this.#tcp.on('error', ({ code, message }: NodeJS.ErrnoException) => (why = code ?? message));
    this.#tcp.once('connect', () => this.#tcp.write(upgrade(address)));
    this.#tcp.on('data', (bytes: Buffer) => this.#read(bytes, token));
    this.#tcp.once('close', () => {
      this.#fail(new Error(why));
      this.closed();
    });
  }

  /** What the studio answers, as text. Rejects when the connection ends before. */
  ask(name: string, message: object): Promise<string> {
    this.#asks += 1;
    const asked = this.#asks;
    const answered = new Promise<string>((resolve, reject) =>
      this.#asked.set(asked, { resolve, reject }),
    );
    this.#tcp.write(frame(`42/player,${asked}${JSON.stringify([name, message])}`));
    return answered;
  }

  /** Without an answer. */
  say(text: string): void {
    this.#tcp.write(frame(text));
  }

  /** Without a farewell. Resolves when the connection is gone. */
  cut(): Promise<void> {
    if (this.#tcp.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#tcp.once('close', () => resolve());
      this.#tcp.destroy();
    });
  }

  #fail(error: Error): void {
    this.#connecting?.reject(error);
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }

  #read(bytes: Buffer, token: string): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    if (!this.#isUpgraded) {
      const end = this.#unread.indexOf(HANDSHAKE_END);
      if (end === -1) return;
      const status = this.#unread.toString('latin1', 0, this.#unread.indexOf('\r\n'));
      if (!status.startsWith('HTTP/1.1 101')) return void this.#tcp.destroy(new Error(status));
      this.#isUpgraded = true;
      this.#unread = this.#unread.subarray(end + HANDSHAKE_END.length);
    }
    for (;;) {
      const unread = this.#unread;
      if (unread.length < 2) return;
      const short = unread[1]! & 127;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (unread.length < start) return;
      const size =
        short < 126
          ? short
          : short === 126
            ? unread.readUInt16BE(2)
            : Number(unread.readBigUInt64BE(2));
      if (unread.length < start + size) return;
      this.#unread = unread.subarray(start + size);
      this.#take(unread.toString('utf8', start, start + size), token);
    }
  }

  #take(text: string, token: string): void {
    if (text === PING) this.#tcp.write(frame(PONG));
    else if (text.startsWith(OPEN)) this.#tcp.write(frame(CONNECT + JSON.stringify({ token })));
    else if (text.startsWith(CONNECT)) this.#connecting?.resolve(text);
    else if (text.startsWith(REFUSED)) this.#connecting?.reject(new Error(text));
    else if (!text.startsWith(ACK)) this.heard(text);
    else {
      const at = text.indexOf('[');
      const asked = Number(text.slice(ACK.length, at));
      this.#asked.get(asked)?.resolve(text.slice(at + 1, -1));
      this.#asked.delete(asked);
    }
  }
}
