/**
 * The scanner's bridge on a real studio: whatever becomes of its links and of itself, every card
 * counts once, in order.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Cable } from '../kit/cable.js';
import type { Staff } from '../kit/clients.js';
import { SHUT, useTestbed } from '../kit/testbed.js';
import { Scanner } from '../kit/scanner.js';
import { type Studio, eventually, pause } from '../kit/studio.js';

/** Coups of four, five and six cards, as the tableau wants them. */
const NATURAL = ['9H', 'KD', 'TS', 'QS'];
const FIVE = ['2H', '7D', '3S', 'KD', '5C'];
const SIX = ['2H', '2D', '3S', '3D', '4C', '5C'];

/** A demo, for its badges. */
const testbed = useTestbed({ env: { SABOT_DEMO: '1', DEMO_TABLES: '1' } });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-scanner-'));
let studio: Studio;
let cable: Cable;
let table: string;
let dealer: Staff;
let token: string;
let scanner: Scanner;
let files = 0;

beforeAll(async () => {
  studio = await testbed.start();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A table whose burn card is due. */
beforeEach(async () => {
  cable = await Cable.to(studio.url);
  table = await testbed.addTable(studio, SHUT);
  dealer = await testbed.staff(studio, 'Dora', { table });
  token = await testbed.employ({ id: 'Dora', role: 'dealer' });
  await dealer.must('table:open');
  await dealer.placeShoe();
});
afterEach(async () => {
  await scanner.kill();
  cable.close();
});

const scanBy = (...way: readonly string[]): Scanner => {
  const place = ['--url', cable.through(studio.url), '--table', table];
  scanner = new Scanner([...way, ...place], { SCANNER_TOKEN: token });
  return scanner;
};

/**
 * A round whose first card is due, and of which the bridge knows: the cable passes on what came,
 * between two timers at the latest.
 */
const closedRound = async (): Promise<number> => {
  const { seq } = await dealer.openBetting();
  await dealer.betsClosed(seq);
  for (let each = 0; each < 2; each += 1) await pause(250);
  return seq;
};

/** Every card that the table took, as it was scanned. */
const taken = async (): Promise<readonly string[]> => {
  const { rows } = await testbed.pool.query<{ code: string }>(
    `select payload::json ->> 'code' as code from table_events
      where table_id = $1 and kind in ('cards_burned', 'card_dealt', 'cut_card_drawn') order by seq`,
    [table],
  );
  return rows.map(({ code }) => code);
};

describe('the scanner’s bridge', () => {
  it('takes codes from standard input to the table, says what became of each, and ends when they do', async () => {
    scanBy('--stdin');
    await scanner.says('is there'); // of a code that was read before it may say that it waits
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type(...NATURAL);
    await dealer.next('round_settled', { after: seq });
    scanner.type('CUT');
    expect(await scanner.finish()).toBe(0);
    expect(scanner.outcomes.map((outcome) => outcome.replace(/, event \d+$/, ''))).toEqual([
      '3H card 3h, burn',
      '9H card 9h, punto_1',
      'KD card Kd, banco_1',
      'TS card Ts, punto_2',
      'QS card Qs, banco_2',
      'CUT cut card',
    ]);
    expect(await taken()).toEqual(['3H', ...NATURAL, 'CUT']);
  });

  it('keeps codes while the link is down, and brings them in order', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type(...SIX.slice(0, 2));
    await scanner.says('banco_1');
    cable.cut();
    await scanner.says('the link is down');
    scanner.type(...SIX.slice(2));
    await scanner.says('4 wait');
    cable.repair();
    await dealer.next('round_settled', { after: seq });
    expect(await scanner.finish()).toBe(0);
    expect(await taken()).toEqual(['3H', ...SIX]);
  });

  it('opens another link where the one that there is swallows everything', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    cable.freezeThese();
    scanner.type(...NATURAL);
    await dealer.next('round_settled', { after: seq });
    expect(scanner.notes).toContain('the link is down (');
    expect(scanner.notes).not.toContain('ping timeout'); // the transport takes up to 45 s
    expect(await scanner.finish()).toBe(0);
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });

  it('counts a card once whose answer was lost on the way', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type('2H');
    await scanner.says('punto_1');
    cable.mute();
    scanner.type('7D', '3S');
    await dealer.next('card_dealt', { after: seq, where: ({ card }) => card === '7d' });
    expect(scanner.outcomes.at(-1)).toContain('2H');
    cable.cut();
    await scanner.says('the link is down');
    cable.repair();
    await scanner.says('3S card 3s, punto_2');
    expect(scanner.outcomes.filter((outcome) => outcome.startsWith('7D card'))).toHaveLength(1);
    scanner.type(...FIVE.slice(3));
    await dealer.next('round_settled', { after: seq });
    expect(await taken()).toEqual(['3H', ...FIVE]);
  });

  it(
    'goes on from its spool when it was killed, wherever it was',
    { timeout: 180_000 },
    async () => {
      const spool = path.join(folder, `spool-${(files += 1)}`);
      const isRead = (code: string) =>
        eventually(`${code} is read`, () =>
          (fs.readFileSync(spool, 'utf8') + scanner.outcomes.join('')).includes(code),
        );
      const expected = ['3H'];
      scanBy('--stdin', '--spool', spool);
      scanner.type('3H');
      await scanner.says('card 3h, burn');
      for (const [round, coup] of [NATURAL, FIVE, SIX].entries()) {
        const seq = await closedRound();
        for (const [index, code] of coup.entries()) {
          expected.push(code);
          // Killed with the code on its disk alone, with the code sent, or with the code taken and
          // the answer lost.
          const moment = (round + index) % 4;
          if (moment === 0) cable.cut();
          if (moment === 1) cable.mute();
          scanner.type(code);
          await isRead(code);
          if (moment === 1) await dealer.until(code, () => dealtSince(seq) > index);
          if (moment !== 3) {
            await scanner.kill();
            if (moment !== 2) cable.cut();
            cable.repair();
            scanBy('--stdin', '--spool', spool);
          }
          await dealer.until(code, () => dealtSince(seq) > index);
          await eventually('nothing is left', () => fs.statSync(spool).size === 0);
          await scanner.says('is there');
        }
        await dealer.next('round_settled', { after: seq });
      }
      expect(await taken()).toEqual(expected);
      expect(await scanner.finish()).toBe(0);
      expect(fs.statSync(spool).size).toBe(0);
    },
  );

  const dealtSince = (seq: number): number =>
    dealer.messages.filter((each) => each.kind === 'card_dealt' && each.seq > seq).length;

  it('sends nothing again when the table has gone on without it', async () => {
    const spool = path.join(folder, `spool-${(files += 1)}`);
    scanBy('--stdin', '--spool', spool);
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    cable.mute();
    scanner.type('9H');
    await dealer.next('card_dealt', { after: seq });
    await scanner.kill();
    cable.repair();
    dealer.scanSeq = 2;
    await dealer.deal('KD TS');
    scanBy('--stdin', '--spool', spool);
    await scanner.says('9H NOT KNOWN');
    scanner.type('QS'); // and takes up the count where the other scanner left it
    await scanner.says('banco_2');
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });

  it('shares a table with another scanner', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    await closedRound();
    scanner.type('9H');
    await scanner.says('punto_1');
    dealer.scanSeq = 2;
    await dealer.deal('KD');
    scanner.type('TS');
    await scanner.says('punto_2');
    dealer.scanSeq += 1;
    await dealer.deal('QS');
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });

  it('says what was refused, and does not take an echo for a card', async () => {
    scanBy('--stdin');
    scanner.type('3H', '3H');
    await scanner.says('card 3h, burn');
    await scanner.says('3H read twice: not counted again');
    await closedRound();
    scanner.type('nonsense');
    await scanner.says('nonsense REFUSED: unreadable_code');
    scanner.type('9H');
    await scanner.says('punto_1');
    expect(await taken()).toEqual(['3H', '9H']);
  });
});

