/**
 * Verification: whatever a superuser does to the logs is found, and named where it was done; what
 * needs a witness is reported, and found with one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import { type Anchor, signAnchor } from '../../src/audit/anchor.js';
import { type ActionRow, type EventRow, hashOf } from '../../src/audit/log-row.js';
import { logRows } from '../../src/audit/log-source.js';
import { firstFault, isWhole, makeLogReport } from '../../src/audit/log-report.js';
import {
  type Trust,
  exportLogs,
  readWitnesses,
  verifyDatabase,
  verifyFile,
} from '../../src/audit/verify-logs.js';
import type { LogFault, LogVerdict } from '../../src/audit/verify.js';
import { type Dice, diceOf } from '../../src/simulator/dice.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import { type Evening, playAnEvening } from '../kit/audited-evening.js';
import { playEveryKind } from '../kit/every-kind.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { runs } from '../kit/runs.js';
import { asSuperuser } from '../kit/superuser.js';
import { rewriteFrom, writeEvent } from '../kit/written-log.js';

const EDITS = runs(300);
/** So many at most, until each kind of fault has come about. */
const EDITS_MAX = Math.max(EDITS, 2_000);
/** What random edits lead to, sooner or later. */
const FAULT_KINDS = [
  ...['anchor_differs', 'anchor_forged', 'anchor_missing', 'content_wrong', 'duplicate'],
  ...['epoch_fell', 'hash_wrong', 'missing', 'out_of_order', 'trace_differs'],
];
const HOUR = 3_600_000;
const STAFF = '@staff';
const ANCHORS = '@anchors';

const key = makeUpAnchorKey();
const TRUST: Trust = { keys: [parsePublicKey(key.publicKey)!], witnesses: [] };
const folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-verify-'));
let database: TestDatabase;
let evening: Evening;
/** All that was kept of anchors elsewhere, before anybody did any harm. */
let witnesses: readonly Anchor[];
/** The rows of each log as they are, and the last one that its anchors vouch for. */
let logs: readonly string[];
const rows = new Map<string, readonly (EventRow | ActionRow)[]>();
const vouched = new Map<string, number>();

beforeAll(async () => {
  database = await createDatabase();
  evening = await playAnEvening(database, key);
  witnesses = await readAnchors(database.pool);
  await asSuperuser(database, async (client) => {
    await client.query('begin');
    for await (const row of logRows(client)) {
      if (row.line === 'batch') continue; // of solo hands: test/e2e/solo-proofs.spec.ts
      const log = row.line === 'event' ? row.table : STAFF;
      rows.set(log, [...(rows.get(log) ?? []), row]);
    }
    await client.query('rollback');
  });
  logs = [...rows.keys()].sort();
  for (const { table, seq } of witnesses) vouched.set(table, Number(seq));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const lengthOf = (log: string): number => rows.get(log)?.length ?? 0;
const vouchedOf = (log: string): number => vouched.get(log)!;
const tables = (): readonly string[] => logs.filter((log) => log !== STAFF);
const verdictOf = (verdicts: readonly LogVerdict[], log: string): LogVerdict =>
  verdicts.find((each) => each.log === log)!;

/**
 * What is said of the logs after `damage`, which is rolled back again. No trigger, key or right
 * prevents it.
 */
const after = (
  damage: (client: pg.Client) => Promise<unknown>,
  trust: Trust = TRUST,
): Promise<readonly LogVerdict[]> =>
  asSuperuser(database, async (client) => {
    await unguarded(client);
    await damage(client);
    const verdicts = await verifyDatabase(client, trust);
    await client.query('rollback');
    return verdicts;
  });

const unguarded = async (client: pg.Client): Promise<void> => {
  await client.query('begin; set local session_replication_role = replica');
  await client.query(`
    alter table table_events drop constraint table_events_pkey cascade;
    create index on table_events (table_id, seq);
    alter table anchors drop constraint anchors_pkey, drop constraint anchors_signature_is_ed25519;
    drop index anchors_table_id_seq_key, anchors_ordinal_key, staff_actions_seq_key`);
};

describe('the logs of an evening that nobody has touched', () => {
  it('are whole, with all their anchors and all rows beside them', async () => {
    const verdicts = await after(async () => undefined);
    expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
    expect(verdicts.map(({ log }) => log)).toEqual(logs);
    for (const { log, rows: count, unvouched } of verdicts) {
      expect({ log, count, unvouched }).toEqual({
        log,
        count: lengthOf(log),
        unvouched: lengthOf(log) - vouchedOf(log),
      });
    }
    const all = logs.reduce((sum, log) => sum + lengthOf(log), 0);
    expect(makeLogReport(verdicts)).toMatch(
      new RegExp(`\\n\\nThe logs are whole: ${all} events in 3 logs\\.$`),
    );
  });

  it('were truly played: nothing that is kept beside a log is missing in them', () => {
    const kinds = new Set(
      tables().flatMap((log) => rows.get(log)!.map((row) => (row as EventRow).kind)),
    );
    for (const kind of [
      ...['shoe_started', 'bets_accepted', 'round_settled', 'round_voided', 'round_refunded'],
      ...['round_corrected', 'correction_paid', 'malfunction_reported', 'scan_refused', 'shoe_cut'],
      ...['card_corrected', 'cards_burned', 'cut_card_drawn', 'card_dealt', 'cards_brought'],
    ]) {
      expect(kinds, kind).toContain(kind);
    }
  });

  it('have the hashes that Postgres makes of them', async () => {
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      let previous: EventRow | undefined;
      for await (const row of logRows(client)) {
        if (row.line !== 'event') continue;
        const before = previous?.table === row.table ? previous.hash : undefined;
        const { table, seq, epoch, atMs, kind, payload } = row;
        const made = await client.query<{ hash: Buffer }>(
          'select table_event_hash($1, $2, $3, $4, $5, $6, $7) as hash',
          [before ?? Buffer.alloc(0), table, seq, epoch, atMs, kind, payload],
        );
        expect(hashOf(row, before)).toEqual(made.rows[0]!.hash);
        previous = row;
      }
      await client.query('rollback');
    });
  });
});

