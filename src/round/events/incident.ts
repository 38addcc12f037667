/** What goes wrong at a table, and who is called to it (RULES 1.13). */
import { defineEvent, unchanged } from '../define-event.js';
import { of, oneOf, orNull } from '../field.js';
import { MALFUNCTIONS } from '../malfunction.js';

const by = of('text', 'who did it');

export const INCIDENT_EVENTS = {
  malfunction_reported: defineEvent({
    version: 2,
    means: 'Somebody reported a malfunction.',
    visibility: 'staff',
    fields: {
      malfunction: oneOf(MALFUNCTIONS),
      cards: orNull(of('count'), 'how many fell'),
      note: of('text'),
      by,
    },
    fold: (state, { malfunction, cards }) =>
      malfunction === 'cards_dropped' ? { ...state, dropped: state.dropped + (cards ?? 1) } : state,
  }),

  manager_called: defineEvent({
    means: 'The dealer calls the shift manager. Play goes on.',
    visibility: 'staff',
    fields: { by },
    fold: unchanged,
  }),

  stream_lost: defineEvent({
    means: 'The encoder’s heartbeats have stopped: the picture is lost.',
    visibility: 'staff',
    fields: {},
    fold: (state) => ({ ...state, streamLost: true }),
  }),

  stream_back: defineEvent({
    means: 'The encoder’s heartbeats have come back.',
    visibility: 'staff',
    fields: {},
    fold: (state) => ({ ...state, streamLost: false }),
  }),
} as const;
