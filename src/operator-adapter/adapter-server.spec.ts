/** What the adapter answers to the studio, whatever the wallet behind it says. */
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../operator/message-signature.js';
import { AdapterServer } from './adapter-server.js';

const STUDIO = generateKeyPairSync('ed25519');
const KEY = { kid: 'acme-1', key: generateKeyPairSync('ed25519').privateKey };
const OF = { player: 'anna', currency: 'EUR', exponent: 2 };
const OK = { status: 'OK', balance: 1 };

let wallet: Server;
let adapter: AdapterServer;
let nowMs: number;
/** What the wallet says to the next requests; then that all is done. */
let says: readonly object[];
let log: string[];
/** What the wallet was asked. */
let asked: { readonly path: string; readonly sid: string; readonly uuid: string }[];

/** By a wallet of Evolution's shape. */
const start = async (more: { authority?: string } = {}) => {
  adapter = await AdapterServer.start({
    ...{ protocol: 'evolution', secret: 'a secret', key: KEY, nowMs: () => nowMs, ...more },
    url: `http://127.0.0.1:${(wallet.address() as AddressInfo).port}`,
    studio: createPublicKey(STUDIO.privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    log: (line) => void log.push(line),
  });
};

const ask = async (verb: string, order: object) => {
  const body = Buffer.from(JSON.stringify({ requestId: randomUUID(), ...OF, ...order }));
  const url = new URL(`${adapter.url}/${verb}`);
  const headers = signatureHeaders(
    { method: 'POST', target: url.pathname, headers: { host: url.host } },
    body,
    { kid: 'studio', key: STUDIO.privateKey, createdS: nowMs / 1_000, nonce: randomUUID() },
  );
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  const text = await response.text();
  const said = JSON.parse(text === '' ? '{}' : text) as Record<string, string>;
  const { status, reason, session } = said;
  const balance = verb === 'open' ? said['balance'] : undefined;
  const shown = [response.status, status, reason, balance, session];
  return shown.filter((each) => each !== undefined).join(' ');
};

const debit = (movementId: string, more: object = {}) =>
  ask('debit', { movementId, total: '100', ...more });

const cancel = (refers: string, reason: string) =>
  ask('cancel', { movementId: `${refers}.cancel`, total: '100', refers, reason });

beforeEach(async () => {
  nowMs = 1_000_000;
  says = [];
  log = [];
  asked = [];
  wallet = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      const [said = OK, ...rest] = says;
      says = rest;
      const { sid, uuid } = JSON.parse(body) as { sid: string; uuid: string };
      asked.push({ path: (request.url ?? '').split('?')[0]!, sid, uuid });
      response.end(JSON.stringify({ uuid, ...said }));
    });
  });
  await new Promise<void>((resolve) => {
    wallet.listen(0, '127.0.0.1', resolve);
  });
  await start();
  nowMs += 60_000;
});

afterEach(async () => {
  await adapter.stop();
  wallet.closeAllConnections();
  await new Promise((resolve) => wallet.close(resolve));
});

describe('a player who comes in', () => {
  const CHECKED = { status: 'OK', sid: 's-2' };
  const open = () => ask('open', { session: 's-1' });

  it('has the balance that the wallet says by the session that its check names', async () => {
    says = [CHECKED, { status: 'OK', balance: 12.34 }];
    expect(await open()).toBe('200 done 1234 s-2');
    expect(asked).toMatchObject([
      { path: '/check', sid: 's-1' },
      { path: '/balance', sid: 's-2' },
    ]);
    expect(asked[0]!.uuid).not.toBe(asked[1]!.uuid);
  });

  it('has nothing where the wallet says that she owes: no balance is below zero', async () => {
    says = [CHECKED, { status: 'OK', balance: -2.5 }];
    expect(await open()).toBe('200 done 0 s-2');
  });

  it('stays out where either is refused, and is asked for again where one is unknown', async () => {
    says = [{ status: 'INVALID_SID' }];
    expect(await open()).toBe('200 refused session');
    says = [CHECKED, { status: 'ACCOUNT_LOCKED' }];
    expect(await open()).toBe('200 refused blocked');
    says = [CHECKED, { status: 'UNKNOWN_ERROR' }];
    expect(await open()).toBe('502');
    says = [CHECKED, { status: 'TEMPORARY_ERROR' }];
    expect(await open()).toBe('200 busy');
  });
});

describe('a tip', () => {
  it.each([
    ['where a bet needs a credit', true],
    ['where it takes nothing', undefined],
  ])('is refused %s', async (_, takes) => {
    const order = { movementId: 'tip.7.k', total: '100', table: 'pb-1', takes };
    expect(await ask('tip', order)).toBe('200 refused game');
    expect(asked).toEqual([]);
  });
});

