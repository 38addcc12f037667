/**
 * Who of the staff may do what, by socket and by HTTP. This is the one table that commands and
 * routes take their roles from and docs/protocol.md is written from. Every cell of it is tested.
 */
import type { Role } from './command.js';

const PEOPLE = ['dealer', 'shift_manager', 'auditor', 'administrator'] as const;
/** A scanner or an encoder. Whatever it may do, it may do only at its own table. */
const STAFF = [...PEOPLE, 'device'] as const;
const DEALING = ['dealer', 'shift_manager'] as const;
const SCANNING = [...DEALING, 'device'] as const;
const SPEAKING = ['dealer', 'shift_manager', 'administrator'] as const;
const MANAGING = ['shift_manager'] as const;
const APPROVING = ['shift_manager', 'administrator'] as const;
const PIT = ['shift_manager', 'auditor', 'administrator'] as const;
const CHECKING = ['auditor', 'administrator'] as const;
const ADMINISTERING = ['administrator'] as const;

export type StaffRole = (typeof STAFF)[number];
export const STAFF_ROLES: readonly StaffRole[] = STAFF;
export type PersonRole = (typeof PEOPLE)[number];
export const PERSON_ROLES: readonly PersonRole[] = PEOPLE;

/** The namespaces of the staff, and who may connect to them at all. */
export const STAFF_DOORS = { '/dealer': STAFF, '/pit': PIT } as const;

interface Operation {
  readonly roles: readonly StaffRole[];
  /** Where it is asked for: a namespace, or a method and path of HTTP. */
  readonly ways: readonly string[];
}

const DESK = ['/dealer'] as const;
const PIT_ONLY = ['/pit'] as const;
const BOTH = ['/dealer', '/pit'] as const;

/**
 * A command that both namespaces have is one operation. Whoever may do it may do it through either,
 * if they may connect to it.
 */