/** An edit, and what must be said of it. */
interface Edit {
  readonly says: string;
  readonly make: (client: pg.Client) => Promise<unknown>;
  readonly isFound: (faults: readonly LogFault[]) => boolean;
}

/** The first fault of `log` is at this row, or says that this row is among those in doubt. */
const placed =
  (log: string, seq: number) =>
  (faults: readonly LogFault[]): boolean => {
    const first = faults.find((fault) => fault.log === log);
    if (first === undefined) return false;
    return first.seq === BigInt(seq) || (first.since! <= BigInt(seq) && BigInt(seq) <= first.seq);
  };

const isHole = (faults: readonly LogFault[]): boolean => faults.some(({ log }) => log === ANCHORS);

const sourceOf = (log: string): string => (log === STAFF ? 'staff_actions' : 'table_events');
const place = (log: string, seq: number): string =>
  log === STAFF ? `seq = ${seq}` : `table_id = '${log}' and seq = ${seq}`;
const from = (log: string, seq: number): string =>
  log === STAFF ? `seq >= ${seq}` : `table_id = '${log}' and seq >= ${seq}`;

/** The content of another row in place of this one's, and every hash from there on made anew. */
const rewrite =
  (log: string, seq: number, other: number, keepsKind = false) =>
  async (client: pg.Client) => {
    const like = rows.get(log)![other - 1]!;
    if (like.line === 'event') {
      await rewriteFrom(log, seq, like.payload, keepsKind ? undefined : like.kind)(client);
      return;
    }
    await client.query(
      `update staff_actions set operation = $2, subject = $3, reason = $4, after = $5 where seq = $1`,
      [seq, like.fields[2], like.fields[5], 'for another reason', like.fields[8]],
    );
    await rehashStaff(client);
  };

/** Every hash of the staff's log made anew. */
const rehashStaff = async (client: pg.Client): Promise<void> => {
  let previous: Buffer | undefined;
  const all: ActionRow[] = [];
  for await (const row of logRows(client)) if (row.line === 'action') all.push(row);
  const hashes = all.map((row) => (previous = hashOf(row, previous)));
  await client.query(
    `update staff_actions s set hash = made.hash from unnest($1::bigint[], $2::bytea[]) as made(seq, hash) where s.seq = made.seq`,
    [all.map(({ seq }) => seq), hashes],
  );
};

const EVENT_COLUMNS = ['payload', 'kind, payload', 'hash', 'seq', 'kind, payload, hash'] as const;
const ACTION_COLUMNS = ['hash', 'seq', 'id', 'id, at', 'id, subject, reason'] as const;

/** The next row from `start` on that says something else than the row `seq`. */
const otherThan = (log: string, seq: number, start: number): number => {
  const says = (row: EventRow | ActionRow) => (row.line === 'event' ? row.payload : row.fields[0]);
  const all = rows.get(log)!;
  const order = all.map((_, index) => 1 + ((start - 1 + index) % all.length));
  return order.find((each) => says(all[each - 1]!) !== says(all[seq - 1]!))!;
};

/** A column of an event is given another value. */
const changeEvent = (dice: Dice, log: string, seq: number): Edit => {
  const sql = (set: string): Edit => ({
    says: `${log} ${seq}: ${set}`,
    make: (client) => client.query(`update table_events set ${set} where ${place(log, seq)}`),
    isFound: placed(log, seq),
  });
  switch (dice.below(8)) {
    case 0:
      return sql(`epoch = epoch ${dice.pick(['+ 1', '- 1', '+ 100', '- 3'])}`);
    case 1:
      return sql(`at_ms = at_ms ${dice.pick(['+ 1', '- 1', '* 2'])}`);
    case 2:
      return sql(`kind = ${dice.pick([`kind || '|'`, `'table_resumed'`, `''`])}`);
    case 3:
      return sql(`payload = overlay(payload placing '~' from ${dice.between(1, 20)} for 1)`);
    case 4:
      return sql(`payload = ${dice.pick([`payload || ' '`, `'nonsense'`, `''`, `'{}'`])}`);
    case 5:
      return sql(`hash = set_byte(hash, ${dice.below(32)}, 0) || '\\x00'`);
    case 6: {
      const to = seq + dice.pick([-seq, -seq - 4, 1, -1, 7, 1_000]);
      return { ...sql(`seq = ${to}`), isFound: placed(log, Math.min(seq, to)) };
    }
    default: {
      const to = dice.pick([...tables().filter((each) => each !== log), 'another'] as [string]);
      const there = Math.min(seq, lengthOf(to) + 1);
      const isFound = (faults: readonly LogFault[]) =>
        (placed(log, seq)(faults) || seq === lengthOf(log)) && placed(to, there)(faults);
      return { ...sql(`table_id = '${to}'`), isFound };
    }
  }
};

