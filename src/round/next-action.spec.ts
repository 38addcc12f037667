import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { type NextAction, nextAction } from './next-action.js';
import { snapshot } from './snapshot.js';

const by = DEALER;
const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const next = ({ state }: LiveTable) => snapshot(state, 'dealer').desk!.next;

const opened = () => new LiveTable().do({ kind: 'open_table', dealer: DEALER });
const dealing = (...cards: readonly string[]) =>
  new LiveTable()
    .open()
    .bets()
    .close()
    .scan(...cards);
const settled = (settings = {}) =>
  new LiveTable(settings).open().close().scan('9h', '4c', 'Kd', '2s');
const voided = () => {
  const table = new LiveTable().open().bets();
  return table.do({ kind: 'void_round', game: table.game, reason: 'a doubt', ...EYES });
};

describe('the dealer', () => {
  it.each<[NextAction, string, () => LiveTable]>([
    ['OPEN_TABLE', 'at a closed table', () => new LiveTable()],
    ['BRING_CARDS', 'at a table that has just opened', opened],
    ['SHUFFLE', 'with new cards', () => opened().bringCards()],
    [
      'CUT',
      'with cards that are shuffled',
      () => opened().bringCards().do({ kind: 'shuffle_cards', how: 'manual', by }),
    ],
    ['SCAN_BURN', 'with a shoe in place', () => opened().newShoe()],
    ['BURN', 'after the burn card', () => opened().newShoe().burn()],
    ['WAIT_FOR_CLOSE', 'while bets are open', () => new LiveTable().open()],
    ['WAIT_FOR_CLOSE', 'in the last bets', () => new LiveTable().open().tick()],
    ['DEAL_PUNTO_1', 'after the close', dealing],
    ['DEAL_BANCO_1', 'after one card', () => dealing('2h')],
    ['DEAL_PUNTO_2', 'after two', () => dealing('2h', '4c')],
    ['DEAL_BANCO_2', 'after three', () => dealing('2h', '4c', 'Kd')],
    ['PUNTO_DRAWS', 'when Punto has 2 and Banco 4', () => dealing('2h', '4c', 'Kd', 'Ks')],
    [
      'BANCO_DRAWS',
      'when Punto stands on 6, and Banco has 4',
      () => dealing('6h', '4c', 'Kd', 'Ks'),
    ],
    ['BANCO_DRAWS', 'when Punto drew a 5', () => dealing('2h', '4c', 'Kd', 'Ks', '5s')],
    ['COLLECT', 'while a round is paid', () => dealing('9h', '4c', 'Kd', '2s')],
    ['COLLECT', 'after a round', settled],
    ['OPEN_BETS', 'after a round, by hand', () => settled({ opensItself: false })],
    ['COLLECT', 'while a void round is refunded', voided],
    ['COLLECT', 'after a void round', () => voided().refund()],
    [
      'LAST_HAND_DONE',
      'after the last round of a shoe',
      () => new LiveTable().open().scan('CUT').close().scan('9h', '4c', 'Kd', '2s'),
    ],
    ['CLOSED', 'after the last round', () => settled().do({ kind: 'call_closing', by })],
    [
      'WAIT_FOR_MANAGER',
      'at a suspended table',
      () => dealing('2h').do({ kind: 'suspend', reason: 'a doubt', by }),
    ],
  ])('is asked for %s %s', (action, _, table) => {
    expect(next(table())).toBe(action);
  });

  it('confirms a coup, where the table asks for it', () => {
    const table = new LiveTable({ confirms: 'dealer' }).open().close();
    expect(next(table.scan('9h', '4c', 'Kd', '2s'))).toBe('CONFIRM');
  });

  it('is asked for a shoe between rounds where there is none', () => {
    const situation = {
      phase: 'settled',
      opensAtMs: 0,
      settings: { opensItself: true },
      shoe: null,
      round: null,
      newCardsDue: false,
      shuffled: false,
      cut: false,
      closing: false,
    } as const;
    expect(nextAction(situation)).toBe('LAST_HAND_DONE');
    expect(nextAction({ ...situation, phase: 'bets_closed' })).toBe('DEAL_PUNTO_1');
    expect(nextAction({ ...situation, phase: 'shoe_change' })).toBe('SHUFFLE');
  });
});
