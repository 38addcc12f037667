/**
 * The baseline of `fanout`: the websockets that socket.io stands on, without it. A message to
 * everybody is framed once. It lets everybody in, as far as the bench's clients ask.
 */
import { createRequire } from 'node:module';
import { WebSocketServer } from 'ws';

/** Framing and sending are private to ws. This is what socket.io uses of it. */
interface Sending {
  readonly _sender: { sendFrame(frame: readonly Buffer[]): void };
}
interface Framing {
  readonly Sender: { frame(text: Buffer, head: object): readonly Buffer[] };
}

const HEAD = { readOnly: false, mask: false, rsv1: false, opcode: 1, fin: true };
const SAY = '42/player,1["say",';

const { Sender } = createRequire(import.meta.url)('ws') as Framing;
const server = new WebSocketServer({
  port: Number(process.argv[2]),
  host: '127.0.0.1',
  perMessageDeflate: false,
});
server.on('connection', (client) => {
  client.send('0{}');
  client.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('40/player,')) client.send('40/player,{}');
    if (!text.startsWith(SAY)) return;
    const frame = Sender.frame(Buffer.from(text.slice(SAY.length, -1)), HEAD);
    for (const each of server.clients as unknown as Set<Sending>) each._sender.sendFrame(frame);
  });
});
