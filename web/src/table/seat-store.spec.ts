import { expect, it } from 'vitest';
import type { BetReply } from '../../../src/client/betting.js';
import type { Viewer } from '../../../src/client/followed-table.js';
import type { PlayerClient, PlayerJoin } from '../../../src/client/player-client.js';
import type { TableCopy } from '../../../src/client/table-copy.js';
import { SeatStore } from './seat-store.js';

const GAME = '1000000001';
const BARE = { stakes: {}, placements: 0, previous: {}, mode: 'standard', balance: '10000' };
const STANDS = { ok: true, change: { punto: '500' }, leftOut: [], capped: [], balance: '9500' };

/** A seat whose bets and joins are answered when the test lets them. */
const aSeat = () => {
  let viewer: Viewer<PlayerJoin> = {};
  const answers: ((reply: BetReply) => void)[] = [];
  const client = {
    onResult: () => () => undefined,
    connection: { state: 'connected', on: () => () => undefined, onState: () => () => undefined },
    join: (_table: string, joining: Viewer<PlayerJoin>) => {
      viewer = joining;
      return { startOver: () => undefined };
    },
    bet: () => new Promise<BetReply>((resolve) => answers.push(resolve)),
  } as unknown as PlayerClient;
  const nothing = () => undefined;
  const seat = new SeatStore('pb-1', client, {
    ...{ balance: nothing, paid: nothing, acted: nothing, missed: nothing, unanswered: nothing },
  });
  viewer.snapshot?.({ round: { game: GAME }, phase: 'betting' } as TableCopy);
  return {
    seat,
    answer: () => answers.shift()!(STANDS as unknown as BetReply),
    joined: (changes: object = {}) =>
      viewer.joined?.({ seat: { ...BARE, ...changes }, result: null } as unknown as PlayerJoin),
    view: () => seat.store.getState(),
  };
};

it('is unsure from an answer to a bet that it may contain already, until it is sent anew', async () => {
  const { seat, answer, joined, view } = aSeat();
  joined();
  const bet = seat.bet({ kind: 'place', spot: 'punto', amount: '500' });
  joined();
  expect(view()).toMatchObject({ isUnsure: false, asked: [{ isDoubtful: true }] });
  answer();
  await bet;
  expect(view()).toMatchObject({
    isUnsure: true,
    asked: [],
    known: { own: { stakes: new Map() } },
  });
  joined({ stakes: { punto: '500' }, placements: 1 });
  expect(view()).toMatchObject({ isUnsure: false, known: { own: { placements: 1 } } });
});

it('is sure of a bet that was answered as ever', async () => {
  const { seat, answer, joined, view } = aSeat();
  joined();
  const bet = seat.bet({ kind: 'place', spot: 'punto', amount: '500' });
  answer();
  await bet;
  expect(view()).toMatchObject({ isUnsure: false, known: { own: { placements: 1 } } });
});
