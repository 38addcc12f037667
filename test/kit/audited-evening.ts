/**
 * An evening at two tables, really played and paid, with everything that the pit and the auditor
 * keep of it, and anchors set in its course.
 */
import type pg from 'pg';
import type { AnchorKey } from '../../src/audit/anchor-key.js';
import { amount } from '../../src/money/amount.js';
import { keepDecision, keepRequest } from '../../src/pit/approval/approval-rows.js';
import { keepNote } from '../../src/pit/incident/incident-rows.js';
import { inTransaction } from '../../src/platform/transaction.js';
import type { ApprovalRequest } from '../../src/protocol/approval.js';
import type { FourEyes } from '../../src/round/four-eyes.js';
import { Audit, STUDIO, lineOf } from '../../src/staff/audit.service.js';
import { StaffAccounts } from '../../src/staff/staff-accounts.service.js';
import { coup } from './any-coup.js';
import { type CreditedPlayer, openPlayers } from './credit.js';
import type { TestDatabase } from './database.js';
import { RunningTable } from './running-table.js';
import { anchorsOf } from './written-log.js';

const ASKER = 'Mona';
const APPROVER = 'Sven';
const NATURAL = coup('P 9h Kd . B Ts Qs');
const LONG = coup('P 2h Kd 7s . B Tc Ks Kh');

export interface Evening {
  readonly table: string;
  /** The staff's line of the last decision. */
  readonly lastDecision: number;
}

export const playAnEvening = async (database: TestDatabase, key: AnchorKey): Promise<Evening> => {
  const { pool } = database;
  const anchors = anchorsOf(pool, key);
  await openStaff(pool);
  const players = await openPlayers(pool, [5_000_000, 5_000_000]);
  const one = await RunningTable.open(database);
  const other = await RunningTable.open(database);
  const { table } = one.state;

  for (const at of [one, other]) await play(at, players);
  await anchors.set();
  const { game } = one;
  await one.openBets();
  await suspendForACard(pool, one);
  await one.closeBets();
  await enterACard(pool, one);
  await anchors.set();

  // A round void, one settled anew, and a shoe after them.
  await one.openBets();
  await bet(one, players);
  const voided = { kind: 'void', table, game: one.game, reason: 'misdeal' } as const;
  const persons = await approve(pool, voided);
  await one.do({ kind: 'void_round', game: one.game, reason: 'misdeal', ...persons });
  await one.paid();
  await resettle(pool, one, game);
  await one.do({ kind: 'start_shoe_change', by: ASKER });
  await dealByHand(pool, one);
  await anchors.set();

  // What no anchor vouches for yet.
  await play(other, players);
  await request(pool, { kind: 'void', table, game, reason: 'other', note: 'only asked' });
  for (const at of [one, other]) await at.stop();
  const { rows } = await pool.query<{ seq: string }>(
    `select max(seq) as seq from staff_actions where operation = 'approval:decide'`,
  );
  return { table, lastDecision: Number(rows[0]!.seq) };
};

const openStaff = async (pool: pg.Pool): Promise<void> => {
  const accounts = new StaffAccounts(pool, new Audit(pool));
  const order = { by: STUDIO, reason: 'a test' };
  for (const name of [ASKER, APPROVER, 'Gone']) {
    await accounts.open({ role: 'shift_manager', name }, order);
  }
  await accounts.changeRole('Gone', 'auditor', order);
  await accounts.reset('Gone', order);
  await accounts.disable('Gone', order);
};

const bet = async (at: RunningTable, players: readonly CreditedPlayer[]): Promise<void> => {
  for (const [index, { id }] of players.entries()) {
    await at.table.join(id);
    const spot = index === 0 ? 'punto' : 'banco';
    await at.bet(id, { kind: 'place', spot, amount: amount(10_000) });
  }
};

const play = async (at: RunningTable, players: readonly CreditedPlayer[]): Promise<void> => {
  await at.openBets();
  await bet(at, players);
  await at.playRound(LONG);
};

