import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { amount } from '../money/amount.js';
import { emptySlip } from '../punto-banco/slip.js';
import { NO_STAKES } from '../punto-banco/stakes.js';
import { byCurrency, planBatch } from './group-commit.js';
import type { BetLetter } from './letters.js';
import type { BetContent, PlayerSeat } from './seat.js';

const open = new LiveTable().open();

const seatOf = (playerId: string, more: Partial<PlayerSeat> = {}): PlayerSeat => ({
  playerId,
  accountId: `10${playerId}`,
  currency: 'EUR',
  walletOf: null,
  group: null,
  slip: emptySlip('zero_commission'),
  previous: NO_STAKES,
  answers: new Map(),
  isBetting: false,
  ...more,
});

const seated = (...seats: readonly PlayerSeat[]) =>
  new Map(seats.map((seat) => [seat.playerId, seat]));

const PUNTO = { kind: 'place', spot: 'punto', amount: amount(500) } as const;
const UNDO: BetContent = { kind: 'undo' };

const letter = (
  playerId: string,
  content: BetContent = PUNTO,
  more: { game?: string; betId?: string } = {},
) => ({
  kind: 'bet' as const,
  bet: { playerId, betId: randomUUID(), game: open.game, content, ...more },
  answer: () => {
    throw new Error('a plan answers nobody');
  },
});

const plan = (seats: ReadonlyMap<string, PlayerSeat>, ...letters: readonly BetLetter[]) =>
  planBatch(open.state, { find: (id) => seats.get(id) }, letters);

describe('a plan for the bets that wait', () => {
  it('takes no bet in another currency than the table’s', () => {
    const { batch, answers } = plan(seated(seatOf('7', { currency: 'JPY' })), letter('7'));
    expect(batch).toEqual([]);
    expect(answers.map(({ reply }) => reply)).toEqual([
      { ok: false, refusal: 'currency_not_taken' },
    ]);
  });

  it('takes bets in a further currency by its own limits, and makes a batch of each', () => {
    const { settings } = open.state;
    const CHF = {
      ...{ chips: ['700'], groupLimits: {}, tipMax: null, rate: '1.06' },
      limits: { ...settings.limits, punto: { min: '700', max: '1400' } },
    };
    const state = { ...open.state, settings: { ...settings, further: { CHF } } };
    const seats = seated(seatOf('1'), seatOf('2', { currency: 'CHF' }), seatOf('3'));
    const bets = [letter('1'), letter('2', { ...PUNTO, amount: amount(700) }), letter('3')];
    const { batch } = planBatch(state, { find: (id) => seats.get(id) }, bets);
    expect(byCurrency(batch).map((each) => each.map(({ seat }) => seat.playerId))).toEqual([
      ['1', '3'],
      ['2'],
    ]);
    // As a process of a version that knew of no further currencies has opened the round.
    const seatOfId = { find: (id: string) => seats.get(id) };
    const withoutAccount = planBatch(state, seatOfId, bets, () => false, new Map());
    expect(withoutAccount.batch.map(({ seat }) => seat.playerId)).toEqual(['1', '3']);
    expect(withoutAccount.answers.map(({ reply }) => reply)).toEqual([
      { ok: false, refusal: 'currency_not_taken' },
    ]);
    const short = planBatch(state, { find: (id) => seats.get(id) }, [letter('2')]);
    expect(short.answers.map(({ reply }) => reply)).toMatchObject([{ ok: false }]);
  });

  it('commits one command of each player together, in the order of the letters', () => {
    const letters = [letter('2'), letter('1'), letter('3')];
    const { batch, ...others } = plan(seated(seatOf('1'), seatOf('2'), seatOf('3')), ...letters);
    expect(batch.map((each) => each.letter)).toEqual(letters);
    expect(batch[0]!.commit).toMatchObject({
      playerId: '2',
      accountId: '102',
      kind: 'place',
      total: 500n,
      lines: [{ spot: 'punto', mode: 'zero_commission', amount: 500n }],
      keepsMode: null,
    });
    expect(others).toEqual({ answers: [], lookUps: [], setAside: [] });
  });

  it('sets aside what comes behind a command of the same player, here or under way', () => {
    const [first, second, third, other] = [letter('1'), letter('1'), letter('2'), letter('1')];
    const seats = seated(seatOf('1'), seatOf('2', { isBetting: true }));
    const { batch, setAside } = plan(seats, first, second, third, other);
    expect(batch.map((each) => each.letter)).toEqual([first]);
    expect(setAside).toEqual([second, third, other]);
  });

  it('answers at once what the rules refuse, and then decides the player’s next', () => {
    const [undo, bet, stranger] = [letter('1', UNDO), letter('1'), letter('9')];
    const { batch, answers } = plan(seated(seatOf('1')), undo, bet, stranger);
    expect(answers).toEqual([
      { letter: undo, reply: { ok: false, refusal: 'nothing_to_undo' } },
      { letter: stranger, reply: { ok: false, refusal: 'not_joined' } },
    ]);
    expect(batch.map((each) => each.letter)).toEqual([bet]);
  });

  it('answers a retry as the first was answered, and refuses its id to another command', () => {
    const answer = { seq: 7, balance: 9n, change: new Map(), leftOut: [], capped: [] };
    const betId = randomUUID();
    const seats = seated(seatOf('1', { answers: new Map([[betId, { content: PUNTO, answer }]]) }));
    const { answers } = plan(seats, letter('1', PUNTO, { betId }), letter('1', UNDO, { betId }));
    expect(answers.map(({ reply }) => reply)).toEqual([
      { ok: true, ...answer },
      { ok: false, refusal: 'bet_id_reused' },
    ]);
  });

  it('looks up a bet for another round, which may be the retry of one that stood there', () => {
    const late = letter('1', PUNTO, { game: '999999999' });
    const { lookUps, answers } = plan(seated(seatOf('1')), late);
    expect(lookUps).toEqual([{ letter: late, refusal: 'wrong_round' }]);
    expect(answers).toEqual([]);
  });

  it('changes neither seat nor letter', () => {
    const seats = seated(seatOf('1'));
    const before = structuredClone(seats);
    plan(seats, letter('1'), letter('1', UNDO));
    expect(seats).toEqual(before);
  });
});
