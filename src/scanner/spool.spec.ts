import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Scan, Spool } from './spool.js';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-spool-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

let files = 0;
const newFile = (): string => path.join(folder, String((files += 1)));
const all = (spool: Spool): readonly Scan[] => {
  const scans: Scan[] = [];
  for (let scan = spool.first; scan !== undefined; scan = spool.first) {
    scans.push(scan);
    spool.done(scan.id);
  }
  return scans;
};

describe('a spool', () => {
  it('gives back in order what was not finished, and how far each had gone', () => {
    const file = newFile();
    const before = new Spool(file);
    const [one, two, three] = ['KH', 'AS', 'KH'].map((code) => before.add(code));
    const sent = { name: 'card:scan', scanSeq: 7, shoe: 2 } as const;
    before.done(one!.id);
    before.sending(two!.id, sent);
    const after = new Spool(file);
    expect(after.waiting).toBe(2);
    const four = after.add('9D');
    expect(new Set([one, two, three, four].map((scan) => scan!.id)).size).toBe(4);
    expect(all(after)).toEqual([
      { ...two, sent },
      { ...three, sent: undefined },
      { ...four, sent: undefined },
    ]);
    expect(new Spool(file).waiting).toBe(0);
  });

  it('knows what was certainly not taken', () => {
    const file = newFile();
    const spool = new Spool(file);
    const { id } = spool.add('KH');
    spool.sending(id, { name: 'shoe:burn', scanSeq: 1, shoe: 1 });
    spool.kept(id);
    expect(new Spool(file).first).toEqual({ id, code: 'KH', game: undefined, sent: undefined });
  });

  it('survives a line that was cut off in the middle', () => {
    const file = newFile();
    new Spool(file).add('KH');
    fs.appendFileSync(file, '{"line":"scanned","id":2,"co');
    const spool = new Spool(file);
    spool.add('AS');
    expect(all(new Spool(file)).map(({ code }) => code)).toEqual(['KH', 'AS']);
  });

  it('holds no more than what waits', () => {
    const file = newFile();
    const spool = new Spool(file);
    const { id } = spool.add('AS');
    for (let count = 0; count < 50; count += 1) spool.done(spool.add('KH').id);
    expect(fs.statSync(file).size).toBeGreaterThan(1_000);
    const after = new Spool(file);
    expect(fs.statSync(file).size).toBeLessThan(100);
    after.done(id);
    expect(fs.statSync(file).size).toBe(0);
  });

  it('keeps with each code the round that it was read in', () => {
    const file = newFile();
    const before = new Spool(file);
    before.add('KH', '1000000007');
    before.add('AS');
    const games = all(new Spool(file)).map(({ code, game }) => [code, game]);
    expect(games).toEqual([
      ['KH', '1000000007'],
      ['AS', undefined],
    ]);
  });

  it('throws away everything that waits in one step, and remembers it until it is reported', () => {
    const file = newFile();
    const before = new Spool(file);
    for (const code of ['KH', 'AS', '3C']) before.add(code);
    before.throwAway('3 codes are dropped');
    expect([before.waiting, before.stop]).toEqual([0, '3 codes are dropped']);
    const after = new Spool(file);
    expect([after.waiting, after.stop]).toEqual([0, '3 codes are dropped']);
    const { id } = after.add('9D');
    const last = new Spool(file);
    expect([last.codes, last.stop]).toEqual([['9D'], '3 codes are dropped']);
    last.reported();
    const reported = new Spool(file);
    expect([reported.codes, reported.stop, reported.lastId]).toEqual([['9D'], undefined, id]);
    reported.done(id);
    expect(fs.statSync(file).size).toBe(0);
    // As an earlier bridge left it.
    const lines = [
      '{"line":"stopped","id":2,"note":"2 codes are dropped"}',
      '{"line":"told","id":2}',
    ];
    fs.writeFileSync(file, `${lines[0]}\n`);
    expect(new Spool(file).stop).toBe('2 codes are dropped');
    fs.writeFileSync(file, `${lines.join('\n')}\n`);
    expect(new Spool(file).stop).toBeUndefined();
  });

  it('without a file is kept in memory', () => {
    const spool = new Spool();
    spool.add('KH');
    spool.add('AS');
    expect(all(spool).map(({ code }) => code)).toEqual(['KH', 'AS']);
  });
});
