import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import { view } from '../round/view.js';
import { emptyTable } from '../round/state.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { LiveState } from './live-state.js';
import { publishedUpTo } from './published.js';

const COUPS = ['9h 4c Kd 2s', '2h 4c 3d 4s', '6h 6d Kd Kc'];

const played = (rounds: number): LiveTable => {
  const table = new LiveTable().open();
  for (let round = 0; round < rounds; round += 1) {
    table
      .close()
      .scan(...COUPS[round % COUPS.length]!.split(' '))
      .tick();
  }
  return table;
};

/** A table that nobody follows. */
const newState = (toPlayer: (playerId: string) => void = () => undefined): LiveState =>
  new LiveState(emptyTable('t-1', DEFAULT_SETTINGS), publishedUpTo(0, 0), {
    publisher: {
      toTable: () => undefined,
      toPlayers: () => undefined,
      toPlayer,
      correctionToPlayer: () => undefined,
      cutOff: () => undefined,
    },
    follower: { take: () => undefined },
  });

/** All that each audience is sent, in order. */
const publish = ({ log, states }: LiveTable, live = newState()) => ({
  live,
  sent: log.flatMap((logged) => live.number(states[logged.seq - 1]!, logged)),
});

const to = (audience: Audience, { sent }: ReturnType<typeof publish>) =>
  sent.filter((each) => each.audience === audience).map(({ message }) => message);

describe('the message history of a table', () => {
  it.each(AUDIENCES)(
    'numbers what it sends to the %s without a gap, as the log does',
    (audience) => {
      const table = played(3);
      const messages = to(audience, publish(table));
      const shown = table.log.filter(({ event }) => view(event, audience) !== undefined);
      expect(messages.map(({ seq }) => seq)).toEqual(shown.map(({ seq }) => seq));
      expect(messages.map(({ prev }) => prev)).toEqual(
        [0, ...shown.map(({ seq }) => seq)].slice(0, -1),
      );
    },
  );

  it.each(AUDIENCES)('has for the %s what was missed since any message', (audience) => {
    const published = publish(played(3));
    const messages = to(audience, published);
    for (const [index, { seq }] of messages.entries()) {
      expect(published.live.missedSince(audience, seq)).toEqual(messages.slice(index + 1));
    }
  });

  it('knows nothing of a number that it never sent, nor before the first', () => {
    const empty = newState();
    expect(empty.missedSince('player', 1)).toBeUndefined();
    const { live } = publish(played(1));
    expect(live.missedSince('player', 10_000)).toBeUndefined();
  });

  it('forgets what is long past: whoever missed it is better served by a snapshot', () => {
    const table = new LiveTable().open();
    for (let time = 0; time < 350; time += 1) {
      table.do({ kind: 'suspend', reason: 'a doubt', by: 'Mona' }, { kind: 'resume', by: 'Mona' });
    }
    const published = publish(table);
    const messages = to('player', published);
    expect(messages.length).toBeGreaterThan(600);
    expect(published.live.missedSince('player', messages[0]!.seq)).toBeUndefined();
    const late = messages.length - 300;
    expect(published.live.missedSince('player', messages[late]!.seq)).toEqual(
      messages.slice(late + 1),
    );
  });
});

describe('the own results of a round', () => {
  const result = { table: 't-1', game: '202611290001', outcome: 'settled' } as const;
  const sums = { stakes: '500', paid: '1000', bets: [], balance: '1500' };
  const own = Array.from({ length: 10_000 }, (_, player) => ({
    playerId: `${player}`,
    result: { ...result, ...sums },
  }));

  it('go out some at a time, so that others come to their turn, and count when all have theirs', async () => {
    let turn = 0;
    let isOver = false;
    const next = (): void => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    const sent: string[] = [];
    const inTurn = new Map<number, number>();
    const live = newState((playerId) => {
      sent.push(playerId);
      inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
      expect(live.published.ownSeq).toBe(0);
    });
    next();
    await live.publishOwn(7, own);
    isOver = true;
    expect(sent).toEqual(own.map(({ playerId }) => playerId));
    expect(Math.max(...inTurn.values())).toBeLessThan(129);
    expect(live.published.ownSeq).toBe(7);
  });

  it('are sent to nobody any more once the database is in another history', async () => {
    const sent: string[] = [];
    const live = newState((playerId) => {
      sent.push(playerId);
    });
    const publishing = live.publishOwn(7, own);
    const first = sent.length;
    live.published.isForgotten = true;
    await publishing;
    expect([first, sent.length]).toEqual([64, 64]);
  });

  it('are sent once to whoever joins meanwhile: with the answer, or after it', async () => {
    const last = own.at(-1)!.playerId;
    const live = newState();
    const publishing = live.publishOwn(7, own, (each) => live.keepResults([each]));
    expect(live.resultOf(own[0]!.playerId)).toBeDefined();
    expect(live.resultOf(last)).toBeUndefined();
    await publishing;
    expect(live.resultOf(last)).toBeDefined();
  });
});
