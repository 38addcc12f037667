/** A report on its way to who asked for it: whole, or after lines that say how far it is. */
import { PassThrough } from 'node:stream';
import { HttpException, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { closingOf } from '../platform/closing-of.js';
import { PROGRESS_TYPE } from '../protocol/report.js';
import type { ReportReader } from './report-reader.service.js';
import type { ReportAsk } from './report-ask.js';

/** Somebody who asks. Once the response is closed, nobody waits for the report any more. */
export interface ReportAsker {
  readonly id: string;
  readonly response: Response;
}

/** Rejects with the refusals of `ReportReader.read`. */
export const sendReport = async (
  reader: ReportReader,
  { id, response }: ReportAsker,
  ask: ReportAsk,
  sentAs: { readonly type: string; readonly disposition?: string },
): Promise<StreamableFile> => {
  const bytes = await reader.read(id, ask, {
    signal: closingOf(response),
    onProgress: () => undefined,
  });
  return new StreamableFile(bytes, { ...sentAs, length: bytes.byteLength });
};

/**
 * Lines of JSON: `{"progress"}` as often as it changes, and at last `{"report"}`, or `{"error"}`.
 * Throws where it is refused at once.
 */
export const sendFollowed = (
  reader: ReportReader,
  { id, response }: ReportAsker,
  ask: ReportAsk,
): StreamableFile => {
  const lines = new PassThrough();
  const line = (name: string, json: string): string => `{"${name}":${json}}\n`;
  reader
    .read(id, ask, {
      signal: closingOf(response),
      onProgress: (progress) => void lines.write(line('progress', JSON.stringify(progress))),
    })
    .then(
      (bytes) => lines.end(line('report', Buffer.from(bytes).toString())),
      (error: unknown) => lines.end(line('error', JSON.stringify(refusalOf(error)))),
    );
  // A proxy that collects lines would hold them back.
  response.setHeader('x-accel-buffering', 'no');
  const file = new StreamableFile(lines, { type: PROGRESS_TYPE });
  return file.setErrorHandler(() => undefined); // Whoever asked has gone.
};

const refusalOf = (error: unknown): string => {
  const said: unknown = error instanceof HttpException ? error.getResponse() : undefined;
  const isNamed = typeof said === 'object' && said !== null && 'error' in said;
  return isNamed && typeof said.error === 'string' ? said.error : 'internal_error';
};
