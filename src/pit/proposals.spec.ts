import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { INCIDENT_KINDS } from '../protocol/incident.js';
import { proposalsFor } from './proposals.js';

describe('what is proposed', () => {
  it('is something for every kind of incident, each action once', () => {
    for (const kind of INCIDENT_KINDS) {
      const proposed = proposalsFor(kind, null, undefined);
      expect(proposed.length, kind).toBeGreaterThan(0);
      expect(new Set(proposed).size, kind).toBe(proposed.length);
    }
  });

  it('begins with the card to be withdrawn while it lies, and with the resettlement once the round is paid', () => {
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

  it('is a card by hand only where one is due', () => {
    const table = new LiveTable().open();
    expect(proposalsFor('scanner_dead', table.game, table.state)).not.toContain('card');
    table.close();
    expect(proposalsFor('scanner_dead', table.game, table.state)).toContain('card');
  });

  it('is nothing that the round no longer allows: while it is paid, neither void nor resettlement', () => {
    const table = new LiveTable().open().bets().close().scan('9h', 'Kd', 'Ts', 'Qs');
    expect(proposalsFor('wrong_payment', table.game, table.state)).toEqual([]);
    table.settle();
    expect(proposalsFor('wrong_payment', table.game, table.state)).toEqual([
      'resettle',
      'refund',
      'void',
    ]);
  });
});
