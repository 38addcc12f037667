/**
 * How to take part oneself: the pages and the badges for them, and a demo login for each role, as a
 * line to paste.
 */
import { DEMO_PIN, DEMO_STAFF, demoDevices } from '../protocol/demo.js';
import { PERSON_ROLES, type PersonRole } from '../protocol/operations.js';

const ROLES = ['player', ...PERSON_ROLES] as const;
type Role = (typeof ROLES)[number];

const GOOD_FOR: Readonly<Record<Role, string>> = {
  player: 'namespace /player: sits, buys in, bets',
  dealer: 'namespace /dealer: opens a table, scans cards',
  shift_manager: 'namespaces /pit and /dealer: sees the stakes, puts malfunctions right',
  auditor: 'namespaces /pit and /dealer: watches everything, touches nothing',
  administrator: 'namespaces /pit and /dealer: watches, approves, keeps the accounts of the staff',
};

export const loginLines = (url: string, tables: number): string[] => [
  `Play at ${url}, deal at ${url}/dealer, keep watch at ${url}/pit.`,
  `  Badges of the staff, each with the PIN ${DEMO_PIN}: ${badges(tables)}.`,
  `Come in by yourself: each of these gives a token for a socket.io connection to ${url} (auth: { token }).`,
  ...ROLES.flatMap((role) => [
    `  ${role}, ${GOOD_FOR[role]}`,
    `    curl -X POST ${url}/demo/login -H 'content-type: application/json' -d '{"role":"${role}","name":"${nameFor(role)}"}'`,
  ]),
];

const badges = (tables: number): string =>
  [
    ...PERSON_ROLES.map((role) => badgesOf(DEMO_STAFF, role)),
    badgesOf(demoDevices(tables), 'device'),
  ].join(', ');

const badgesOf = (all: typeof DEMO_STAFF, role: PersonRole | 'device'): string => {
  const theirs = all.filter((member) => member.role === role);
  return `${theirs.map(({ badge }) => badge).join(' ')} ${role.replace('_', ' ')}`;
};

/** A name that no robot has. */
const nameFor = (role: Role): string =>
  role === 'player' ? 'you' : `your ${role.replace('_', ' ')}`;
