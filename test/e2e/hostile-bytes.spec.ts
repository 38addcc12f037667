/**
 * Bytes that no client sends: what was right is cut, doubled and changed on its way, by websocket,
 * by polling and by HTTP. The connection may end. The studio and everybody else go on.
 */
import { once } from 'node:events';
import { type Socket as TcpSocket, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BareSocket, UPGRADE, frameOf } from '../kit/bare-socket.js';
import { runsInCi } from '../kit/runs.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';

const STREAMS = runsInCi(800, 8_000);
/**
 * The studio waits a second for the farewell of each client that says none: as many as there may be
 * wait side by side.
 */
const AT_ONCE = 160;
const ENDED_WITHIN_MS = 30_000;

const testbed = useTestbed({ tables: { 'pb-1': SLOW }, env: { LOG_LEVEL: 'error' } });
let studio: Studio;
let honest: BareSocket;
let streams: readonly Buffer[] = [];
const rejections: string[] = [];
const noteRejection = (error: unknown): void => void rejections.push(String(error));

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection);
  studio = await testbed.start();
  const { token } = await testbed.enlist('Honest');
  honest = await BareSocket.enter(studio.url, '/player', token);
  streams = streamsOf((await testbed.enlist('Mallory')).token, await pollingId());
});
afterAll(() => {
  process.off('unhandledRejection', noteRejection);
  honest.close();
});

/** Of a polling connection that is open. */
const pollingId = async (): Promise<string> => {
  const answer = await fetch(`${studio.url}/socket.io/?EIO=4&transport=polling`);
  const { sid } = JSON.parse((await answer.text()).slice(1)) as { sid: string };
  return sid;
};

const request = (line: string, headers: readonly string[], body: string): Buffer =>
  Buffer.from(
    [
      `${line} HTTP/1.1`,
      'Host: studio',
      ...headers,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );

/** What clients do send, from the first byte of a connection on. */
const streamsOf = (token: string, sid: string): readonly Buffer[] => {
  const enters = `40/player,${JSON.stringify({ token })}`;
  const asks = [
    '42/player,1["session:read",{}]',
    '42/player,2["table:join",{"table":"pb-1","afterSeq":1}]',
    '42/player,3["bet:place",{"table":"pb-1","game":"1000000001","betId":"5b8e9c0e-1f0a-4b7e-8a52-0c6c5a3b9d11","spot":"punto","amount":"100"}]',
    '2',
    '3',
    '42["session:read"]',
    '41/player,',
  ];
  const websocket = (...packets: readonly string[]): Buffer =>
    Buffer.concat([Buffer.from(UPGRADE), ...packets.map((packet) => frameOf(packet))]);
  const binary = '451-/player,9["session:read",{"_placeholder":true,"num":0}]';
  const polling = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
  const json = ['Content-Type: application/json', `Authorization: Bearer ${token}`];
  return [
    websocket(enters, ...asks),
    websocket(enters, ...asks.slice(0, 2), enters),
    websocket(...asks),
    Buffer.concat([websocket(enters, binary), frameOf(Buffer.from([4, 1, 2, 3]), 0x82)]),
    request(`POST ${polling}`, ['Content-Type: text/plain'], [enters, ...asks].join('\x1e')),
    request('POST /socket.io/?EIO=4&transport=polling', [], ''),
    request('PATCH /me/settings', json, '{"video":false,"language":"it"}'),
    request('GET /me/rounds?limit=5', json, ''),
    request('GET /tables', [], ''),
  ];
};

/** One change of a stream. All are numbers, to be shrunk. */
const number = fc.noBias(fc.nat({ max: 1_000_000 }));
const anyChange = fc.record({ how: number, at: number, length: number, byte: number });
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;
const anyStream = fc.record({
  of: number,
  changes: fc.array(anyChange, { minLength: 1, maxLength: 4 }),
});

/** Frames whose header is wrong about them. */
const HEADS = [
  '8100',
  '81fe',
  '81ff',
  '0180',
  '8900',
  '8a00',
  '8880',
  'c180',
  '8f80',
  '827f',
  '81ffffffffffffffffff',
];

const changed = (bytes: Buffer, { how, at: where, length, byte }: Change): Buffer => {
  const at = where % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const some = 1 + (length % 20);
  switch (how % 7) {
    case 0:
      return Buffer.concat([before, Buffer.from([byte % 256]), after.subarray(1)]);
    case 1:
      return Buffer.concat([before, after.subarray(some)]);
    case 2:
      return Buffer.concat([before, after.subarray(0, some), after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, Buffer.alloc(some, byte % 256), after]);
    case 5:
      return Buffer.concat([before, Buffer.from(HEADS[byte % HEADS.length]!, 'hex'), after]);
    default: {
      const bit = Buffer.from(bytes);
      if (at < bit.length) bit[at]! ^= 1 << (byte % 8);
      return bit;
    }
  }
};

/** All that came back until the studio ended the connection, which the client does after it. */
const answerTo = async (bytes: Buffer): Promise<string> => {
  const { hostname, port } = new URL(studio.url);
  const tcp: TcpSocket = connect(Number(port), hostname);
  let answer = '';
  tcp.on('data', (data) => (answer += data.toString('latin1')));
  tcp.on('error', () => undefined);
  const ended = once(tcp, 'close', { signal: AbortSignal.timeout(ENDED_WITHIN_MS) });
  tcp.end(bytes);
  await ended;
  return answer;
};

/** Whatever is said by HTTP, it is not that the studio is at fault. */
const statusesIn = (answer: string): readonly number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const statuses: Record<string, number> = {};

it('bytes that no client sends end their own connection at most', async () => {
  let logRead = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStream, { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
      async (batch) => {
        const answers = await Promise.all(
          batch.map(({ of, changes }) =>
            answerTo(changes.reduce(changed, streams[of % streams.length]!)),
          ),
        );
        const said = answers.flatMap(statusesIn);
        for (const status of said) statuses[status] = (statuses[status] ?? 0) + 1;
        expect(said.filter((status) => status >= 500)).toEqual([]);
        expect(rejections.splice(0)).toEqual([]);
        const news = studio.log.slice(logRead);
        logRead = studio.log.length;
        expect(news).toBe('');
        expect(await honest.ask('["session:read",{}]')).toMatchObject({ ok: true });
      },
    ),
    { numRuns: Math.ceil((2 * STREAMS) / AT_ONCE) },
  );
  console.log(JSON.stringify(statuses));
}, 600_000);
