/** A cable to a service, that a test can cut, freeze, mute and repair: a TCP proxy. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** Waits for words on their way to Postgres. */
interface Trap {
  /** They pass in this order, on one connection. */
  readonly words: readonly string[];
  /**
   * `within`: what comes before the last of the words passes, and nothing from there on. `unsent`:
   * nothing passes of what they come with.
   */
  readonly moment: 'before' | 'within' | 'after' | 'unsent';
  /** How many of the words have passed on each connection. */
  readonly gone: Map<Socket, number>;
  readonly spring: () => void;
}

/** What a query without inputs has before its text: its kind, and its length. */
const QUERY_HEAD = 5;
/** With this Postgres ends an answer outside of any transaction, so what was asked is committed. */
const IS_IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

export class Cable {
  readonly #server = createServer((near) => this.#plug(near));
  readonly #sockets = new Set<Socket>();
  /** Those that lead to the service. */
  readonly #far = new Set<Socket>();
  #state: 'whole' | 'cut' | 'frozen' | 'mute' = 'whole';
  #trap: Trap | undefined;
  #others: readonly Cable[] = [];

  private constructor(
    private host: string,
    private port: number,
  ) {}

  /** From a port of its own to where `url` leads. */
  static async to(url: string): Promise<Cable> {
    const { hostname, port } = new URL(url);
    const cable = new Cable(hostname, Number(port));
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }

  /** Of the traps that are set on all of these, only the first springs. */
  static link(cables: readonly Cable[]): void {
    for (const cable of cables) cable.#others = cables.filter((other) => other !== cable);
  }

  /** From now on new connections go to this service. Those that there are stay. */
  plugInto(url: string): void {
    const { hostname, port } = new URL(url);
    [this.host, this.port] = [hostname, Number(port)];
  }

  /** `url`, by way of the cable. */
  through(url: string): string {
    const by = new URL(url);
    by.hostname = '127.0.0.1';
    by.port = String((this.#server.address() as AddressInfo).port);
    return by.href;
  }

  /** Every connection breaks, and none can be made. */
  cut(): void {
    this.#state = 'cut';
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Nothing goes through any more, and nobody is notified. */
  freeze(): void {
    this.#state = 'frozen';
    for (const socket of this.#sockets) socket.pause();
  }

  /** As a freeze, of the connections that there are now. Others can be made, and work. */
  freezeThese(): void {
    for (const socket of this.#sockets) socket.pause();
  }

  /** Requests pass, and no answer comes back. */
  mute(): void {
    this.#state = 'mute';
    for (const socket of this.#far) socket.pause();
  }

  /** After a freeze what waited passes. After a cut new connections can be made. */
  repair(): void {
    this.#state = 'whole';
    for (const socket of this.#sockets) socket.resume();
  }

  /**
   * Cuts the cable to Postgres when the last of `words` passes: before Postgres gets it, or after
   * what it asks is committed and before anybody is notified. Resolves then.
   */
  cutAt(words: readonly string[], moment: 'before' | 'after'): Promise<void> {
    return new Promise((resolve) => {
      const spring = () => {
        this.cut();
        resolve();
      };
      this.#trap = { words, moment, gone: new Map(), spring };
    });
  }

  /**
   * Freezes the cable when the last of `words` passes, so that they are not answered any more.
   * Resolves then.
   */
  freezeAt(words: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const spring = () => {
        this.freeze();
        resolve();
      };
      this.#trap = { words, moment: 'before', gone: new Map(), spring };
    });
  }

  /**
   * The last of `words`, which is a query by itself, does not pass, nor anything after it: Postgres
   * is in the midst of a transaction. Resolves then.
   */
  holdAt(words: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      this.#trap = { words, moment: 'within', gone: new Map(), spring: resolve };
    });
  }

  /**
   * Freezes the cable when the last of `words` passes: before Postgres gets anything of what they
   * come with, or after what they ask is committed. Resolves then. What is lost here stays lost.
   */
  stopAt(words: readonly string[], moment: 'unsent' | 'after'): Promise<void> {
    return new Promise((resolve) => {
      const spring = () => {
        this.freeze();
        resolve();
      };
      this.#trap = { words, moment, gone: new Map(), spring };
    });
  }

  /** Mutes the cable when the last of `words` passes. Resolves then. */
  muteAt(words: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const spring = () => {
        this.mute();
        resolve();
      };
      this.#trap = { words, moment: 'before', gone: new Map(), spring };
    });
  }

  /** No trap is set any more. */
  disarm(): void {
    this.#trap = undefined;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  /** The trap, when the last of its words passes with `data`. It springs once. */
  #isSprung(near: Socket, data: Buffer): Trap | undefined {
    const trap = this.#trap;
    if (trap === undefined) return undefined;
    const { words, gone } = trap;
    let count = gone.get(near) ?? 0;
    for (let at = 0; count < words.length; count += 1) {
      at = data.indexOf(words[count]!, at);
      if (at === -1) break;
    }
    gone.set(near, count);
    if (count < words.length) return undefined;
    for (const each of [this, ...this.#others]) each.disarm();
    return trap;
  }

  #hear(near: Socket, far: Socket, data: Buffer): void {
    const trap = this.#isSprung(near, data);
    if (trap?.moment === 'unsent') return trap.spring();
    if (trap?.moment === 'before') trap.spring();
    if (trap?.moment === 'within') {
      far.write(data.subarray(0, data.lastIndexOf(trap.words.at(-1)!) - QUERY_HEAD));
      this.freeze();
      return trap.spring();
    }
    if (trap?.moment === 'after') springWhenDone(far, trap);
    if (!far.destroyed) far.write(data);
  }

  #plug(near: Socket): void {
    if (this.#state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.port, this.host);
    this.#far.add(far);
    far.on('close', () => this.#far.delete(far));
    near.on('data', (data) => this.#hear(near, far, data));
    far.on('data', (data) => near.write(data));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('end', () => other.end());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      if (this.#state === 'frozen' || (this.#state === 'mute' && socket === far)) socket.pause();
    }
  }
}

/** Only the trap receives what `far` answers. */
const springWhenDone = (far: Socket, { spring }: Trap): void => {
  let end = Buffer.alloc(0);
  far.removeAllListeners('data').on('data', (data) => {
    end = Buffer.concat([end, data]).subarray(-IS_IDLE.length);
    if (end.equals(IS_IDLE)) spring();
  });
};
