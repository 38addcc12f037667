/** The staff of a table: its dealer, and the shift manager who watches and sees the stakes. */
import type { ConnectOptions } from '../client/connection.js';
import { DealerClient } from '../client/dealer-client.js';
import { PitClient } from '../client/pit-client.js';
import type { Coup } from '../punto-banco/coup.js';
import { diceOf } from './dice.js';
import { hashStream } from './hash-stream.js';
import { FAST_PACE, HUMAN_PACE } from './pace.js';
import { type RobotContext, comeBack, keepSigningIn, renewal } from './robot-sign-in.js';
import { ShoeRack } from './shoe-rack.js';
import type { Report } from './report.js';
import { RobotDealer } from './robot-dealer.js';

const DEALERS = [
  'Ada',
  'Bruno',
  'Carla',
  'Dino',
  'Elena',
  'Fabio',
  'Gaia',
  'Hugo',
  'Irene',
  'Jacopo',
  'Katia',
  'Livio',
] as const;

interface StaffParts {
  readonly context: RobotContext;
  readonly report: Report;
  readonly dataFolder: string;
  readonly seed: string;
  readonly fast: boolean;
  /** Otherwise the table is for people to deal at. */
  readonly hasDealer: boolean;
  /** From 1. */
  readonly number: number;
  /** What its shoes deal first. Undefined for shuffled shoes. */
  readonly coups: readonly Coup[] | undefined;
}

/** Resolves to their clients when they are signed in. */
export const staffTable = async (
  parts: StaffParts,
): Promise<readonly (DealerClient | PitClient)[]> => {
  const { context, report, number, seed } = parts;
  const table = `pb-${number}`;
  const manager = await comeToWork(context, 'shift_manager', 'Robot Manager', PitClient);
  reportTable(manager, table, report);

  if (!parts.hasDealer) return [manager];
  const name = dealerName(number);
  const dealer = await comeToWork(context, 'dealer', name, DealerClient);
  new RobotDealer({
    client: dealer,
    table,
    name,
    rack: new ShoeRack(parts.dataFolder, seed, table, parts.coups),
    schedule: context.schedule,
    dice: diceOf(hashStream(`hands at ${table}`)),
    pace: parts.fast ? FAST_PACE : HUMAN_PACE,
    askForShoeChange: () =>
      manager.send('shoe:change', { table, reason: 'the robot dealer asked for it' }),
    askToResume: () =>
      manager.send('table:resume', { table, reason: 'the robot dealer asked for it' }),
    note: context.note,
  });
  return [manager, dealer];
};

/** The pit sees the stakes; the desk does not. */
export const reportTable = (manager: PitClient, table: string, report: Report): void => {
  let isAway = false;
  const followed = manager.watch(table, {
    snapshot: (copy) => report.snapshot(copy, () => followed.nowMs()),
    message: (message, copy, before) => report.message(message, copy, before),
    refused: (refusal) => {
      if (!isAway && refusal !== 'no_answer') report.note(`${table} is away: ${refusal}`);
      isAway = true;
    },
    joined: () => {
      if (isAway) report.note(`${table} is back`);
      isAway = false;
    },
  });
  manager.connection.onState((state) => {
    if (state !== 'closed') report.connection(table, state);
  });
};

const comeToWork = async <Client extends DealerClient | PitClient>(
  context: RobotContext,
  role: 'dealer' | 'shift_manager',
  name: string,
  Way: new (url: string, token: string, options: ConnectOptions) => Client,
): Promise<Client> => {
  const login = { role, name };
  const token = await keepSigningIn(context, login);
  const client = new Way(context.url, token, { renewToken: renewal(context, login) });
  comeBack(context, name, client.connection);
  return client;
};

const dealerName = (number: number): string => {
  const name = DEALERS[(number - 1) % DEALERS.length]!;
  const round = Math.floor((number - 1) / DEALERS.length);
  return round === 0 ? name : `${name} ${round + 1}`;
};
