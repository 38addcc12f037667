import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeed } from './seed.js';
import { readSettings } from './settings.js';
import { newFolder } from '../../test/kit/new-folder.js';

describe('the simulator’s settings', () => {
  it('have defaults', () => {
    expect(readSettings({}, [])).toMatchObject({
      url: 'http://127.0.0.1:3000',
      tables: 1,
      players: 20,
      fast: false,
      hasDealers: true,
      coups: undefined,
    });
  });

  it('come from the environment', () => {
    const env = {
      STUDIO_URL: 'http://here:1/',
      TABLES: '3',
      PLAYERS: '0',
      FAST: '1',
      NO_DEALER: '1',
    };
    expect(readSettings({ ...env, SABOT_DATA: '/data' }, [])).toMatchObject({
      url: 'http://here:1',
      tables: 3,
      players: 0,
      fast: true,
      hasDealers: false,
      dataFolder: '/data',
    });
  });

  it('name a shoe file by flag or by environment', () => {
    const file = path.join(newFolder(), 'shoe');
    fs.writeFileSync(file, 'P 9h Kd . B 9c Ks\n');
    expect(readSettings({}, ['--shoe-file', file]).coups).toHaveLength(1);
    expect(readSettings({ SHOE_FILE: file }, []).coups).toHaveLength(1);
  });

  it.each([
    [{ TABLES: '0' }, [], 'TABLES must be a whole number from 1, and not “0”.'],
    [{ PLAYERS: 'many' }, [], 'PLAYERS must be a whole number from 0, and not “many”.'],
    [{}, ['--fast'], '--shoe-file'],
    [{}, ['--shoe-file', '/no/such/file'], 'The shoe file /no/such/file cannot be read'],
  ] as const)('%j %j are refused: %s', (env, args, why) => {
    expect(() => readSettings(env, args)).toThrow(why);
  });

  it('name the line of a shoe file that is wrong', () => {
    const file = path.join(newFolder(), 'shoe');
    fs.writeFileSync(file, 'P 9h Kd . B 9c Ks\nP 9h . B 9c\n');
    expect(() => readSettings({ SHOE_FILE: file }, [])).toThrow(`${file}, line 2: the tableau`);
  });
});

describe('the seed', () => {
  it('is made once', () => {
    const data = path.join(newFolder(), 'deep', 'down');
    const seed = readSeed(data);
    expect(seed).toMatch(/^[0-9a-f]{32}$/);
    expect(readSeed(data)).toBe(seed);
  });

  it('is not made up where the file was emptied', () => {
    const data = newFolder();
    fs.writeFileSync(path.join(data, 'simulator-seed'), '');
    expect(() => readSeed(data)).toThrow('is empty');
  });
});
