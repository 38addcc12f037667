/** Who comes in: whoever shows a token of ours; of the staff, those alone who are still of it, in that role. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { readStandings, tableOf } from './staff-standing.js';
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
    if (caller === undefined) return undefined;
    if (caller.role === 'player') return { ...caller, table: null };
    const [standing] = await readStandings(this.pool, [caller]);
    if (standing !== 'good') return undefined;
    const table = caller.role === 'device' ? await tableOf(this.pool, caller.id) : null;
    return { ...caller, table };
  }
}