const changeAction = (dice: Dice, seq: number): Edit => {
  const set = dice.pick([
    `operation = 'test:other'`,
    `id = id + 1000`,
    `staff_id = staff_id || ' '`,
    `table_id = case when table_id is null then '' end`,
    `game_number = coalesce(game_number, 0) + 1`,
    `subject = coalesce(subject, '') || '0'`,
    `reason = coalesce(reason, '') || ' '`,
    `before = '{"a": 7}'`,
    `after = '{}'`,
    `at = at + interval '1 ms'`,
    `hash = sha256('x')`,
    `reason = after::text, after = to_jsonb(reason)`,
  ]);
  return {
    says: `action ${seq}: ${set}`,
    make: (client) => client.query(`update staff_actions set ${set} where seq = ${seq}`),
    isFound: placed(STAFF, seq),
  };
};

/**
 * A column of an anchor is given another value, or it is taken out: also a log's last, but not the
 * studio's (see below).
 */
const touchAnchor = (dice: Dice): Edit => {
  const { table: log, number, ordinal } = dice.pick(witnesses as readonly [Anchor]);
  const where = `ordinal = ${ordinal}`;
  const isLast = ordinal === BigInt(witnesses.length);
  if (!isLast && dice.chance(30)) {
    const isInner = witnesses.some((each) => each.table === log && each.number > number);
    return {
      says: `delete anchor ${log} ${number}`,
      make: (client) => client.query(`delete from anchors where ${where}`),
      isFound: (faults) =>
        isHole(faults) &&
        (!isInner || faults.some(({ log: at, kind }) => at === log && kind === 'anchor_missing')),
    };
  }
  const set = dice.pick([
    'seq = seq + 1',
    'seq = seq - 1',
    'number = number + 5',
    'ordinal = ordinal + 1000',
    `hash = sha256('x')`,
    `reason = 'table_closed'`,
    `at = at + interval '1 ms'`,
    `at = 'infinity'`,
    `key_id = 'nobody'`,
    `signature = sha512('x')`,
    `table_id = 'another'`,
  ]);
  return {
    says: `anchor ${log} ${number}: ${set}`,
    make: (client) => client.query(`update anchors set ${set} where ${where}`),
    isFound: (faults) => faults.some(({ kind }) => /^anchor_(missing|forged)$/.test(kind)),
  };
};

