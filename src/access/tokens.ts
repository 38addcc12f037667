/**
 * Tokens: who is connecting, in which role. They are signed with the studio's one key (HS256).
 * Whoever holds that key can sign any role.
 */
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT, jwtVerify } from 'jose';
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
interface Shown extends Caller {
  readonly expiresAtMs: number;
  /**
   * The generation of the account's sign-ins. A reset or a disabling begins the next one and ends
   * those before.
   */
  readonly generation: number;
}

/** A caller who has shown a valid token. */
export interface SignedIn extends Shown {
  /** The one table of a device. Null for everybody else. */
  readonly table: string | null;
}

const ISSUER = 'sabot';
const LIFETIME_S = 12 * 3_600;

const claims = z
  .object({
    sub: z.string().min(1).max(64),
    role: z.enum(ROLES),
    exp: z.number(),
    generation: z.int().nonnegative().default(0),
  })
  .refine(({ sub, role }) => role !== 'player' || /^[1-9]\d{0,17}$/.test(sub));

@Injectable()
export class Tokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  sign({ id, role }: Caller, generation = 0): Promise<string> {
    const nowS = Math.floor(this.clock.nowMs() / 1000);
    return new SignJWT({ role, ...(generation > 0 && { generation }) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setIssuer(ISSUER)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFETIME_S)
      .sign(this.config.jwtKey);
  }

  /** Undefined for a token that is not the studio's, has expired or says nothing of use. */
  async read(token: unknown): Promise<Shown | undefined> {
    if (typeof token !== 'string') return undefined;
    try {
      const options = {
        issuer: ISSUER,
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: new Date(this.clock.nowMs()),
      };
      const { payload } = await jwtVerify(token, this.config.jwtKey, options);
      const { sub, role, exp, generation } = claims.parse(payload);
      return { id: sub, role, expiresAtMs: exp * 1000, generation };
    } catch {
      return undefined;
    }
  }
}