/** A malfunction with its incident, taken and closed. */
const suspendForACard = async (pool: pg.Pool, at: RunningTable): Promise<void> => {
  const malfunction = { malfunction: 'cards_dropped', cards: 1, note: 'under the table' } as const;
  await at.do({ kind: 'report_malfunction', ...malfunction, by: 'Dora' });
  const { rows } = await pool.query<{ id: string }>(
    `select id from incidents where kind = 'cards_dropped'`,
  );
  const { id } = rows[0]!;
  const notes = [
    { kind: 'taken', operation: 'incident:take', text: '' },
    { kind: 'closed', operation: 'incident:close', text: 'found again' },
  ] as const;
  for (const { operation, ...note } of notes) {
    await inTransaction(pool, async (tx) => {
      await keepNote(tx, id, { ...note, by: ASKER });
      const reason = note.text === '' ? undefined : note.text;
      await tx.query(lineOf({ by: ASKER, operation, subject: id, reason }));
    });
  }
  await at.do({ kind: 'resume', by: ASKER });
};

/** A scan that nobody can read, the coup's first card by hand, and the others by scan. */
const enterACard = async (pool: pg.Pool, at: RunningTable): Promise<void> => {
  const { game, state } = at;
  const scanSeq = (state.lastScan?.scanSeq ?? 0) + 1;
  await at.table.perform({ kind: 'scan', code: 'no card', scanSeq });
  const [card, ...rest] = NATURAL.cards;
  const seat = { side: 'punto', position: 1 } as const;
  const asked = { table: state.table, game, reason: 'misread_card', seat: 'punto_1' } as const;
  const entered = await approve(pool, { kind: 'card', ...asked, card: '2d' });
  await at.do({ kind: 'enter_card', game, card: '2d', ...seat, ...entered });
  const corrected = await approve(pool, { kind: 'card_correction', ...asked, card: card! });
  await at.do({ kind: 'correct_card', game, card: card!, ...seat, ...corrected });
  await at.deal({ cards: rest });
};

/** A shoe that is in place once it was cut, its burn card and its cut card by hand. */
const dealByHand = async (pool: pg.Pool, at: RunningTable): Promise<void> => {
  const { table } = at.state;
  await at.do({ kind: 'shuffle_cards', how: 'manual', by: 'Dora' });
  await at.do({ kind: 'cut_shoe', by: 'Dora' });
  const shoe = at.state.shoe!.ordinal;
  const asked = { table, reason: 'misread_card' } as const;
  const burned = await approve(pool, { kind: 'burn_card', ...asked, card: 'Ks' });
  await at.do({ kind: 'enter_burn', shoe, card: 'Ks', ...burned });
  await at.do({ kind: 'open_betting' });
  await at.closeBets();
  const cut = await approve(pool, { kind: 'cut_card', ...asked });
  await at.do({ kind: 'enter_cut_card', shoe, game: at.game, ...cut });
  await at.deal(LONG);
};

const resettle = async (pool: pg.Pool, at: RunningTable, game: string): Promise<void> => {
  const { table } = at.state;
  const reason = 'misread_card';
  const dealt = 'P 9h Kd . B Ts Qs';
  const persons = await approve(pool, { kind: 'resettle', table, game, reason, coup: dealt });
  const what = {
    game,
    correction: 1,
    fix: 'resettle',
    coup: dealt,
    player: null,
    shoe: 1,
  } as const;
  await at.do({ kind: 'correct_round', ...what, reason, ...persons });
  await at.paid();
};

/** As the pit keeps it: the request and its line of the staff's log in one transaction. */
const request = (pool: pg.Pool, asked: ApprovalRequest): Promise<string> =>
  inTransaction(pool, async (tx) => {
    const subject = await keepRequest(tx, asked, ASKER);
    const { table, game, reason, note = '' } = asked;
    const after = { ...asked, note, preview: null };
    const operation = 'approval:request';
    await tx.query(lineOf({ operation, by: ASKER, table, game, subject, reason, after }));
    return subject;
  });

const approve = async (pool: pg.Pool, asked: ApprovalRequest): Promise<FourEyes> => {
  const approval = await request(pool, asked);
  await inTransaction(pool, async (tx) => {
    await keepDecision(tx, approval, 'approved', APPROVER);
    const operation = 'approval:decide';
    const after = { state: 'approved' };
    await tx.query(lineOf({ operation, by: APPROVER, subject: approval, after }));
  });
  return { requestedBy: ASKER, approvedBy: APPROVER, approval };
};
