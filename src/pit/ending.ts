/** Whether what brought an incident about has ended, and how: the code that it is closed with. */
import type { Ending } from '../protocol/incident.js';
import type { TableState } from '../round/state.js';
import type { Passing } from './passing-incidents.js';

/** `state`: of a table that runs here. Undefined where its cause lasts, or nothing proves that it does not. */
export const endingOf = (
  { kind, detail, seq, hasMoved }: Passing,
  state: TableState,
  hangs: boolean,
): Ending | undefined => {
  if (state.seq < seq) return undefined; // the table has yet to learn of it
  switch (kind) {
    case 'hung':
      if (detail === 'not_run') return 'table_is_run_again';
      return hasMoved && !hangs && state.phase !== 'suspended' ? 'table_goes_on' : undefined;
    case 'stream_lost':
      return hasMoved && !state.streamLost && state.phase !== 'suspended'
        ? 'stream_is_back'
        : undefined;
  }
};
