/**
 * `npm run operator:check`, or `npx @sabot/operator-check` of its package: tries an operator’s
 * wallet, as the studio asks it.
 */
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exponentOf } from '../money/currency.js';
import { publicKeyOf, signingKeyOf } from '../operator/key-file.js';
import { missingFault, withUsage } from '../platform/call-fault.js';
import { POLICY_RANGES } from '../protocol/policy-ranges.js';
import { kidOf } from '../wallet/studio-key.js';
import { GROUPS } from './case.js';
import { makeCheckReport, runCheck } from './run-check.js';
import { TIP_MODES } from './trial.js';
import { TriedWallet } from './tried-wallet.js';

const TRY_WITHIN = POLICY_RANGES.tryWithinMs;

const USAGE = `Tries an operator's wallet, as the studio would ask it, and with what no studio asks.

  npm run operator:check -- URL --public-key FILE --player NAME [--currency EUR] [--session TOKEN]
                                [--barred NAME] [--barred-session TOKEN] [--tips MODE]
                                [--key FILE] [--kid KID] [--try-within MS] [--group GROUP …]
                                [--json FILE]

  npx @sabot/operator-check URL …   the same, without the studio's repository

  URL           of the wallet, without the verb: https://wallet.example/sabot
  --public-key  of the operator, which signs the wallet's answers, as PEM, or the operator's secret;
                it may be there twice
  --player      somebody of the operator's with at least 1,000 minor units, who plays nowhere meanwhile
  --session     the player's session, where the wallet knows players by one; without it, some cases
                are skipped
  --tips        the wallet takes tips as it is asked in that mode, session or seamless; it may be there
                twice. Without it, some cases are skipped
  --barred      somebody whom nothing may be taken from; without one, some cases are skipped.
                They keep one minor unit of each trial
  --barred-session
                the session of who is barred; where the player has one, and they have none, the
                cases that take from them are skipped
  --key         signs the kit's requests; it is made where there is none. The wallet must take it
                for the studio's: its name and its public half are printed. Or the studio's secret,
                with --kid, the name that the wallet knows it by
  --try-within  how long a request waits for its answer, in ms: the operator's tryWithinMs,
                ${TRY_WITHIN.min} to ${TRY_WITHIN.max}, ${TRY_WITHIN.usual} without it
  --group       ${GROUPS.join(', ')}
  --json        writes the outcomes into a file

Every case leaves the player's balance as it was, if it holds. It ends with 1 if one fails.`;

const text = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;

/** The file's, as PEM or a secret, or a new one of Ed25519 that is written into it. */
const keyIn = (file: string) => {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(file, pem, { mode: 0o600 });
  }
  return signingKeyOf(file);
};

/** Those that are named, in their own order. Throws for a name that is none of them. */
const namedOf = <T extends string>(option: string, all: readonly T[], names: string[]): T[] => {
  const unknown = names.find((name) => !all.some((each) => each === name));
  if (unknown === undefined) return all.filter((each) => names.includes(each));
  throw new Error(`${option} ${unknown}: it is one of ${all.join(', ')}`);
};

/** The studio would not wait otherwise. Throws where the policy cannot be that. */
const tryWithin = (ms: string): number => {
  const { min, max } = TRY_WITHIN;
  if (/^\d+$/.test(ms) && Number(ms) >= min && Number(ms) <= max) return Number(ms);
  throw new Error(withUsage(USAGE, `--try-within ${ms}: is not from ${min} to ${max} ms`));
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{
        player: text,
        barred: text,
        session: text,
        'barred-session': text,
        currency: text,
        key: text,
        kid: text,
        json: text,
        'try-within': text,
      },
      ...{ 'public-key': many, group: many, tips: many, help: { type: 'boolean' } },
    },
  });
  const [url] = positionals;
  const {
    player,
    barred,
    session,
    'barred-session': barredSession,
    'try-within': withinMs = String(TRY_WITHIN.usual),
    currency = 'EUR',
    'public-key': files = [],
    group: named = [],
  } = values;
  if (values.help === true) {
    console.log(USAGE);
  } else if (url === undefined) {
    throw new Error(withUsage(USAGE, 'URL: missing'));
  } else if (!URL.canParse(url)) {
    throw new Error(withUsage(USAGE, `${url}: is not a URL`));
  } else if (player === undefined || files.length === 0) {
    throw new Error(withUsage(USAGE, missingFault(values, ['player', 'public-key'])));
  } else {
    const tips = namedOf('--tips', TIP_MODES, values.tips ?? []);
    const groups = namedOf('--group', GROUPS, named);
    const tryMs = tryWithin(withinMs);
    const keys = files.map(publicKeyOf);
    const key = keyIn(values.key ?? 'operator-check.pem');
    const publicKey = key.type === 'secret' ? undefined : createPublicKey(key);
    const kid = values.kid ?? (publicKey && kidOf(publicKey));
    if (kid === undefined) throw new Error('a secret has no name of its own: --kid');
    const studio = { kid, key };
    console.log(`The studio of this trial signs as ${kid}:`);
    console.log(publicKey?.export({ format: 'pem', type: 'spki' }) ?? 'by the secret');
    const wallet = new TriedWallet({ url, studio, keys, tryMs, nowMs: () => Date.now() });
    const run = `check-${randomBytes(6).toString('hex')}`;
    const exponent = exponentOf(currency);
    const of = { player, barred, session, barredSession, tips, currency, exponent, run };
    const outcomes = await runCheck(wallet, of, groups.length > 0 ? groups : GROUPS);
    console.log(makeCheckReport(outcomes, wallet));
    if (values.json !== undefined) {
      writeFileSync(values.json, `${JSON.stringify({ url, run, outcomes }, undefined, 2)}\n`);
    }
    process.exitCode = outcomes.some(({ result }) => result === 'fails') ? 1 : 0;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
