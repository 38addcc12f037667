/**
 * How a process takes connections in. Of a socket that listens, a turn of Node's loop takes in one
 * connection, so that a process with long turns takes in fifty a second. With several sockets on
 * the same port it takes in one from each.
 */
import { once } from 'node:events';
import { type ListenOptions, type Server, type Socket, createServer } from 'node:net';

/**
 * Connections that the system holds until the process takes them in, where it allows so many
 * (net.core.somaxconn). Players of a lost process all come at once. Where there is no room, the
 * client's system tries again after one, three and seven seconds. With more room the last ones
 * would wait for longer than a page does.
 */
const ARRIVALS_MAX = 1_024;
/**
 * Sockets on one port, among which the system divides who comes, by chance. With eight, a crowd is
 * in no sooner, and everybody else waits longer.
 */
const SHARING = 4;
/** At each of them: twice its part, since one may get more than the others. */
const ARRIVALS_AT_EACH = (2 * ARRIVALS_MAX) / SHARING;
/** Node's own event: a server takes the connection in, whichever socket it came by. */
const CONNECTION = 'connection';

export interface Address {
  readonly port: number;
  readonly host: string;
}

/**
 * Listens at `address`, by several sockets where the system and Node can: on Linux, and from Node
 * 22.12 on. Rejects where the port is another's. Returns what ends the listening; connections stay.
 */
export const listen = async (server: Server, address: Address): Promise<() => void> => {
  if (!takesInSeveral()) {
    await once(server.listen({ ...address, backlog: ARRIVALS_MAX }), 'listening');
    return () => server.close();
  }
  const takeIn = (socket: Socket): void => {
    if (server.listening) server.emit(CONNECTION, socket);
    else socket.destroy();
  };
  // As those of an HTTP server.
  const options = { allowHalfOpen: true, noDelay: true };
  const others = Array.from({ length: SHARING - 1 }, () => createServer(options, takeIn));
  const all = [server, ...others];
  const close = (): void => {
    for (const each of all) each.close();
  };
  const shared: ListenOptions & { readonly reusePort: true } = {
    ...address,
    port: await freePort(address),
    backlog: ARRIVALS_AT_EACH,
    reusePort: true,
  };
  try {
    for (const each of all) await once(each.listen(shared), 'listening');
  } catch (error) {
    close();
    throw error;
  }
  return close;
};

/**
 * Whether a process takes in several connections in a turn. Elsewhere Node refuses it, or the
 * system gives all connections to one of the sockets.
 */
export const takesInSeveral = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return process.platform === 'linux' && (major > 22 || (major === 22 && minor >= 12));
};

/** The port, or a free one in place of 0. Sockets that share one would share another studio's. */
const freePort = async (address: Address): Promise<number> => {
  const alone = createServer();
  await once(alone.listen(address), 'listening');
  const bound = alone.address();
  alone.close();
  await once(alone, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('the port has no number');
  return bound.port;
};
