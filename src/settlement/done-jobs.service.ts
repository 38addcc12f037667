/**
 * Jobs of the outbox that were done more than a day ago: they serve the work in progress alone, so
 * they are forgotten, some at each look.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';

const EVERY_MS = 60_000;
const AT_ONCE = 1_000;

/** Several processes do this: each takes those that no other has taken. */
const FORGET = `
delete from outbox where id in (
  select id from outbox where done_at < studio_now() - interval '1 day'
   order by done_at limit ${AT_ONCE} for update skip locked)`;

@Injectable()
export class DoneJobs {
  constructor(@Inject(POOL) pool: pg.Pool, poller: Poller) {
    const look = async (): Promise<void> => {
      await pool.query(FORGET);
    };
    poller.poll({ name: 'done jobs', everyMs: EVERY_MS, look });
  }
}
