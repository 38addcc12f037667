import { describe, expect, it } from 'vitest';
import type { TableMessage } from '../../../src/protocol/table.js';
import { LiveTable } from '../../../test/kit/live-table.js';
import type { Approval } from '../../../src/protocol/approval.js';
import {
  type CardRequest,
  afterApproval,
  afterMessage,
  changedTo,
  stateAt,
} from './card-request.js';

const EXPIRES_AT_MS = 900_000;
const CARD: CardRequest = {
  id: '7',
  card: 'Kh',
  seat: null,
  state: 'pending',
  expiresAtMs: EXPIRES_AT_MS,
};
const EYES = { requestedBy: 'Sven', approvedBy: 'Sara' };
const BURN: CardRequest = { ...CARD, seat: 'burn' };
const CUT: CardRequest = { ...CARD, card: null };

/** What became of the request after the table sent `kinds`, one after the other. */
const published = (
  request: CardRequest,
  messages: readonly TableMessage[],
  ...kinds: readonly TableMessage['kind'][]
): string | undefined =>
  kinds
    .map((kind) => messages.findLast((message) => message.kind === kind)!)
    .reduce<CardRequest | undefined>(afterMessage, request)?.state;

const coup = new LiveTable().open().close();
coup.scan('9h').do({ kind: 'withdraw_card', setAside: true, reason: 'card_exposed', by: 'Dora' });
coup.do({ kind: 'resume', by: 'Sven' }).scan('9d', 'CUT', '3c', '9c', '4s').tick();
const messages = coup.published('dealer');
const voided = new LiveTable().open();
voided.do({ kind: 'void_round', game: voided.game, reason: 'misdeal', ...EYES });

const said = (id: string, state: CardRequest['state'], change: Partial<Approval> = {}) =>
  ({ ...CARD, seat: 'punto_1', kind: 'card', stands: true, id, state, ...change }) as Approval;
const NOW_MS = EXPIRES_AT_MS - 1;

describe('what is said of a request', () => {
  it('counts from before a reload, while it can be carried out', () => {
    const read = (change: Partial<Approval>, state: CardRequest['state'] = 'pending') =>
      afterApproval(undefined, said('7', state, change), NOW_MS)?.id;
    expect(read({})).toBe('7');
    expect(read({}, 'approved')).toBe('7');
    expect(read({ kind: 'cut_card', card: null, seat: null })).toBe('7');
    expect(read({}, 'refused')).toBeUndefined();
    expect(read({ stands: false })).toBeUndefined();
    expect(read({ kind: 'card_correction' })).toBeUndefined();
    expect(read({ expiresAtMs: NOW_MS - 1 })).toBeUndefined();
  });

  it('counts before the answer to it has come, which takes nothing back', () => {
    const heard = (['pending', 'refused', 'pending'] as const).reduce<CardRequest | undefined>(
      (request, state) => afterApproval(request, said('7', state), NOW_MS),
      undefined,
    );
    expect(heard?.state).toBe('refused');
  });

  it('takes the place of an earlier one that is over, and of none that waits', () => {
    const after = (state: CardRequest['state']) =>
      afterApproval({ ...CARD, id: '6', state }, said('7', 'pending'), NOW_MS)?.id;
    expect(after('refused')).toBe('7');
    expect(after('pending')).toBe('6');
  });
});

describe('a request by hand', () => {
  it.each([CARD, BURN, CUT])('waits while the table has not moved', (request) => {
    expect(published(request, messages, 'table_suspended', 'table_resumed')).toBe('pending');
  });

  it.each(['betting_opened', 'coup_decided', 'cards_burned', 'shoe_change_started'] as const)(
    'ends with %s, whatever it was for, pending or approved',
    (kind) => {
      for (const request of [CARD, BURN, CUT]) {
        expect(published(request, messages, kind)).toBe('expired');
        expect(published({ ...request, state: 'approved' }, messages, kind)).toBe('expired');
      }
    },
  );

  it('goes on with what is said of it, and never back', () => {
    const after = (...states: readonly CardRequest['state'][]) =>
      states.reduce((request, state) => changedTo(request, { ...CARD, state }), CARD).state;
    expect(after('refused')).toBe('refused');
    expect(after('refused', 'pending')).toBe('refused');
    expect(after('approved', 'pending')).toBe('approved');
    expect(after('expired', 'approved')).toBe('expired');
    expect(after('approved', 'done', 'approved')).toBe('done');
  });

  it('ends with its round', () => {
    expect(published(CARD, voided.published('dealer'), 'round_voided')).toBe('expired');
  });

  it.each(['card_dealt', 'card_withdrawn'] as const)(
    'ends with %s, where it was for a card',
    (kind) => {
      expect(published(CARD, messages, kind)).toBe('expired');
      expect(published(CUT, messages, kind)).toBe('pending');
    },
  );

  it('ends when the cut card is scanned after all, where it was for that', () => {
    expect(published(CUT, messages, 'cut_card_drawn')).toBe('expired');
    expect(published(CARD, messages, 'cut_card_drawn')).toBe('pending');
  });

  it('is done by its own card, and stays so', () => {
    const dealt = messages.find(({ kind }) => kind === 'card_dealt')!;
    const manual = { requestedBy: 'Dora', approvedBy: 'Sven', approval: CARD.id };
    const byHand = [{ ...dealt, manual } as TableMessage, ...messages.slice(-3)];
    expect(byHand.reduce<CardRequest | undefined>(afterMessage, CARD)?.state).toBe('done');
  });

  it('keeps what the pit has said', () => {
    expect(published({ ...CARD, state: 'refused' }, messages, 'coup_decided')).toBe('refused');
  });

  it('is too late after its time, where nobody has decided or placed it', () => {
    for (const state of ['pending', 'approved'] as const) {
      expect(stateAt({ ...CARD, state }, EXPIRES_AT_MS)).toBe(state);
      expect(stateAt({ ...CARD, state }, EXPIRES_AT_MS + 1)).toBe('expired');
    }
    expect(stateAt({ ...CARD, state: 'refused' }, EXPIRES_AT_MS + 1)).toBe('refused');
  });
});
