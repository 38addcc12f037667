import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PinoLogger } from 'nestjs-pino';
import { readApproval, readOpenApprovals } from '../../src/pit/approval/approval-rows.js';
import { ApprovalExecutor } from '../../src/pit/execution/approval-executor.service.js';
import { ApartApprovals } from '../../src/pit/execution/apart-approvals.service.js';
import { CaseApprovals } from '../../src/pit/execution/case-approvals.service.js';
import { HandApprovals } from '../../src/pit/execution/hand-approvals.service.js';
import { PastShoes } from '../../src/pit/approval/past-shoes.service.js';
import { PostgresApprovals } from '../../src/pit/approval/postgres-approvals.js';
import { TableApprovals } from '../../src/pit/execution/table-approvals.service.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import type { TableCommand } from '../../src/round/command.js';
import { sqlState } from '../../src/platform/transaction.js';
import { releaseLease } from '../../src/table/lease.js';
import { coup } from '../kit/any-coup.js';
import { WalletCaseWatch } from '../../src/wallet/wallet-cases.service.js';
import { handVoids } from '../kit/hand-voids.js';
import { APPROVER, ASKER, approved, ask, decideOn, putOnDuty } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { LoggedTable } from '../kit/logged-table.js';
import { RunningTable } from '../kit/running-table.js';
import { RunningTables } from '../kit/running-tables.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { writeEvent } from '../kit/written-log.js';

const PUNTO_WINS = coup('P 9h Kd . B 2c Ks');
const BANCO_WINS = 'P 2h Kd 4s . B 7c Ks';

let database: TestDatabase;
let table: LoggedTable;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  table = await LoggedTable.open(database);
  await table.openBets();
  await putOnDuty(database.pool, ASKER);
  await putOnDuty(database.pool, APPROVER);
});
afterEach(() => table.close());

/** The SQLSTATE that the application's role is refused with; undefined when it is not. */
const refusal = async (work: Promise<unknown>): Promise<string | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    return sqlState(error) ?? String(error);
  }
};

const persons = { requestedBy: ASKER, approvedBy: APPROVER };

/** The void of the round in hand, straight into the log. */
const writeVoid = (fields: Record<string, unknown>, at: string = table.lease.table) =>
  writeEvent(database.pool, at, 'round_voided', {
    game: table.game,
    reason: 'misdeal',
    ...persons,
    ...fields,
  });

const voidRequest = () => ({ kind: 'void', table: table.lease.table, game: table.game }) as const;

/** Makes the request older than it may be, as nobody but a superuser can. */
const outdate = (approval: string): Promise<unknown> =>
  asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `update approvals set requested_at = requested_at - interval '16 minutes', expires_at = expires_at - interval '16 minutes'
        where id = $1`,
      [approval],
    );
  });

const setStaff = (id: string, change: string): Promise<unknown> =>
  asSuperuser(database, (client) => client.query(`update staff set ${change} where id = $1`, [id]));

