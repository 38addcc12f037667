import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { snapshot } from './snapshot.js';
import { view } from './view.js';

const asked = () => new LiveTable().open().bets(300).asking().close();

describe('a table at which wallets are asked for the stakes', () => {
  it('closes the bets, waits for the verdicts, and then takes cards', () => {
    const table = asked();
    const { nowMs, game, state } = table;
    expect(state).toMatchObject({
      phase: 'accepting_bets',
      round: { acceptedByMs: nowMs + 3_000 },
    });
    expect(table.kinds().slice(-2)).toEqual(['last_bets_called', 'betting_closed']);
    expect(snapshot(state, 'dealer')).toMatchObject({
      ...{ phase: 'accepting_bets', round: { acceptedByMs: nowMs + 3_000 } },
      desk: { next: 'WAIT_FOR_WALLETS', seat: null },
    });
    const finish = { kind: 'finish_acceptance', game, taken: 2, voided: 1, digest: 'd' } as const;
    table.do({ ...finish, change: '-100' });
    expect(table.state).toMatchObject({ phase: 'bets_closed', round: { stakes: '200' } });
    expect(snapshot(table.state, 'player').round).not.toHaveProperty('acceptedByMs');
    table.scan('9h');
    expect(table.phase).toBe('dealing');
  });

  it('shows players that the bets are accepted, and not how many were not', () => {
    const { event } = asked().accept(1).log.at(-1)!;
    expect(view(event, 'player')).toEqual({ kind: 'stakes_taken', game: '1000000001' });
    expect(view(event, 'pit')).toMatchObject({ taken: 1, voided: 1, change: '-100' });
  });

  it('does not wait where nobody is asked', () => {
    const table = new LiveTable().open().bets(300).close();
    expect(table.phase).toBe('bets_closed');
    const { game } = table;
    const finish = { kind: 'finish_acceptance', game, taken: 0, voided: 0 } as const;
    expect(table.give({ ...finish, change: '0', digest: '' })).toMatchObject({
      ...{ ok: false, refusal: 'nothing_is_due' },
    });
  });

  it('takes the verdicts while it is suspended, and goes on as if nothing had been', () => {
    const table = asked().do({ kind: 'suspend', reason: 'a doubt', by: DEALER }).accept();
    expect(table.state).toMatchObject({ phase: 'suspended', suspension: { from: 'bets_closed' } });
    expect(table.do({ kind: 'resume', by: 'Sven' }).phase).toBe('bets_closed');
  });

  it('takes a card before the verdicts for one before the close', () => {
    const table = asked();
    const scan = { kind: 'scan', code: '9H', scanSeq: table.nextScan } as const;
    expect(table.give(scan)).toMatchObject({ ok: false, refusal: 'bets_are_being_accepted' });
    expect(table.state.suspension).toMatchObject({ reason: 'card_before_close' });
  });

  it('is not voided before the verdicts, and is afterwards', () => {
    const table = asked();
    const { game } = table;
    const people = { requestedBy: 'Dora', approvedBy: 'Sven' };
    const voiding = { kind: 'void_round', game, reason: 'a doubt', ...people } as const;
    expect(table.give(voiding)).toMatchObject({ ok: false, refusal: 'bets_are_being_accepted' });
    expect(table.accept().do(voiding).phase).toBe('void');
  });

  it('can be voided without the verdicts once they are long overdue', () => {
    const table = asked();
    const { game, state } = table;
    const people = { requestedBy: 'Dora', approvedBy: 'Sven' };
    const voiding = { kind: 'void_round', game, reason: 'a doubt', ...people } as const;
    table.later(state.round!.acceptedByMs! + 1_999 - table.nowMs);
    expect(table.give(voiding)).toMatchObject({ ok: false, refusal: 'bets_are_being_accepted' });
    table.later(1);
    expect(table.do(voiding).phase).toBe('void');
  });
});
