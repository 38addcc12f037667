import { expect, it } from 'vitest';
import { recordingUrl, stillUrl } from './film-url.js';

const AT_MS = Date.parse('2026-11-26T17:10:00Z');
const HLS = { videoUrl: 'https://v.example/pb-1.m3u8', whepUrl: null };

it('the address of a recording is filled in with table and time', () => {
  const address = 'https://r.example/{table}/i.m3u8?start={from}&end={to}';
  expect(recordingUrl(address, { table: 'pb-1', fromMs: AT_MS, toMs: AT_MS + 1_500 })).toBe(
    'https://r.example/pb-1/i.m3u8?start=2026-11-26T17%3A10%3A00.000Z&end=2026-11-26T17%3A10%3A01.500Z',
  );
});

it('a table has a still where stills are set up and it has a picture', () => {
  expect(stillUrl('/picture/{table}/still.jpg', 'pb-1', HLS)).toBe('/picture/pb-1/still.jpg');
  const whep = { videoUrl: null, whepUrl: '/picture/pb-1/whep' };
  expect(stillUrl('/s/{table}', 'pb-1', whep)).toBe('/s/pb-1');
  expect(stillUrl(undefined, 'pb-1', HLS)).toBeNull();
  expect(stillUrl('/s/{table}', 'pb-1', { videoUrl: null, whepUrl: null })).toBeNull();
  expect(stillUrl('/s/{table}', 'pb-9', undefined)).toBeNull();
});
