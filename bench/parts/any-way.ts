/**
 * One address for whoever knows no other: each connection goes on to a process of the studio that
 * takes it, as behind a load balancer. The robot dealers of a load come in by it.
 */
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

export interface AnyWay {
  readonly url: string;
  readonly close: () => void;
}

/** `ports` are on this machine. */
export const openAnyWay = async (ports: readonly number[]): Promise<AnyWay> => {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('close', () => open.delete(client));
    const tryNext = (left: number): void => {
      if (left === 0) return void client.destroy();
      turn += 1;
      const on = connect({ port: ports[turn % ports.length]!, host: '127.0.0.1', noDelay: true });
      on.once('error', () => {
        if (on.connecting || on.bytesRead === 0) tryNext(left - 1);
        else client.destroy();
      });
      on.once('connect', () => {
        on.removeAllListeners('error');
        on.on('error', () => undefined);
        on.once('close', () => client.destroy());
        client.once('close', () => on.destroy());
        client.pipe(on).pipe(client);
      });
    };
    tryNext(ports.length);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const client of open) client.destroy();
    },
  };
};
