/**
 * The picture of the demo's tables: where it is kept, which tables have one, and how the studio
 * serves it. It is made by a process of its own (src/picture).
 */
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { OFFER_BYTES_MOST, PICTURED_TABLES, PICTURE_PREFIX } from '../protocol/demo.js';

type Wanted = Pick<Config, 'demo' | 'publicUrl' | 'http'>;

/** The addresses of a table's streams, by its number from 1. Null where it has none. */
export const pictureOf = (
  { demo, publicUrl, http }: Wanted,
  number: number,
): { readonly videoUrl: string | null; readonly whepUrl: string | null } => {
  if (demo?.picture === undefined || number > PICTURED_TABLES) {
    return { videoUrl: null, whepUrl: null };
  }
  const base = publicUrl ?? `http://127.0.0.1:${http.port}`;
  const table = `${PICTURE_PREFIX}pb-${number}`;
  return {
    videoUrl: new URL(`${table}/index.m3u8`, base).href,
    whepUrl: demo.relay === undefined ? null : `${table}/whep`,
  };
};

/** Whether an address is one that a start of the demo has given, and not somebody in the pit. */
export const isOwnPicture = (url: string | null): boolean =>
  url === null || new URL(url, OWN).pathname.startsWith(PICTURE_PREFIX);

/** Any origin: only the path is looked at. */
const OWN = 'http://localhost';

/** The stream's files, for a page of whatever address: the same machine has several names. */
export const servePicture = (app: NestExpressApplication, { demo }: Pick<Config, 'demo'>): void => {
  if (demo?.picture === undefined) return;
  const setHeaders = (response: ServerResponse): void => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'no-store');
  };
  app.useStaticAssets(demo.picture, { prefix: PICTURE_PREFIX, setHeaders });
  // The offers of WebRTC.
  app.useBodyParser('text', { type: 'application/sdp', limit: OFFER_BYTES_MOST });
};