describe('four eyes, by direct SQL in the application’s role', () => {
  it('use up an approval that holds, in the transaction of the event', async () => {
    const { approval } = await approved(database.pool, voidRequest());
    await writeVoid({ approval });
    const { rows } = await database.pool.query(
      'select u.table_id, u.seq::int, e.kind from approval_uses u join table_events e using (table_id, seq) where approval_id = $1',
      [approval],
    );
    expect(rows).toEqual([
      { table_id: table.lease.table, seq: table.state.seq + 1, kind: 'round_voided' },
    ]);
  });

  it('need another person than who asked (SB010)', async () => {
    const approval = await ask(database.pool, voidRequest());
    for (const verdict of ['approved', 'refused'] as const) {
      expect(await refusal(decideOn(database.pool, approval, ASKER, verdict))).toBe('SB010');
    }
    await decideOn(database.pool, approval);
    expect(await refusal(writeVoid({ approval, approvedBy: ASKER }))).toBe('SB010');
    expect(await refusal(writeVoid({ approval }))).toBeUndefined();
  });

  it('are used once (SB011)', async () => {
    const { approval } = await approved(database.pool, voidRequest());
    await writeVoid({ approval });
    expect(await refusal(writeVoid({ approval }))).toBe('SB011');
  });

  it('are not used by two at once', async () => {
    const { approval } = await approved(database.pool, voidRequest());
    const both = await Promise.all([
      refusal(writeVoid({ approval })),
      refusal(writeVoid({ approval })),
    ]);
    expect(both.filter((state) => state === undefined)).toHaveLength(1);
  });

  it('expire 15 minutes after they were asked for, before the decision and after it (SB012)', async () => {
    const pending = await ask(database.pool, voidRequest());
    await outdate(pending);
    expect(await refusal(decideOn(database.pool, pending))).toBe('SB012');

    const { approval } = await approved(database.pool, voidRequest());
    await outdate(approval);
    expect(await refusal(writeVoid({ approval }))).toBe('SB012');
    const { rows } = await database.pool.query<{ minutes: string }>(
      `select extract(epoch from expires_at - requested_at)::int / 60 as minutes from approvals where id = $1`,
      [approval],
    );
    expect(Number(rows[0]!.minutes)).toBe(15);
  });

  it('hold for the state that was asked about: not after the close', async () => {
    const early = await approved(database.pool, voidRequest());
    const pending = await ask(database.pool, voidRequest());
    await table.closeBets();
    expect(await refusal(writeVoid({ approval: early.approval }))).toBe('SB013');
    expect(await refusal(decideOn(database.pool, pending))).toBe('SB013');
    expect(
      await refusal(decideOn(database.pool, pending, APPROVER, 'refused')),
      'what has moved on may still be refused',
    ).toBeUndefined();
  });

  it('hold for the cards of that moment: not after another, nor after one was withdrawn (SB013)', async () => {
    await table.closeBets();
    await table.scan('9h');
    const { approval } = await approved(database.pool, voidRequest());
    await table.scan('2c');
    expect(await refusal(writeVoid({ approval }))).toBe('SB013');
    const after = await approved(database.pool, voidRequest());
    const by = 'Dora';
    await table.do({ kind: 'withdraw_card', reason: 'misread', setAside: false, by });
    expect(await refusal(writeVoid({ approval: after.approval }))).toBe('SB013');
    expect(
      await refusal(writeVoid({ approval })),
      'the same cards are there again',
    ).toBeUndefined();
  });

  it('are refused where the asker saw another state than there is (SB013)', async () => {
    const asked = database.pool.query(
      `insert into approvals (kind, table_id, game_number, expects, reason_code, requested_by)
       values ('void', $1, $2, '{"status": "settled", "cards": [], "corrections": 0}', 'misdeal', $3)`,
      [table.lease.table, table.game, ASKER],
    );
    expect(await refusal(asked)).toBe('SB013');
  });

  it('hold for one table, one round, one subject and two persons (SB014)', async () => {
    const { approval } = await approved(database.pool, voidRequest());
    const other = await LoggedTable.open(database);
    await other.openBets();
    const at = other.lease.table;
    expect(await refusal(writeVoid({ approval }, at)), 'another table').toBe('SB014');
    expect(await refusal(writeVoid({ approval, game: other.game }, at)), 'and its round').toBe(
      'SB014',
    );
    expect(await refusal(writeVoid({ approval, game: other.game })), 'another round').toBe('SB014');
    await putOnDuty(database.pool, 'Ada');
    expect(await refusal(writeVoid({ approval, approvedBy: 'Ada' })), 'another approver').toBe(
      'SB014',
    );
    expect(await refusal(writeVoid({ approval, requestedBy: 'Ada' })), 'another asker').toBe(
      'SB014',
    );
    const asked = ask(database.pool, { ...voidRequest(), table: at });
    expect(await refusal(asked), 'asked of another table').toBe('SB014');
    await other.close();

    const card = await approved(database.pool, {
      ...voidRequest(),
      kind: 'card',
      subject: { card: '9h', seat: 'punto_1' },
    });
    expect(await refusal(writeVoid({ approval: card.approval })), 'another kind').toBe('SB014');
    const manual = { ...persons, approval: card.approval };
    const deal = (fields: Record<string, unknown>) =>
      refusal(
        writeEvent(database.pool, table.lease.table, 'card_dealt', {
          game: table.game,
          side: 'punto',
          position: 1,
          card: '9h',
          manual,
          ...fields,
        }),
      );
    expect(await deal({ card: '9c' }), 'another card').toBe('SB014');
    expect(await deal({ side: 'banco' }), 'another seat').toBe('SB014');
    expect(await deal({})).toBeUndefined();
    expect(await deal({}), 'again').toBe('SB011');
  });

  it('need an approval, given by somebody who may and still does (SB015)', async () => {
    const pending = await ask(database.pool, voidRequest());
    expect(await refusal(writeVoid({ approval: pending })), 'not decided').toBe('SB015');
    await decideOn(database.pool, pending, APPROVER, 'refused');
    expect(await refusal(writeVoid({ approval: pending })), 'refused').toBe('SB015');
    expect(await refusal(writeVoid({})), 'none').toBe('SB015');
    expect(await refusal(writeVoid({ approval: '999999999' })), 'unknown').toBe('SB015');

    await putOnDuty(database.pool, 'Dina', 'dealer');
    await putOnDuty(database.pool, 'Aldo', 'auditor');
    await putOnDuty(database.pool, 'Gone');
    await setStaff('Gone', 'disabled_at = now()');
    await putOnDuty(database.pool, 'Ida', 'administrator');
    const approval = await ask(database.pool, voidRequest());
    for (const by of ['Dina', 'Aldo', 'Gone', 'studio']) {
      expect(await refusal(decideOn(database.pool, approval, by)), by).toBe('SB015');
    }
    expect(await refusal(ask(database.pool, voidRequest(), 'Dina')), 'a dealer asks').toBe('SB015');

    await decideOn(database.pool, approval, 'Ida');
    await setStaff('Ida', 'disabled_at = now()');
    expect(await refusal(writeVoid({ approval, approvedBy: 'Ida' })), 'disabled since').toBe(
      'SB015',
    );
    await setStaff('Ida', 'disabled_at = null');
    expect(await refusal(writeVoid({ approval, approvedBy: 'Ida' }))).toBeUndefined();
  });

  it('are not given, nor used, for who may not ask any more (SB015)', async () => {
    const { pool } = database;
    await putOnDuty(pool, 'Rita');
    const standing = async (id: string) => (await readApproval(pool, id))?.stands;
    const pending = await ask(pool, voidRequest(), 'Rita');
    for (const gone of ['disabled_at = now()', `role = 'dealer'`]) {
      await setStaff('Rita', gone);
      expect(await refusal(decideOn(pool, pending)), gone).toBe('SB015');
      expect(await standing(pending), gone).toBe(false);
      await setStaff('Rita', `disabled_at = null, role = 'shift_manager'`);
    }
    expect(await standing(pending)).toBe(true);
    await decideOn(pool, pending);
    await setStaff('Rita', 'disabled_at = now()');
    const used = () => refusal(writeVoid({ approval: pending, requestedBy: 'Rita' }));
    expect(await used(), 'disabled since it was approved').toBe('SB015');
    const other = await ask(pool, voidRequest(), 'Rita').catch(sqlState);
    expect(other, 'nor asked for').toBe('SB015');
    await setStaff('Rita', 'disabled_at = null');
    expect(await used()).toBeUndefined();
  });

  it('may be refused of who may not ask any more, and a dealer may ask for a card', async () => {
    const { pool } = database;
    await putOnDuty(pool, 'Rolf');
    const pending = await ask(pool, voidRequest(), 'Rolf');
    const card = { ...voidRequest(), kind: 'card', subject: { card: '9h' } } as const;
    const ofCard = await ask(pool, card, 'Rolf');
    await setStaff('Rolf', `role = 'dealer'`);
    expect(await refusal(decideOn(pool, pending, APPROVER, 'refused'))).toBeUndefined();
    expect(await refusal(decideOn(pool, ofCard))).toBeUndefined();
  });

  it('do not stand once who approved them is off duty, and stand again with them', async () => {
    const { pool } = database;
    await putOnDuty(pool, 'Ina', 'administrator');
    const approval = await ask(pool, voidRequest());
    await decideOn(pool, approval, 'Ina');
    const standing = async () =>
      (await readOpenApprovals(pool)).find(({ id }) => id === approval)?.stands;
    expect(await standing()).toBe(true);
    await setStaff('Ina', 'disabled_at = now()');
    expect(await standing(), 'no process tries to carry it out').toBe(false);
    await setStaff('Ina', 'disabled_at = null');
    expect(await standing()).toBe(true);
  });

  it('let a dealer ask for a card by hand, and for nothing else', async () => {
    await putOnDuty(database.pool, 'Dina', 'dealer');
    const card = { ...voidRequest(), kind: 'card', subject: { card: '9h' } } as const;
    expect(await refusal(ask(database.pool, card, 'Dina'))).toBeUndefined();
    const other = {
      ...card,
      kind: 'card_correction',
      subject: { card: '9h', seat: 'punto_1' },
    } as const;
    expect(await refusal(ask(database.pool, other, 'Dina'))).toBe('SB015');
  });

  it('are not got round by the rows that follow from an event', async () => {
    const { pool } = database;
    const { game } = table;
    const approval = await ask(pool, voidRequest());
    const use = `insert into approval_uses (approval_id, table_id, seq) values (${approval}, '${table.lease.table}', 9)`;
    expect(await refusal(pool.query(use)), 'a use by hand').toBe('42501');
    const late = `insert into approvals (kind, table_id, game_number, reason_code, requested_by, requested_at)
                  values ('void', '${table.lease.table}', ${game}, 'misdeal', '${ASKER}', now() - interval '1 day')`;
    expect(await refusal(pool.query(late)), 'a time of one’s own').toBe('42501');
    await table.closeBets();
    const status = `update rounds set status = 'void' where game_number = ${game}`;
    expect(await refusal(pool.query(status)), 'a void without its event').toBe('SB015');
    await decideOn(pool, await ask(pool, voidRequest()));
    expect(await refusal(pool.query(status)), 'approved, and not by an event').toBe('SB015');
    const order = `insert into corrections (game_number, ordinal, fix, approval_id, ordered_seq, chunks)
                   values (${game}, 1, 'void', ${approval}, 9, 1)`;
    expect(await refusal(pool.query(order)), 'a correction without its event').toBe('SB015');
    const chunk = `insert into correction_chunks values (${game}, 1, 0, 0, 0, 0, 0, 0)`;
    expect(await refusal(pool.query(chunk)), 'the payment of none').toBe('SB016');
  });

  it('are not got round by tables of one’s own that have the same names', async () => {
    const { pool } = database;
    const temporary = 'create temporary table approvals (id bigint, game_number bigint, kind text)';
    expect(await refusal(pool.query(temporary)), 'the application makes none').toBe('42501');
    await table.closeBets();
    await asSuperuser(database, async (client) => {
      await client.query(temporary);
      await client.query('create temporary table approval_uses (approval_id bigint)');
      await client.query(`insert into pg_temp.approvals values (1, ${table.game}, 'void')`);
      await client.query('insert into pg_temp.approval_uses values (1)');
      const status = client.query(
        `update rounds set status = 'void' where game_number = ${table.game}`,
      );
      expect(await refusal(status), 'nor are they looked at').toBe('SB015');
    });
  });

  it('are not got round by an event that says another kind than it is (SB009)', async () => {
    const payload = JSON.stringify({
      kind: 'round_voided',
      game: table.game,
      reason: 'x',
      ...persons,
    });
    const disguised = database.pool.query(
      `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
       select table_id, seq + 1, epoch, at_ms, 'table_closed', $2, table_event_hash(hash, table_id, seq + 1, epoch, at_ms, 'table_closed', $2)
         from table_events where table_id = $1 order by seq desc limit 1`,
      [table.lease.table, payload],
    );
    expect(await refusal(disguised)).toBe('SB009');
  });

  it('keep what was asked, decided and used, from the superuser too', async () => {
    const { approval } = await approved(database.pool, voidRequest());
    await writeVoid({ approval });
    await asSuperuser(database, async (client) => {
      for (const name of ['approvals', 'approval_decisions', 'approval_uses']) {
        expect(await refusal(client.query(`delete from ${name}`)), name).toBe('23001');
      }
      const later = `update approvals set expires_at = expires_at + interval '1 hour', requested_at = requested_at + interval '1 hour'`;
      expect(await refusal(client.query(later))).toBe('23001');
    });
  });
});

