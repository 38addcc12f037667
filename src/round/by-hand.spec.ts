import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../test/kit/any-night.js';
import { DEALER, LiveTable, possibleCard } from '../../test/kit/live-table.js';
import { nextSeat } from '../punto-banco/coup.js';
import { dueByHand } from './by-hand.js';
import { decide } from './decide.js';
import { gameInHand } from './scan.js';
import { snapshot } from './snapshot.js';
import { type TableState, phaseBeneath } from './state.js';
import { runs } from '../../test/kit/runs.js';

const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const BURNED = { burned: true, cutCardOut: false } as const;
const due = ({ state }: LiveTable) => dueByHand(snapshot(state, 'dealer'));

/** Whether the table would take it, if it were not suspended. */
const takes = (state: TableState, command: Parameters<typeof decide>[1]): boolean => {
  const resumed = { ...state, phase: phaseBeneath(state), suspension: null };
  return decide(resumed, command, { nowMs: 0, nextGame: '1' }).ok;
};

describe('what is due by hand', () => {
  it('is the burn card of a shoe in place, and not while other cards are due', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    expect(due(table)).toEqual({ seat: null, cutCard: false });
    table.newShoe();
    expect(due(table)).toEqual({ seat: 'burn', cutCard: false });
    table.do({ kind: 'suspend', reason: 'scanner_dead', by: DEALER });
    expect(due(table).seat).toBe('burn');
    table.do({ kind: 'resume', by: 'Sven' }).burn();
    expect(due(table)).toEqual({ seat: null, cutCard: false });
  });

  it('is the next card of the coup, and the cut card until it is out', () => {
    const table = new LiveTable().open();
    expect(due(table)).toEqual({ seat: null, cutCard: true });
    table.close().scan('9h').do({ kind: 'suspend', reason: 'scanner_dead', by: DEALER });
    expect(due(table)).toEqual({ seat: 'banco_1', cutCard: true });
    table.do({ kind: 'resume', by: 'Sven' }).scan('CUT');
    expect(due(table)).toEqual({ seat: 'banco_1', cutCard: false });
  });

  it.each<[string, Partial<Parameters<typeof dueByHand>[0]>, string | null, boolean]>([
    ['the burn card of a shoe that is cut', {}, 'burn', false],
    ['nothing before the cut', { desk: { cut: false, newCardsDue: false } }, null, false],
    ['nothing while new cards are due', { desk: { cut: true, newCardsDue: true } }, null, false],
    ['nothing that a player could enter', { desk: null }, null, false],
    ['nothing without a shoe', { shoe: null }, null, false],
    ['nothing at a closed table', { phase: 'closed', shoe: BURNED }, null, false],
    ['no cut card of a shoe that is not burned', { phase: 'betting' }, null, false],
    ['no cut card without a shoe', { phase: 'betting', shoe: null }, null, false],
    ['the cut card while bets are open', { phase: 'betting', shoe: BURNED }, null, true],
    ['the first card after the close', { phase: 'bets_closed', shoe: BURNED }, 'punto_1', true],
    [
      'what was due when the table was suspended',
      { phase: 'suspended', suspended: { from: 'bets_closed' }, shoe: BURNED },
      'punto_1',
      true,
    ],
  ])('is %s', (_, changed, seat, cutCard) => {
    const situation = {
      phase: 'shoe_change',
      suspended: null,
      shoe: { burned: false, cutCardOut: false },
      round: null,
      desk: { cut: true, newCardsDue: false },
    } as const;
    expect(dueByHand({ ...situation, ...changed })).toEqual({ seat, cutCard });
  });

  it('is what the table would take, whatever has happened', () => {
    const look = (table: LiveTable) => {
      const { state } = table;
      const { seat, cutCard } = due(table);
      const shoe = state.shoe?.ordinal ?? 0;
      const card = possibleCard(state);
      const game = gameInHand(state);
      expect(takes(state, { kind: 'enter_cut_card', shoe, game, ...EYES })).toBe(cutCard);
      const burns = takes(state, { kind: 'enter_burn', shoe, card, ...EYES });
      expect(burns && state.cards.due === null).toBe(seat === 'burn');
      const next = nextSeat(state.round?.cards ?? []);
      if (next === undefined) return;
      const dealt = takes(state, { kind: 'enter_card', game: table.game, card, ...next, ...EYES });
      expect(dealt).toBe(seat !== null && seat !== 'burn');
    };
    fc.assert(
      fc.property(anyNight, (night) => void play(night, look)),
      { numRuns: runs(100) },
    );
  });
});
