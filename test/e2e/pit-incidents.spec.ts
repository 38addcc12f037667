/**
 * Incidents over the wire: opened by a fault of the game, by the dealer, or by a table that is
 * stalled; with their evidence, until somebody closes them.
 */
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { stored } from '../../src/round/past-events.js';
import type { Staff } from '../kit/clients.js';
import { BLOCKER } from '../kit/database.js';
import { BETTING, type Testbed, QUICK, SHUT, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { rewriteFrom, writeEvent } from '../kit/written-log.js';

let testbed: Testbed;
let studio: Studio;
let pit: Pit;
let table: string;
let dealer: Staff;

/**
 * A studio of its own, which has so much patience with a table, and for each test a table, its
 * dealer and the pit.
 */
const useStudio = (patience: { dealMs: number; payMs: number }): void => {
  const own = useTestbed({
    env: {
      STALLED_DEAL_MS: String(patience.dealMs),
      STALLED_PAY_MS: String(patience.payMs),
      STALLED_CLOCK_MS: '60000',
    },
  });

  beforeAll(async () => {
    testbed = own;
    studio = await testbed.start();
  });

  beforeEach(async () => {
    table = await testbed.addTable(studio, SHUT);
    dealer = await testbed.staff(studio, 'Dora', { table });
    pit = await openPit(testbed, studio, 'Mona');
    await pit.watch();
  });

  afterEach(() => {
    dealer.close();
    pit.close();
  });
};

/** The bets are closed: the first card is due. */
const closedRound = async () => {
  const opened = await dealer.openBetting();
  await dealer.betsClosed(opened.seq);
  return opened;
};

const opened = (kind: string) =>
  pit.incident((incident) => incident.table === table && incident.kind === kind);

/** By what somebody else does, the pit is sent the incident once more. */
const isSentFor = async (id: string, act: () => Promise<unknown>): Promise<void> => {
  const sent = () =>
    pit.heard.filter(({ event, body }) => event === 'incident:changed' && body['id'] === id).length;
  const before = sent();
  await act();
  await pit.until(`incident ${id} is sent again`, () => sent() > before);
};

const incidentsHere = async () => (await pit.must('incident:list', { table })).incidents;

describe('an incident', () => {
  useStudio({ dealMs: 600_000, payMs: 600_000 });

  it('is opened once by a refused scan that is a fault, with all scans of the round and its timeline', async () => {
    await dealer.makeReady();
    const { game, atMs } = await closedRound();
    await dealer.deal('2h 4c');
    await dealer.scan('XX');
    await dealer.deal('Kd Ks');
    await dealer.deal('5H 6D'); // the coup is complete
    expect(await dealer.scan('6H')).toMatchObject({ ok: false });
    // What may be done follows the table, which hears of its own commit a moment later.
    const incident = await pit.incident(
      ({ kind, actions, ...at }) =>
        at.table === table && kind === 'extra_card' && actions.includes('resume'),
    );
    expect(incident).toMatchObject({ table, game, state: 'open', takenBy: null, closedBy: null });
    expect(incident.detail).toContain('6H');
    expect(incident.timecodeMs).toBe(incident.openedAtMs - atMs);

    const read = await pit.must('incident:read', { incident: incident.id });
    expect(read.evidence.scans.map(({ code, refusal, seat }) => [code, seat, refusal])).toEqual([
      ['2h', 'punto_1', null],
      ['4c', 'banco_1', null],
      ['XX', null, 'unreadable_code'],
      ['Kd', 'punto_2', null],
      ['Ks', 'banco_2', null],
      ['5H', 'punto_3', null],
      ['6D', 'banco_3', null],
      ['6H', null, 'card_not_due'],
    ]);
    const kinds = read.evidence.timeline.map(({ kind }) => kind);
    expect(kinds.slice(0, 4)).toEqual([
      'betting_opened',
      'last_bets_called',
      'betting_closed',
      'card_dealt',
    ]);
    expect(kinds).toEqual(expect.arrayContaining(['coup_decided', 'round_settled']));
    expect(kinds.at(-1)).toBe('table_suspended');
    for (const { timecodeMs, atMs: happenedAtMs } of read.evidence.timeline) {
      expect(timecodeMs).toBe(happenedAtMs - atMs);
    }
    expect((await incidentsHere()).map(({ kind }) => kind)).toEqual(['extra_card']);
    await pit.sees(table, ({ incidents, suspended }) => incidents === 1 && suspended !== null);
  });

  it('is opened by the dealer who calls for the manager, or reports a malfunction in words', async () => {
    await dealer.makeReady();
    await dealer.must('manager:call');
    expect(await opened('manager_called')).toMatchObject({ openedBy: 'Dora', game: null });
    const report = { table, malfunction: 'card_exposed', note: 'the second of the shoe' } as const;
    expect(await dealer.call('malfunction:report', report)).toMatchObject({ ok: true });
    expect(await opened('card_exposed')).toMatchObject({
      openedBy: 'Dora',
      detail: 'the second of the shoe',
    });
    expect(await incidentsHere()).toHaveLength(2);
  });

  it('keeps what comes after it of the same kind, with its words and who said them', async () => {
    await dealer.makeReady();
    const report = (note: string) =>
      dealer.call('malfunction:report', { table, malfunction: 'card_exposed', note });
    await report('the second of the shoe');
    const { id } = await pit.incident(
      ({ kind, actions, ...at }) =>
        at.table === table && kind === 'card_exposed' && actions.includes('resume'),
    );
    await isSentFor(id, () => report('and the third'));
    const { incident, notes } = await pit.must('incident:read', { incident: id });
    expect(incident).toMatchObject({ state: 'open', detail: 'the second of the shoe' });
    expect(notes).toMatchObject([{ kind: 'again', by: 'Dora', text: 'and the third' }]);
    expect(await incidentsHere()).toHaveLength(1);
  });

  it('that stopped the table is closed by whoever resumes it, with the reason; what stopped nothing waits for a person', async () => {
    await dealer.makeReady();
    await dealer.must('manager:call');
    const called = await opened('manager_called');
    const report = { table, malfunction: 'card_exposed', note: 'the second' } as const;
    await dealer.call('malfunction:report', report);
    const stopping = await opened('card_exposed');
    await pit.must('table:resume', { table, reason: 'shown to the players' });
    await pit.incident((each) => each.id === stopping.id && each.state === 'closed');
    const { incident, notes } = await pit.must('incident:read', { incident: stopping.id });
    expect(incident).toMatchObject({ state: 'closed', closedBy: 'Mona' });
    expect(notes).toMatchObject([{ kind: 'closed', by: 'Mona', text: 'shown to the players' }]);
    expect(await incidentsHere()).toContainEqual(
      expect.objectContaining({ id: called.id, state: 'open' }),
    );
    // The same fault opens another.
    await dealer.call('malfunction:report', report);
    const again = await pit.incident(
      ({ kind, id }) => kind === report.malfunction && id !== stopping.id,
    );
    expect(again).toMatchObject({ state: 'open' });
  });

  it('of a lost stream is closed by the studio when the stream is back and play goes on', async () => {
    table = await testbed.addTable(studio, { ...SHUT, streamLostMs: 3_000 });
    dealer.close();
    dealer = await testbed.staff(studio, 'Dino', { table });
    const keepBeating = () => {
      const beat = () => dealer.call('stream:beat', { table }).catch(() => undefined);
      const beats = setInterval(() => void beat(), 200);
      const stop = () => clearInterval(beats);
      onTestFinished(stop);
      return stop;
    };
    const stopBeating = keepBeating();
    await dealer.makeReady();
    await closedRound();
    stopBeating();
    const { id } = await testbed.passing(opened('stream_lost'));
    keepBeating();
    await dealer.next('stream_back');
    await testbed.advance(1_500);
    const suspended = await pit.must('incident:read', { incident: id });
    expect(suspended.incident, 'the table is suspended').toMatchObject({ state: 'open' });
    await pit.must('table:resume', { table });
    await pit.incident((each) => each.id === id && each.state === 'closed');
    const { notes } = await pit.must('incident:read', { incident: id });
    expect(notes).toMatchObject([{ kind: 'closed', by: 'studio', text: 'stream_is_back' }]);
  });

  it('takes the words of a person who suspends a table as they are', async () => {
    await dealer.makeReady();
    await pit.must('table:suspend', { table, reason: 'a player shouts at the camera' });
    expect(await opened('suspended')).toMatchObject({
      detail: 'a player shouts at the camera',
      openedBy: 'Mona',
    });
  });

  it('is opened by codes that no database would keep, too', async () => {
    await dealer.makeReady();
    await closedRound();
    for (const code of ['\u0000', '\ud800K', '"\\u0000', `';--`]) await dealer.scan(code);
    await eventually('the codes have suspended the table, or the next does', async () => {
      await dealer.call('malfunction:report', {
        table,
        malfunction: 'other',
        note: '\u0000\ud800 "x"',
      });
      return (await incidentsHere()).length > 0;
    });
    expect((await incidentsHere()).map(({ kind }) => kind)).not.toContain('impossible_state');
    for (const { id } of await incidentsHere()) await pit.must('incident:read', { incident: id });
  });

  it('is taken in hand, noted upon and closed; closed, it takes no further note, and the same fault opens another', async () => {
    await dealer.makeReady();
    await dealer.must('manager:call');
    const { id } = await opened('manager_called');
    const taken = await pit.must('incident:take', { incident: id });
    expect(taken.incident).toMatchObject({ state: 'taken', takenBy: 'Mona' });
    const other = await openPit(testbed, studio, 'Xenia', 'administrator');
    await pit.incident((each) => each.id === id && each.state === 'taken');
    await isSentFor(id, () =>
      other.must('incident:note', { incident: id, text: 'The chair was broken.' }),
    );
    await other.must('incident:take', { incident: id });
    const closing = { incident: id, text: 'Another chair.' };
    const closed = await other.must('incident:close', closing);
    expect(closed.incident).toMatchObject({ state: 'closed', closedBy: 'Xenia', actions: [] });
    await pit.incident(({ id: received, state }) => received === id && state === 'closed');
    for (const name of ['incident:note', 'incident:close'] as const) {
      expect(await pit.refusal(name, closing)).toBe('incident_is_closed');
    }
    expect(await pit.refusal('incident:take', { incident: id })).toBe('incident_is_closed');
    expect(await pit.refusal('incident:take', { incident: '999999' })).toBe('unknown_incident');
    expect(await pit.refusal('incident:read', { incident: '999999' })).toBe('unknown_incident');
    const { notes } = await pit.must('incident:read', { incident: id });
    expect(notes.map(({ kind, by, text }) => [kind, by, text])).toEqual([
      ['taken', 'Mona', ''],
      ['note', 'Xenia', 'The chair was broken.'],
      ['taken', 'Xenia', ''],
      ['closed', 'Xenia', 'Another chair.'],
    ]);
    const audited = await testbed.pool.query<{ operation: string; staff_id: string }>(
      'select operation, staff_id from staff_actions where subject = $1 and table_id = $2 order by id',
      [id, table],
    );
    expect(audited.rows.map(({ operation, staff_id }) => [operation, staff_id])).toEqual([
      ['incident:take', 'Mona'],
      ['incident:note', 'Xenia'],
      ['incident:take', 'Xenia'],
      ['incident:close', 'Xenia'],
    ]);
    await dealer.must('manager:call');
    await eventually('another incident is open', async () => (await incidentsHere()).length === 2);
    const open = await pit.must('incident:list', { table, state: 'open' });
    expect(open.incidents).toHaveLength(1);
  });

  it('takes no note of an auditor', async () => {
    await dealer.makeReady();
    await dealer.must('manager:call');
    const { id } = await opened('manager_called');
    const auditor = await openPit(testbed, studio, 'Anna', 'auditor');
    expect((await auditor.must('incident:read', { incident: id })).incident.id).toBe(id);
    for (const name of ['incident:take', 'incident:note', 'incident:close'] as const) {
      expect(await auditor.refusal(name, { incident: id, text: 'x' })).toBe('not_allowed');
    }
  });

  it('cannot be rewritten, nor unmade, by the application', async () => {
    await dealer.makeReady();
    await dealer.must('manager:call');
    await opened('manager_called');
    for (const sql of [
      `update incidents set kind = 'other'`,
      'delete from incidents',
      'truncate incidents cascade',
      `update incident_notes set text = ''`,
      'delete from incident_notes',
    ]) {
      await expect(testbed.pool.query(sql), sql).rejects.toThrow(/permission denied|insert-only/);
    }
  });
});

describe('a table that is stalled', () => {
  useStudio({ dealMs: 3_000, payMs: 1_000 });

  it('shows that by itself, and opens one incident, while no card comes', async () => {
    await dealer.makeReady();
    const { game } = await closedRound();
    const stalled = await testbed.passing(pit.sees(table, (shown) => shown.stalled));
    expect(stalled.stall).toMatchObject({ what: 'coup_not_dealt' });
    const incident = await opened('stalled');
    expect(incident).toMatchObject({ game, detail: 'coup_not_dealt', openedBy: 'studio' });
    await dealer.deal('9h');
    await pit.sees(table, (shown) => !shown.stalled && shown.phase === 'dealing');
    await dealer.deal('Kd Ts Qs');
    await pit.sees(table, (shown) => !shown.stalled && shown.phase === 'settled');
    expect(await incidentsHere()).toHaveLength(1);
  });

  it('has its incident closed by the studio once it goes on, with its evidence; not while it is stalled', async () => {
    await dealer.makeReady();
    await closedRound();
    const { id } = await testbed.passing(opened('stalled'));
    await pit.must('table:suspend', { table, reason: 'what is it?' });
    await pit.must('table:resume', { table });
    await testbed.advance(1_500); // the studio looks every second
    const standing = await pit.must('incident:read', { incident: id });
    expect(standing.incident, 'no card has come').toMatchObject({ state: 'open' });
    await dealer.deal('9h');
    await pit.incident((each) => each.id === id && each.state === 'closed');
    const { incident, notes, evidence } = await pit.must('incident:read', { incident: id });
    expect(incident).toMatchObject({ closedBy: 'studio', actions: [] });
    // Suspended and resumed, it may have stalled once more meanwhile: that is noted.
    const [closing, ...before] = notes.toReversed();
    expect(closing).toMatchObject({ kind: 'closed', by: 'studio', text: 'table_goes_on' });
    expect(before.filter(({ kind }) => kind !== 'again')).toEqual([]);
    expect(evidence.scans.map(({ code }) => code)).toEqual(['9h']);
    // Standing still once more is another incident.
    await testbed.passing(
      pit.incident((each) => each.table === table && each.kind === 'stalled' && each.id !== id),
    );
  });

  it('has its incident closed once a card that was face down is shown', async () => {
    const squeeze = await testbed.addTable(studio, { ...BETTING, squeezeMs: 900_000 });
    const desk = await testbed.staff(studio, 'Dina', { table: squeeze });
    await desk.makeReady();
    const { seq } = await desk.openBetting();
    await desk.betsClosed(seq);
    await desk.deal('9h 3c 9d 4s');
    const { id } = await testbed.passing(
      pit.incident((each) => each.table === squeeze && each.kind === 'stalled'),
    );
    await desk.must('card:show');
    await pit.incident((each) => each.id === id && each.state === 'closed');
    const { notes } = await pit.must('incident:read', { incident: id });
    expect(notes.at(-1)).toMatchObject({ kind: 'closed', by: 'studio', text: 'table_goes_on' });
    expect(desk.messages.filter(({ kind }) => kind === 'card_shown')).toHaveLength(1);
    expect(desk.messages.some(({ kind }) => kind === 'coup_decided')).toBe(false);
  });

  it('shows that while a round is not paid, and no longer once it is', async () => {
    const paid = await testbed.addTable(studio, BETTING);
    const desk = await testbed.staff(studio, 'Dina', { table: paid });
    await desk.makeReady();
    const player = await testbed.player(studio, 'Piet', { table: paid });
    const blocker = new pg.Client({
      connectionString: testbed.database.url,
      application_name: BLOCKER,
    });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table settlement_chunks in exclusive mode');
    const { game, seq } = await desk.openBetting();
    await player.bet(game, ['punto', 10]);
    await desk.betsClosed(seq);
    await desk.deal('9h Kd Ts Qs');
    const stalled = await testbed.passing(pit.sees(paid, (shown) => shown.stalled));
    expect(stalled).toMatchObject({ phase: 'resulted', stall: { what: 'round_not_paid' } });
    expect(stalled.exposure).not.toBeNull();
    await blocker.query('commit');
    await blocker.end();
    await player.result(game);
    await pit.sees(paid, (shown) => shown.phase === 'settled' && !shown.stalled);
    const { incidents } = await pit.must('incident:list', { table: paid });
    expect(incidents.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['stalled', 'round_not_paid'],
    ]);
  });

  it('shows that when a process cannot open it', async () => {
    const admin = new pg.Client({ connectionString: testbed.database.url });
    await admin.connect();
    await admin.query(`create function nobody_runs() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`);
    await admin.query(`create trigger nobody_runs before insert on table_leases
      for each row when (new.table_id = 'pb-idle') execute function nobody_runs()`);
    await testbed.setTable('pb-idle', QUICK);
    const stalled = await testbed.passing(pit.sees('pb-idle', (shown) => shown.stalled));
    expect(stalled).toMatchObject({ phase: null, stall: { what: 'not_opened' } });
    await pit.incident((incident) => incident.table === 'pb-idle' && incident.kind === 'stalled');
    await admin.query('drop trigger nobody_runs on table_leases');
    await admin.end();
    await pit.sees('pb-idle', (shown) => !shown.stalled && shown.phase === 'closed');
    const closed = await pit.incident(
      (each) => each.table === 'pb-idle' && each.state === 'closed',
    );
    const { notes } = await pit.must('incident:read', { incident: closed.id });
    expect(notes).toMatchObject([{ kind: 'closed', by: 'studio', text: 'table_is_run_again' }]);
  });

  it('shows that when its log is of a later version, and runs once the log can be read', async () => {
    const { database, pool } = testbed;
    await writeEvent(pool, 'pb-later', 'coffee_served', { version: 3 });
    await testbed.setTable('pb-later', QUICK);
    const shown = await pit.sees('pb-later', (each) => each.stalled && each.incidents > 0);
    expect(shown).toMatchObject({ phase: null, stall: { what: 'not_readable' } });
    const { id } = await pit.incident(({ table: of }) => of === 'pb-later');
    // It is looked at again and again: no lease is taken, and the incident stays the one.
    const leases = () => pool.query(`select from table_leases where table_id = 'pb-later'`);
    await testbed.advance(60_000);
    expect(await pit.sees('pb-later', ({ stalled }) => stalled)).toEqual(shown);
    expect((await leases()).rowCount).toBe(0);
    const { incidents } = await pit.must('incident:list', { table: 'pb-later' });
    expect(incidents.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'stalled not_readable',
    ]);
    expect((await pit.must('incident:read', { incident: id })).notes).toEqual([]);

    const known = stored({ kind: 'manager_called', by: 'Dora' });
    const makeKnown = rewriteFrom('pb-later', 1, JSON.stringify(known), known.kind);
    await asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      await makeKnown(client);
    });
    await pit.sees('pb-later', ({ stalled, phase }) => !stalled && phase === 'closed');
    expect((await leases()).rowCount).toBe(1);
    await pit.incident((each) => each.id === id && each.state === 'closed');
    const { notes } = await pit.must('incident:read', { incident: id });
    expect(notes).toMatchObject([{ kind: 'closed', by: 'studio', text: 'table_is_run_again' }]);
  });

  it('is opened while the clock of the process differs from the database’s, and closes by itself', async () => {
    const { database, clock } = testbed;
    await database.moveTimeTo(clock.movedMs + 1_700);
    const { id, detail } = await pit.incident(
      (each) => each.table === table && each.kind === 'clock_skew',
    );
    expect(detail).toMatch(/^−1\.[67] s$/);
    await database.moveTimeTo(clock.movedMs);
    await pit.incident((each) => each.id === id && each.state === 'closed');
    const { notes } = await pit.must('incident:read', { incident: id });
    expect(notes).toMatchObject([{ kind: 'closed', by: 'studio', text: 'clock_is_right' }]);
  });
});