describe('four eyes on the cards of a shoe, by direct SQL in the application’s role', () => {
  /** A table with a shoe in place, whose first card is due. */
  const cutShoe = async (): Promise<LoggedTable> => {
    const cut = await LoggedTable.open(database);
    await cut.do({ kind: 'open_table', dealer: 'Dora' });
    await cut.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
    await cut.do({ kind: 'new_shoe' });
    return cut;
  };
  const burnRequest = (at: LoggedTable) =>
    ({ kind: 'burn_card', table: at.lease.table, subject: { card: '9h' } }) as const;
  const cutRequest = (at: LoggedTable) => ({ kind: 'cut_card', table: at.lease.table }) as const;
  const byHand = (approval: string, changed: Partial<typeof persons> = {}) => ({
    scanSeq: 0,
    code: '',
    manual: { ...persons, ...changed, approval },
  });
  const burn = (at: LoggedTable, approval: string, fields: Record<string, unknown> = {}) =>
    refusal(
      writeEvent(database.pool, at.lease.table, 'cards_burned', {
        card: '9h',
        unseen: 9,
        ...byHand(approval),
        ...fields,
      }),
    );
  const drawCut = (at: LoggedTable, approval: string, fields: Record<string, unknown> = {}) =>
    refusal(
      writeEvent(database.pool, at.lease.table, 'cut_card_drawn', {
        thisCoupIsLast: true,
        ...byHand(approval),
        ...fields,
      }),
    );

  it('use up an approval that holds, once (SB011)', async () => {
    const cut = await cutShoe();
    const { approval } = await approved(database.pool, burnRequest(cut));
    expect(await burn(cut, approval)).toBeUndefined();
    expect(await burn(cut, approval)).toBe('SB011');
    const of = await approved(database.pool, cutRequest(table));
    expect(await drawCut(table, of.approval)).toBeUndefined();
    expect(await drawCut(table, of.approval)).toBe('SB011');
    const { rows } = await database.pool.query(
      `select a.kind, a.game_number, u.table_id, e.kind as event from approval_uses u join approvals a on a.id = u.approval_id
         join table_events e on e.table_id = u.table_id and e.seq = u.seq where a.id = any($1::bigint[]) order by a.id`,
      [[approval, of.approval]],
    );
    expect(rows).toEqual([
      {
        kind: 'burn_card',
        game_number: null,
        table_id: cut.lease.table,
        event: 'cards_burned',
      },
      {
        kind: 'cut_card',
        game_number: null,
        table_id: table.lease.table,
        event: 'cut_card_drawn',
      },
    ]);
    await cut.close();
  });

  it('need another person than who asked (SB010)', async () => {
    const cut = await cutShoe();
    const approval = await ask(database.pool, burnRequest(cut));
    expect(await refusal(decideOn(database.pool, approval, ASKER))).toBe('SB010');
    await decideOn(database.pool, approval);
    const alone = byHand(approval, { approvedBy: ASKER });
    expect(await burn(cut, approval, alone)).toBe('SB010');
    const other = await ask(database.pool, cutRequest(table));
    expect(await refusal(decideOn(database.pool, other, ASKER))).toBe('SB010');
    await decideOn(database.pool, other);
    expect(await drawCut(table, other, byHand(other, { approvedBy: ASKER }))).toBe('SB010');
    await cut.close();
  });

  it('expire, before the decision and after it (SB012)', async () => {
    const cut = await cutShoe();
    for (const request of [burnRequest(cut), cutRequest(table)]) {
      const pending = await ask(database.pool, request);
      await outdate(pending);
      expect(await refusal(decideOn(database.pool, pending)), request.kind).toBe('SB012');
      const { approval } = await approved(database.pool, request);
      await outdate(approval);
      const used = request.kind === 'burn_card' ? burn(cut, approval) : drawCut(table, approval);
      expect(await used, request.kind).toBe('SB012');
    }
    await cut.close();
  });

  it('hold for the shoe that was asked about: not once it is burned, nor for another (SB013)', async () => {
    const cut = await cutShoe();
    const { approval } = await approved(database.pool, burnRequest(cut));
    const pending = await ask(database.pool, burnRequest(cut));
    await cut.do({ kind: 'burn', code: 'KS', scanSeq: 1 });
    expect(await burn(cut, approval), 'burned').toBe('SB013');
    expect(await refusal(decideOn(database.pool, pending)), 'before the decision').toBe('SB013');
    await cut.do({ kind: 'bring_cards', cards: `box-${randomUUID()}`, by: 'Dora' });
    expect(await burn(cut, approval), 'removed').toBe('SB013');
    await cut.do({ kind: 'new_shoe' });
    expect(await burn(cut, approval), 'another shoe').toBe('SB013');
    expect(await burn(cut, (await approved(database.pool, burnRequest(cut))).approval)).toBe(
      undefined,
    );
    await cut.close();
  });

  it('hold for the coup that was in hand: not between two, nor during another (SB013)', async () => {
    const { approval } = await approved(database.pool, cutRequest(table));
    const pending = await ask(database.pool, cutRequest(table));
    await table.closeBets();
    await table.scan('9h');
    const during = await approved(database.pool, cutRequest(table));
    for (const card of ['4c', 'Kd', '2s'] as const) await table.scan(card);
    for (const thisCoupIsLast of [true, false]) {
      expect(await drawCut(table, approval, { thisCoupIsLast }), 'over').toBe('SB013');
    }
    expect(await refusal(decideOn(database.pool, pending)), 'before the decision').toBe('SB013');
    const between = await approved(database.pool, cutRequest(table));
    await table.openBets();
    for (const { approval: early } of [during, between]) {
      for (const thisCoupIsLast of [true, false]) {
        expect(await drawCut(table, early, { thisCoupIsLast }), 'the next').toBe('SB013');
      }
    }
    const now = await approved(database.pool, cutRequest(table));
    const scanSeq = table.state.lastScan!.scanSeq + 1;
    await table.do({ kind: 'scan', code: 'CUT', scanSeq });
    expect(await drawCut(table, now.approval), 'it is out').toBe('SB013');
  });

  it('may not make another coup the last than the one that was asked about (SB014)', async () => {
    const { approval } = await approved(database.pool, cutRequest(table));
    expect(await drawCut(table, approval, { thisCoupIsLast: false })).toBe('SB014');
    await table.closeBets();
    for (const card of ['9h', '4c', 'Kd', '2s'] as const) await table.scan(card);
    const between = await approved(database.pool, cutRequest(table));
    expect(await drawCut(table, between.approval)).toBe('SB014');
    expect(
      await drawCut(table, between.approval, { thisCoupIsLast: false }),
      'the next is',
    ).toBeUndefined();
  });

  it('hold for one table, one card and two persons (SB014)', async () => {
    const cut = await cutShoe();
    const other = await cutShoe();
    await putOnDuty(database.pool, 'Ada');
    const { approval } = await approved(database.pool, burnRequest(cut));
    expect(await burn(other, approval), 'another table').toBe('SB014');
    expect(await burn(cut, approval, { card: '9c' }), 'another card').toBe('SB014');
    expect(await burn(cut, approval, { game: table.game }), 'of a round').toBe('SB014');
    expect(await drawCut(cut, approval), 'another kind').toBe('SB014');
    for (const changed of [{ requestedBy: 'Ada' }, { approvedBy: 'Ada' }]) {
      expect(await burn(cut, approval, byHand(approval, changed)), 'another person').toBe('SB014');
    }
    const of = await approved(database.pool, cutRequest(table));
    await other.do({ kind: 'burn', code: 'KS', scanSeq: 1 });
    await other.do({ kind: 'open_betting' });
    expect(await drawCut(other, of.approval), 'another table').toBe('SB014');
    const seated = { ...voidRequest(), kind: 'card', subject: { card: '9h' } } as const;
    const card = await approved(database.pool, seated);
    expect(await burn(cut, card.approval), 'a card of a coup').toBe('SB014');
    expect(await burn(cut, approval)).toBeUndefined();
    for (const each of [cut, other]) await each.close();
  });

  it('need an approval: an entry by hand names its persons, and a missing name is not a person (SB015)', async () => {
    const cut = await cutShoe();
    const pending = await ask(database.pool, burnRequest(cut));
    expect(await burn(cut, pending), 'not decided').toBe('SB015');
    expect(await burn(cut, '999999999'), 'unknown').toBe('SB015');
    for (const manual of [{}, null, 'Dora', []]) {
      expect(await burn(cut, '1', { manual }), JSON.stringify(manual)).toBe('SB015');
      expect(await drawCut(table, '1', { manual }), JSON.stringify(manual)).toBe('SB015');
    }
    await cut.close();
  });

  it('are asked for by a dealer too, of a table that has a shoe, with no round', async () => {
    await putOnDuty(database.pool, 'Dina', 'dealer');
    const cut = await cutShoe();
    expect(await refusal(ask(database.pool, burnRequest(cut), 'Dina'))).toBeUndefined();
    expect(await refusal(ask(database.pool, cutRequest(table), 'Dina'))).toBeUndefined();
    const bare = await LoggedTable.open(database);
    expect(await refusal(ask(database.pool, burnRequest(bare))), 'no shoe').toBe('SB014');
    const { game } = table;
    const misfits = [
      { ...burnRequest(table), game },
      { ...cutRequest(table), game },
      { ...burnRequest(cut), subject: {} },
      { ...burnRequest(cut), subject: { card: '9h', seat: 'punto_1' } },
      { ...cutRequest(table), subject: { card: '9h' } },
    ];
    for (const misfit of misfits) {
      expect(await refusal(ask(database.pool, misfit)), JSON.stringify(misfit)).toBe('23514');
    }
    for (const kind of ['void', 'resettle', 'refund', 'card', 'card_correction'] as const) {
      const roundless = ask(database.pool, { kind, table: table.lease.table });
      expect(await refusal(roundless), kind).toMatch(/23514|SB01/);
    }
    for (const each of [cut, bare]) await each.close();
  });

  it('are refused where the asker saw another shoe than there is (SB013)', async () => {
    const asked = database.pool.query(
      `insert into approvals (kind, table_id, expects, reason_code, requested_by)
       values ('cut_card', $1, '{"shoe": 7}', 'misdeal', $2)`,
      [table.lease.table, ASKER],
    );
    expect(await refusal(asked)).toBe('SB013');
  });
});

