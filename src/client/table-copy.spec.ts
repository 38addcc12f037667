import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import type { TableMessage } from '../protocol/table.js';
import type { TableCommand } from '../round/command.js';
import { decide } from '../round/decide.js';
import type { LoggedEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import { makeScanCode } from '../round/scan-code.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type TableSnapshot, snapshot } from '../round/snapshot.js';
import { type TableState, emptyTable } from '../round/state.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import { view } from '../round/view.js';
import { type TableCopy, copyOf, follow } from './table-copy.js';
import { runs } from '../../test/kit/runs.js';

/** What might be asked of a table next: mostly what is due, sometimes anything. */
const anyStep = fc.record({
  card: fc.constantFrom(...FACES),
  waitsMs: fc.nat(20_000),
  whim: fc.constantFrom(
    ...Array<'due'>(30).fill('due'),
    'cut',
    'unreadable',
    'suspend',
    'void',
    'close',
    'change shoe',
    'change settings',
  ),
});
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

const due = (state: TableState, { card }: Step): TableCommand => {
  const scan = { code: makeScanCode(card), scanSeq: (state.lastScan?.scanSeq ?? 0) + 1 };
  switch (state.phase) {
    case 'closed':
      return { kind: 'open_table', dealer: 'Ada' };
    case 'shoe_change': {
      if (state.cards.due !== null) {
        return { kind: 'bring_cards', cards: `box-${state.seq}`, by: 'Ada' };
      }
      if (state.shoe === null || state.shoe.removed) return { kind: 'new_shoe' };
      return state.shoe.burned ? { kind: 'open_betting' } : { kind: 'burn', ...scan };
    }
    case 'bets_closed':
    case 'dealing':
      return { kind: 'scan', ...scan };
    case 'suspended':
      return { kind: 'resume', by: 'Bea' };
    case 'resulted':
      return { kind: 'finish_settlement', game: state.round!.game, stakes: '0', paid: '0' };
    case 'accepting_bets':
      return {
        ...{ kind: 'finish_acceptance', game: state.round!.game, taken: 1, voided: 0 },
        ...{ change: '0', digest: '' },
      };
    case 'betting':
    case 'last_bets':
    case 'settled':
    case 'void':
      return { kind: 'tick' };
  }
};

const commandOf = (state: TableState, step: Step): TableCommand => {
  const scanSeq = (state.lastScan?.scanSeq ?? 0) + 1;
  switch (step.whim) {
    case 'due':
      return due(state, step);
    case 'cut':
      return { kind: 'scan', code: 'CUT', scanSeq };
    case 'unreadable':
      return { kind: 'scan', code: '??', scanSeq };
    case 'suspend':
      return { kind: 'suspend', reason: 'a card fell', by: 'Ada' };
    case 'void':
      return {
        kind: 'void_round',
        game: state.round?.game ?? '',
        reason: 'two cards at once',
        requestedBy: 'Ada',
        approvedBy: 'Bea',
      };
    case 'close':
      return { kind: 'close_table' };
    case 'change shoe':
      return { kind: 'start_shoe_change' };
    case 'change settings':
      return { kind: 'change_settings', settings: { ...DEFAULT_SETTINGS, name: 'another' } };
  }
};

/** Everything that happens at a table when it is asked for `steps`. */
const course = (steps: readonly Step[]): { before: TableState; logged: LoggedEvent }[] => {
  const published: { before: TableState; logged: LoggedEvent }[] = [];
  let state = emptyTable('pb-1', DEFAULT_SETTINGS);
  let nowMs = 1_000_000;
  for (const step of steps) {
    nowMs += step.waitsMs;
    const nextGame = String(1_000_000_000 + state.seq);
    const acceptMs = nowMs % 2 === 0 ? undefined : 3_000;
    const { events } = decide(state, commandOf(state, step), { nowMs, nextGame, acceptMs });
    for (const event of events) {
      const logged = { seq: state.seq + 1, atMs: nowMs, event };
      published.push({ before: state, logged });
      state = evolve(state, logged);
    }
  }
  return published;
};

const messageFor = (
  audience: Audience,
  { before, logged }: { before: TableState; logged: LoggedEvent },
): TableMessage | undefined => {
  const body = view(logged.event, audience);
  const { seq, atMs } = logged;
  return body && ({ table: 'pb-1', seq, prev: before.shown[audience], atMs, ...body } as never);
};

const asSnapshot = ({ isStaff: _, ...rest }: TableCopy): TableSnapshot => rest;

describe('a copy of the table', () => {
  it.each(AUDIENCES)('is at every moment what a snapshot would show to the %s', (audience) => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 120 }), (steps) => {
        const empty = snapshot(emptyTable('pb-1', DEFAULT_SETTINGS), audience);
        let copy = copyOf(empty, audience !== 'player');
        for (const each of course(steps)) {
          const message = messageFor(audience, each);
          if (message === undefined) continue;
          expect(message.prev).toBe(copy.seq);
          copy = follow(copy, message);
          const shown = snapshot(evolve(each.before, each.logged), audience);
          expect(asSnapshot(copy)).toEqual(shown);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('deals rounds in that test, and not only refusals', () => {
    const steps: Step[] = Array.from({ length: 200 }, (_, index) => ({
      card: FACES[(index * 7) % 52]!,
      waitsMs: 20_000,
      whim: 'due' as const,
    }));
    const kinds = course(steps).map(({ logged }) => logged.event.kind);
    expect(kinds.filter((kind) => kind === 'round_settled').length).toBeGreaterThan(10);
  });
});