const randomEdit = (dice: Dice): Edit => {
  const log = dice.pick(logs as readonly [string]);
  const source = sourceOf(log);
  const length = lengthOf(log);
  const seq = dice.between(1, length);
  const other = dice.between(1, length);
  switch (dice.below(12)) {
    case 0: {
      const gone = Math.min(seq, length - 1); // the last row: see below
      return {
        says: `delete ${log} ${gone}`,
        make: (client) => client.query(`delete from ${source} where ${place(log, gone)}`),
        isFound: placed(log, gone),
      };
    }
    case 1: {
      const columns = log === STAFF ? ACTION_INSERT : EVENT_INSERT;
      const values = columns.replace('seq', String(other)).replace(/^id/, 'id + 100000');
      return {
        says: `insert a copy of ${log} ${seq} as ${other}`,
        make: (client) =>
          client.query(
            `insert into ${source} (${columns}) select ${values} from ${source} where ${place(log, seq)}`,
          ),
        isFound: placed(log, other),
      };
    }
    case 2: {
      // Its hash is not that of what it says; with the right one: see below.
      const columns = log === STAFF ? ACTION_INSERT : EVENT_INSERT;
      const values = columns.replace('seq', String(length + 1)).replace(/^id/, 'id + 100000');
      return {
        says: `append a copy of ${log} ${seq}`,
        make: (client) =>
          client.query(
            `insert into ${source} (${columns}) select ${values} from ${source} where ${place(log, seq)}`,
          ),
        isFound: placed(log, length + 1),
      };
    }
    case 3: {
      const to = otherThan(log, seq, other);
      const columns = dice.pick(log === STAFF ? ACTION_COLUMNS : EVENT_COLUMNS);
      const set = columns.split(', ').map((column) => `${column} = b.${column}`);
      const [here, there] = [place('a', seq), place('a', to)].map((where) =>
        where.replace(`table_id = 'a' and `, ''),
      );
      const same = log === STAFF ? '' : `a.table_id = '${log}' and b.table_id = '${log}' and`;
      return {
        says: `swap ${columns} of ${log} ${seq} and ${to}`,
        make: async (client) => {
          if (columns.startsWith('id')) {
            await client.query('alter table staff_actions drop constraint staff_actions_pkey');
          }
          await client.query(`update ${source} a set ${set.join(', ')} from ${source} b
            where ${same} ((a.${here} and b.${there}) or (a.${there} and b.${here}))`);
        },
        isFound: placed(log, Math.min(seq, to)),
      };
    }
    case 4:
    case 5: {
      const at = Math.min(seq, vouchedOf(log));
      const like = otherThan(log, at, other);
      return {
        says: `rewrite ${log} from ${at} with the content of ${like}`,
        make: rewrite(log, at, like, dice.chance(20)),
        isFound: placed(log, at),
      };
    }
    case 6: {
      const at = Math.min(seq, vouchedOf(log));
      return {
        says: `cut off ${log} from ${at}`,
        make: (client) => client.query(`delete from ${source} where ${from(log, at)}`),
        isFound: placed(log, at),
      };
    }
    case 7: {
      // With every anchor that vouches for them: another log's anchors came later, or the staff's
      // did.
      const own = witnesses.filter(({ table }) => table === log);
      const at = Math.min(seq, vouchedOf(log));
      if (own.some(({ ordinal }) => ordinal === BigInt(witnesses.length))) return touchAnchor(dice);
      return {
        says: `wipe ${log} from ${at}, and its anchors`,
        make: async (client) => {
          await client.query(`delete from anchors where table_id = '${log}' and seq >= ${at}`);
          await client.query(`delete from ${source} where ${from(log, at)}`);
        },
        isFound: isHole,
      };
    }
    case 8:
      return touchAnchor(dice);
    default:
      return log === STAFF ? changeAction(dice, seq) : changeEvent(dice, log, seq);
  }
};

const EVENT_INSERT = 'table_id, seq, epoch, at_ms, kind, payload, hash';
const ACTION_INSERT =
  'id, staff_id, operation, table_id, game_number, subject, reason, before, after, at, seq, hash';

describe(`${EDITS} random edits of the logs by a superuser`, () => {
  it('are each found, and named where they were made', { timeout: 300_000 }, async () => {
    const dice = diceOf(hashStream('edits of the log'));
    const missed: string[] = [];
    const kinds = new Set<string>();
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      const isEnough = () => FAULT_KINDS.every((kind) => kinds.has(kind));
      for (let count = 0; count < EDITS || (!isEnough() && count < EDITS_MAX); count += 1) {
        const edit = randomEdit(dice);
        await client.query('savepoint before');
        await edit.make(client);
        const verdicts = await verifyDatabase(client, TRUST);
        await client.query('rollback to before; release before');
        const faults = verdicts.flatMap((verdict) => verdict.faults);
        for (const { kind } of faults) kinds.add(kind);
        if (edit.isFound(faults)) continue;
        const said = faults.map(({ log, seq, says }) => `${log} ${seq} ${says}`).join('; ');
        missed.push(`${edit.says}: ${said}`);
      }
      await client.query('rollback');
    });
    expect(missed).toEqual([]);
    expect([...kinds]).toEqual(expect.arrayContaining(FAULT_KINDS));
  });
});

