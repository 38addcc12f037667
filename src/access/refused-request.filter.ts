/**
 * Whatever a request fails by, it is answered as every refusal is. What is no refusal is a fault of
 * the studio, which is logged.
 */
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { HTTP_REFUSALS, type HttpRefusal } from '../protocol/http.js';
import { AGAIN_AFTER_S } from './busy.filter.js';
import { refusedWith } from './http-access.refusals.js';

@Catch()
export class RefusedRequestFilter implements ExceptionFilter {
  constructor(@InjectPinoLogger('http') private readonly logger: PinoLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const refused = isOurs(error) ? error : refusedWith(refusalOf(error));
    if (refused.getStatus() >= 500 && refused !== error) {
      this.logger.error({ err: error }, 'a request failed');
    }
    // Of a download that has begun, what is still to come does not come.
    if (response.headersSent) return void response.destroy();
    const status = refused.getStatus();
    if (status === HTTP_REFUSALS.studio_is_busy) response.header('Retry-After', AGAIN_AFTER_S);
    response.status(status).json(refused.getResponse());
  }
}

/** With a body that the studio's own code has made. Those of Nest repeat the status. */
const isOurs = (error: unknown): error is HttpException => {
  if (!(error instanceof HttpException)) return false;
  const body = error.getResponse();
  return typeof body === 'object' && !('statusCode' in body);
};

/** Of what the libraries beneath make of a request, by the status that they give to it. */
const refusalOf = (error: unknown): HttpRefusal => {
  const status = statusOf(error);
  if (status === 404) return 'not_found';
  return status !== undefined && status < 500 ? 'malformed_request' : 'internal_error';
};

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof HttpException) return error.getStatus();
  const isGiven = typeof error === 'object' && error !== null && 'statusCode' in error;
  return isGiven ? Number(error.statusCode) : undefined;
};
