/** The program behind `npm run table`: the tables of the studio, and its gaming day. */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readDatabase } from '../../config.js';
import { optionFaults, orderFault, withUsage } from '../../platform/call-fault.js';
import { consoleFault } from '../../platform/console-fault.js';
import { createPool, onConnection } from '../../platform/database.js';
import { loginBeyond } from '../../platform/login-rights.js';
import * as wire from '../../protocol/wire.js';
import { tableSettings } from '../../protocol/studio-tables.js';
import { StudioTables } from './studio-tables.js';

const USAGE = `The tables of the studio, and its gaming day, from the console.

  npm run table -- list
  npm run table -- make --id ID [--settings JSON|FILE]    such as '{"name": "Salon Rouge", "currency": "CHF"}'
  npm run table -- alter --id ID --settings JSON|FILE     while no process runs it; else in the pit
  npm run table -- day [--zone Europe/Rome --begins 06:00]

Only the owner of the tables changes them: DATABASE_URL=$DATABASE_OWNER_URL npm run table -- …
--reason TEXT is kept with what is done.`;

const NOT_THE_OWNER =
  'Only the owner of the tables changes them: DATABASE_URL=$DATABASE_OWNER_URL npm run table -- …';

const ORDERS = ['list', 'make', 'alter', 'day'];

class Refused extends Error {}

const text = { type: 'string' } as const;
const OPTIONS = {
  id: text,
  settings: text,
  zone: text,
  begins: text,
  reason: text,
  help: { type: 'boolean' },
} as const;
type Named = { readonly [Name in Exclude<keyof typeof OPTIONS, 'help'>]?: string | undefined };

const run = async (what: string, named: Named): Promise<string> => {
  const database = readDatabase(process.env);
  const isOwner = await onConnection({ ...database, role: '' }, loginBeyond);
  if (isOwner === undefined && what !== 'list') throw new Refused(NOT_THE_OWNER);
  const pool = createPool({ ...database, role: '' }, 'studio', 1);
  try {
    return await answer(new StudioTables(pool, named.reason ?? 'from the console'), what, named);
  } finally {
    await pool.end();
  }
};

const answer = async (tables: StudioTables, what: string, named: Named): Promise<string> => {
  if (what === 'list') {
    const all = await tables.list();
    return all
      .map(({ id, settings: { name, currency }, isRun }) =>
        [id, name, currency, isRun ? 'run' : 'not run'].join('  '),
      )
      .join('\n');
  }
  if (what === 'day') {
    const { zone: timeZone, begins: beginsAt } = named;
    if (timeZone === undefined && beginsAt === undefined) return printed(await tables.readDay());
    if (timeZone === undefined || beginsAt === undefined) {
      throw new Refused(withUsage(USAGE, orderFault(what, ORDERS)));
    }
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(beginsAt)) {
      throw new Refused(withUsage(USAGE, `--begins ${beginsAt}: a time of day, such as 06:00`));
    }
    return printed(done(await tables.setDay({ timeZone, beginsAt })));
  }
  const id = wire.tableId.safeParse(named.id);
  if (what !== 'make' && what !== 'alter') {
    throw new Refused(withUsage(USAGE, orderFault(what, ORDERS)));
  }
  if (!id.success) throw new Refused(withUsage(USAGE, `--id: ${optionFaults(id.error)}`));
  const settings = tableSettings.safeParse(jsonOf(named.settings ?? '{}'));
  if (!settings.success) throw new Refused(`--settings: ${optionFaults(settings.error)}`);
  return printed(done(await tables[what](id.data, settings.data)));
};

const jsonOf = (given: string): unknown => {
  try {
    return JSON.parse(existsSync(given) ? readFileSync(given, 'utf8') : given);
  } catch {
    throw new Refused('--settings is neither JSON nor a file of it.');
  }
};

/** Refusals whose name does not say what to do about them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  [
    'not_once_a_day',
    'not_once_a_day: the clocks of --zone are changed at that time, so that some day of the next ten years has it twice, or not at all. Let the day begin at another time.',
  ],
]);

const done = <Done>(reply: Done | string): Done => {
  if (typeof reply === 'string') throw new Refused(WORDS.get(reply) ?? reply);
  return reply;
};

const printed = (what: object): string => JSON.stringify(what, null, 2);

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [what] = positionals;
  if (values.help === true || what === undefined) console.log(USAGE);
  else console.log(await run(what, values));
} catch (error) {
  console.error(consoleFault(error, [Refused]));
  process.exit(1);
}
