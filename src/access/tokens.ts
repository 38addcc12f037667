/** Tokens: who is connecting, in which role. Signed with the studio's one key (HS256): whoever holds it can sign any role. */
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT, jwtVerify } from 'jose';
import { z } from 'zod';
import { CONFIG, type Config } from '../config.js';
import { ROLES, type Role } from '../protocol/command.js';

/** Who gives a command. For a player `id` is the player's number. */
export interface Caller {
  readonly id: string;
  readonly role: Role;
}

const ISSUER = 'sabot';
const LIFETIME = '12h';

const claims = z
  .object({ sub: z.string().min(1).max(64), role: z.enum(ROLES) })
  .refine(({ sub, role }) => role !== 'player' || /^[1-9]\d{0,17}$/.test(sub));

@Injectable()
export class Tokens {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  sign({ id, role }: Caller): Promise<string> {
    return new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setIssuer(ISSUER)
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .sign(this.config.jwtKey);
  }

  /** Undefined for a token that is not ours, has expired or says nothing of use. */
  async read(token: unknown): Promise<Caller | undefined> {
    if (typeof token !== 'string') return undefined;
    try {
      const options = { issuer: ISSUER, algorithms: ['HS256'], requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, this.config.jwtKey, options);
      const { sub, role } = claims.parse(payload);
      return { id: sub, role };
    } catch {
      return undefined;
    }
  }
}
