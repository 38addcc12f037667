/** The program behind `npm run operator:sim`: an operator with a wallet, players and faults. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { signingKeyOf } from '../operator/key-file.js';
import { signatureHeaders } from '../operator/message-signature.js';
import { missingFault, withUsage } from '../platform/call-fault.js';
import { launchReply, ownOperator } from '../protocol/operator.js';
import { exponentOf } from '../money/currency.js';
import { desk } from './desk.js';
import { FOREIGN_SHAPES, type ForeignProtocol } from './foreign-shapes.js';
import { ForeignWallet } from './foreign-wallet.js';
import { WalletServer } from './wallet-server.js';
import { WebhookReceiver } from './webhook-receiver.js';

const USAGE = `An operator to try the studio with: a wallet with players, and faults on demand.

  npm run operator:sim -- --kid KID --key FILE [--studio http://127.0.0.1:3000] [--port 4000]
                          [--studio-secret FILE]   where the FILE of the key has a secret
                          [--authority HOST:PORT]  where the studio reaches it by another name
                          [--fault lost_after --percent 20]   goes wrong so often

The operator is opened before, and its wallet is where this program listens:

  npm run operator -- add --id sim --name Simulated --currencies EUR --mode session \\
                          --callback http://127.0.0.1:4000/wallet
  npm run operator -- key --id sim     prints the KID, and the key for the FILE

Its players' money may be behind another protocol, which is spoken at the next port, for an adapter
(npm run operator:adapter):

  npm run operator:sim -- … --protocol hub88|softswiss|evolution|pragmatic --secret FILE

What the studio pushes is shown, too:

  npm run operator -- webhook --id sim --url http://127.0.0.1:4000/webhook`;

/** The studio gives up a try after 2 s. */
const LATE_MS = 4_000;

const text = { type: 'string' } as const;
const OPTIONS = {
  kid: text,
  key: text,
  studio: text,
  port: text,
  fault: text,
  percent: text,
  protocol: text,
  secret: text,
  'studio-secret': text,
  authority: text,
  help: { type: 'boolean' },
} as const;

const ask = async <T>(
  schema: z.ZodType<T>,
  url: string,
  signer: { readonly kid: string; readonly key: KeyObject },
  order?: object,
): Promise<T> => {
  const { host, pathname, search } = new URL(url);
  const method = order === undefined ? 'GET' : 'POST';
  const body = order === undefined ? undefined : JSON.stringify(order);
  const signed = signatureHeaders(
    { method, target: `${pathname}${search}`, headers: { host } },
    body === undefined ? undefined : Buffer.from(body),
    { ...signer, createdS: Math.floor(Date.now() / 1000), nonce: randomUUID() },
  );
  const headers = { ...signed, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`the studio says ${JSON.stringify(answer)}`);
  return schema.parse(answer);
};

const isForeign = (name: string): name is ForeignProtocol => Object.hasOwn(FOREIGN_SHAPES, name);

try {
  const { values } = parseArgs({ options: OPTIONS });
  const { kid, key: file, studio = 'http://127.0.0.1:3000', port = '4000' } = values;
  if (values.help === true) {
    console.log(USAGE);
  } else if (kid === undefined || file === undefined) {
    throw new Error(withUsage(USAGE, missingFault(values, ['kid', 'key'])));
  } else {
    const signer = { kid, key: signingKeyOf(file) };
    const own = await ask(ownOperator, `${studio}/operator/self`, signer);
    const shared = values['studio-secret'];
    const studioKeys = [
      ...[own.studioKey.publicKey, own.nextStudioKey?.publicKey ?? ''],
      shared === undefined ? '' : readFileSync(shared, 'utf8'),
    ].join('\n');
    const currency = own.currencies[0]!;
    const wallet = await WalletServer.start({
      studio: studioKeys,
      key: signer,
      nowMs: () => Date.now(),
      lateMs: LATE_MS,
      port: Number(port),
      authority: values.authority,
      currency,
    });
    const launch = async (player: string): Promise<string> => {
      const order = { player, currency, returnUrl: new URL('/', wallet.url).href };
      return (await ask(launchReply, `${studio}/operator/launch`, signer, order)).url;
    };
    const { fault = '', percent = '0', protocol, secret } = values;
    if (protocol !== undefined && secret !== undefined) {
      if (!isForeign(protocol)) throw new Error(`no protocol ${protocol}`);
      const foreign = await ForeignWallet.start({
        ...{ protocol, currency, exponent: exponentOf(currency), book: wallet.book },
        secret: readFileSync(secret, 'utf8').trim(),
        port: Number(port) + 1,
      });
      const each = Math.round(100 / (Number(percent) || 0));
      if (Number.isFinite(each)) foreign.faultyEach = each;
      console.log(`${protocol}: ${foreign.url}`);
    }
    const faults = new URLSearchParams({ fault, percent });
    const receiver = new WebhookReceiver({
      ...{ studio: studioKeys, nowMs: () => Date.now() },
    });
    wallet.desk = desk({ wallet, receiver, launch, chance: () => Math.random(), faults });
    console.log(`${own.name} in ${currency}: ${new URL('/', wallet.url).href}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
