/**
 * The staff's own accounts: signing in by badge and PIN, and what an administrator does with them
 * by HTTP.
 */
import { z } from 'zod';
import { PERSON_ROLES, STAFF_ROLES } from './operations.js';
import { isPlainPin } from './pin.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a request of the staff is refused, besides the reasons of every request. */
export const STAFF_HTTP_REFUSALS = {
  wrong_badge_or_pin: 401, // The answer does not say which of the two.
  locked: 423, // too many wrong sign-ins in a row; `untilMs` says for how long
  disabled: 403, // the account was disabled, by an administrator
  other_role: 409, // for a demo login: somebody of this name works in another role
  staff_exists: 409, // somebody has this id
  badge_taken: 409, // somebody has this badge
  own_account: 409, // nobody changes their own
  is_a_device: 409, // a device stays one, at its table
  unknown_table: 404, // for a device that is opened
} as const;
export type StaffHttpRefusal = keyof typeof STAFF_HTTP_REFUSALS;

const staffRole = z.enum(STAFF_ROLES);
const named = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} .'’_-]{0,63}$/u);
const badge = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,32}$/)
  .describe('what the badge’s code reads');
const newPin = z
  .string()
  .min(6)
  .max(128)
  .refine((pin) => !isPlainPin(pin))
  .describe(
    'a PIN or a password; not one sign again and again, and no digits that go up or down one by one',
  );
const reason = words(200).describe('why; it is kept');

export const staffSignIn = z.strictObject({
  badge: z.string().regex(/^[^\0\p{Cs}]{1,64}$/u),
  pin: z.string().min(1).max(128),
});
export type StaffSignIn = z.infer<typeof staffSignIn>;

/** As it stands in the path of a request. */
export const memberId = z.string().regex(/^[^\0\p{Cs}]+$/u);

const member = { id: z.string(), role: staffRole, name: z.string() };

export const signedInStaff = z.strictObject({
  token: z.string(),
  ...member,
  expiresAtMs: wire.timeMs.describe('the token’s end'),
  pinBy: z
    .string()
    .nullable()
    .describe(
      'who of the staff gave the PIN, and can sign in by it until another is chosen; null: its owner chose it, or the console gave it',
    ),
});
export type SignedInStaff = z.infer<typeof signedInStaff>;

export const ownStaff = z.strictObject({ ...member, expiresAtMs: wire.timeMs });
export type OwnStaff = z.infer<typeof ownStaff>;

export const staffMember = z.strictObject({
  ...member,
  table: wire.tableId.nullable().describe('of a device: where it works; null for everybody else'),
  badge: z.string().nullable().describe('null: a login of the demo alone'),
  lockedUntilMs: wire.timeMs
    .nullable()
    .describe('after wrong sign-ins in a row; for some networks, not for all'),
  disabledAtMs: wire.timeMs.nullable(),
  createdAtMs: wire.timeMs,
});
export type StaffMember = z.infer<typeof staffMember>;

export const staffList = z.array(staffMember);
export type StaffList = z.infer<typeof staffList>;

export const staffOpening = z
  .strictObject({
    role: staffRole,
    name: named,
    id: named
      .optional()
      .describe(
        'as in the tokens, and wherever it says who did something; the name, where it is left out',
      ),
    badge: badge.optional().describe('made up, where it is left out'),
    table: wire.tableId.optional().describe('of a device, and of nobody else: where it works'),
    reason,
  })
  .refine(({ role, table }) => (role === 'device') === (table !== undefined), { path: ['table'] });
export type StaffOpening = z.infer<typeof staffOpening>;

/** Given once: the studio keeps only its hash. */
export const staffCredentials = z.strictObject({
  id: z.string(),
  badge: z.string(),
  pin: z.string().describe('made up; given only here: six digits, of a device a long secret'),
});
export type StaffCredentials = z.infer<typeof staffCredentials>;

export const staffOrder = z.strictObject({ reason });
export type StaffOrder = z.infer<typeof staffOrder>;

export const staffRoleOrder = z.strictObject({ role: z.enum(PERSON_ROLES), reason });
export type StaffRoleOrder = z.infer<typeof staffRoleOrder>;

export const pinChange = z
  .strictObject({ pin: z.string().min(1).max(128), next: newPin.describe('not the old one') })
  .refine(({ pin, next }) => pin !== next, { path: ['next'] });
export type PinChange = z.infer<typeof pinChange>;

/** A page of the version before sends no body. */
export const signOutOrder = z
  .strictObject({ table: wire.tableId.optional().describe('of the desk, where it is at one') })
  .default({});
export type SignOutOrder = z.infer<typeof signOutOrder>;

/** The year 9999. */
const TIME_MAX_MS = 253_402_300_799_999;
const numberText = z.string().regex(/^[1-9]\d{0,17}$/);

export const actionsQuery = z.strictObject({
  before: numberText.optional().describe('`next` of the page before'),
  staff: words(64).optional().describe('who'),
  table: wire.tableId.optional(),
  game: wire.gameNumber.optional(),
  operation: z
    .string()
    .regex(/^[a-z][a-z:-]{0,39}$/)
    .optional()
    .describe('what, by its name'),
  fromMs: z.coerce.number().int().min(0).max(TIME_MAX_MS).optional().describe('done then or later'),
  toMs: z.coerce.number().int().min(0).max(TIME_MAX_MS).optional().describe('done before then'),
});
export type ActionsQuery = z.infer<typeof actionsQuery>;

const staffAction = z.strictObject({
  id: z.string(),
  staff: z.string().describe('who; `studio`: nobody signed in for it'),
  operation: z.string(),
  table: wire.tableId.nullable(),
  game: wire.gameNumber.nullable(),
  subject: z.string().nullable().describe('whom or what it was done to'),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  atMs: wire.timeMs,
});
export type StaffActionEntry = z.infer<typeof staffAction>;

export const actionsPage = z.strictObject({
  actions: z.array(staffAction).describe('newest first, at most 100'),
  next: z.string().nullable().describe('`before` of the next page; null: there is none'),
});
export type ActionsPage = z.infer<typeof actionsPage>;

const STAFF_CLOSE_REASONS = ['token_expired', 'disabled', 'role_changed', 'reset'] as const;
export type StaffCloseReason = (typeof STAFF_CLOSE_REASONS)[number];

/** On every connection of the staff. */
export const STAFF_MESSAGES = {
  'staff:closed': {
    summary:
      'The studio closes this connection, and why. Somebody who still may be there signs in again and comes back.',
    body: z.strictObject({ reason: z.enum(STAFF_CLOSE_REASONS) }),
  },
} as const;
