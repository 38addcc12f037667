/**
 * Where the studio hands offers to the relays of the tables: HTTP on this machine alone, under a
 * path that only the studio knows. `POST TABLE/whep` and `POST TABLE/whip` answer an offer of whom
 * `x-caller` names, and `DELETE TABLE/ID` ends a line.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { OFFER_BYTES_MOST } from '../protocol/demo.js';
import type { RelayRefusal, Relay } from './relay.js';

const STATUSES: Readonly<Record<RelayRefusal, number>> = {
  full: 503,
  not_the_dealer: 403,
  bad_offer: 400,
};
const REQUEST_WITHIN_MS = 5_000;

export const serveRelays = (base: URL, relays: ReadonlyMap<string, Relay>): Server => {
  const server = createServer((request, response) => {
    answer(base, relays, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = REQUEST_WITHIN_MS;
  return server.listen(Number(base.port), base.hostname);
};

const answer = async (
  { pathname }: URL,
  relays: ReadonlyMap<string, Relay>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const path = request.url ?? '';
  const [table = '', what = ''] = path.startsWith(pathname)
    ? path.slice(pathname.length).split('/')
    : [];
  const relay = relays.get(table);
  const end = (status: number, text = '') => void response.writeHead(status).end(text);
  if (relay === undefined) return end(404);
  if (request.method === 'DELETE') return end(relay.leave(what) ? 200 : 404);
  const offer = await bodyOf(request);
  if (offer === undefined) return end(413);
  const caller = decodeURIComponent(String(request.headers['x-caller'] ?? ''));
  const opened =
    what === 'whep'
      ? await relay.watch(caller, offer)
      : what === 'whip'
        ? await relay.publish(caller, offer)
        : undefined;
  if (opened === undefined) return end(404);
  if (typeof opened === 'string') return end(STATUSES[opened]);
  response.setHeader('x-line', opened.id);
  return end(201, opened.answer);
};

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > OFFER_BYTES_MOST) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
