/** How HTTP refuses: by the status, and in the body's `error` the reason. */
import { HttpException, StandardSchemaValidationPipe } from '@nestjs/common';
import { PICTURE_REFUSALS, type PictureRefusal } from '../protocol/demo.js';
import { STUDIO_TABLE_REFUSALS, type StudioTableRefusal } from '../protocol/studio-tables.js';
import { HTTP_REFUSALS, type HttpRefusal } from '../protocol/http.js';
import {
  LAUNCH_REFUSALS,
  type LaunchRefusal,
  OPERATOR_ORDER_REFUSALS,
  OPERATOR_REFUSALS,
  type OperatorOrderRefusal,
  type OperatorRefusal,
} from '../protocol/operator.js';
import {
  OPERATOR_CHANGE_REFUSALS,
  type OperatorChangeRefusal,
} from '../protocol/operator-changes.js';
import { LIMIT_REFUSALS, type LimitRefusal } from '../protocol/play-limits.js';
import { DRAIN_REFUSALS, type DrainRefusal } from '../protocol/processes.js';
import { BAR_REFUSALS, type BarRefusal } from '../protocol/protection.js';
import { REPORT_REFUSALS, type ReportRefusal } from '../protocol/report.js';
import { ROTA_REFUSALS, type RotaRefusal } from '../protocol/rota.js';
import { STAKES_REFUSALS, type StakesRefusal } from '../protocol/solo-stakes.js';
import { SHIFT_NOTE_REFUSALS, type ShiftNoteRefusal } from '../protocol/shift-notes.js';
import { STAFF_HTTP_REFUSALS, type StaffHttpRefusal } from '../protocol/staff.js';
import { CASE_REFUSALS, type CaseRefusal } from '../protocol/wallet-cases.js';

const STATUSES = {
  ...HTTP_REFUSALS,
  ...STAFF_HTTP_REFUSALS,
  ...REPORT_REFUSALS,
  ...STAKES_REFUSALS,
  ...OPERATOR_REFUSALS,
  ...OPERATOR_ORDER_REFUSALS,
  ...LAUNCH_REFUSALS,
  ...BAR_REFUSALS,
  ...LIMIT_REFUSALS,
  ...CASE_REFUSALS,
  ...DRAIN_REFUSALS,
  ...OPERATOR_CHANGE_REFUSALS,
  ...STUDIO_TABLE_REFUSALS,
  ...PICTURE_REFUSALS,
  ...ROTA_REFUSALS,
  ...SHIFT_NOTE_REFUSALS,
};

type Refusal =
  | (HttpRefusal | StaffHttpRefusal | ReportRefusal | StakesRefusal)
  | (OperatorRefusal | OperatorOrderRefusal | LaunchRefusal | BarRefusal)
  | (LimitRefusal | CaseRefusal | DrainRefusal | OperatorChangeRefusal)
  | (StudioTableRefusal | PictureRefusal | RotaRefusal | ShiftNoteRefusal);

export const refusedWith = (refusal: Refusal, at?: string): HttpException =>
  new HttpException({ error: refusal, ...(at !== undefined && { at }) }, STATUSES[refusal]);

/** After too many wrong sign-ins. */
export const lockedUntil = (untilMs: number): HttpException =>
  new HttpException({ error: 'locked', untilMs }, STAFF_HTTP_REFUSALS.locked);

interface Issue {
  readonly path?: readonly unknown[] | undefined;
  /** From zod, for fields that do not exist. */
  readonly keys?: readonly string[];
}

const placeOf = (issue: Issue | undefined): string | undefined => {
  const place = [...(issue?.path ?? []), ...(issue?.keys ?? []).slice(0, 1)].map(String).join('.');
  return place === '' ? undefined : place;
};

/** Returns what fits the parameter's schema. Otherwise refuses `malformed_request`. */
export const wellFormed = new StandardSchemaValidationPipe({
  exceptionFactory: ([issue]) => refusedWith('malformed_request', placeOf(issue)),
});
