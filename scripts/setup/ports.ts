/** TCP ports of this machine: which are free, and whether anything answers there. */
import net, { type AddressInfo } from 'node:net';

/**
 * Listens for a moment on a port (0: any), and returns its number. Rejects where it is not
 * available.
 */
const tryPort = (port: number, host?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen({ port, host }, () => {
      const { port: got } = server.address() as AddressInfo;
      server.close(() => resolve(got));
    });
  });

/** Why nothing can listen on this port (EADDRINUSE, EACCES …). Undefined when it is free. */
export const whyNotFree = async (port: number): Promise<string | undefined> => {
  try {
    await tryPort(port, '127.0.0.1');
    await tryPort(port);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> => tryPort(0, '127.0.0.1');

/** True when something accepts a connection within two seconds. */
export const answers = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2_000 });
    const say = (yes: boolean) => () => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', say(true)).once('error', say(false)).once('timeout', say(false));
  });
