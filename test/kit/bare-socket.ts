/**
 * A websocket on a bare TCP connection, which sends whatever bytes a test likes. It knows just
 * enough of engine.io and socket.io to come in, to ask and to hear the answer.
 */
import { once } from 'node:events';
import { type Socket as TcpSocket, connect } from 'node:net';

/** What asks an HTTP server for a websocket. */
export const UPGRADE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: studio',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

const HEADERS_END = '\r\n\r\n';
const ANSWERED_WITHIN_MS = 30_000;
/** Of a text frame that is whole. */
const TEXT = 0x81;
const CLOSE = 8;

/** A frame of a client's: masked, by a mask that changes nothing. */
export const frameOf = (text: string | Buffer, head = TEXT): Buffer => {
  const body = Buffer.from(text);
  const { length } = body;
  const size =
    length < 126
      ? [0x80 | length]
      : length < 65_536
        ? [0x80 | 126, length >> 8, length & 255]
        : [
            0x80 | 127,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 255,
            (length >> 8) & 255,
            length & 255,
          ];
  return Buffer.concat([Buffer.from([head, ...size, 0, 0, 0, 0]), body]);
};

export type Answer = Readonly<Record<string, unknown>>;

export class BareSocket {
  isOpen = true;
  #unread: Buffer = Buffer.alloc(0);
  #asked = 0;
  readonly #answers = new Map<number, (answer: Answer | undefined) => void>();
  #entered: ((hasEntered: boolean) => void) | undefined;

  private constructor(
    private readonly tcp: TcpSocket,
    private readonly namespace: string,
  ) {
    tcp.on('data', (data) => this.#take(data));
    tcp.on('close', () => this.#end());
  }

  /** A connection that has entered no namespace yet. What it asks is asked in `namespace`. */
  static async open(url: string, namespace: string): Promise<BareSocket> {
    const { hostname, port } = new URL(url);
    const tcp = connect(Number(port), hostname);
    tcp.setNoDelay(true);
    tcp.on('error', () => undefined);
    await once(tcp, 'connect');
    tcp.write(UPGRADE);
    const head = await BareSocket.#readHead(tcp);
    if (!head.startsWith('HTTP/1.1 101')) throw new Error(head);
    return new BareSocket(tcp, namespace);
  }

  /** The same, in its namespace. */
  static async enter(url: string, namespace: string, token: string): Promise<BareSocket> {
    const socket = await BareSocket.open(url, namespace);
    const entered = new Promise<boolean>((resolve) => (socket.#entered = resolve));
    socket.say(`40${namespace},${JSON.stringify({ token })}`);
    if (!(await entered)) throw new Error(`${namespace} lets nobody in with this token`);
    return socket;
  }

  /** Puts back what came after the headers. */
  static #readHead(tcp: TcpSocket): Promise<string> {
    return new Promise((resolve) => {
      let read: Buffer = Buffer.alloc(0);
      const finish = (): void => {
        tcp.removeAllListeners('data').removeAllListeners('close');
        tcp.pause();
        const end = read.indexOf(HEADERS_END) + HEADERS_END.length;
        if (end < read.length) tcp.unshift(read.subarray(end));
        resolve(read.subarray(0, end).toString());
        tcp.resume();
      };
      tcp.on('data', (data) => {
        read = Buffer.concat([read, data]);
        if (read.includes(HEADERS_END)) finish();
      });
      tcp.once('close', finish);
    });
  }

  /** Any bytes at all. */
  write(bytes: Buffer | string): void {
    if (this.isOpen) this.tcp.write(bytes);
  }

  /** A packet of engine.io, as text. */
  say(packet: string): void {
    this.write(frameOf(packet));
  }

  /**
   * An event of socket.io, `["name", …]` as text, which is to be answered. Undefined where the
   * connection ends before it is. What is asked at once goes out as one.
   */
  ask(event: string): Promise<Answer | undefined> {
    if (!this.isOpen) return Promise.resolve(undefined);
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no answer to ${event.slice(0, 300)}`)),
        ANSWERED_WITHIN_MS,
      );
      this.#answers.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.tcp.cork();
      this.say(`42${this.namespace},${id}${event}`);
      process.nextTick(() => this.tcp.uncork());
    });
  }

  /** Resolves when the studio has ended it. */
  async ended(): Promise<void> {
    if (this.isOpen) await once(this.tcp, 'close');
  }

  /** From now on it reads nothing of what it is sent. */
  turnDeaf(): void {
    this.tcp.pause();
  }

  close(): void {
    this.tcp.destroy();
  }

  #end(): void {
    this.isOpen = false;
    this.#entered?.(false);
    for (const answer of this.#answers.values()) answer(undefined);
    this.#answers.clear();
  }

  #take(data: Buffer): void {
    this.#unread = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data]);
    for (;;) {
      const all = this.#unread;
      if (all.length < 2) return;
      const short = all[1]! & 127;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (all.length < head) return;
      const length =
        short === 126
          ? all.readUInt16BE(2)
          : short === 127
            ? Number(all.readBigUInt64BE(2))
            : short;
      if (all.length < head + length) return;
      this.#unread = all.subarray(head + length);
      const kind = all[0]! & 15;
      if (kind === CLOSE) this.tcp.end();
      else if (kind === 1) this.#hear(all.toString('utf8', head, head + length));
    }
  }

  /** Only acks, entries and pings are of interest. */
  #hear(packet: string): void {
    if (packet === '2') return this.say('3');
    const type = packet.slice(0, 2);
    if (type === '40' || type === '44') {
      this.#entered?.(type === '40');
      this.#entered = undefined;
    }
    if (type !== '43') return;
    const from = 3 + this.namespace.length;
    const list = packet.indexOf('[', from);
    const id = Number(packet.slice(from, list));
    const [answer] = JSON.parse(packet.slice(list)) as [Answer];
    this.#answers.get(id)?.(answer);
    this.#answers.delete(id);
  }
}
