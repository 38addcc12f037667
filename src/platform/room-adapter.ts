/**
 * The way of a message from the studio to everybody in a room. It is encoded and framed once, and
 * written straight to each connection that is an idle websocket. Whoever is served by polling,
 * changes over to a websocket or has not read what was sent before gets it by socket.io's own way.
 * What goes to many goes in slices, so that bets and cards do not wait until the last one has it.
 */
import { Socket as TcpSocket } from 'node:net';
import type { Namespace, Socket } from 'socket.io';
import { Adapter, type BroadcastOptions } from 'socket.io-adapter';
import { Encoder, type Packet } from 'socket.io-parser';
import { frameOfText } from './text-frame.js';

/** Connections that are written to in one turn of the loop. It takes some half a millisecond. */
const SLICE = 64;
/**
 * While the oldest message has waited for longer than this, in ms, each turn writes more: another
 * slice for each further `LATER_MS`. Where turns are long, as while thousands come back, slices of
 * one size would put off cards for seconds.
 */
const LATE_MS = 250;
const LATER_MS = 50;
/** Where so many writes wait, the loop is too slow for slices, and they are all made at once. */
const WAITING_MAX = 200_000;
/** Messages that everybody has, and that are still in the list of those to be sent. */
const DONE_MAX = 1_000;

/** A message on its way to those who were in the rooms when it was sent. */
interface Sending {
  readonly packet: Packet;
  readonly options: BroadcastOptions;
  readonly sockets: readonly Socket[];
  readonly sinceMs: number;
  /** How many of them were served. */
  served: number;
  /** Made for the first of them. Null where the message is not one text. */
  frame?: Buffer | null;
}

export class RoomAdapter extends Adapter {
  readonly #namespace: Namespace;
  readonly #encoder = new Encoder();
  /** Who is in a room of many, until somebody comes or leaves. */
  readonly #members = new Map<string, readonly Socket[]>();
  /** In the order in which they were sent. Those before `#first` are done. */
  #sendings: Sending[] = [];
  #first = 0;
  #waiting = 0;
  /** How many may still be written to in this turn, if one is under way. */
  #left = SLICE;
  #isTurn = false;

  constructor(
    namespace: Namespace,
    private readonly nowMs: () => number,
  ) {
    super(namespace);
    this.#namespace = namespace;
    for (const change of ['join-room', 'leave-room']) {
      this.on(change, (room: string) => this.#members.delete(room));
    }
  }

  /**
   * Everybody gets the messages to rooms in the order in which they were sent. What is sent to one
   * socket by itself may come before a message to a room that was sent earlier. Whoever comes into
   * the room later does not get it, nor does who has left it before its turn.
   */
  override broadcast(packet: Packet, options: BroadcastOptions): void {
    const sockets = this.#membersOf(options) ?? this.#receivers(options);
    if (sockets.length === 0) return;
    const addressed = { ...packet, nsp: this.#namespace.name };
    const sinceMs = this.nowMs();
    this.#sendings.push({ packet: addressed, options, sockets, sinceMs, served: 0 });
    this.#waiting += sockets.length;
    if (this.#waiting > WAITING_MAX) this.#left = Infinity;
    this.#send();
  }

  /** Undefined where it is not for all of one room. Who is in a large one is remembered. */
  #membersOf(options: BroadcastOptions): readonly Socket[] | undefined {
    const [room, ...others] = options.rooms;
    if (room === undefined || others.length > 0 || (options.except?.size ?? 0) > 0)
      return undefined;
    const known = this.#members.get(room);
    if (known !== undefined) return known;
    const members = this.#receivers(options);
    if (members.length > SLICE) this.#members.set(room, members);
    return members;
  }

  #receivers({ rooms, except }: BroadcastOptions): readonly Socket[] {
    const { sockets } = this.#namespace;
    const excluded = new Set(
      [...(except ?? [])].flatMap((room) => [...(this.rooms.get(room) ?? [])]),
    );
    const [first, ...others] = [...rooms].map((room) => this.rooms.get(room) ?? []);
    const ids =
      others.length === 0
        ? (first ?? this.sids.keys())
        : new Set([...(first ?? []), ...others.flatMap((room) => [...room])]);
    const receivers: Socket[] = [];
    for (const id of ids) {
      const socket = excluded.has(id) ? undefined : sockets.get(id);
      if (socket !== undefined) receivers.push(socket);
    }
    return receivers;
  }

  #frameOf(packet: Packet): Buffer | null {
    const parts: readonly unknown[] = this.#encoder.encode(packet);
    const [text] = parts;
    // engine.io's sign of a message comes first.
    return parts.length === 1 && typeof text === 'string' ? frameOfText(`4${text}`) : null;
  }