export const OPERATIONS = {
  // the desk, and the shift manager who stands in at it
  'table:watch': { roles: STAFF, ways: BOTH },
  'table:open': { roles: DEALING, ways: DESK },
  'table:relieve': { roles: DEALING, ways: DESK },
  'relief:allow': { roles: DEALING, ways: DESK },
  'table:close': { roles: DEALING, ways: DESK },
  'table:suspend': { roles: DEALING, ways: BOTH },
  'table:resume': { roles: MANAGING, ways: BOTH },
  'cards:bring': { roles: DEALING, ways: DESK },
  'shoe:shuffle': { roles: DEALING, ways: DESK },
  'shoe:cut': { roles: DEALING, ways: DESK },
  'shoe:new': { roles: DEALING, ways: DESK },
  'shoe:burn': { roles: SCANNING, ways: DESK },
  'shoe:change': { roles: MANAGING, ways: BOTH },
  'betting:open': { roles: DEALING, ways: DESK },
  'card:scan': { roles: SCANNING, ways: DESK },
  'card:withdraw': { roles: DEALING, ways: DESK },
  'card:count': { roles: DEALING, ways: DESK },
  'card:show': { roles: DEALING, ways: DESK },
  'coup:confirm': { roles: DEALING, ways: DESK },
  'malfunction:report': { roles: SCANNING, ways: DESK },
  'manager:call': { roles: DEALING, ways: DESK },
  'stream:beat': { roles: SCANNING, ways: DESK },

  // the chat, and support
  'chat:say': { roles: SPEAKING, ways: BOTH },
  'chat:read': { roles: PEOPLE, ways: BOTH },
  'chat:remove': { roles: MANAGING, ways: BOTH },
  'chat:mute': { roles: MANAGING, ways: BOTH },
  'chat:unmute': { roles: MANAGING, ways: BOTH },
  'support:list': { roles: PIT, ways: BOTH },
  'support:read': { roles: PIT, ways: BOTH },
  'support:answer': { roles: APPROVING, ways: BOTH },
  'support:take': { roles: APPROVING, ways: BOTH },
  'support:release': { roles: APPROVING, ways: BOTH },
  'support:settle': { roles: APPROVING, ways: BOTH },

  'tip:read': { roles: DEALING, ways: DESK },
  'rota:own': { roles: DEALING, ways: DESK },

  // the pit
  'wall:watch': { roles: PIT, ways: PIT_ONLY },
  'table:unwatch': { roles: PIT, ways: PIT_ONLY },
  'table:press': { roles: MANAGING, ways: PIT_ONLY },
  'spot:close': { roles: MANAGING, ways: PIT_ONLY },
  'spot:open': { roles: MANAGING, ways: PIT_ONLY },
  'limits:change': { roles: MANAGING, ways: PIT_ONLY },
  'settings:change': { roles: APPROVING, ways: PIT_ONLY },
  'closing:call': { roles: MANAGING, ways: PIT_ONLY },
  'closing:calloff': { roles: MANAGING, ways: PIT_ONLY },
  'payment:retry': { roles: MANAGING, ways: PIT_ONLY },
  'player:list': { roles: PIT, ways: PIT_ONLY },
  'shoe:left': { roles: PIT, ways: PIT_ONLY },
  'player:disconnect': { roles: MANAGING, ways: PIT_ONLY },
  'incident:list': { roles: PIT, ways: PIT_ONLY },
  'incident:read': { roles: PIT, ways: PIT_ONLY },
  'incident:take': { roles: APPROVING, ways: PIT_ONLY },
  'incident:note': { roles: APPROVING, ways: PIT_ONLY },
  'incident:close': { roles: APPROVING, ways: PIT_ONLY },
  'approval:preview': { roles: PIT, ways: PIT_ONLY },
  // A dealer asks only to enter a card that no scanner reads, at their own table.
  'approval:request': { roles: SPEAKING, ways: BOTH },
  'approval:decide': { roles: APPROVING, ways: PIT_ONLY },
  'approval:list': { roles: PIT, ways: PIT_ONLY },
  'shortfall:list': { roles: PIT, ways: PIT_ONLY },

  // what the pit reads
  'rounds:list': { roles: PIT, ways: ['GET /pit/rounds'] },
  'rounds:read': { roles: PIT, ways: ['GET /pit/rounds/{game}'] },
  'rounds:export': {
    roles: PIT,
    ways: ['GET /pit/rounds/{game}/export.csv', 'GET /pit/rounds/{game}/export.json'],
  },
  'players:find': { roles: PIT, ways: ['GET /pit/players'] },
  'players:read': { roles: PIT, ways: ['GET /pit/players/{id}'] },
  'players:export': {
    roles: PIT,
    ways: ['GET /pit/players/{id}/export.csv', 'GET /pit/players/{id}/export.json'],
  },
  'players:bars': { roles: PIT, ways: ['GET /pit/players/{id}/bars'] },
  'players:bar': { roles: APPROVING, ways: ['POST /pit/players/{id}/bars'] },
  'players:unbar': { roles: APPROVING, ways: ['POST /pit/players/{id}/bars/lift'] },
  'players:limits': { roles: PIT, ways: ['GET /pit/players/{id}/limits'] },
  'players:limit': { roles: APPROVING, ways: ['POST /pit/players/{id}/limits'] },
  'shift:read': {
    roles: PIT,
    ways: ['GET /pit/shift', 'GET /pit/shift.csv', 'GET /pit/shift.json', 'GET /pit/hours'],
  },
  'solo:read': { roles: PIT, ways: ['GET /pit/solo'] },
  'hands:list': { roles: PIT, ways: ['GET /pit/players/{id}/hands'] },
  'hands:read': { roles: PIT, ways: ['GET /pit/hands/{hand}'] },
  'stakes:read': { roles: PIT, ways: ['GET /pit/solo/stakes'] },
  'stakes:change': { roles: APPROVING, ways: ['PUT /pit/solo/stakes/{game}'] },
  'wallets:cases': { roles: PIT, ways: ['GET /pit/wallets'] },
  'wallets:retry': { roles: MANAGING, ways: ['POST /pit/wallets/{id}/retry'] },
  'processes:list': { roles: PIT, ways: ['GET /pit/processes'] },
  'processes:drain': { roles: APPROVING, ways: ['POST /pit/processes/{id}/drain'] },
  'processes:undrain': { roles: APPROVING, ways: ['POST /pit/processes/{id}/undrain'] },
  'rota:read': { roles: PIT, ways: ['GET /pit/rota'] },
  'rota:enter': { roles: MANAGING, ways: ['POST /pit/rota'] },
  'rota:cancel': { roles: MANAGING, ways: ['POST /pit/rota/{id}/cancel'] },
  'notes:read': { roles: PIT, ways: ['GET /pit/notes'] },
  'notes:write': { roles: MANAGING, ways: ['POST /pit/notes'] },
  'notes:done': { roles: MANAGING, ways: ['POST /pit/notes/{id}/done'] },
  'tables:models': { roles: ADMINISTERING, ways: ['GET /pit/tables'] },
  'tables:make': { roles: ADMINISTERING, ways: ['POST /pit/tables'] },
  'operators:list': { roles: ADMINISTERING, ways: ['GET /pit/operators'] },
  'operators:change': { roles: ADMINISTERING, ways: ['POST /pit/operators/changes'] },
  'operators:decide': {
    roles: ADMINISTERING,
    ways: ['POST /pit/operators/changes/{id}/approve', 'POST /pit/operators/changes/{id}/refuse'],
  },
  'advantage:read': { roles: PIT, ways: ['GET /pit/advantage'] },

  // the staff themselves
  'staff:self': { roles: PEOPLE, ways: ['GET /staff/me'] },
  'staff:pin': { roles: PEOPLE, ways: ['POST /staff/me/pin'] },
  'staff:sign-out': { roles: PEOPLE, ways: ['POST /staff/me/sign-out'] },
  'staff:list': { roles: CHECKING, ways: ['GET /staff'] },
  'staff:actions': { roles: CHECKING, ways: ['GET /staff/actions', 'GET /staff/actions.csv'] },
  'staff:open': { roles: ADMINISTERING, ways: ['POST /staff'] },
  'staff:reset': { roles: ADMINISTERING, ways: ['POST /staff/{id}/reset'] },
  'staff:role': { roles: ADMINISTERING, ways: ['POST /staff/{id}/role'] },
  'staff:disable': { roles: ADMINISTERING, ways: ['POST /staff/{id}/disable'] },
  'staff:enable': { roles: ADMINISTERING, ways: ['POST /staff/{id}/enable'] },
  'staff:unlock': { roles: ADMINISTERING, ways: ['POST /staff/{id}/unlock'] },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof OPERATIONS;

export const rolesOf = <Name extends OperationName>(
  name: Name,
): (typeof OPERATIONS)[Name]['roles'] => OPERATIONS[name].roles;

export const mayDo = (role: Role, name: OperationName): boolean =>
  (OPERATIONS[name].roles as readonly Role[]).includes(role);
