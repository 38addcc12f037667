import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { parseBead } from '../roads/bead.js';
import { Scoreboard } from '../roads/scoreboard.js';
import type { TableMessage } from '../protocol/table.js';
import { MessageHistory } from './message-history.js';

const COUPS = ['9h 4c Kd 2s', '2h 4c 3d 4s', '6h 6d Kd Kc'];

const deal = (table: LiveTable, cards: string) => table.close().scan(...cards.split(' '));

/** What players were sent, as a studio sends it. */
const publish = (
  { log, states }: LiveTable,
  history = new MessageHistory(states[0]!),
): readonly TableMessage[] =>
  log.flatMap((logged) =>
    history
      .add(states[logged.seq - 1]!, logged)
      .flatMap(({ audience, message }) => (audience === 'player' ? [message] : [])),
  );

const corrected = (fix: 'void' | 'resettle', coup: string | null) => {
  const table = new LiveTable().open();
  for (const cards of COUPS) deal(table, cards).tick();
  table.do({
    kind: 'correct_round',
    game: '1000000002',
    correction: 1,
    fix,
    coup,
    player: null,
    reason: 'misread_card',
    requestedBy: 'Dora',
    approvedBy: 'Sven',
    approval: '7',
    shoe: 1,
  });
  return deal(table, '9h 5c Kd 2c');
};

/** What the last of these coups adds to the roads. */
const lastCells = (beads: readonly string[]) => {
  const scoreboard = new Scoreboard();
  return beads.map((bead) => scoreboard.add(parseBead(bead)!)).at(-1);
};

describe('the message history of a table', () => {
  it.each([
    ['void', null, ['P9n', 'E6', 'P9n']],
    ['resettle', 'P Kh 9d . B 4c 3s', ['P9n', 'P9n', 'E6', 'P9n']],
  ] as const)('draws the roads on from a round that was corrected: %s', (fix, coup, beads) => {
    const table = corrected(fix, coup);
    const last = publish(table).findLast(({ kind }) => kind === 'coup_decided');
    expect(table.state.shoe?.beads).toEqual(beads);
    expect(last).toMatchObject({ roads: lastCells(beads) });
  });

  it('of a table that comes back draws them from the beads it has', () => {
    const table = corrected('void', null);
    const at = table.states.findLastIndex(({ shoe }) => shoe?.beads.length === 2);
    const published = new MessageHistory(table.states[at]!).add(table.states[at]!, table.log[at]!);
    expect(published.find(({ audience }) => audience === 'player')?.message).toMatchObject({
      roads: lastCells(['P9n', 'E6', 'P9n']),
    });
  });
});
