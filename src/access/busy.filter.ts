/** A request for which the database has no room is refused, and nothing was done. */
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseBusy } from '../platform/database.js';
import { GroupReadFull } from '../platform/group-read.js';
import { HTTP_REFUSALS } from '../protocol/http.js';

/** Of what is refused so, in seconds. */
export const AGAIN_AFTER_S = '1';

@Catch(DatabaseBusy, GroupReadFull)
export class BusyFilter implements ExceptionFilter {
  catch(_: DatabaseBusy | GroupReadFull, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response
      .status(HTTP_REFUSALS.studio_is_busy)
      .header('Retry-After', AGAIN_AFTER_S)
      .json({ error: 'studio_is_busy' });
  }
}
