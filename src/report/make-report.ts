/** Makes a report as the bytes that are sent of it. */
import type pg from 'pg';
import { choicesIn } from '../history/hand-choices.js';
import { readAdvantages } from './advantage-watch.js';
import { catchUpSome } from './caught-up.js';
import type { ReportFollower, ReportAsk } from './report-ask.js';
import { shiftCsv } from './shift-csv.js';
import { readShift } from './shift-report.js';

/** Rejects when the follower's signal is given. */
export const makeReport = async (
  pool: pg.Pool,
  ask: ReportAsk,
  follower: ReportFollower,
): Promise<Uint8Array> => new TextEncoder().encode(await textOf(pool, ask, follower));

const textOf = async (pool: pg.Pool, ask: ReportAsk, follower: ReportFollower): Promise<string> => {
  switch (ask.kind) {
    case 'shift': {
      const report = await readShift(pool, ask.query, follower);
      return ask.as === 'csv' ? shiftCsv(report) : JSON.stringify(report);
    }
    case 'advantage':
      return JSON.stringify(await readAdvantages(pool, ask.query, follower));
    case 'choices':
      return JSON.stringify(choicesIn(ask));
    case 'catch_up':
      return JSON.stringify(await catchUpSome(pool, follower));
  }
};