describe('a device of the table', () => {
  it('scans whoever deals, and no change of dealer stops it', async () => {
    token = await testbed.employ({ id: `device of ${table}`, role: 'device', table });
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type('9H', 'KD');
    await scanner.says('banco_1');
    const otto = await testbed.staff(studio, 'Otto', { table });
    await dealer.call('relief:allow', { table, dealer: 'Otto' });
    expect(await otto.call('table:relieve', { table })).toMatchObject({ ok: true });
    scanner.type('TS', 'QS');
    await dealer.next('round_settled', { after: seq });
    expect(await dealer.give('betting:open')).toEqual({ ok: false, refusal: 'not_the_dealer' });
    scanner.type('CUT');
    expect(await scanner.finish()).toBe(0);
    expect(await taken()).toEqual(['3H', ...NATURAL, 'CUT']);
    expect(scanner.notes.match(/is there/g)).toHaveLength(1);
  });

  it('receives that its scan was refused before the answer, so that the next number is known', async () => {
    const device = await testbed.staff(studio, `eye of ${table}`, { role: 'device', table });
    const scan = { table, code: 'smudge', scanSeq: 1 };
    expect(await device.call('shoe:burn', scan)).toEqual({ ok: false, refusal: 'unreadable_code' });
    expect(device.messages.at(-1)).toMatchObject({ kind: 'scan_refused', scanSeq: 1 });
    const next = { table, code: '3H', scanSeq: 2 };
    expect(await device.call('shoe:burn', next)).toMatchObject({ ok: true });
  });

  it('receives what the dealer receives of the table, and nothing of the chat', async () => {
    const device = await testbed.staff(studio, `ear of ${table}`, { role: 'device', table });
    const player = await testbed.player(studio, 'Anna', { table });
    const from = dealer.messages.length;
    const say = { table, key: randomUUID(), text: 'Good evening' };
    expect(await dealer.call('chat:say', say)).toMatchObject({ ok: true });
    expect(await device.call('chat:say', { ...say, key: randomUUID() })).toEqual({
      ok: false,
      refusal: 'not_allowed',
    });
    await dealer.burn('3H');
    await dealer.playRound(NATURAL.join(' '));
    await device.until('the end', () => device.messages.at(-1)?.kind === 'round_settled');
    expect(device.messages).toEqual(dealer.messages.slice(from));
    expect(await dealer.hears('chat:message')).toHaveLength(1);
    expect(device.heard).toEqual([]);
    player.close();
  });
});

