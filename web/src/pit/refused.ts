/**
 * What the studio refused by name, over the socket or by HTTP, as an error that carries the name.
 */
import { NoAnswer } from '../../../src/client/connection.js';

export class PitRefused extends Error {
  override readonly name = 'Refused';

  constructor(readonly fault: string) {
    super(fault);
  }
}

/** `no_answer`: the studio was not reached. `internal_error`: it could not say why. */
export const faultOf = (error: unknown): string => {
  if (error instanceof PitRefused) return error.fault;
  return error instanceof NoAnswer ? 'no_answer' : 'internal_error';
};
