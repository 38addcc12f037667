/**
 * Tokens: who is connecting, in which role. They are signed (HS256) by a key of the party that the
 * role belongs to: players, staff or devices. No key of one party signs another.
 */
import {
  type KeyObject,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { ROLES, type Role } from '../protocol/command.js';

/** Who gives a command. For a player, `id` is the player's number. */
export interface Caller {
  readonly id: string;
  readonly role: Role;
}

/** What a token says. */
export interface Shown extends Caller {
  readonly expiresAtMs: number;
  /**
   * The generation of the account's sign-ins. Another PIN, another role, a disabling or a sign-out
   * begins the next one and ends those before; of a player's, so does each sign-in. A player's
   * token of the version before has none.
   */
  readonly generation: number | undefined;
}

/** A caller who has shown a valid token. */
export interface SignedIn extends Shown {
  /** The one table of a device. Null for everybody else. */
  readonly table: string | null;
}

const ISSUER = 'sabot';
const LIFETIME_S = 12 * 3_600;
/** The studio's own are 250 characters long. */
const LENGTH_MAX = 4_096;

/** Nothing that a token calls critical is known here. */
const header = z.object({ alg: z.literal('HS256'), crit: z.never().optional() });

const claims = z
  .object({
    iss: z.literal(ISSUER),
    sub: z.string().min(1).max(64),
    role: z.enum(ROLES),
    exp: z.number(),
    nbf: z.number().default(0),
    generation: z.int().nonnegative().optional(),
  })
  .refine(({ sub, role }) => role !== 'player' || /^[1-9]\d{0,17}$/.test(sub));

const PARTIES = ['player', 'staff', 'device'] as const;
type Party = (typeof PARTIES)[number];

const partyOf = (role: Role): Party => (role === 'player' || role === 'device' ? role : 'staff');

/** Signs the tokens of this role. Derived (HKDF) of the studio's secret, which signs none. */
export const tokenKey = (jwtKey: Uint8Array, role: Role): KeyObject => {
  const info = `sabot token of ${partyOf(role)}`;
  return createSecretKey(Buffer.from(hkdfSync('sha256', jwtKey, '', info, 32)));
};

@Injectable()
export class Tokens {
  readonly #keys: ReadonlyMap<Role, KeyObject>;

  constructor(
    @Inject(CONFIG) { jwtKey }: Pick<Config, 'jwtKey'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#keys = new Map(ROLES.map((role) => [role, tokenKey(jwtKey, role)]));
  }

  sign({ id, role }: Caller, generation = 0): Promise<string> {
    const nowS = Math.floor(this.clock.nowMs() / 1000);
    return new SignJWT({ role, generation })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setIssuer(ISSUER)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFETIME_S)
      .sign(this.#keys.get(role)!);
  }

  /**
   * Undefined for a token that is not the studio's, has expired or lacks a claim. It is verified
   * synchronously: the thread pool, which jose would use, costs ten times as much when thousands
   * sign in.
   */
  read(token: unknown): Shown | undefined {
    if (typeof token !== 'string' || token.length > LENGTH_MAX) return undefined;
    const [head, body, signature, ...rest] = token.split('.');
    if (head === undefined || body === undefined || signature === undefined) return undefined;
    if (rest.length > 0) return undefined;
    // Which key it must be signed by is in it: nothing else of it counts before that is so.
    const shown = claims.safeParse(parsed(body));
    if (!shown.success || !this.#isSigned(shown.data.role, `${head}.${body}`, signature)) {
      return undefined;
    }
    if (!header.safeParse(parsed(head)).success) return undefined;
    const { sub, role, exp, nbf, generation } = shown.data;
    const nowS = Math.floor(this.clock.nowMs() / 1000);
    if (exp <= nowS || nbf > nowS) return undefined;
    // Of the staff's, the first generation was left out in the version before.
    const first = role === 'player' ? undefined : 0;
    return { id: sub, role, expiresAtMs: exp * 1000, generation: generation ?? first };
  }

  #isSigned(role: Role, text: string, signature: string): boolean {
    const due = createHmac('sha256', this.#keys.get(role)!).update(text).digest();
    const shown = Buffer.from(signature, 'base64url');
    return shown.length === due.length && timingSafeEqual(shown, due);
  }
}

/** Undefined where it is not JSON in base64url. */
const parsed = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
};
