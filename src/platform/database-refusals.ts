/**
 * What the guards of the database refuse: one table of their SQLSTATEs, for SQL, TypeScript and
 * docs/operations.md.
 */
import { sqlState } from './transaction.js';

interface Entry {
  /** As `errcode` in prisma/guards. */
  readonly code: `SB${string}`;
  /** What was tried, and is not allowed. */
  readonly meaning: string;
  /**
   * Whether a table that is refused this way is suspended, because its code tried to write
   * something impossible.
   */
  readonly suspends: boolean;
}

export const DATABASE_REFUSALS = {
  event_out_of_order: {
    code: 'SB001',
    meaning: 'An event that is not the next one of its table’s log.',
    suspends: true,
  },
  epoch_falls: {
    code: 'SB002',
    meaning: 'An event, or a lease, of an epoch before the last.',
    suspends: true,
  },
  chain_broken: {
    code: 'SB003',
    meaning: 'An event whose hash does not follow from the event before it.',
    suspends: true,
  },
  lease_is_over: {
    code: 'SB004',
    meaning: 'A writer that does not hold the table’s lease: the table has another owner.',
    suspends: false,
  },
  round_takes_no_bets: {
    code: 'SB005',
    meaning: 'A bet in a round that is closed, or was never opened.',
    suspends: true,
  },
  stakes_are_left: {
    code: 'SB006',
    meaning: 'The end of a round with stakes still on its spots.',
    suspends: true,
  },
  round_was_closed: {
    code: 'SB007',
    meaning: 'Another close of a round that was closed.',
    suspends: true,
  },
  payment_was_cut: {
    code: 'SB008',
    meaning: 'Another number of chunks for a payment that was cut into chunks.',
    suspends: true,
  },
  wrong_event_kind: {
    code: 'SB009',
    meaning: 'An event whose payload is of another kind than its row.',
    suspends: true,
  },
  same_person: {
    code: 'SB010',
    meaning: 'One person where two must agree.',
    suspends: false,
  },
  approval_used: {
    code: 'SB011',
    meaning: 'An approval that an event has used up.',
    suspends: false,
  },
  approval_expired: {
    code: 'SB012',
    meaning: 'A request that has run out: after 15 minutes, and of an operator after a day.',
    suspends: false,
  },
  moved_on: {
    code: 'SB013',
    meaning:
      'A request about a round, or a shoe, that is no longer as it was when it was asked for.',
    suspends: false,
  },
  approval_does_not_fit: {
    code: 'SB014',
    meaning: 'An approval for another table, round or subject.',
    suspends: false,
  },
  not_approved: {
    code: 'SB015',
    meaning:
      'What needs an approval and has none, or one by somebody who may not approve, or of somebody who may not ask.',
    suspends: false,
  },
  correction_not_due: {
    code: 'SB016',
    meaning: 'A chunk of a correction that is not in hand, or the end of one that is not paid.',
    suspends: true,
  },
  round_not_as_logged: {
    code: 'SB017',
    meaning: 'A round’s row that does not take the step of the log’s last event.',
    suspends: true,
  },
  payment_not_due: {
    code: 'SB018',
    meaning: 'An entry, a payout or a chunk that is not of a payment that is due.',
    suspends: false,
  },
  snapshot_not_as_logged: {
    code: 'SB019',
    meaning:
      'A snapshot of anything but the shoe that has just started, or a checkpoint of anything but the last event.',
    suspends: true,
  },
  incident_is_closed: {
    code: 'SB020',
    meaning: 'A note upon an incident that is closed.',
    suspends: false,
  },
  deals_elsewhere: {
    code: 'SB021',
    meaning: 'A dealer at more tables at a time than the studio allows.',
    suspends: false,
  },
  anchor_out_of_order: {
    code: 'SB030',
    meaning: 'An anchor that does not follow the last one.',
    suspends: false,
  },
  anchor_does_not_hold: {
    code: 'SB031',
    meaning: 'An anchor with another hash than its event.',
    suspends: false,
  },
  not_a_demos: {
    code: 'SB032',
    meaning: 'A demo in a database that another studio has used.',
    suspends: false,
  },
  not_in_a_demos: {
    code: 'SB033',
    meaning: 'An account of a demo in a database that is not marked as one’s.',
    suspends: false,
  },
  role_too_new: {
    code: 'SB035',
    meaning:
      'An approval by somebody who has had the role for less than a day, or of what such a one asked for.',
    suspends: false,
  },
  not_in_the_staffs_log: {
    code: 'SB036',
    meaning: 'A request, or a decision, that the log of the staff does not have.',
    suspends: false,
  },
  not_the_applications: {
    code: 'SB037',
    meaning: 'Money from outside, or to there, that the application may not move.',
    suspends: false,
  },
  not_handed_over: {
    code: 'SB040',
    meaning: 'An event, an entry or a lease in a database that was restored, before the hand-over.',
    suspends: false,
  },
  hand_goes_back: {
    code: 'SB050',
    meaning: 'A change of a solo hand that was over, or of what it was opened with.',
    suspends: false,
  },
  no_such_step: {
    code: 'SB051',
    meaning: 'A step that is not the next one of its solo hand.',
    suspends: false,
  },
  batch_out_of_order: {
    code: 'SB052',
    meaning:
      'A batch of steps that is not the next one of its chain, or a step of no batch that is written with it.',
    suspends: false,
  },
  chain_of_hands_broken: {
    code: 'SB053',
    meaning: 'A batch of steps whose hash does not follow from the batch before it.',
    suspends: false,
  },
  hand_not_void: {
    code: 'SB054',
    meaning: 'A void of a solo hand that its log, or its row, does not know.',
    suspends: false,
  },
  hand_without_step: {
    code: 'SB055',
    meaning: 'A change of a solo hand that no step of it has made.',
    suspends: false,
  },
  hand_of_before: {
    code: 'SB056',
    meaning: 'A step of a solo hand that was begun before the database was restored.',
    suspends: false,
  },
  movement_differs: {
    code: 'SB060',
    meaning: 'A movement of an operator’s that is not of its player, or moves something else.',
    suspends: false,
  },
  wallet_movement_differs: {
    code: 'SB062',
    meaning:
      'A movement of an operator’s wallet that is changed, goes back, or moves something else.',
    suspends: false,
  },
  wallet_case_differs: {
    code: 'SB063',
    meaning: 'A case about a wallet that is changed, or closed without its cause having ended.',
    suspends: false,
  },
  tries_outlast_stakes: {
    code: 'SB064',
    meaning: 'A policy by which a request to a wallet waits longer than the stakes of a round.',
    suspends: false,
  },
  currencies_differ: {
    code: 'SB061',
    meaning: 'A posting between accounts of two currencies.',
    suspends: true,
  },
  not_paid_by_currency: {
    code: 'SB065',
    meaning: 'A payment that knows one currency, of a round at a table of several.',
    suspends: false,
  },
  limits_out_of_bounds: {
    code: 'SB066',
    meaning: 'A chip, a limit or a limit of tips of a table that has more than 12 digits.',
    suspends: false,
  },
  barred_from_play: {
    code: 'SB070',
    meaning: 'A stake of a player who is barred from play.',
    suspends: true,
  },
  bar_not_lifted: {
    code: 'SB071',
    meaning: 'The end of a bar by somebody else than its source, or of one that is not lifted.',
    suspends: false,
  },
  over_a_limit: {
    code: 'SB072',
    meaning:
      'A stake of a player that brings her over a limit, before a reality check, or while her operator is off.',
    suspends: true,
  },
  stakes_not_asked_for: {
    code: 'SB080',
    meaning: 'A close of a round whose stakes an operator’s wallet is not asked for.',
    suspends: true,
  },
  stakes_not_decided: {
    code: 'SB081',
    meaning: 'A card of a round with stakes that no wallet has given.',
    suspends: true,
  },
  stakes_not_void: {
    code: 'SB082',
    meaning: 'Stakes that leave the spots after the close, and are not void or not whole.',
    suspends: true,
  },
  wallet_not_credited: {
    code: 'SB083',
    meaning: 'The end of a round that owes a wallet a credit that is not in the journal.',
    suspends: true,
  },
  wallet_not_asked: {
    code: 'SB084',
    meaning: 'A stake in a hand that the player’s wallet has not given.',
    suspends: false,
  },
  stakes_not_given: {
    code: 'SB085',
    meaning: 'A correction that settles stakes which no wallet has given.',
    suspends: false,
  },
  hand_not_credited: {
    code: 'SB086',
    meaning: 'The end or the void of a hand that owes a wallet what is not in the journal.',
    suspends: false,
  },
  period_out_of_order: {
    code: 'SB090',
    meaning: 'A period that does not follow the last one, or is not over for an hour.',
    suspends: false,
  },
  head_does_not_hold: {
    code: 'SB091',
    meaning: 'A period that begins or ends in a log elsewhere than the log has it.',
    suspends: false,
  },
  period_is_sealed: {
    code: 'SB092',
    meaning: 'An entry, a round, a hand or a batch of steps that comes into a sealed period.',
    suspends: true,
  },
  archive_out_of_order: {
    code: 'SB093',
    meaning: 'A period that is archived out of turn, or less than 32 days after its end.',
    suspends: false,
  },
  tip_not_given: {
    code: 'SB095',
    meaning:
      'A tip beyond what the table allows, to another than its dealer, by who may not play, that moves something else, or that the player’s wallet knows nothing of.',
    suspends: false,
  },
  on_the_rota_then: {
    code: 'SB100',
    meaning: 'A stint on the rota of a dealer who has another one at that time.',
    suspends: false,
  },
} as const satisfies Readonly<Record<string, Entry>>;

type DatabaseRefusal = keyof typeof DATABASE_REFUSALS;

const NAMES: ReadonlyMap<string | undefined, DatabaseRefusal> = new Map(
  (Object.keys(DATABASE_REFUSALS) as DatabaseRefusal[]).map((name) => [
    DATABASE_REFUSALS[name].code,
    name,
  ]),
);

/**
 * What a guard refused. Undefined for any other fault. The transaction in which it came up has
 * changed nothing.
 */
export const databaseRefusal = (error: unknown): DatabaseRefusal | undefined =>
  NAMES.get(sqlState(error));

/** SQLSTATE classes: a value that no type takes, and a violated constraint. */
const IMPOSSIBLE_CLASSES: ReadonlySet<string | undefined> = new Set(['22', '23']);

/**
 * Whether the database says that what was to be written is impossible, by a guard, a type or a
 * constraint.
 */
export const isImpossibleInDatabase = (error: unknown): boolean => {
  const name = databaseRefusal(error);
  if (name !== undefined) return DATABASE_REFUSALS[name].suspends;
  return IMPOSSIBLE_CLASSES.has(sqlState(error)?.slice(0, 2));
};
