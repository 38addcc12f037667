import type { Response } from 'express';

/** Is aborted once the response is closed: from then on nobody waits for it. */
export const closingOf = (response: Response): AbortSignal => {
  const closing = new AbortController();
  if (response.closed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
};
