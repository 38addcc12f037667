/** Why a robot was not let in is known by name. */
import { type AddressInfo, type Server, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { BareClient } from './bare-client.js';

let server: Server | undefined;
afterEach(() => server?.close());

const listening = async (answer: string): Promise<number> => {
  server = createServer((line) => line.on('error', () => undefined).write(answer));
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

it.each([
  ['HTTP/1.1 400 Bad Request\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ['', 'not let in within 200 ms'],
])('%j is %s', async (answer, why) => {
  const port = await listening(answer);
  const entering = BareClient.enter(port, '10.0.0.1', 't', { withinMs: 200 });
  await expect(entering).rejects.toThrow(why);
});

it('a port at which nobody listens is ECONNREFUSED', async () => {
  const port = await listening('');
  await new Promise((resolve) => server!.close(resolve));
  await expect(BareClient.enter(port, '10.0.0.1', 't')).rejects.toThrow('ECONNREFUSED');
});
