/** How to come in oneself: a demo login for each role, as a line to paste. */
import { ROLES, type Role } from '../protocol/command.js';

const GOOD_FOR: Readonly<Record<Role, string>> = {
  player: 'namespace /player: sits, buys in, bets',
  dealer: 'namespace /dealer: opens a table, scans cards',
  shift_manager: 'namespace /dealer: sees the stakes, changes shoes, resumes, moderates the chat',
  auditor: 'namespace /dealer: watches everything, touches nothing',
  administrator: 'namespace /dealer: watches, and answers players',
};

export const loginLines = (url: string): string[] => [
  `Come in yourself: each of these gives a token for a socket.io connection to ${url} (auth: { token }).`,
  ...ROLES.flatMap((role) => [
    `  ${role}, ${GOOD_FOR[role]}`,
    `    curl -X POST ${url}/demo/login -H 'content-type: application/json' -d '{"role":"${role}","name":"${nameFor(role)}"}'`,
  ]),
];

/** Another name than any robot's. */
const nameFor = (role: Role): string =>
  role === 'player' ? 'you' : `your ${role.replace('_', ' ')}`;