describe('a table', () => {
  let running: RunningTable;
  beforeEach(async () => {
    running = await RunningTable.open(database);
    await running.openBets();
  });
  afterEach(() => running.stop());

  const request = () => ({ kind: 'void', table: running.state.table, game: running.game }) as const;
  const voidWith = (fields: { approval: string; approvedBy?: string }): TableCommand => ({
    kind: 'void_round',
    game: running.game,
    reason: 'misdeal',
    ...persons,
    ...fields,
  });

  it('names what is wrong with an approval, and goes on as before', async () => {
    const { pool } = database;
    const refusedWith = async (command: TableCommand) => {
      const before = running.state;
      const reply = await running.table.perform(command);
      expect(running.state).toBe(before);
      return reply.ok ? 'ok' : reply.refusal;
    };
    const pending = await ask(pool, request());
    expect(await refusedWith(voidWith({ approval: pending }))).toBe('not_approved');
    const old = await approved(pool, request());
    await outdate(old.approval);
    expect(await refusedWith(voidWith(old))).toBe('approval_expired');
    const card = await approved(pool, { ...request(), kind: 'card', subject: { card: '9h' } });
    expect(await refusedWith(voidWith(card))).toBe('approval_does_not_fit');
    const before = await approved(pool, request());
    await running.closeBets();
    expect(await refusedWith(voidWith(before))).toBe('moved_on');

    await running.deal(PUNTO_WINS);
    const { game } = running;
    await running.correct(game, 'resettle', { coup: BANCO_WINS });
    const { rows } = await pool.query<{ id: string }>(
      'select approval_id as id from corrections where game_number = $1',
      [game],
    );
    const again = {
      kind: 'correct_round',
      game,
      correction: 2,
      fix: 'resettle',
      coup: BANCO_WINS,
      player: null,
      shoe: 1,
      reason: 'misdeal',
      ...persons,
      approval: rows[0]!.id,
    } as const;
    expect(await refusedWith(again)).toBe('approval_used');
    expect(running.faults).toEqual([]);
    await running.openBets();
    await running.playRound(PUNTO_WINS);
    expect(running.state.phase).toBe('settled');
  });
});

