import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../../test/kit/live-table.js';
import { INCIDENT_KINDS } from '../../protocol/incident.js';
import { proposalsFor } from './proposals.js';

describe('what is proposed', () => {
  it('is something for every kind of incident at a table, each action once', () => {
    for (const kind of INCIDENT_KINDS) {
      const proposed = proposalsFor(kind, null, undefined);
      // Of a closed game there is no table: its hands are proposed.
      expect(proposed.length > 0, kind).toBe(kind !== 'game_closed');
      expect(new Set(proposed).size, kind).toBe(proposed.length);
    }
  });

  it('begins with the card to be withdrawn before the coup counts, and with the resettlement once the round is paid', () => {
    const table = new LiveTable().open().close().scan('9h');
    const { game } = table;
    table.do({ kind: 'suspend', reason: 'misread', by: 'Dora' });
    expect(proposalsFor('misread', game, table.state)).toEqual([
      'withdraw_card',
      'card_correction',
      'resume',
      'void',
    ]);
    table.do({ kind: 'resume', by: 'Mona' }).scan('Kd', 'Ts', 'Qs');
    expect(proposalsFor('misread', game, table.state)).toEqual(['resettle', 'void']);
  });

  it('is a card by hand only where a card is due', () => {
    const table = new LiveTable().open();
    expect(proposalsFor('scanner_dead', table.game, table.state)).not.toContain('card');
    table.close();
    expect(proposalsFor('scanner_dead', table.game, table.state)).toContain('card');
  });

  it('is the burn card by hand before a shoe is dealt, and the cut card until it is out', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: 'Dora' }).newShoe();
    const proposed = (game: string | null = null) => {
      table.do({ kind: 'suspend', reason: 'scanner_dead', by: 'Dora' });
      const all = proposalsFor('scanner_dead', game, table.state);
      table.do({ kind: 'resume', by: 'Mona' });
      return all;
    };
    expect(proposed()).toEqual(['burn_card', 'resume']);
    table.burn().do({ kind: 'open_betting' });
    expect(proposed(table.game)).toEqual(['cut_card', 'resume', 'void']);
    table.close();
    expect(proposed(table.game)).toEqual(['card', 'cut_card', 'resume', 'void']);
    table.scan('CUT');
    expect(proposed(table.game)).toEqual(['card', 'resume', 'void']);
  });

  it('is to go on only once the stream’s picture is back', () => {
    const table = new LiveTable().open().do({ kind: 'lose_stream' });
    const proposed = () => proposalsFor('stream_lost', table.game, table.state);
    expect(proposed()).not.toContain('resume');
    expect(table.do({ kind: 'regain_stream' }) && proposed()).toContain('resume');
  });

  it('is to pay again or by hand as long as the round in hand, or a correction, is not paid', () => {
    const table = new LiveTable().open().bets().close().scan('9h', 'Kd', 'Ts', 'Qs');
    const { game } = table;
    expect(proposalsFor('payment_failed', game, table.state)).toEqual(['pay_again', 'hand_pay']);
    expect(proposalsFor('payment_failed', '1', table.state)).toEqual([]);
    table.settle();
    expect(proposalsFor('payment_failed', game, table.state)).toEqual([]);
    table.do({
      ...{ kind: 'correct_round', game, correction: 1, fix: 'void', coup: null, player: null },
      ...{ shoe: table.state.shoe!.ordinal, reason: 'misdeal' },
      ...{ requestedBy: 'Mona', approvedBy: 'Nora', approval: '7' },
    });
    expect(proposalsFor('payment_failed', game, table.state)).toEqual(['pay_again', 'hand_pay']);
  });

  it('is nothing that the round no longer allows: while it is paid, neither void nor resettlement', () => {
    const table = new LiveTable().open().bets().close().scan('9h', 'Kd', 'Ts', 'Qs');
    expect(proposalsFor('wrong_payment', table.game, table.state)).toEqual([]);
    table.settle();
    const { game } = table;
    const amends = ['resettle', 'refund', 'void'];
    expect(proposalsFor('wrong_payment', game, table.state)).toEqual(amends);
    // It is over, too, where no other has begun since: the last of a shoe, or of the table.
    table.do({ kind: 'start_shoe_change' });
    expect(proposalsFor('wrong_payment', game, table.state)).toEqual(amends);
    table.do({ kind: 'close_table' });
    expect(proposalsFor('wrong_payment', game, table.state)).toEqual(amends);
  });
});
