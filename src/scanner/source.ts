/**
 * Where codes come from: standard input, a TCP connection, or a serial line. What breaks is opened
 * again, and again.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import type { Readable } from 'node:stream';
import tty from 'node:tty';
import { promisify } from 'node:util';
import { delayAfter } from '../client/delays.js';
import { CodeReader } from './codes.js';
import type { Way } from './settings.js';

interface Listener {
  readonly code: (code: string) => void;
  readonly note: (text: string) => void;
  /** Standard input has ended. The other sources never do. */
  readonly ended: () => void;
}

const KEEP_ALIVE_MS = 5_000;

/** Returns a function that closes it. */
export const openSource = (way: Way, listener: Listener): (() => void) => {
  if (way.kind === 'stdin') {
    readAll(process.stdin, listener, 'a code').then(
      () => listener.ended(),
      () => listener.ended(),
    );
    return () => process.stdin.destroy();
  }
  const open = way.kind === 'tcp' ? () => openTcp(way) : () => openSerial(way);
  return keepOpen(open, way.kind === 'tcp' ? `${way.host}:${way.port}` : way.path, listener);
};

/**
 * Until the stream has ended. What stands before the end without an Enter is the last code of
 * standard input. On a line it was cut off, however orderly the line closed, and may be another
 * card than the whole code.
 */
const readAll = async (
  stream: Readable,
  { code }: Listener,
  unfinished: 'a code' | 'no code',
): Promise<void> => {
  const reader = new CodeReader();
  stream.on('data', (bytes: Buffer) => reader.read(bytes).forEach(code));
  await new Promise<void>((resolve, reject) => {
    stream.once('error', reject);
    stream.once('end', () => {
      if (unfinished === 'a code') reader.end().forEach(code);
      resolve();
    });
    stream.once('close', resolve);
  });
};

const keepOpen = (
  open: () => Promise<Readable>,
  name: string,
  listener: Listener,
): (() => void) => {
  let isClosed = false;
  let stream: Readable | undefined;
  let wait: NodeJS.Timeout | undefined;
  let failures = 0;
  const attempt = async (): Promise<void> => {
    try {
      stream = await open();
      if (isClosed) return void stream.destroy();
      failures = 0;
      listener.note(`the scanner at ${name} is there`);
      await readAll(stream, listener, 'no code');
      if (!isClosed) listener.note(`the scanner at ${name} has gone`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (failures === 0 && !isClosed) listener.note(`the scanner at ${name} is away: ${why}`);
    }
    stream?.destroy();
    failures += 1;
    if (!isClosed) wait = setTimeout(() => void attempt(), delayAfter(failures));
  };
  void attempt();
  return () => {
    isClosed = true;
    clearTimeout(wait);
    stream?.destroy();
  };
};

const openTcp = ({ host, port }: Extract<Way, { kind: 'tcp' }>): Promise<Readable> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({
      host,
      port,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });

/** As it is, without echo or line editing, at its speed. */
const openSerial = async ({ path, baud }: Extract<Way, { kind: 'serial' }>): Promise<Readable> => {
  const { O_RDONLY, O_NOCTTY, O_NONBLOCK } = fs.constants;
  const file = fs.openSync(path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
  if (!tty.isatty(file)) return fs.createReadStream(path, { fd: file });
  const flag = process.platform === 'linux' ? '-F' : '-f';
  try {
    await promisify(execFile)('stty', [flag, path, String(baud), 'raw', '-echo', 'cs8']);
  } catch (error) {
    fs.closeSync(file); // it is opened again at the next try
    throw error;
  }
  return new tty.ReadStream(file);
};
