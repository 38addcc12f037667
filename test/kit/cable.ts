/** A cable to a service, that a test can cut, freeze and mend: a TCP proxy. */
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export class Cable {
  readonly #server = createServer((near) => this.#plug(near));
  readonly #sockets = new Set<Socket>();
  #state: 'whole' | 'cut' | 'frozen' = 'whole';

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** From a port of its own to where `url` leads. */
  static async to(url: string): Promise<Cable> {
    const { hostname, port } = new URL(url);
    const cable = new Cable(hostname, Number(port));
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
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

  /** Nothing goes through any more, and nobody is told. */
  freeze(): void {
    this.#state = 'frozen';
    for (const socket of this.#sockets) socket.pause();
  }

  /** After a freeze what waited goes through; after a cut new connections can be made. */
  mend(): void {
    this.#state = 'whole';
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #plug(near: Socket): void {
    if (this.#state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.port, this.host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('data', (data) => other.write(data));
      socket.on('end', () => other.end());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      if (this.#state === 'frozen') socket.pause();
    }
  }
}