describe('what is approved for a table whose process has ended', () => {
  it('is carried out once another one has the table', async () => {
    const running = RunningTables.create(database, 60_000);
    const { clock, service } = running;
    const logger = new PinoLogger({ pinoHttp: { level: 'silent' } });
    const poller = new Poller(clock, new Metrics(), logger);
    const store = new PostgresApprovals(database.pool);
    const ofTables = new TableApprovals(store, service, new PastShoes(store), logger);
    const ofHands = new HandApprovals(handVoids(database, clock), store);
    const ofCases = new CaseApprovals(
      new WalletCaseWatch(database.pool, new Metrics(), poller),
      store,
    );
    const apart = new ApartApprovals(ofHands, ofCases);
    new ApprovalExecutor(store, service, ofTables, apart, poller);
    poller.onApplicationBootstrap();
    await table.closeBets(); // Its time is far ahead. Where bets were open, it would be suspended.
    await approved(database.pool, voidRequest());
    await releaseLease(database.pool, table.lease);
    await service.onApplicationBootstrap();
    // At once: no look is due yet.
    await eventually('the round is void', async () => {
      await clock.advance(0);
      const { rowCount } = await database.pool.query(
        `select from rounds where game_number = $1 and status in ('void', 'refunded')`,
        [table.game],
      );
      return rowCount === 1;
    });
    await running.stop();
  });
});
