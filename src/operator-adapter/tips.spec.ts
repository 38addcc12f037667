/**
 * Tips by the adapters, tried by the conformance kit at a wallet of each protocol: where it has no
 * way to say one, all of them are refused by name.
 */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CASES, runCheck } from '../operator-check/run-check.js';
import { TIP_MODES, type TipMode, type TrialOf } from '../operator-check/trial.js';
import { TriedWallet } from '../operator-check/tried-wallet.js';
import { ForeignWallet } from '../operator-simulator/foreign-wallet.js';
import { AdapterServer, type Protocol, SHAPES } from './adapter-server.js';

const STUDIO = generateKeyPairSync('ed25519');
const OPERATOR = generateKeyPairSync('ed25519');
const RSA = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;
const SESSION = 's-anna';

const tryBy = async <T>(
  protocol: Protocol,
  run: (tried: TriedWallet, wallet: ForeignWallet) => Promise<T>,
): Promise<T> => {
  let nowMs = 1_000_000;
  const secret = protocol === 'hub88' ? RSA : 'a secret of both';
  const wallet = await ForeignWallet.start({ protocol, secret, currency: 'EUR', exponent: 2 });
  const adapter = await AdapterServer.start({
    ...{ protocol, secret, url: wallet.url, nowMs: () => nowMs },
    studio: STUDIO.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    key: { kid: 'acme-1', key: OPERATOR.privateKey },
  });
  // Nothing that was sent before it started comes to the wallet any more.
  nowMs += 60_000;
  for (const player of ['anna', 'eve']) wallet.book.open(player, 100_000n);
  wallet.book.barred.set('eve', 'blocked');
  wallet.book.sessions.set('anna', SESSION);
  wallet.book.sessions.set('eve', 's-eve');
  try {
    const tried = new TriedWallet({
      ...{ url: adapter.url, keys: [OPERATOR.publicKey], nowMs: () => nowMs, tryMs: 20_000 },
      studio: { kid: 'studio-1', key: STUDIO.privateKey },
    });
    return await run(tried, wallet);
  } finally {
    await adapter.stop();
    await wallet.stop();
  }
};

const of = (tips: readonly TipMode[]): TrialOf => ({
  ...{ player: 'anna', barred: 'eve', session: SESSION, barredSession: 's-eve', tips },
  ...{ currency: 'EUR', exponent: 2, run: 'tip.run' },
});

describe.each(['hub88', 'softswiss'] as const)('a tip at a wallet of %s', (protocol) => {
  it('is taken in seamless mode as the conformance kit wants it', async () => {
    const due = CASES.filter(({ needsTips }) => needsTips === 'seamless');
    const outcomes = await tryBy(protocol, (tried) =>
      runCheck(tried, of(['seamless']), [...new Set(due.map(({ group }) => group))]),
    );
    const says = new Set(due.map((each) => each.says));
    const tips = outcomes.filter((each) => says.has(each.says));
    expect(tips).toHaveLength(due.length);
    expect(tips.filter(({ result }) => result !== 'holds')).toEqual([]);
  });

  it('has no verdict where it is refused after a try that may be booked', async () => {
    const order = { player: 'anna', session: SESSION, currency: 'EUR', exponent: 2 };
    const its = { movementId: 'tip.7.k', total: '250', table: 'pb-1', takes: true } as const;
    const said = await tryBy(protocol, async (tried, wallet) => {
      wallet.always = 'error_500';
      const first = await tried.ask('tip', { ...order, ...its });
      wallet.always = undefined;
      wallet.book.barred.set('anna', 'blocked');
      return [first.is, (await tried.ask('tip', { ...order, ...its })).is];
    });
    expect(said).toEqual(['none', 'busy']);
  });

  it('is a bet in a round of its own, which is over', async () => {
    const order = { player: 'anna', session: SESSION, currency: 'EUR', exponent: 2 };
    const its = { movementId: 'tip.7.k', total: '250', table: 'pb-1', takes: true } as const;
    const [said, rounds, balance] = await tryBy(protocol, async (tried, { rounds: all, book }) => [
      await tried.ask('tip', { ...order, ...its }),
      [...all],
      book.balance('anna'),
    ]);
    expect(said).toEqual({ is: 'done', balance: 99_750n });
    expect([rounds, balance]).toEqual([[['tip.7.k', true]], 99_750n]);
  });
});

it.each([
  ['hub88', 'sabot-tip', 'sabot'],
  ['softswiss', 'sabot:tip', 'sabot:table'],
] as const)('a cancel of a tip at a wallet of %s names its game', (protocol, game, ofBets) => {
  const named = (refers: string) => {
    const call = SHAPES[protocol].call(
      {
        ...{ verb: 'cancel', requestId: 'r-1', player: 'anna', session: SESSION, total: 250n },
        ...{ currency: 'EUR', exponent: 2, round: undefined, closes: true, atMs: 0 },
        ...{ movementId: `${refers}.cancel`, refers },
      },
      RSA,
    );
    return typeof call === 'string' ? call : call.body;
  };
  expect(named('tip.7.k')).toContain(`:"${game}"`);
  expect(named('round.1000000001.7.debit')).toContain(`:"${ofBets}"`);
});

describe.each([
  ['hub88', ['session']],
  ['softswiss', ['session']],
  ['evolution', TIP_MODES],
  ['pragmatic', TIP_MODES],
] as const)('a tip at a wallet of %s in these modes: %j', (protocol, modes) => {
  it('is refused by name, and takes nothing', async () => {
    const order = { player: 'anna', session: SESSION, currency: 'EUR', exponent: 2 };
    await tryBy(protocol, async (tried, { book }) => {
      for (const mode of modes) {
        const takes = mode === 'seamless' && ({ takes: true } as const);
        const its = { movementId: `tip.7.${mode}`, total: '1', table: 'pb-1', ...takes };
        const said = await tried.ask('tip', { ...order, ...its });
        expect(said).toEqual({ is: 'refused', reason: 'game' });
      }
      expect([book.balance('anna'), book.movements]).toEqual([100_000n, []]);
    });
  });
});
