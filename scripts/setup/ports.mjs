/** TCP ports of this machine: which are free, and does anybody answer there. */
import net from 'node:net';

/** Undefined when the port can be had, else the system's code (EADDRINUSE, EACCES …). */
function refusal(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host }, () => server.close(() => resolve(undefined)));
  });
}

/** Why nothing can listen on this port: undefined when it is free. */
export const whyNotFree = async (port) =>
  (await refusal(port, '127.0.0.1')) ?? (await refusal(port, undefined));

/** A port that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** True when something accepts a connection within two seconds. */
export function answers(host, port) {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2_000 });
    const say = (yes) => () => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', say(true)).once('error', say(false)).once('timeout', say(false));
  });
}