describe('a backlog', () => {
  const suspended = async (after: number) => {
    const { reason } = await dealer.next('table_suspended', { after });
    const { rows } = await testbed.pool.query<{ detail: string }>(
      'select detail from incidents where table_id = $1 order by id desc limit 1',
      [table],
    );
    return { reason, detail: rows[0]?.detail };
  };

  const refusedScans = async (): Promise<readonly string[]> => {
    const { rows } = await testbed.pool.query<{ text: string }>(
      `select (payload::json ->> 'code') || ' ' || (payload::json ->> 'refusal') as text
         from table_events where table_id = $1 and kind = 'scan_refused' order by seq`,
      [table],
    );
    return rows.map(({ text }) => text);
  };

  const resume = async () => {
    const manager = await testbed.staff(studio, 'Sven', { role: 'shift_manager', table });
    await manager.must('table:resume');
  };

  it('of which a code is refused is thrown away, and the table waits; live codes work again', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type('2H', '2D');
    await scanner.says('banco_1');
    cable.cut();
    await scanner.says('the link is down');
    scanner.type('smudge', '3S', '3D');
    await scanner.says('3 wait');
    cable.repair();
    await scanner.says('smudge REFUSED: unreadable_code');
    await scanner.says('3S DROPPED');
    await scanner.says('3D DROPPED');
    const note =
      'smudge, which could not be sent at once, was refused: unreadable_code; 2 codes behind it are dropped: 3S 3D';
    await scanner.says(`STOPPED: ${note}`);
    await scanner.says('the shift manager is notified');
    expect(await suspended(seq)).toEqual({ reason: 'scanner_dead', detail: note });
    expect(await taken()).toEqual(['3H', '2H', '2D']);
    scanner.type('3S'); // live, and as ever: nothing is thrown away, nor reported
    await scanner.says('3S REFUSED: table_is_suspended');
    await resume();
    await pause(300); // The same code again is not a double read here.
    scanner.type(...SIX.slice(2));
    await dealer.next('round_settled', { after: seq });
    expect(await taken()).toEqual(['3H', ...SIX]);
    expect(scanner.notes.match(/STOPPED/g)).toHaveLength(1);
  });

  it('that was read in a round before is dealt in no other, and survives with its round', async () => {
    const spool = path.join(folder, `spool-${(files += 1)}`);
    scanBy('--stdin', '--spool', spool);
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const first = await closedRound();
    scanner.type(...NATURAL.slice(0, 3));
    await scanner.says('punto_2');
    cable.cut();
    await scanner.says('the link is down');
    scanner.type('QS', '4C');
    await scanner.says('2 wait');
    await scanner.kill();
    dealer.scanSeq = 4;
    await dealer.deal('QS'); // by another scanner, at the desk
    await dealer.next('round_settled', { after: first });
    const second = await closedRound();
    cable.repair();
    scanBy('--stdin', '--spool', spool);
    await scanner.says('QS REFUSED: wrong_round');
    await scanner.says('4C DROPPED');
    expect((await suspended(second)).reason).toBe('scanner_dead');
    expect(await refusedScans()).toEqual(['QS wrong_round']);
    expect(await taken()).toEqual(['3H', ...NATURAL]);
    await resume();
    scanner.type(...NATURAL);
    await dealer.next('round_settled', { after: second });
    expect(await taken()).toEqual(['3H', ...NATURAL, ...NATURAL]);
    await eventually('nothing is left', () => fs.statSync(spool).size === 0);
  });

  it('that was scanned at the desk meanwhile is not dealt again', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    scanner.type('9H');
    await scanner.says('punto_1');
    cable.cut();
    await scanner.says('the link is down');
    scanner.type('KD');
    await scanner.says('1 waits');
    dealer.scanSeq = 2;
    await dealer.deal('KD'); // It did not come, so the dealer reads it again.
    cable.repair();
    await scanner.says('KD NOT KNOWN');
    scanner.type('TS', 'QS');
    await dealer.next('round_settled', { after: seq });
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });

  it('of which a code may have been taken goes no further', async () => {
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    cable.mute();
    scanner.type('9H', 'KD');
    await dealer.next('card_dealt', { after: seq });
    dealer.scanSeq = 2;
    await dealer.deal('5C');
    cable.cut();
    await scanner.says('the link is down');
    cable.repair();
    await scanner.says('9H NOT KNOWN');
    await scanner.says('KD DROPPED');
    expect((await suspended(seq)).reason).toBe('scanner_dead');
    expect(await taken()).toEqual(['3H', '9H', '5C']);
  });
});

