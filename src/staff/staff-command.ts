/**
 * The program behind `npm run staff`: for the first administrator, and for anybody who has no other
 * administrator to ask.
 */
import { parseArgs } from 'node:util';
import { type Config, readDatabase } from '../config.js';
import { optionFaults, orderFault, withUsage } from '../platform/call-fault.js';
import { consoleFault } from '../platform/console-fault.js';
import { createPool, onConnection } from '../platform/database.js';
import { loginBeyond } from '../platform/login-rights.js';
import { staffOpening } from '../protocol/staff.js';
import { Audit, STUDIO } from './audit.service.js';
import { type AccountOrder, StaffAccounts } from './staff-accounts.service.js';

const USAGE = `The accounts of the staff, from the console.

  npm run staff -- list
  npm run staff -- open --role dealer|shift_manager|auditor|administrator --name NAME [--id ID] [--badge CODE]
  npm run staff -- open --role device --table TABLE --name NAME …     a scanner or an encoder
  npm run staff -- reset|disable|enable|unlock --id ID
  npm run staff -- vouch --id ID              who may then approve at once, and not only after a day

An account that the owner of the tables opens is vouched for, and only the owner vouches:
DATABASE_URL=$DATABASE_OWNER_URL npm run staff -- …

--reason TEXT is kept with what is done. A PIN is shown this once.`;

const ORDERS = ['reset', 'disable', 'enable', 'unlock'] as const;
const text = { type: 'string' } as const;

const NOT_THE_OWNER =
  'Only the owner of the tables vouches for somebody: DATABASE_URL=$DATABASE_OWNER_URL npm run staff -- vouch --id ID';

class Refused extends Error {}

const run = async (accounts: StaffAccounts, isOwner: boolean): Promise<string> => {
  const options = { role: text, name: text, id: text, badge: text, table: text, reason: text };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const { reason = 'from the console', ...named } = values;
  const order = { by: STUDIO, reason };
  const [what] = positionals;
  if (what === 'list') return list(accounts);
  if (what === 'open') return open(accounts, { ...named, reason }, order);
  if (what === 'vouch' && values.id !== undefined) {
    if (!isOwner) throw new Refused(NOT_THE_OWNER);
    return printed(await accounts.vouch(values.id, order));
  }
  const change = ORDERS.find((each) => each === what);
  if (change === undefined || values.id === undefined) {
    throw new Refused(withUsage(USAGE, orderFault(what, ['list', 'open', 'vouch', ...ORDERS])));
  }
  return printed(await accounts[change](values.id, order));
};

const list = async (accounts: StaffAccounts): Promise<string> => {
  const members = await accounts.list();
  if (members.length === 0) return 'Nobody yet.';
  return members.map(printed).join('\n');
};

const open = async (
  accounts: StaffAccounts,
  named: object,
  order: AccountOrder,
): Promise<string> => {
  const opening = staffOpening.safeParse(named);
  if (!opening.success) throw new Refused(withUsage(USAGE, optionFaults(opening.error)));
  return printed(await accounts.open(opening.data, order));
};

const printed = (answer: object | string): string => {
  if (typeof answer === 'string') throw new Refused(answer);
  return Object.entries(answer)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${name.endsWith('Ms') ? isoOf(value) : String(value)}`)
    .join('  ');
};

const isoOf = (ms: unknown): string => new Date(Number(ms)).toISOString();

if (process.argv.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
try {
  const database = readDatabase(process.env);
  const isOwner = await ownsTables(database);
  // In the application's role nobody is vouched for.
  const pool = createPool(isOwner ? { ...database, role: '' } : database, 'studio', 1);
  try {
    console.log(await run(new StaffAccounts(pool, new Audit(pool)), isOwner));
  } finally {
    await pool.end();
  }
} catch (error) {
  console.error(consoleFault(error, [Refused]));
  process.exit(1);
}

async function ownsTables(database: Config['database']): Promise<boolean> {
  const login = await onConnection({ ...database, role: '' }, loginBeyond);
  return login !== undefined;
}
