import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.js';

const DEMO = { DATABASE_URL: 'postgres://localhost/sabot', SABOT_DEMO: '1' };
const RECORDING_URL = 'https://r.example/{table}.m3u8?from={from}&to={to}';

describe('where the pictures are recorded', () => {
  it('is nowhere by default, and in the studio for the demo that films its tables', () => {
    expect(readConfig(DEMO).film).toEqual({ recording: undefined, still: undefined });
    expect(readConfig({ ...DEMO, DEMO_PICTURE: '/tmp/picture' }).film).toEqual({
      recording: '/picture/{table}/recorded.m3u8?from={from}&to={to}',
      still: '/picture/{table}/still.jpg',
    });
    const set = { ...DEMO, RECORDING_URL, STILL_URL: '/stills/{table}' };
    expect(readConfig(set).film).toEqual({ recording: RECORDING_URL, still: '/stills/{table}' });
  });

  it.each([
    ['RECORDING_URL', 'https://r.example/{table}.m3u8'],
    ['RECORDING_URL', 'javascript:{table}{from}{to}'],
    ['RECORDING_URL', '//r.example/{table}/{from}/{to}'],
    ['STILL_URL', 'https://r.example/still.jpg'],
    ['STILL_URL', 'https://{table}.r example/'],
  ])('is refused by name where it is no address to be filled in: %s %s', (name, value) => {
    expect(() => readConfig({ ...DEMO, [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ ...DEMO, [name]: value })).toThrow(name);
  });
});

describe('a setting that is wrong', () => {
  it.each([
    ['DATABASE_URL', 'postgres://sabot:pass/word#1@localhost/sabot'],
    ['REDIS_URL', 'redis://:pass/word#1@localhost:6379'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://sabot:pass/word#1@localhost:4318'],
  ])('is named, and no password in it is printed: %s', (name, value) => {
    const read = (): unknown => readConfig({ ...DEMO, [name]: value });
    expect(read).toThrow(name);
    expect(read).not.toThrow('pass/word');
  });
});

describe('a setting that says nothing, or contradicts another one', () => {
  it.each([
    ['a blank for a number', { PORT: ' ' }, 'PORT'],
    ['a number that is none of ours', { DRAIN_MS: '0x10' }, 'DRAIN_MS'],
    ['a fraction', { DEALER_TABLES: '1.5' }, 'DEALER_TABLES'],
    ['another server than Postgres', { DATABASE_URL: 'redis://localhost:6379' }, 'DATABASE_URL'],
    ['another server than Redis', { REDIS_URL: 'postgres://localhost/sabot' }, 'REDIS_URL'],
    ['one port for both', { PORT: '3000', OPERATIONS_PORT: '3000' }, 'OPERATIONS_PORT'],
    ['a cluster without an address', { REDIS_CLUSTER: '1' }, 'REDIS_CLUSTER'],
    [
      'a cluster that is not used',
      { REDIS_CLUSTER: '1', REDIS_URL: 'redis://localhost', QUEUE_BACKEND: 'postgres' },
      'REDIS_CLUSTER',
    ],
  ])('is refused by name: %s', (_, set, name) => {
    expect(() => readConfig({ ...DEMO, ...set })).toThrow(ConfigError);
    expect(() => readConfig({ ...DEMO, ...set })).toThrow(name);
  });

  it('is as if it were not set where it is empty', () => {
    const { http, operations } = readConfig({ ...DEMO, PORT: '', OPERATIONS_PORT: '' });
    expect([http.port, operations.port]).toEqual([3000, 9000]);
    // Any free one, twice, are two.
    expect(readConfig({ ...DEMO, PORT: '0', OPERATIONS_PORT: '0' }).http.port).toBe(0);
  });
});
