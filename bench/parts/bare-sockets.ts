/**
 * The baseline of `joins`: socket.io as it comes, of the studio's own version. It lets everybody in
 * and answers one message.
 */
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const sockets = new Server(http, { perMessageDeflate: false, serveClient: false });
sockets.of('/player').on('connection', (socket) => {
  socket.on('table:join', (_request: unknown, ack: (reply: object) => void) => ack({ ok: true }));
});
http.listen(Number(process.argv[2]), '127.0.0.1');
