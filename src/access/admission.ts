/** Who comes in: whoever shows a token of ours; of the staff, those alone who are still of it, in that role. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { readStandings } from './staff-standing.js';
import { type SignedIn, Tokens } from './tokens.js';

@Injectable()
export class Admission {
  constructor(
    private readonly tokens: Tokens,
    @Inject(POOL) private readonly pool: pg.Pool,
  ) {}

  /** Undefined for a token that is no good, or no longer. Rejects when the staff cannot be looked up. */
  async read(token: unknown): Promise<SignedIn | undefined> {
    const caller = await this.tokens.read(token);
    if (caller === undefined || caller.role === 'player') return caller;
    const [standing] = await readStandings(this.pool, [caller]);
    return standing === 'good' ? caller : undefined;
  }
}