describe('a debit that the wallet refuses', () => {
  const NO_FUNDS = { status: 'INSUFFICIENT_FUNDS' };

  it('is refused where it was sent once', async () => {
    says = [NO_FUNDS];
    expect(await debit('a')).toBe('200 refused funds');
  });

  it.each([
    ['had no answer', { status: 'UNKNOWN_ERROR' }, '502'],
    ['was done', OK, '200 done'],
  ])('is busy where a try before it %s', async (_, first, answer) => {
    says = [first, NO_FUNDS];
    expect(await debit('a')).toBe(answer);
    expect(await debit('a')).toBe('200 busy');
    expect(log.at(-1)).toBe('"debit a: refused (funds), and may be booked by another try"');
  });

  it('is refused before it is sent where its currency is too fine', async () => {
    expect(await debit('a', { exponent: 7, total: '10000000' })).toBe('200 refused currency');
    says = [OK];
    expect(await debit('a', { exponent: 6 })).toBe('200 done');
  });
});

describe('a stake of a hand where each bet needs a credit', () => {
  const of = (game: string) => ({ hand: '100000000001', game });

  it('is refused by name in Blackjack, whose hand may have several and has one credit', async () => {
    expect(await debit('a', of('blackjack'))).toBe('200 refused game');
    expect(asked).toEqual([]);
    for (const game of ['punto_e_banco', 'sette_e_mezzo']) {
      expect(await debit(game, of(game))).toBe('200 done');
    }
  });

  it('is no verdict while the adapter of before may have sent it', async () => {
    await adapter.stop();
    await start();
    expect(await debit('a', of('blackjack'))).toBe('200 busy');
    nowMs += 20_000;
    expect(await debit('a', of('blackjack'))).toBe('200 refused game');
    expect(asked).toEqual([]);
  });
});

describe('a debit that the adapter of before may have sent', () => {
  const NO_FUNDS = { status: 'INSUFFICIENT_FUNDS' };

  it('is refused by no verdict as long as its last try may be under way', async () => {
    await adapter.stop();
    await start();
    // Tried for ten seconds, and then some for the way there and the wallet's own time.
    nowMs += 11_000;
    says = [NO_FUNDS, NO_FUNDS];
    expect(await debit('a')).toBe('200 busy');
    nowMs += 9_000;
    expect(await debit('b')).toBe('200 refused funds');
  });
});

describe('a cancel', () => {
  const UNHEARD_OF = { status: 'BET_DOES_NOT_EXIST' };

  it('of a bet that the wallet does not know is busy for a minute, and then done', async () => {
    says = [{ status: 'UNKNOWN_ERROR' }, UNHEARD_OF, UNHEARD_OF];
    expect(await debit('a')).toBe('502');
    expect(await cancel('a', 'no_answer')).toBe('200 busy');
    expect(log.at(-1)).toBe('"cancel a.cancel: BET_DOES_NOT_EXIST, and may still come"');
    nowMs += 60_000;
    expect(await cancel('a', 'no_answer')).toBe('200 done');
  });

  it.each([
    ['a bet unheard of, of a round that is void', UNHEARD_OF, 'round_void'],
    ['a bet that is settled', { status: 'BET_ALREADY_SETTLED' }, 'no_answer'],
  ])('is unknown where the wallet speaks of %s', async (_, said, reason) => {
    says = [said];
    expect(await cancel('a', reason)).toBe('502');
  });
});

describe('the adapter', () => {
  it('does not start on a text without a key of the studio', async () => {
    const options = {
      ...({ protocol: 'evolution', secret: 'a secret', key: KEY, nowMs: () => nowMs } as const),
      ...{ url: 'http://127.0.0.1:1', studio: 'ssh-ed25519 AAAA' },
    };
    await expect(AdapterServer.start(options)).rejects.toThrow('no public key of the studio');
  });

  it('says nothing of a correction that the wallet takes for the credit', async () => {
    says = [{ status: 'BET_ALREADY_SETTLED' }];
    const of = { movementId: 'a', total: '5', round: '1000000001', refers: 'b', correction: 1 };
    expect(await ask('adjust', of)).toBe('502');
  });

  it('refuses what is signed for another host', async () => {
    await adapter.stop();
    await start({ authority: 'wallet.acme.example' });
    expect(await ask('balance', {})).toBe('421');
  });

  it('logs why it has no verdict, and not more than 60 lines a minute', async () => {
    says = Array.from({ length: 70 }, () => ({ status: 'x'.repeat(1_000) }));
    for (let at = 0; at < 70; at += 1) await ask('balance', {});
    expect(log.length).toBe(60);
    expect(log[0]!.length).toBeLessThan(400);
  });
});
