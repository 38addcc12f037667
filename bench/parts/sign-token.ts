/** Tokens that a bench signs itself, as the studio's own sign-in would, so that nobody signs in. */
import { SignJWT } from 'jose';
import { tokenKey } from '../../src/access/tokens.js';
import type { Role } from '../../src/protocol/command.js';

/** `key` is the studio's `SABOT_JWT_KEY`; `expires` how long the token holds: `1h`. */
export const signToken = (key: string, id: string, role: Role, expires = '1h'): Promise<string> =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setIssuer('sabot')
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(tokenKey(new TextEncoder().encode(key), role));