  /** As many as this turn allows. The rest follows in the next. */
  #send(): void {
    if (!this.#isTurn) setImmediate(() => this.#nextTurn());
    this.#isTurn = true;
    while (this.#left > 0 && this.#first < this.#sendings.length) {
      const sending = this.#sendings[this.#first]!;
      const { served, sockets } = sending;
      const end = Math.min(served + this.#left, sockets.length);
      sending.served = end;
      this.#left -= end - served;
      this.#waiting -= end - served;
      if (end === sockets.length) this.#first += 1;
      this.#serve(sending, served, end);
    }
    // What is done is let go of, also where something always waits.
    if (this.#first === this.#sendings.length || this.#first >= DONE_MAX) {
      this.#sendings = this.#sendings.slice(this.#first);
      this.#first = 0;
    }
  }

  #nextTurn(): void {
    const sinceMs = this.#sendings[this.#first]?.sinceMs ?? Infinity;
    const lateMs = Math.max(0, this.nowMs() - sinceMs - LATE_MS);
    this.#left = SLICE * (1 + Math.floor(lateMs / LATER_MS));
    this.#isTurn = false;
    if (this.#sendings.length > 0) this.#send();
  }

  #serve(sending: Sending, from: number, end: number): void {
    const { packet, options, sockets } = sending;
    const frame = (sending.frame ??= this.#frameOf(packet));
    const [room = ''] = options.rooms;
    // Nobody has come or left since it was sent.
    const areThere = this.#members.get(room) === sockets;
    const others: string[] = [];
    for (let index = from; index < end; index += 1) {
      const socket = sockets[index]!;
      if (!areThere && !this.#isThere(socket, options)) continue;
      const tcp = frame === null ? undefined : idleTcp(socket.conn);
      if (frame === null || tcp === undefined) others.push(socket.id);
      else tcp.write(frame);
    }
    if (others.length === 0) return;
    const { flags } = options;
    super.broadcast(packet, { rooms: new Set(others), ...(flags !== undefined && { flags }) });
  }

  #isThere({ id }: Socket, { rooms }: BroadcastOptions): boolean {
    const own = this.sids.get(id);
    if (own === undefined) return false;
    for (const room of rooms) if (own.has(room)) return true;
    return rooms.size === 0;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const areFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** `WebSocket.OPEN` of ws. */
const OPEN = 1;

/**
 * The TCP socket of a connection of engine.io, where it is a websocket for which nothing waits:
 * what is written to it comes after all that engine.io has sent. It looks at fields that are
 * private to engine.io and ws. Where one has another name, everybody is served the normal way.
 */
const idleTcp = (connection: unknown): TcpSocket | undefined => {
  if (!areFields(connection) || connection['readyState'] !== 'open') return undefined;
  const { writeBuffer, transport } = connection;
  if (!Array.isArray(writeBuffer) || writeBuffer.length > 0 || !areFields(transport)) {
    return undefined;
  }
  const websocket = transport['name'] === 'websocket' ? transport['socket'] : undefined;
  if (!areFields(websocket) || websocket['readyState'] !== OPEN) return undefined;
  const { _sender: sender, _socket: tcp } = websocket;
  // It is at work where the message before is compressed.
  if (!areFields(sender) || sender['_state'] !== 0) return undefined;
  const isIdle =
    tcp instanceof TcpSocket && tcp.writable && tcp.writableLength + tcp.writableCorked === 0;
  return isIdle ? tcp : undefined;
};
