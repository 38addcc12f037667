/**
 * The settings of the scanner's bridge from its command line, and its secrets, which come in other
 * ways.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DOUBLE_READ_MS } from '../client/double-read.js';

export const HELP = `npm run scanner -- WAY --url URL --table TABLE WHO      takes a scanner's codes to a table

WAY    --stdin              codes come by standard input, a line each
       --tcp HOST:PORT      … from a scanner, or its converter, that listens there
       --serial PATH        … from a serial line, as /dev/ttyUSB0; --baud 9600 is its speed

WHO    --badge BADGE        signs in as the table's device; its secret is asked of the environment
                            (SCANNER_PIN) or of --pin-file FILE: a command line is everybody's to read
       --token-file FILE    a token, in place of badge and secret (or SCANNER_TOKEN)

       --spool FILE         keeps codes on disk until the studio has answered: none is lost, and none
                            counts twice, when the bridge or its machine is started again
       --echo MS            the same code again within so many ms is the same read, no second card:
                            250 by default; 0: every read counts
       --help

Each code is printed with what became of it. While the link is down codes are kept, and go out in order.
Where one of those is refused the rest is thrown away, and the table waits for the shift manager.`;

export type Way =
  | { readonly kind: 'stdin' }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'serial'; readonly path: string; readonly baud: number };

export type Who =
  | { readonly kind: 'badge'; readonly badge: string; readonly pin: string }
  | { readonly kind: 'token'; readonly token: string };

export interface ScannerSettings {
  readonly way: Way;
  readonly url: string;
  readonly table: string;
  readonly who: Who;
  readonly spool: string | undefined;
  readonly echoMs: number;
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const OPTIONS = {
  stdin: { type: 'boolean' },
  tcp: { type: 'string' },
  serial: { type: 'string' },
  baud: { type: 'string', default: '9600' },
  url: { type: 'string' },
  table: { type: 'string' },
  badge: { type: 'string' },
  'pin-file': { type: 'string' },
  'token-file': { type: 'string' },
  spool: { type: 'string' },
  echo: { type: 'string', default: String(DOUBLE_READ_MS) },
  help: { type: 'boolean' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;
type Values = ReturnType<typeof parse>;

/** `help` where that is asked for. Throws `SettingsError` with a sentence. */
export const readSettings = (
  args: readonly string[],
  env: Environment,
): ScannerSettings | 'help' => {
  const values = parse(args);
  if (values.help === true) return 'help';
  const { table, spool } = values;
  if (table === undefined) throw new SettingsError('--table: which table?');
  return {
    way: wayOf(values),
    url: urlOf(values.url),
    table,
    who: whoOf(values, env),
    spool,
    echoMs: count('--echo', values.echo, 10_000),
  };
};

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
};

const wayOf = ({ stdin, tcp, serial, baud }: Values): Way => {
  const ways = [stdin === true, tcp !== undefined, serial !== undefined];
  if (ways.filter(Boolean).length !== 1) {
    throw new SettingsError('Say one way in: --stdin, --tcp HOST:PORT or --serial PATH.');
  }
  if (serial !== undefined) {
    return { kind: 'serial', path: serial, baud: count('--baud', baud, 4_000_000) };
  }
  if (tcp === undefined) return { kind: 'stdin' };
  const [, host, port] = /^(?:\[?([^\]]+)\]?):(\d+)$/.exec(tcp) ?? [];
  if (host === undefined || port === undefined) {
    throw new SettingsError(`--tcp ${tcp}: is not HOST:PORT`);
  }
  return { kind: 'tcp', host, port: count('--tcp', port, 65_535) };
};

const urlOf = (text: string | undefined): string => {
  if (text === undefined) throw new SettingsError('--url: where is the studio?');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new SettingsError(`--url ${text}: is not an http or https URL`);
  }
  return text.replace(/\/+$/, '');
};

const whoOf = (values: Values, env: Environment): Who => {
  const { badge } = values;
  const token = secret(values['token-file'], env['SCANNER_TOKEN']);
  if ((badge === undefined) === (token === undefined)) {
    throw new SettingsError('Say who scans: --badge BADGE, or --token-file FILE.');
  }
  if (token !== undefined) return { kind: 'token', token };
  const pin = secret(values['pin-file'], env['SCANNER_PIN']);
  if (pin === undefined) {
    throw new SettingsError('--badge: its secret is needed, in SCANNER_PIN or --pin-file FILE.');
  }
  return { kind: 'badge', badge: badge ?? '', pin };
};

const secret = (file: string | undefined, given: string | undefined): string | undefined => {
  if (file === undefined) return given === '' ? undefined : given;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingsError(`${file} cannot be read`);
  }
};

const count = (name: string, text: string, max: number): number => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= max) return number;
  throw new SettingsError(`${name} ${text}: is not a number up to ${max}`);
};
