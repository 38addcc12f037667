/** The program behind `npm run operator:adapter`: a wallet of another protocol, for the studio. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { signingKeyOf } from '../operator/key-file.js';
import { missingFault, withUsage } from '../platform/call-fault.js';
import { AdapterServer, type Protocol, SHAPES } from './adapter-server.js';

const USAGE = `Stands between the studio and a wallet that speaks another protocol.

  npm run operator:adapter -- --protocol hub88|softswiss|evolution|pragmatic --url https://wallet.example
                              --secret FILE --kid KID --key FILE --studio-key FILE
                              --authority wallet.acme.example [--listen ADDRESS] [--port 4100]

  --url         where the wallet is reached
  --secret      what the wallet knows the studio by: of hub88 a private key of RSA as PEM, else its text
  --kid, --key  the operator's own key as PEM, or its secret, by which the studio knows the answers
  --studio-key  the studio's public key, or two of them, as PEM: studioKey of GET /operator/self; or
                the studio's secret
  --authority   the host of the callback URL, with its port if it has one: what comes for another
                is refused (421)
  --listen      the address to listen at, by default 127.0.0.1: TLS ends in front of this program,
                at what hands the Host on as it came

The operator's callback URL is this program's: https://wallet.acme.example/wallet`;

const text = { type: 'string' } as const;
const OPTIONS = {
  ...{ protocol: text, url: text, secret: text, kid: text, key: text, port: text },
  ...{ authority: text, listen: text },
  'studio-key': text,
  help: { type: 'boolean' },
} as const;
const NEEDED = ['protocol', 'url', 'secret', 'kid', 'key', 'studio-key', 'authority'] as const;

const isProtocol = (name: string): name is Protocol => Object.hasOwn(SHAPES, name);

try {
  const { values } = parseArgs({ options: OPTIONS });
  const { protocol = '', url, secret, kid, key, 'studio-key': studio, port = '4100' } = values;
  const { authority, listen } = values;
  const missing = missingFault(values, NEEDED);
  if (values.help === true) {
    console.log(USAGE);
  } else if (values.protocol !== undefined && !isProtocol(protocol)) {
    const protocols = Object.keys(SHAPES).join(', ');
    throw new Error(withUsage(USAGE, `--protocol ${protocol}: one of ${protocols}`));
  } else if (missing !== '' || !isProtocol(protocol)) {
    throw new Error(withUsage(USAGE, missing));
  } else {
    const adapter = await AdapterServer.start({
      protocol,
      url: url!,
      secret: readFileSync(secret!, 'utf8').trim(),
      studio: readFileSync(studio!, 'utf8'),
      key: { kid: kid!, key: signingKeyOf(key!) },
      nowMs: () => Date.now(),
      port: Number(port),
      authority: authority!,
      ...(listen !== undefined && { listen }),
      log: (line) => void console.error(new Date().toISOString(), line),
    });
    console.log(`${protocol} at ${url}: ${adapter.url}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
