import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNight, play } from '../../test/kit/any-night.js';
import { LiveTable } from '../../test/kit/live-table.js';
import { copyOf, follow } from '../client/table-copy.js';
import type { TableSnapshotMessage } from '../protocol/table.js';
import { known, snapshot } from './snapshot.js';
import { type TableState, roundOf } from './state.js';
import { AUDIENCES, type Audience } from './audience.js';
import { runs } from '../../test/kit/runs.js';

/** As it comes over the wire, except for the scanner's number, which is for the scanner alone. */
const received = (state: TableState, audience: Audience): TableSnapshotMessage => ({
  ...(JSON.parse(JSON.stringify(snapshot(state, audience))) as TableSnapshotMessage),
  lastScanSeq: null,
});

describe('a snapshot', () => {
  it.each(AUDIENCES)('tells a %s what the messages so far would have said', (audience) => {
    const isStaff = audience !== 'player';
    fc.assert(
      fc.property(anyNight, fc.nat(), (night, at) => {
        const table = play(night);
        const comesIn = table.states[at % table.states.length]!;
        let copy = copyOf(received(comesIn, audience), isStaff);
        for (const message of table.published(audience)) {
          if (message.seq > copy.seq) copy = follow(copy, message);
        }
        const now = copyOf(received(table.state, audience), isStaff);
        expect({ ...copy, lastScanSeq: null }).toEqual(now);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(AUDIENCES)('from which a copy was made is that of the copy: %s', (audience) => {
    fc.assert(
      fc.property(anyNight, fc.nat(), (night, at) => {
        const { states } = play(night);
        const published = snapshot(states[at % states.length]!, audience);
        expect(snapshot(known(published), audience)).toEqual(published);
      }),
      { numRuns: runs(200) },
    );
  });

  it('for a player has 2 KB at most beyond the beads and settings for the next round', () => {
    fc.assert(
      fc.property(anyNight, (night) => {
        for (const state of play(night).states) {
          const { shoe, ...rest } = received({ ...state, nextSettings: null }, 'player');
          const { beads = [], ...others } = shoe ?? {};
          expect(JSON.stringify([rest, others]).length).toBeLessThanOrEqual(2_048);
          for (const bead of beads) expect(bead.length).toBeLessThanOrEqual(6);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('tells staff how many cards are left and which scan was the last, and players neither', () => {
    const { state } = new LiveTable().open().close().scan('9h');
    expect(snapshot(state, 'dealer')).toMatchObject({ shoe: { cardsLeft: 409 }, lastScanSeq: 2 });
    expect(snapshot(state, 'player')).toMatchObject({
      shoe: { cardsLeft: null },
      lastScanSeq: null,
    });
  });

  it('says until when stakes are asked for, while they are, and no longer', () => {
    const table = new LiveTable().open().bets().asking().close();
    const { acceptedByMs } = roundOf(table.state);
    expect(acceptedByMs).toBeGreaterThan(table.log.at(-1)!.atMs);
    const now = snapshot(table.state, 'player');
    expect(now.round).toMatchObject({ acceptedByMs });
    expect(known(now).round, 'read again').toMatchObject({ acceptedByMs });
    const dealing = snapshot({ ...table.state, phase: 'dealing' }, 'player');
    expect(dealing.round).not.toHaveProperty('acceptedByMs');
    expect(known(dealing).round).not.toHaveProperty('acceptedByMs');
  });

  it('of a suspended table says why, since when, and what it was doing', () => {
    const table = new LiveTable().open();
    table.do({ kind: 'suspend', reason: 'video lost', by: 'Dora' });
    const { atMs: sinceMs } = table.log.at(-1)!;
    const suspended = { from: 'betting', reason: 'video lost', sinceMs };
    const now = snapshot(table.state, 'player');
    expect(now).toMatchObject({ phase: 'suspended', suspended });
    expect(known(now).suspension, 'read again').toEqual(suspended);
  });
});
