import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSource } from './source.js';

/** A line that was lost is opened again after half a second. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000 });

describe('a scanner’s line', () => {
  let server: Server;
  let sockets: Socket[];
  let codes: string[];
  let notes: string[];
  let close: () => void;

  beforeEach(async () => {
    [sockets, codes, notes] = [[], [], []];
    server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    close = openSource(
      { kind: 'tcp', host: '127.0.0.1', port },
      {
        code: (code) => codes.push(code),
        note: (text) => notes.push(text),
        ended: () => notes.push('ended'),
      },
    );
    await soon(() => expect(sockets).toHaveLength(1));
  });
  afterEach(() => {
    close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it.each(['in order', 'by a reset'])(
    'that closes %s takes a code that it has cut off with it',
    async (how) => {
      sockets[0]!.write('KD\r\nKH');
      await soon(() => expect(codes).toEqual(['KD']));
      if (how === 'in order') sockets[0]!.end();
      else sockets[0]!.resetAndDestroy();
      await soon(() => expect(sockets).toHaveLength(2));
      sockets[1]!.write('KH-3\r\n');
      await soon(() => expect(codes.at(-1)).toBe('KH-3'));
      expect(codes).toEqual(['KD', 'KH-3']);
      expect(notes).not.toContain('ended');
    },
  );
});

/** A terminal that any process may open, and a speed that there is not. */
const UNSET = { kind: 'serial', path: '/dev/ptmx', baud: 12_345 } as const;

describe.runIf(process.platform === 'linux')('a serial line that cannot be set', () => {
  it('is closed before it is opened again', async () => {
    const notes: string[] = [];
    const openedHere = () =>
      fs.readdirSync('/proc/self/fd').filter((file) => {
        try {
          return fs.readlinkSync(`/proc/self/fd/${file}`).endsWith('ptmx');
        } catch {
          return false; // that of the list itself
        }
      });
    const close = openSource(UNSET, {
      code: () => undefined,
      note: (text) => notes.push(text),
      ended: () => undefined,
    });
    await soon(() => expect(notes).toHaveLength(1));
    close();
    expect(notes[0]).toContain('stty');
    expect(openedHere()).toEqual([]);
  });
});