describe('codes are taken', () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  const line = async (after: number): Promise<Socket> => {
    await eventually('the bridge has connected', () => sockets.length > after);
    return sockets.at(-1)!;
  };
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('from TCP, through a connection that breaks', async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    scanBy('--tcp', `127.0.0.1:${port}`);
    const first = await line(0);
    first.write('3');
    first.write('H\r\n');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    first.write('9H\r\nKD\r\nT'); // the third is cut off, and scanned again
    await scanner.says('banco_1');
    first.destroy();
    await scanner.says('has gone');
    const second = await line(1);
    second.write('TS\rQS\r');
    await dealer.next('round_settled', { after: seq });
    expect(scanner.outcomes.filter((outcome) => outcome.includes('REFUSED'))).toEqual([]);
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });

  /**
   * A pair of terminals; what is written to the program's stdin comes out of the one that it names.
   */
  const PTY = `
import os, pty, sys
master, slave = pty.openpty()
print(os.ttyname(slave), flush=True)
while line := os.read(0, 1024):
    os.write(master, line)
`;
  const ptys: ChildProcess[] = [];
  afterAll(() => ptys.forEach((each) => each.kill('SIGKILL')));

  const plugIn = async (device: string): Promise<ChildProcess> => {
    const program = spawn('python3', ['-c', PTY], { stdio: ['pipe', 'pipe', 'inherit'] });
    ptys.push(program);
    const [name] = (await once(program.stdout, 'data')) as [Buffer];
    fs.rmSync(device, { force: true });
    fs.symlinkSync(name.toString().trim(), device);
    return program;
  };

  it('from a serial line that is unplugged and plugged in again', async (ctx) => {
    const { status } = spawnSync('python3', ['-c', 'import pty']);
    if (status !== 0) return ctx.skip('no python3 here to make a terminal');
    const device = path.join(folder, 'tty-scanner');
    const first = await plugIn(device);
    scanBy('--serial', device, '--baud', '19200');
    await scanner.says(`the scanner at ${device} is there`);
    first.stdin!.write('3H\r');
    await scanner.says('card 3h, burn');
    const seq = await closedRound();
    first.stdin!.write('9H\rKD\r');
    await scanner.says('banco_1');
    first.kill('SIGKILL');
    await scanner.says('has gone');
    const second = await plugIn(device);
    await eventually('it is read again', () => scanner.notes.split('is there').length > 3);
    second.stdin!.write('TS\r\nQS\r\n');
    await dealer.next('round_settled', { after: seq });
    expect(await taken()).toEqual(['3H', ...NATURAL]);
  });
});

describe('a scanner', () => {
  it('signs in by badge and PIN, and signs in again by them', async () => {
    const place = ['--stdin', '--url', studio.url, '--table', table, '--badge', 'D1'];
    scanner = new Scanner(place, { SCANNER_PIN: '1234' });
    await scanner.says(`${table} is there`);
    expect(scanner.notes).not.toContain('1234');
    await scanner.kill();
    // A device is let in at its own table alone.
    const as = ['--stdin', '--url', studio.url, '--badge', 'S1'];
    scanner = new Scanner([...as, '--table', 'pb-1'], { SCANNER_PIN: '1234' });
    await scanner.says('pb-1 is there');
    await scanner.kill();
    scanner = new Scanner([...as, '--table', table], { SCANNER_PIN: '1234' });
    await scanner.says(`${table} is away: not_its_table`);
    await scanner.kill();
    scanner = new Scanner(place, { SCANNER_PIN: '4321' });
    expect(await scanner.ended()).toBe(2);
    expect(scanner.notes).toContain('badge D1 is not let in: wrong_badge_or_pin');
  });

  it('is refused with a token of nobody, and asks again', async () => {
    token = 'nonsense';
    scanBy('--stdin');
    scanner.type('3H');
    await scanner.says('the studio does not let the scanner in: not_signed_in');
    await scanner.says('3H kept');
    await pause(600);
    expect(await taken()).toEqual([]);
    expect(scanner.outcomes).toEqual(['3H kept until the studio is there; 1 waits']);
  });
});