describe('what a witness is needed for', () => {
  const witnessed = (): Trust => ({ ...TRUST, witnesses });

  it('is all that came after the studio’s last anchors, where these were taken out with it', async () => {
    const dice = diceOf(hashStream('edits behind the last anchor'));
    const missed: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      const kept = dice.between(0, witnesses.length - 1);
      const gone = witnesses.filter(({ ordinal }) => ordinal > BigInt(kept));
      const { table: log, seq } = dice.pick(gone as unknown as readonly [Anchor]);
      const at = Number(seq);
      const damages: Readonly<Record<string, (client: pg.Client) => Promise<unknown>>> = {
        rewrite: rewrite(log, at, otherThan(log, at, dice.between(1, lengthOf(log)))),
        cut: (client) => client.query(`delete from ${sourceOf(log)} where ${from(log, at)}`),
      };
      const what = dice.pick(['rewrite', 'cut'] as const);
      const damage = async (client: pg.Client) => {
        await client.query('delete from anchors where ordinal > $1', [kept]);
        await damages[what]!(client);
      };
      const faults = (await after(damage, witnessed())).flatMap((verdict) => verdict.faults);
      const isFound = faults.some(({ log: of, kind }) => of === log && kind === 'anchor_missing');
      if (!isFound) missed.push(`${what} ${log} ${at}, anchors after ${kept}`);
    }
    expect(missed).toEqual([]);
  });

  it('is a row that nothing else refers to: without it nobody could tell', async () => {
    const log = evening.table;
    const of = rows.get(log) as readonly EventRow[];
    for (const kind of ['scan_refused', 'shoe_cut', 'cards_brought', 'malfunction_reported']) {
      const { seq, payload } = of.find((row) => row.kind === kind)!;
      const says = { ...(JSON.parse(payload) as object), code: 'X', cards: 'box-2', by: 'Elio' };
      const damage = async (client: pg.Client) => {
        await client.query('delete from anchors');
        await rewriteFrom(log, Number(seq), JSON.stringify(says))(client);
      };
      // By the snapshot of the shoe, and by the incident that was opened with it.
      const isSeen = ['cards_brought', 'malfunction_reported'].includes(kind);
      expect(isWhole(await after(damage)), kind).toBe(!isSeen);
      expect(isWhole(await after(damage, witnessed())), kind).toBe(false);
    }
  });

  it('is not, where another log’s anchor came later: its number tells', async () => {
    const last = witnesses.find(({ ordinal }) => ordinal === BigInt(witnesses.length))!;
    for (const log of logs.filter((each) => each !== last.table)) {
      const verdicts = await after(async (client) => {
        await client.query('delete from anchors where table_id = $1', [log]);
        await client.query(
          log === STAFF
            ? 'delete from staff_actions'
            : `delete from table_events where table_id = '${log}'`,
        );
      });
      expect(verdictOf(verdicts, ANCHORS).faults).toMatchObject([{ kind: 'anchor_missing' }]);
      expect(makeLogReport(verdicts)).toMatch(
        /the anchors of all logs\n +anchor \d+: it is missing/,
      );
    }
  });

  it('is not for the staff’s log either, where no anchor was set yet: others speak of it', async () => {
    const verdicts = await after(async (client) => {
      await client.query('delete from anchors');
      await client.query('delete from staff_actions');
    });
    const said = verdictOf(verdicts, STAFF).faults.map(({ says }) => says);
    expect(said).toContain(`the account Mona: it is kept, and the log does not say who opened it`);
    for (const what of ['request', 'the decision on request', 'a note']) {
      expect(
        said.some((says) => says.startsWith(what)),
        what,
      ).toBe(true);
    }
    const tail = await after(async (client) => {
      await client.query('delete from anchors');
      await client.query('delete from staff_actions where seq >= $1', [evening.lastDecision]);
    });
    expect(verdictOf(tail, STAFF).faults[0]).toMatchObject({
      seq: BigInt(evening.lastDecision),
      kind: 'trace_differs',
    });
  });

  it('and an anchor that was signed with a strange key is found by whoever knows the studio’s', async () => {
    const log = evening.table;
    const forge = async (client: pg.Client) => {
      const seq = 5;
      await rewrite(log, seq, otherThan(log, seq, 9))(client);
      await anchorAnew(client);
    };
    const faults = (await after(forge)).flatMap((verdict) => verdict.faults);
    for (const each of logs) {
      const first = faults.find((fault) => fault.log === each && fault.kind === 'anchor_forged');
      expect(first, each).toBeDefined();
    }
    // Nobody else can know by the anchors, since the keys that the database names are the forger's.
    const strangers = await after(forge, { keys: [], witnesses: [] });
    const kinds = strangers.flatMap((verdict) => verdict.faults.map(({ kind }) => kind));
    expect(kinds.filter((kind) => kind.startsWith('anchor'))).toEqual([]);
  });

  /** Every anchor made anew, over what is there now, with a key of the forger's. */
  const anchorAnew = async (client: pg.Client) => {
    const forger = makeUpAnchorKey();
    await client.query('insert into anchor_keys values ($1, $2)', [forger.id, forger.publicKey]);
    await client.query('delete from anchors');
    const last = new Map<string, Buffer>();
    const inOrder = witnesses.toSorted((a, b) => (a.ordinal < b.ordinal ? -1 : 1));
    for (const { table, number, ordinal, seq, reason, at, timeline } of inOrder) {
      const kept = { table, number, ordinal, seq, reason, at, timeline };
      const found = await client.query<{ hash: Buffer }>(
        `select hash from ${sourceOf(table)} where ${place(table, Number(seq))}`,
      );
      const { hash } = found.rows[0]!;
      const anchor = signAnchor({ ...kept, hash }, last.get(table), forger);
      last.set(table, anchor.signature);
      await client.query(
        `insert into anchors (table_id, number, ordinal, seq, hash, reason, at, key_id, signature)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[table, anchor.number, anchor.ordinal, seq, hash, anchor.reason, anchor.at],
          ...[forger.id, anchor.signature],
        ],
      );
    }
  };
});

describe('a row beside the logs', () => {
  const first = (name: string, order: string) =>
    `ctid = (select ctid from ${name} order by ${order} limit 1)`;
  const use = `approval_id = (select min(approval_id) from approval_uses)`;
  const asked = `id = (select min(approval_id) from approval_uses)`;
  const round = first('rounds', 'game_number');

  const damages = [
    `update rounds set opened_at = opened_at + interval '1 s' where ${round}`,
    `update rounds set ended_at = ended_at + interval '1 s' where ${round}`,
    `update rounds set coup = 'P 9h Kd . B Ts Qs' where ${round}`,
    `update rounds set status = 'refunded' where ${round}`,
    `update rounds set paytable = 'other' where ${round}`,
    `update rounds set round_in_shoe = 9 where ${round}`,
    `update rounds set shoe_ordinal = 9 where ${round}`,
    `update rounds set closed_seq = null, status = 'betting' where ${round}`,
    `update rounds set stakes_account_id = 1 where ${round}`,
    `delete from rounds where ${round}`,
    `update shoes set started_at = started_at + interval '1 s'`,
    `update shoes set started_seq = started_seq + 1`,
    `delete from shoes where ordinal = 1`,
    `update table_snapshots set state = replace(state, '"decks":8', '"decks":6')`,
    `update table_snapshots set state = replace(state, '"dealer":"Dora"', '"dealer":"Dirk"')`,
    `update table_snapshots set state = 'nonsense'`,
    `update table_snapshots set seq = seq + 1`,
    `delete from table_snapshots`,
    `insert into table_checkpoints select table_id, 0, seq, 'nonsense' from table_snapshots limit 1`,
    `insert into table_checkpoints select table_id, 0, seq, replace(state, '"decks":8', '"decks":6') from table_snapshots limit 1`,
    `insert into table_checkpoints select table_id, 0, seq + 1, state from table_snapshots limit 1`,
    `insert into table_checkpoints select table_id, 0, seq + 100000, state from table_snapshots limit 1`,
    `update approvals set note = 'a better reason' where ${asked}`,
    `update approvals set reason_code = 'other' where ${asked}`,
    `update approvals set requested_by = 'Sven' where ${asked}`,
    `update approvals set requested_at = requested_at - interval '1 s', expires_at = expires_at - interval '1 s' where ${asked}`,
    `update approvals set subject = '{"card": "2h"}' where kind = 'card'`,
    `update approvals set kind = 'void', subject = '{}' where ${asked}`,
    `update approvals set table_id = 'another' where ${asked}`,
    `update approval_decisions set decided_by = 'Mona' where ${use}`,
    `update approval_decisions set decided_at = decided_at + interval '1 s' where ${use}`,
    `update approval_decisions set verdict = 'refused' where ${use}`,
    `update approval_uses set used_at = used_at + interval '16 minutes' where ${use}`,
    `update approval_uses set seq = seq + 100 where ${use}`,
    `delete from approval_uses where ${use}`,
    `delete from approval_decisions where ${use}`,
    `delete from approvals where ${asked}`,
    `delete from approvals where id = (select max(id) from approvals)`,
    `update corrections set coup = 'P 2h Kd . B 9c Kc'`,
    `update corrections set finished_seq = null`,
    `delete from corrections`,
    `update incidents set detail = 'nothing to speak of' where kind = 'cards_dropped'`,
    `update incidents set evidence = evidence || '{"dealer": "Dirk"}' where kind = 'cards_dropped'`,
    `update incidents set opened_by = 'Dirk' where kind = 'cards_dropped'`,
    `update incidents set kind = 'misread' where kind = 'cards_dropped'`,
    `update incidents set opened_seq = opened_seq - 1 where kind = 'cards_dropped'`,
    `delete from incidents where kind = 'cards_dropped'`,
    `update card_sets set name = 'other cards' where ${first('card_sets', 'brought_seq')}`,
    `update card_sets set brought_seq = brought_seq + 1`,
    `delete from card_sets`,
    `insert into card_sets select table_id, brought_seq + 1, 'more cards' from card_sets limit 1`,
    `insert into shoes select table_id, ordinal + 50, started_seq + 1, started_at from shoes limit 1`,
    `update incident_notes set text = 'all is well' where kind = 'closed'`,
    `update incident_notes set by = 'Sven' where kind = 'closed'`,
    `delete from incident_notes`,
    `update staff set role = 'administrator' where id = 'Mona'`,
    `update staff set name = 'Lisa' where id = 'Mona'`,
    `update staff set disabled_at = now() where id = 'Mona'`,
    `update staff set disabled_at = null where id = 'Gone'`,
    `update staff set badge = 'OTHER' where id = 'Mona'`,
    `update staff set generation = generation + 1 where id = 'Mona'`,
    `delete from staff where id = 'Mona'`,
    `insert into staff (id, role, name) values ('Eve', 'administrator', 'Eve')`,
  ];

  it('cannot be changed unseen', async () => {
    const unseen: string[] = [];
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      for (const damage of damages) {
        await client.query('savepoint before');
        const { rowCount } = await client.query(damage);
        expect(rowCount, damage).toBeGreaterThan(0);
        if (isWhole(await verifyDatabase(client, TRUST))) unseen.push(damage);
        await client.query('rollback to before; release before');
      }
      await client.query('rollback');
    });
    expect(unseen).toEqual([]);
  });
});

describe('the list of open incidents', () => {
  const one = `incident_id = (select min(incident_id) from open_incidents)`;
  const damages = [
    `delete from open_incidents where ${one}`,
    `update open_incidents set kind = 'card_exposed' where ${one}`,
    `update open_incidents set game_number = 5 where ${one}`,
    `update open_incidents set table_id = 'another' where ${one}`,
    `insert into open_incidents select -1, table_id, null, 'other' from incidents limit 1`,
    `insert into incident_notes (incident_id, kind, by, text)
     select incident_id, 'closed', 'studio', 'x' from open_incidents where ${one}`,
  ];

  it('is that of the incidents that nobody has closed', async () => {
    const own = await createDatabase();
    const { state } = await playEveryKind(own);
    await asSuperuser(own, async (client) => {
      const found = async () => {
        const { faults } = verdictOf(
          await verifyDatabase(client, { keys: [], witnesses: [] }),
          state.table,
        );
        return faults.map(({ kind, says }) => `${kind}: ${says}`);
      };
      await unguarded(client);
      expect(await found()).toEqual([]);
      for (const damage of damages) {
        await client.query('savepoint before');
        expect((await client.query(damage)).rowCount, damage).toBe(1);
        const wrong = await found();
        expect(wrong.length, damage).toBe(1);
        expect(wrong[0], damage).toMatch(/^row_differs: incident -?\d+ is /);
        await client.query('rollback to before; release before');
      }
      await client.query('rollback');
    });
    await own.drop();
  });
});

describe('an export', () => {
  const file = path.join(folder, 'logs.jsonl');
  const exported = () =>
    asSuperuser(database, async (client) => {
      await client.query('begin');
      await exportLogs(client, file);
      await client.query('rollback');
    });
  const edited = (edit: (lines: string[]) => void): void => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    edit(lines);
    writeFileSync(file, `${lines.join('\n')}\n`);
  };

  it('is verified without the database, and says the same of the logs', async () => {
    await exported();
    const verdicts = await after(async () => undefined);
    expect(await verifyFile(file, TRUST)).toEqual(verdicts);
    expect(await verifyFile(file, { keys: [], witnesses: [] })).toEqual(verdicts);
    const stranger = parsePublicKey(makeUpAnchorKey().publicKey)!;
    const faults = (await verifyFile(file, { keys: [stranger], witnesses: [] })).flatMap(
      (verdict) => verdict.faults,
    );
    expect(faults.map(({ log, kind }) => `${log} ${kind}`)).toEqual(
      logs.map((log) => `${log} anchor_forged`),
    );
  });

  it('names the first row that was changed in it, and a log’s anchors that were taken out of it', async () => {
    await exported();
    const { table } = evening;
    edited((lines) => {
      const at = lines.findIndex((line) => line.includes(`"table":"${table}","seq":"17"`));
      lines[at] = lines[at]!.replace('"epoch":"', '"epoch":"1');
    });
    const verdicts = await verifyFile(file, TRUST);
    expect(firstFault(verdicts)).toMatchObject({ log: table, seq: 17n, kind: 'hash_wrong' });
    expect(makeLogReport(verdicts)).toContain(
      `The logs are NOT whole. The first bad row is event 17 of ${table}: its hash is not`,
    );
    await exported();
    edited((lines) => {
      const isOurs = (line: string) =>
        line.includes('"line":"anchor"') && line.includes(`"table":"${table}"`);
      const left = lines.filter((line) => !isOurs(line)).slice(0, -1);
      lines.splice(0, Infinity, ...left, JSON.stringify({ line: 'end', lines: left.length }));
    });
    const faults = (await verifyFile(file, TRUST)).flatMap((verdict) => verdict.faults);
    expect(faults).toMatchObject([{ log: ANCHORS, kind: 'anchor_missing' }]);
  });

  it('keeps the anchors as witnesses, as the studio’s own log does', async () => {
    await exported();
    expect(await readWitnesses(file)).toEqual(
      witnesses.map((each) => ({ line: 'anchor', ...each })),
    );
  });

  it.each<[string, (lines: string[]) => void]>([
    ['is cut short', (lines) => lines.pop()],
    ['lacks a line', (lines) => lines.splice(40, 1)],
    ['lacks its beginning', (lines) => lines.shift()],
    ['is not an export', (lines) => lines.splice(0, Infinity, 'hello')],
    ['goes on behind its end', (lines) => lines.push(lines[30]!)],
    ['holds an anchor among its rows', (lines) => lines.splice(60, 1, lines[3]!)],
  ])('is refused when it %s', async (_, edit) => {
    await exported();
    edited(edit);
    await expect(verifyFile(file, TRUST)).rejects.toMatchObject({ name: 'BadExport' });
  });
});

describe('a log of 100,000 events', () => {
  it('is verified within seconds', async () => {
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      const events = manyEvents(100_000);
      await client.query(
        `insert into table_events select 'many', e.* from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bytea[]) as e`,
        [
          events.map(({ seq }) => seq),
          events.map(({ epoch }) => epoch),
          events.map(({ atMs }) => atMs),
          events.map(({ kind }) => kind),
          events.map(({ payload }) => payload),
          events.map(({ hash }) => hash),
        ],
      );
      const verdicts = await verifyDatabase(client, TRUST);
      await client.query('rollback');
      expect(verdictOf(verdicts, 'many')).toMatchObject({ rows: 100_000, faults: [] });
    });
  });

  const manyEvents = (count: number): readonly EventRow[] => {
    const events: EventRow[] = [];
    for (let seq = 1; seq <= count; seq += 1) {
      const kind = 'cards_shuffled';
      const payload = JSON.stringify({ kind, how: 'manual', by: `dealer ${seq}` });
      const row = { line: 'event', table: 'many', seq: `${seq}`, epoch: '1', atMs: '5' } as const;
      const event = { ...row, kind, payload, hash: Buffer.alloc(0) };
      events.push({ ...event, hash: hashOf(event, events.at(-1)?.hash) });
    }
    return events;
  };
});

describe('npm run verify', () => {
  const run = (
    args: readonly string[],
    env: Record<string, string> = {},
  ): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/run.mjs', 'verify', ...args], {
        env: { ...process.env, SABOT_ANCHOR_KEY: '', DATABASE_URL: database.url, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      const read = (text: Buffer) => (out += text.toString());
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('close', (code) => resolve({ code, out: out.trimEnd() }));
    });

  it(
    'gives one verdict on logs and books, by its exit code and its last line',
    { timeout: 180_000 },
    async () => {
      const pem = path.join(folder, 'key.pub');
      writeFileSync(pem, TRUST.keys[0]!.export({ format: 'pem', type: 'spki' }));
      const whole = await run(['--key', pem]);
      expect(whole.out).toMatch(/The logs are whole: \d+ events in 3 logs\.\n/);
      expect(whole.out).toContain('The books are in order.\n');
      expect(whole.out).toMatch(
        new RegExp(`\\nWhole, and signed by the trusted key: ${key.id}\\.$`),
      );
      expect(whole.code).toBe(0);
      const privateKey = key.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
      expect(await run([], { SABOT_ANCHOR_KEY: privateKey })).toEqual(whole);
      const alone = await run([]);
      expect(alone.out).toMatch(/\nWhole by its own keys only: [^\n]+$/);
      expect(alone.code).toBe(2);
      const file = path.join(folder, 'exported.jsonl');
      expect(await run(['--export', file])).toMatchObject({ code: 0 });
      const fromFile = await run(['--file', file, '--witness', file, '--key', pem]);
      expect(fromFile.out).toContain('Not looked at: an export holds the logs alone.');
      expect(fromFile.code).toBe(0);
      expect(await run(['--key', 'nonsense'])).toMatchObject({
        code: 1,
        out: expect.stringContaining(
          '--key nonsense: is neither an Ed25519 public key nor a file that can be read',
        ) as string,
      });
    },
  );

  it('does not call signed what no anchor vouches for', async () => {
    const file = path.join(folder, 'without-anchors.jsonl');
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      await client.query('delete from anchors');
      await exportLogs(client, file);
      await client.query('rollback');
    });
    const found = await run(['--file', file, '--key', key.publicKey]);
    expect(found.out).toMatch(/\nWhole by its hashes only: no anchor is there[^\n]+$/);
    expect(found.code).toBe(2);
  });

  it('does not call signed what anchors have left off, and says of which log and since when', async () => {
    const file = path.join(folder, 'left-off.jsonl');
    const atMs = Date.now() - 3 * HOUR;
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      await writeEvent(client, 'left-off', 'scan_refused', { atMs });
      await exportLogs(client, file);
      await client.query('rollback');
    });
    const args = ['--file', file, '--key', key.publicKey];
    const found = await run(args);
    const since = new Date(atMs).toISOString();
    expect(found.out).toContain(
      `\nWhole, and not signed to its end: anchors were due and are not there, of left-off since ${since}.`,
    );
    expect(found.code).toBe(2);
    const seldom = await run(args, { ANCHOR_EVERY_MS: `${2 * HOUR}` });
    expect(seldom.code).toBe(0);
  });

  it('exits with 1 where a log was changed, or the books alone', async () => {
    const change = (sql: string) =>
      asSuperuser(database, (client) =>
        client.query(`set session_replication_role = replica; ${sql}`),
      );
    const { table } = evening;
    const kind = (rows.get(table)![10] as EventRow).kind;
    await change(`update table_events set kind = 'table_closed' where ${place(table, 11)}`);
    const bad = await run(['--key', key.publicKey]);
    await change(`update table_events set kind = '${kind}' where ${place(table, 11)}`);
    expect(bad.out).toContain(`NOT whole. The first bad row is event 11 of ${table}: its hash`);
    expect(bad.out).toMatch(/\nNOT whole: see above\.$/);
    expect(bad.code).toBe(1);
    await change(`update accounts set balance = balance + 1 where kind = 'game'`);
    const unbalanced = await run(['--key', key.publicKey]);
    await change(`update accounts set balance = balance - 1 where kind = 'game'`);
    expect(unbalanced.out).toContain('The logs are whole');
    expect(unbalanced.out).toContain('The books are NOT in order');
    expect(unbalanced.code).toBe(1);
  });
});
