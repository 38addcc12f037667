import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.js';
import { newFolder } from '../../test/kit/new-folder.js';

const PLACE = ['--url', 'http://studio:3000/', '--table', 'pb-1'];
const ENV = { SCANNER_TOKEN: 'a.b.c' };

describe('the scanner’s command line', () => {
  it('names one source of codes', () => {
    const way = (...args: string[]) => {
      const settings = readSettings([...args, ...PLACE], ENV);
      return settings === 'help' ? settings : settings.way;
    };
    expect(way('--stdin')).toEqual({ kind: 'stdin' });
    expect(way('--tcp', 'scanner:4001')).toEqual({ kind: 'tcp', host: 'scanner', port: 4001 });
    expect(way('--tcp', '[::1]:4001')).toEqual({ kind: 'tcp', host: '::1', port: 4001 });
    const serial = { kind: 'serial', path: '/dev/ttyUSB0' };
    expect(way('--serial', '/dev/ttyUSB0')).toEqual({ ...serial, baud: 9600 });
    expect(way('--serial', '/dev/ttyUSB0', '--baud', '115200')).toMatchObject({ baud: 115200 });
  });

  it('says who scans, with secrets by file or environment', () => {
    const file = path.join(newFolder(), 'secret');
    fs.writeFileSync(file, '1234\n');
    const who = (args: string[], env: Record<string, string> = {}) => {
      const settings = readSettings(['--stdin', ...PLACE, ...args], env);
      return settings === 'help' ? settings : settings.who;
    };
    const badge = { kind: 'badge', badge: 'D1', pin: '1234' };
    expect(who(['--badge', 'D1'], { SCANNER_PIN: '1234' })).toEqual(badge);
    expect(who(['--badge', 'D1', '--pin-file', file])).toEqual(badge);
    expect(who([], ENV)).toEqual({ kind: 'token', token: 'a.b.c' });
    expect(who(['--token-file', file])).toEqual({ kind: 'token', token: '1234' });
  });

  it('takes a code that comes again within 250 ms, or within the time set, for the same read', () => {
    const echoMs = (...args: string[]) => {
      const settings = readSettings(['--stdin', ...PLACE, ...args], ENV);
      return settings === 'help' ? settings : settings.echoMs;
    };
    expect(echoMs()).toBe(250);
    expect(echoMs('--echo', '600')).toBe(600);
    expect(echoMs('--echo', '0')).toBe(0);
  });

  it('is explained in full by --help', () => {
    expect(readSettings(['--help'], {})).toBe('help');
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['no way in', PLACE, ENV, /one way in/],
    ['two ways in', ['--stdin', '--tcp', 'a:1', ...PLACE], ENV, /one way in/],
    ['a host without a port', ['--tcp', 'scanner', ...PLACE], ENV, /not HOST:PORT/],
    ['a port that does not exist', ['--tcp', 'a:70000', ...PLACE], ENV, /--tcp 70000/],
    ['no table', ['--stdin', '--url', 'http://a'], ENV, /--table/],
    ['no studio', ['--stdin', '--table', 'pb-1'], ENV, /--url/],
    [
      'a studio that is not at an http address',
      ['--stdin', '--table', 't', '--url', 'ftp://a'],
      ENV,
      /not an http/,
    ],
    ['nobody', ['--stdin', ...PLACE], {}, /who scans/],
    ['two persons', ['--stdin', '--badge', 'D1', ...PLACE], ENV, /who scans/],
    ['a badge without its secret', ['--stdin', '--badge', 'D1', ...PLACE], {}, /SCANNER_PIN/],
    ['a file that does not exist', ['--stdin', '--token-file', '/none', ...PLACE], {}, /\/none/],
    ['an echo of no number', ['--stdin', '--echo', 'soon', ...PLACE], ENV, /--echo soon/],
    ['an option that does not exist', ['--usb', ...PLACE], ENV, /--usb/],
  ])('is refused with %s', (_, args, env, sentence) => {
    expect(() => readSettings(args, env)).toThrow(sentence);
  });
});
