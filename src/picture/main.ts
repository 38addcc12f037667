/**
 * The picture of the demo’s tables: a process of its own, which follows each table as its encoder,
 * draws what lies on it, and writes a stream beside the others. The stakes it knows as a player who
 * looks on does.
 */
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import fs from 'node:fs';
import path from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import type { ConnectionState } from '../client/connection.js';
import { DealerClient } from '../client/dealer-client.js';
import { PlayerClient } from '../client/player-client.js';
import { signIn as signInAsPlayer } from '../client/sign-in.js';
import type { TableCopy } from '../client/table-copy.js';
import { delayAfter } from '../client/delays.js';
import { RECORDINGS } from '../demo/recording.js';
import { type Clock, systemClock } from '../platform/clock.js';
import { DEMO_PIN, PICTURED_TABLES, demoDevices } from '../protocol/demo.js';
import { signIn } from '../scanner/sign-in.js';
import { type Prints, printAll } from './prints.js';
import drawings from './drawings.js';
import { HIGH_LIST } from './encoder.js';
import { Film } from './film.js';
import { Recorder } from './recorder.js';
import { serveRelays } from './relay-server.js';
import { Relay } from './relay.js';

/** While there is a picture the table is sent a heartbeat. */
const BEAT_MS = 1_000;

interface Wishes {
  /** Where the studio hands offers over; undefined where nothing is sent by WebRTC. */
  readonly relay: URL | undefined;
  readonly url: string;
  readonly folder: string;
  readonly ffmpeg: string;
  readonly tables: number;
}

const readWishes = (env: NodeJS.ProcessEnv): Wishes => ({
  relay: env['DEMO_RELAY'] ? new URL(env['DEMO_RELAY']) : undefined,
  url: env['STUDIO_URL'] || 'http://127.0.0.1:3000',
  folder: path.resolve(env['DEMO_PICTURE'] || '.data/picture'),
  ffmpeg: env['FFMPEG'] || 'ffmpeg',
  tables: Math.min(PICTURED_TABLES, Number(env['TABLES'] || '1')),
});

const note = (text: string): void => console.error(text);

/** A port of this machine that takes what is sent to it. */
const receive = async (take: (bytes: Buffer) => void): Promise<number> => {
  const socket = createSocket('udp4').on('message', take);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).bind(0, '127.0.0.1', resolve);
  });
  return socket.address().port;
};

interface Way {
  onState(listener: (state: ConnectionState, reason: string) => void): unknown;
  connect(): void;
}

/** Who is not let in, or is disconnected, comes again, ever less often. */
const comeBack = (connection: Way, clock: Clock, who: string): void => {
  let failures = 0;
  connection.onState((state, reason) => {
    if (state === 'connected') failures = 0;
    if (state !== 'ended' && state !== 'refused') return;
    failures += 1;
    if (failures === 1) note(`the studio does not let ${who} in: ${reason}`);
    clock.after(delayAfter(failures), () => connection.connect());
  });
};

interface Set {
  readonly wishes: Wishes;
  readonly clock: Clock;
  readonly prints: Prints;
}

interface Filmed {
  readonly table: string;
  readonly film: Film;
  readonly stop: () => void;
}

/** Follows one table and films it. */
const filmTable = async (
  { wishes, clock, prints }: Set,
  number: number,
  relay: Relay | undefined,
): Promise<Filmed> => {
  const [device] = demoDevices(number).slice(-1);
  const table = `pb-${number}`;
  const folder = path.join(wishes.folder, table);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const who = { kind: 'badge', badge: device!.badge, pin: DEMO_PIN } as const;
  const client = new DealerClient(wishes.url, '', { renewToken: () => signIn(wishes.url, who) });
  const ports = relay && {
    video: await receive((bytes) => relay.film('video', bytes)),
    audio: await receive((bytes) => relay.film('audio', bytes)),
  };
  const film = new Film({
    ports,
    ffmpeg: wishes.ffmpeg,
    folder,
    clock,
    dayMs: Date.now,
    prints,
    note: (text) => note(`${table}: ${text}`),
  });
  const show = (copy: TableCopy): void => {
    film.show(copy);
    relay?.dealtBy(copy.dealer);
  };
  const recorder = new Recorder({
    list: path.join(folder, HIGH_LIST),
    kept: path.join(wishes.folder, RECORDINGS, table),
  });
  comeBack(client.connection, clock, `the encoder of ${table}`);
  client.watch(table, {
    snapshot: (copy) => show(copy),
    message: (_message, copy) => show(copy),
  });
  const cancel = clock.every(BEAT_MS, () => {
    recorder.look(Date.now());
    if (!film.isLive || client.connection.state !== 'connected') return;
    client.send('stream:beat', { table }).catch(() => undefined); // The next one follows.
  });
  const stop = (): void => {
    cancel();
    film.stop();
    relay?.close();
    client.close();
  };
  return { table, film, stop };
};

/** Looks on at the tables, for what lies on their spots. Returns what ends it. */
const lookOn = ({ wishes, clock }: Set, filmed: readonly Filmed[]): (() => void) => {
  const login = { role: 'player', name: 'Film' } as const;
  const renewToken = async () => (await signInAsPlayer(wishes.url, login)).token;
  const client = new PlayerClient(wishes.url, '', { renewToken });
  comeBack(client.connection, clock, 'whoever looks on');
  client.connection.on('table:statistics', (statistics) =>
    filmed.find(({ table }) => table === statistics.table)?.film.showBets(statistics),
  );
  for (const { table } of filmed) {
    client.join(table, { snapshot: () => undefined, message: () => undefined });
  }
  return () => client.close();
};

const wishes = readWishes(process.env);
if (GlobalFonts.families.length === 0) {
  note('There is no font on this machine, so there is no picture.');
  process.exit(0);
}
const clock = systemClock();
const relays = new Map<string, Relay>();
if (wishes.relay !== undefined) {
  for (let number = 1; number <= wishes.tables; number += 1) {
    relays.set(`pb-${number}`, new Relay({ clock, makeId: randomUUID }));
  }
  serveRelays(wishes.relay, relays).on('error', ({ message }) => note(`no WebRTC: ${message}`));
}
const set = { wishes, clock, prints: await printAll(drawings) };
const filmed = await Promise.all(
  Array.from({ length: wishes.tables }, (_, index) =>
    filmTable(set, index + 1, relays.get(`pb-${index + 1}`)),
  ),
);
const stops = [...filmed.map(({ stop }) => stop), lookOn(set, filmed)];
const kept = setInterval(() => undefined, 3_600_000); // The clock’s own timers keep nothing alive.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(kept);
    for (const stop of stops) stop();
    process.exit(0);
  });
}
