/**
 * The bridge's process, `npm run scanner`: a scanner's codes on one side, a table on the other.
 * What became of each goes to stdout.
 */
import { DealerClient } from '../client/dealer-client.js';
import { delayAfter } from '../client/delays.js';
import { withUsage } from '../platform/call-fault.js';
import { Bridge } from './bridge.js';
import { type CodeOutcome, outcomeLine } from './code-outcome.js';
import { HELP, type ScannerSettings, SettingsError, type Who, readSettings } from './settings.js';
import { NotLetIn, signIn } from './sign-in.js';
import { openSource } from './source.js';
import { Spool } from './spool.js';

const note = (text: string): void => console.error(`— ${text}`);

const run = ({ way, url, table, who, spool: file, echoMs }: ScannerSettings): void => {
  const spool = new Spool(file);
  const client = clientOf(url, who);
  comeBack(client);
  const report = (code: string, outcome: CodeOutcome) => console.log(outcomeLine(code, outcome));
  const bridge = new Bridge({ client, table, store: spool, echoMs, report, note });
  const close = openSource(way, {
    code: (code) => bridge.read(code),
    note,
    ended: () => void bridge.idle().then(() => process.exit(0)),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close();
      bridge.close();
      const isLost = bridge.waiting > 0 && file === undefined;
      if (isLost) note(`${bridge.waiting} codes were not sent`);
      process.exit(isLost ? 1 : 0);
    });
  }
};

/**
 * With a badge it signs in as soon as the studio asks it to. Codes are read, and kept, before that.
 */
const clientOf = (url: string, who: Who): DealerClient => {
  if (who.kind === 'token') return new DealerClient(url, who.token);
  const renewToken = () =>
    signIn(url, who).catch((error: unknown) => {
      if (!(error instanceof NotLetIn)) throw error;
      console.error(error.message);
      process.exit(2);
    });
  return new DealerClient(url, '', { renewToken });
};

/** A connection that the studio closed, or refuses for now, is tried again. */
const comeBack = ({ connection }: DealerClient): void => {
  let failures = 0;
  connection.onState((state, reason) => {
    if (state === 'connected') failures = 0;
    if (state !== 'ended' && state !== 'refused') return;
    failures += 1;
    if (failures === 1) note(`the studio does not let the scanner in: ${reason}`);
    setTimeout(() => connection.connect(), delayAfter(failures));
  });
};

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === 'help') console.log(HELP);
  else run(settings);
} catch (error) {
  const isExpected = error instanceof SettingsError;
  console.error(isExpected ? withUsage(HELP, error.message) : error);
  process.exit(isExpected ? 2 : 1);
}
