/** Verification: whatever a superuser does to the logs is found, and named where it was done. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import { type Anchor, type AnchorReason, signAnchor } from '../../src/audit/anchor.js';
import { type EventRow, hashOf } from '../../src/audit/log-row.js';
import { logRows } from '../../src/audit/log-source.js';
import { firstFault, isWhole, makeVerdict } from '../../src/audit/verdict.js';
import {
  type Trust,
  exportLogs,
  readWitnesses,
  verifyDatabase,
  verifyFile,
} from '../../src/audit/verify-logs.js';
import type { Fault, LogVerdict } from '../../src/audit/verify.js';
import { type Dice, diceOf } from '../../src/simulator/dice.js';
import { hashStream } from '../../src/simulator/hash-stream.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';
import { anchorsOf, writeEvent } from '../kit/written-log.js';

const EDITS = 1_000;
const TABLES = ['pb-1', 'pb-2', 'pb-3'] as const;
const KINDS = ['scan_refused', 'card_dealt', 'betting_opened', 'last_bets_called'] as const;
/** Rows of each log, and where its anchors stand. */
const ROWS = 40;
const ANCHORED = [9, 10, 30];
const VOUCHED = ANCHORED.at(-1)!;
const ACTIONS = 12;

const key = makeUpAnchorKey();
const TRUST: Trust = { keys: [parsePublicKey(key.publicKey)!], witnesses: [] };
const folder = mkdtempSync(path.join(os.tmpdir(), 'sabot-verify-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  const anchors = anchorsOf(pool, key);
  for (const table of TABLES) {
    await pool.query(`insert into tables (id, settings) values ($1, '{}')`, [table]);
  }
  for (let row = 1; row <= ROWS; row += 1) {
    for (const table of TABLES) {
      const epoch = 1 + Math.floor(row / 15);
      await writeEvent(pool, table, KINDS[row % 4], { epoch, row, says: `é ${table}|"\\` });
    }
    if (row <= ACTIONS) {
      await pool.query(
        `insert into staff_actions (staff_id, operation, table_id, game_number, subject, reason, before, after)
         values ('studio', 'test:act', $1, $2, $3, 'né|so', $4, null)`,
        [
          row % 2 ? 'pb-1' : null,
          row % 3 ? null : 1_000_000_000 + row,
          `${row}`,
          { b: row, a: '"' },
        ],
      );
    }
    if (ANCHORED.includes(row)) await anchors.set();
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const verdictOf = (verdicts: readonly LogVerdict[], log: string): LogVerdict =>
  verdicts.find((each) => each.log === log)!;

/** What is said of the logs after `damage`, which is taken back again. No trigger, key or right stands in its way. */
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
    alter table table_events drop constraint table_events_pkey;
    create index on table_events (table_id, seq);
    alter table anchors drop constraint anchors_pkey, drop constraint anchors_signature_is_ed25519;
    drop index anchors_table_id_seq_key, staff_actions_seq_key`);
};

describe('logs that nobody has touched', () => {
  it('are whole, with all their anchors', async () => {
    const verdicts = await after(async () => undefined);
    expect(verdicts).toEqual([
      { log: '@staff', rows: ACTIONS, anchors: 3, unvouched: 0, faults: [] },
      ...TABLES.map((log) => ({
        log,
        rows: ROWS,
        anchors: ANCHORED.length,
        unvouched: ROWS - VOUCHED,
        faults: [],
      })),
    ]);
    expect(makeVerdict(verdicts)).toMatch(
      /^ {2}ok {5}pb-1: 40 events, 3 anchors; 10 events since the last anchor$/m,
    );
    expect(makeVerdict(verdicts)).toMatch(/\n\nThe logs are whole: 132 events in 4 logs\.$/);
  });

  it('have the hashes that Postgres makes of them', async () => {
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      let previous: EventRow | undefined;
      for await (const row of logRows(client)) {
        if (row.line === 'action') continue;
        const before = previous?.table === row.table ? previous.hash : undefined;
        const { rows } = await client.query<{ hash: Buffer }>(
          'select table_event_hash($1, $2, $3, $4, $5, $6, $7) as hash',
          [
            before ?? Buffer.alloc(0),
            row.table,
            row.seq,
            row.epoch,
            row.atMs,
            row.kind,
            row.payload,
          ],
        );
        expect(hashOf(row, before)).toEqual(rows[0]!.hash);
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
  readonly isFound: (faults: readonly Fault[]) => boolean;
}

/** The first fault of `log` is at this row, or says that this row is among those in doubt. */
const placed =
  (log: string, seq: number) =>
  (faults: readonly Fault[]): boolean => {
    const first = faults.find((fault) => fault.log === log);
    if (first === undefined) return false;
    return first.seq === BigInt(seq) || (first.since! <= BigInt(seq) && BigInt(seq) <= first.seq);
  };

const place = (log: string, seq: number) => `table_id = '${log}' and seq = ${seq}`;
const text = (value: string) => pg.escapeLiteral(value);

/** A column of one row is given another value. */
const changeColumn = (dice: Dice, log: string, seq: number): Edit => {
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
      return sql(`kind = ${dice.pick([`kind || '|'`, `'round_settled'`, `''`])}`);
    case 3: {
      const at = dice.between(1, 20);
      return sql(`payload = overlay(payload placing '~' from ${at} for 1)`);
    }
    case 4:
      return sql(`payload = ${dice.pick([`payload || ' '`, `'nonsense'`, `''`, `'{}'`])}`);
    case 5:
      return sql(`hash = set_byte(hash, ${dice.below(32)}, 0) || '\\x00'`);
    case 6: {
      const to = seq + dice.pick([-seq, -seq - 4, 1, -1, 7, 1_000]);
      return { ...sql(`seq = ${to}`), isFound: placed(log, Math.min(seq, to)) };
    }
    default: {
      const to = dice.pick([...TABLES.filter((each) => each !== log), 'another'] as [string]);
      const elsewhere = to === 'another' ? 1 : seq;
      const isFound = (faults: readonly Fault[]) =>
        (placed(log, seq)(faults) || seq === ROWS) &&
        (placed(to, elsewhere)(faults) || (to === 'another' && seq === 1 && placed(to, 1)(faults)));
      return { ...sql(`table_id = '${to}'`), isFound };
    }
  }
};

/** The payload of a row, with the hashes of it and of all behind it made to fit. */
const rewriteFrom = (log: string, seq: number, payload: string) => async (client: pg.Client) => {
  await client.query(`update table_events set payload = $1 where ${place(log, seq)}`, [payload]);
  const { rows } = await client.query<EventRow>(
    `select table_id as "table", seq, epoch, at_ms as "atMs", kind, payload, hash
       from table_events where table_id = $1 and seq >= $2 order by seq`,
    [log, seq - 1],
  );
  let previous = seq === 1 ? undefined : rows.shift()!.hash;
  for (const row of rows) {
    previous = hashOf({ ...row, line: 'event' }, previous);
    await client.query(`update table_events set hash = $1 where ${place(log, Number(row.seq))}`, [
      previous,
    ]);
  }
};

const ANCHOR_FAULTS = ['anchor_missing', 'anchor_forged'];
const isAnchorFault = (logs: readonly string[]) => (faults: readonly Fault[]) =>
  faults.some(({ log, kind }) => logs.includes(log) && ANCHOR_FAULTS.includes(kind));

/** A column of an anchor is given another value, or the anchor is taken out from before others. */
const touchAnchor = (dice: Dice, log: string): Edit => {
  const number = dice.between(1, ANCHORED.length);
  const where = `table_id = '${log}' and number = ${number}`;
  const set = dice.pick([
    'seq = seq + 1',
    'seq = 1',
    'number = number + 5',
    `hash = sha256('x')`,
    `reason = 'table_closed'`,
    `at = at + interval '1 ms'`,
    `at = 'infinity'`,
    `key_id = 'nobody'`,
    `signature = sha512('x')`,
    `table_id = 'another'`,
  ]);
  if (number < ANCHORED.length && dice.chance(20)) {
    return {
      says: `delete anchor ${log} ${number}`,
      make: (client) => client.query(`delete from anchors where ${where}`),
      isFound: (faults) =>
        faults.some((fault) => fault.log === log && fault.says.includes(`number ${number} is not`)),
    };
  }
  return {
    says: `anchor ${log} ${number}: ${set}`,
    make: (client) => client.query(`update anchors set ${set} where ${where}`),
    isFound: isAnchorFault([log, 'another']),
  };
};

const touchAction = (dice: Dice): Edit => {
  const seq = dice.between(1, ACTIONS);
  const change = dice.pick([
    `set operation = 'test:other'`,
    `set id = id + 1000`,
    `set staff_id = staff_id || ' '`,
    `set table_id = case when table_id is null then '' end`,
    `set game_number = coalesce(game_number, 0) + 1`,
    `set subject = subject || '0'`,
    `set reason = null`,
    `set before = before || '{"a": 7}'`,
    `set after = '{}'`,
    `set at = at + interval '1 ms'`,
    `set hash = sha256('x')`,
    `set reason = after::text, after = to_jsonb(reason)`,
    'delete',
  ]);
  const where = `where seq = ${seq}`;
  return {
    says: `action ${seq}: ${change}`,
    make: (client) =>
      client.query(
        change === 'delete'
          ? `delete from staff_actions ${where}`
          : `update staff_actions ${change} ${where}`,
      ),
    isFound: placed('@staff', seq),
  };
};

const randomEdit = (dice: Dice): Edit => {
  const log = dice.pick(TABLES);
  const seq = dice.between(1, ROWS);
  const other = dice.between(1, ROWS);
  switch (dice.below(12)) {
    case 0: {
      // The last row, behind the last anchor, may go: see below.
      const gone = Math.min(seq, ROWS - 1);
      return {
        says: `delete ${log} ${gone}`,
        make: (client) => client.query(`delete from table_events where ${place(log, gone)}`),
        isFound: placed(log, gone),
      };
    }
    case 1:
      return {
        says: `insert a copy of ${log} ${seq} as ${other}`,
        make: (client) =>
          client.query(`insert into table_events select table_id, ${other}, epoch, at_ms, kind, payload, hash
                          from table_events where ${place(log, seq)}`),
        isFound: placed(log, other),
      };
    case 2: {
      const payload = text(JSON.stringify({ kind: 'card_dealt', forged: other }));
      return {
        says: `insert a new ${log} ${ROWS + 1}`,
        make: (client) =>
          client.query(
            `insert into table_events values ('${log}', ${ROWS + 1}, 9, 5, 'card_dealt', ${payload}, sha256('${other}'))`,
          ),
        isFound: placed(log, ROWS + 1),
      };
    }
    case 3: {
      const to = other === seq ? (seq % ROWS) + 1 : other;
      const columns = dice.pick(['payload', 'kind, payload', 'hash', 'seq', 'kind, payload, hash']);
      const from = columns
        .split(', ')
        .map((column) => `${column} = b.${column}`)
        .join(', ');
      return {
        says: `swap ${columns} of ${log} ${seq} and ${to}`,
        make: (client) =>
          client.query(`update table_events a set ${from} from table_events b
                         where a.table_id = '${log}' and b.table_id = '${log}'
                           and ((a.seq = ${seq} and b.seq = ${to}) or (a.seq = ${to} and b.seq = ${seq}))`),
        isFound: placed(log, Math.min(seq, to)),
      };
    }
    case 4:
    case 5: {
      const from = Math.min(seq, VOUCHED);
      const payload = JSON.stringify({ kind: dice.pick(KINDS), forged: other });
      return {
        says: `rewrite ${log} from ${from}`,
        make: rewriteFrom(log, from, payload),
        isFound: placed(log, from),
      };
    }
    case 6: {
      const from = Math.min(seq, VOUCHED);
      return {
        says: `cut off ${log} from ${from}`,
        make: (client) =>
          client.query(`delete from table_events where table_id = '${log}' and seq >= ${from}`),
        isFound: placed(log, from),
      };
    }
    case 7:
      return touchAnchor(dice, log);
    case 8:
      return touchAction(dice);
    default:
      return changeColumn(dice, log, seq);
  }
};

describe(`${EDITS} random edits by a superuser`, () => {
  it('are each found, and named where they were made', { timeout: 300_000 }, async () => {
    const dice = diceOf(hashStream('edits of the log'));
    const missed: string[] = [];
    const kinds = new Set<string>();
    await asSuperuser(database, async (client) => {
      await unguarded(client);
      for (let count = 0; count < EDITS; count += 1) {
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
    expect([...kinds].sort()).toEqual([
      'anchor_differs',
      'anchor_forged',
      'anchor_missing',
      'content_wrong',
      'duplicate',
      'epoch_fell',
      'hash_wrong',
      'missing',
      'out_of_order',
    ]);
  });
});

describe('an attacker who takes his time', () => {
  const payload = JSON.stringify({ kind: 'card_dealt', forged: true });

  /** Every anchor of the log made anew, over what stands there now, with a key of his own. */
  const anchorAnew = async (client: pg.Client, log: string, seqs: readonly number[]) => {
    const forger = makeUpAnchorKey();
    await client.query('insert into anchor_keys values ($1, $2)', [forger.id, forger.publicKey]);
    await client.query('delete from anchors where table_id = $1', [log]);
    let before: Buffer | undefined;
    for (const [index, seq] of seqs.entries()) {
      const { rows } = await client.query<{ hash: Buffer }>(
        `select hash from table_events where ${place(log, seq)}`,
      );
      const reason: AnchorReason = 'hour';
      const at = new Date().toISOString();
      const number = BigInt(index + 1);
      const { hash } = rows[0]!;
      const content = { table: log, number, seq: BigInt(seq), hash, reason, at };
      const anchor: Anchor = signAnchor(content, before, forger);
      await client.query('insert into anchors values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        ...[log, number, seq, hash, reason, at, forger.id],
        anchor.signature,
      ]);
      before = anchor.signature;
    }
  };

  it('and signs all anew with a key of his own is found by whoever knows the studio’s key', async () => {
    const damage = async (client: pg.Client) => {
      await rewriteFrom('pb-2', 5, payload)(client);
      await anchorAnew(client, 'pb-2', ANCHORED);
    };
    const verdicts = await after(damage);
    expect(verdictOf(verdicts, 'pb-2').faults).toMatchObject([{ seq: 9n, kind: 'anchor_forged' }]);
    // Nobody else can know: the keys that the database names are his.
    expect(isWhole(await after(damage, { keys: [], witnesses: [] }))).toBe(true);
  });

  it('and takes out the last anchors is found by whoever kept them elsewhere', async () => {
    const damage = async (client: pg.Client) => {
      await client.query(`delete from anchors where table_id = 'pb-2' and number > 1`);
      await rewriteFrom('pb-2', 21, payload)(client);
    };
    expect(verdictOf(await after(damage), 'pb-2')).toMatchObject({ faults: [], unvouched: 31 });
    const witnesses = await readAnchors(database.pool);
    const verdicts = await after(damage, { ...TRUST, witnesses });
    expect(verdictOf(verdicts, 'pb-2').faults).toMatchObject([
      { seq: 10n, kind: 'anchor_missing' },
    ]);
  });

  it('and rewrites what no anchor vouches for is found where rounds, shoes or bets tell otherwise', async () => {
    // The log alone cannot tell: this is the hour that anchors leave open.
    const rewrite = rewriteFrom('pb-2', VOUCHED + 3, payload);
    const cutOff = (client: pg.Client) =>
      client.query(`delete from table_events where table_id = 'pb-2' and seq > ${VOUCHED + 2}`);
    for (const damage of [rewrite, cutOff]) {
      expect(isWhole(await after(damage))).toBe(true);
      for (const [trace, what] of TRACES) {
        const verdicts = await after(async (client) => {
          await client.query(trace);
          await damage(client);
        });
        expect(verdictOf(verdicts, 'pb-2').faults).toMatchObject([
          {
            seq: BigInt(VOUCHED + 3),
            kind: 'trace_differs',
            says: expect.stringContaining(what) as string,
          },
        ]);
      }
    }
  });

  const ROUND = `insert into accounts (id, name, kind) values (900, 'round:1000000007:stakes', 'stakes');
    insert into rounds (game_number, table_id, shoe_ordinal, round_in_shoe, paytable, stakes_account_id, status, opened_seq, opened_at, closed_seq, ended_seq, ended_at)
    values (1000000007, 'pb-2', 1, 1, 'punto-banco-1', 900,`;
  const TELLS = (seq: number, kind: string) =>
    rewriteFrom('pb-2', seq, JSON.stringify({ kind, game: '1000000007', shoe: 1, approval: '5' }));
  /** What else speaks of the row, though the log says nothing of the kind. */
  const TRACES: readonly (readonly [string, string])[] = [
    [`${ROUND} 'betting', ${VOUCHED + 3}, now(), null, null, null)`, 'the opening of round'],
    [`insert into shoes values ('pb-2', 1, ${VOUCHED + 3}, now())`, 'shoe 1'],
    [
      `insert into approval_uses values (5, 'pb-2', ${VOUCHED + 3}, now())`,
      'the use of approval 5',
    ],
  ];

  it('while what is told of a round and is in the log is no fault', async () => {
    const verdicts = await after(async (client) => {
      await client.query(`${ROUND} 'settled', 31, now(), 33, 35, now())`);
      await client.query(`insert into shoes values ('pb-2', 1, 36, now())`);
      await client.query(`insert into approval_uses values (5, 'pb-2', 37, now())`);
      await client.query(`insert into corrections (game_number, ordinal, fix, approval_id, ordered_seq, chunks, finished_seq)
        values (1000000007, 1, 'void', 5, 37, 1, 38)`);
      await client.query(`insert into bets (player_id, bet_id, line, spot, mode, kind, amount, game_number, seq, balance_after)
        values (1, gen_random_uuid(), 0, 'punto', 'normal', 'place', 5, 1000000007, 32, 0)`);
      for (const [seq, kind] of [
        [31, 'betting_opened'],
        [32, 'bets_accepted'],
        [33, 'betting_closed'],
        [35, 'round_settled'],
        [36, 'shoe_started'],
        [37, 'round_corrected'],
        [38, 'correction_paid'],
      ] as const) {
        await client.query(`update table_events set kind = '${kind}' where ${place('pb-2', seq)}`);
        await TELLS(seq, kind)(client);
      }
    });
    expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

describe('an export', () => {
  const file = path.join(folder, 'logs.jsonl');
  const exported = async (
    damage: (client: pg.Client) => Promise<unknown> = async () => undefined,
  ) =>
    asSuperuser(database, async (client) => {
      await unguarded(client);
      await damage(client);
      await exportLogs(client, file);
      await client.query('rollback');
    });
  const edited = (edit: (lines: string[]) => void): void => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    edit(lines);
    writeFileSync(file, `${lines.join('\n')}\n`);
  };

  it('is verified without the database, and says the same', async () => {
    await exported();
    const verdicts = await after(async () => undefined);
    expect(await verifyFile(file, TRUST)).toEqual(verdicts);
    expect(await verifyFile(file, { keys: [], witnesses: [] })).toEqual(verdicts);
    const stranger = parsePublicKey(makeUpAnchorKey().publicKey)!;
    const faults = (await verifyFile(file, { keys: [stranger], witnesses: [] })).flatMap(
      (verdict) => verdict.faults,
    );
    expect(faults.map(({ log, kind }) => `${log} ${kind}`)).toEqual(
      ['@staff', ...TABLES].map((log) => `${log} anchor_forged`),
    );
  });

  it('names the first row that was changed in it', async () => {
    await exported();
    edited((lines) => {
      const at = lines.findIndex((line) => /"table":"pb-2","seq":"17"/.test(line));
      lines[at] = lines[at]!.replace('"epoch":"2"', '"epoch":"3"');
    });
    const verdicts = await verifyFile(file, TRUST);
    expect(firstFault(verdicts)).toMatchObject({ log: 'pb-2', seq: 17n, kind: 'hash_wrong' });
    expect(makeVerdict(verdicts)).toMatch(
      /The logs are NOT whole\. The first bad row is event 17 of pb-2: its hash is not/,
    );
  });

  it('keeps the anchors as witnesses, as the studio’s own log does', async () => {
    await exported();
    const anchors = await readAnchors(database.pool);
    expect(await readWitnesses(file)).toEqual(anchors.map((each) => ({ line: 'anchor', ...each })));
  });

  it.each<[string, (lines: string[]) => void]>([
    ['is cut short', (lines) => lines.pop()],
    ['lacks a line', (lines) => lines.splice(40, 1)],
    ['lacks its beginning', (lines) => lines.shift()],
    ['is no export', (lines) => lines.splice(0, Infinity, 'hello')],
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
      const payload = JSON.stringify({
        kind: 'bets_accepted',
        game: '1000000001',
        digest: `${seq}`,
      });
      const row = { line: 'event', table: 'many', seq: `${seq}`, epoch: '1', atMs: '5' } as const;
      const event = { ...row, kind: 'bets_accepted', payload, hash: Buffer.alloc(0) };
      events.push({ ...event, hash: hashOf(event, events.at(-1)?.hash) });
    }
    return events;
  };
});

describe('npm run verify', () => {
  const run = (...args: readonly string[]): Promise<{ code: number | null; out: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['scripts/run.mjs', 'verify', ...args], {
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      const read = (text: Buffer) => (out += text.toString());
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('close', (code) => resolve({ code, out }));
    });

  it(
    'says that the logs are whole, or exits with 1 and names the first bad row',
    { timeout: 120_000 },
    async () => {
      const pem = path.join(folder, 'key.pub');
      writeFileSync(pem, TRUST.keys[0]!.export({ format: 'pem', type: 'spki' }));
      const whole = await run('--key', pem);
      expect(whole.out).toContain('The logs are whole: 132 events in 4 logs.\n');
      expect(whole).toMatchObject({ code: 0 });
      const file = path.join(folder, 'exported.jsonl');
      expect(await run('--export', file)).toMatchObject({ code: 0 });
      await asSuperuser(database, async (client) => {
        const change = (to: string) =>
          client.query(`set session_replication_role = replica;
          update table_events set kind = '${to}' where ${place('pb-3', 11)}`);
        const { rows } = await client.query<{ kind: string }>(
          `select kind from table_events where ${place('pb-3', 11)}`,
        );
        await change('table_closed');
        const bad = await run('--key', key.publicKey);
        await change(rows[0]!.kind);
        expect(bad.out).toMatch(/NOT whole\. The first bad row is event 11 of pb-3: its hash/);
        expect(bad.code).toBe(1);
      });
      const fromFile = await run('--file', file, '--witness', file);
      expect(fromFile.out).toContain('The logs are whole');
      expect(fromFile.out).toContain('No --key was given');
      expect(fromFile.code).toBe(0);
      expect(await run('--key', 'nonsense')).toMatchObject({
        code: 1,
        out: expect.stringContaining('--key nonsense: is no Ed25519 public key') as string,
      });
    },
  );
});
