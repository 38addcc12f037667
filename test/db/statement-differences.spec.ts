/**
 * O5: of a journal and an operator's list that agree but for a thousand differences of every kind,
 * the comparison names these thousand, each as what it is, and no other (W8).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ListedMovement, WalletListing } from '../../src/protocol/wallet.js';
import { claimStatement } from '../../src/wallet/statement-rows.js';
import { compareStatement } from '../../src/wallet/wallet-statements.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

const MOVEMENTS = 6_000;
const DIFFERENCES = 1_000;

let database: TestDatabase;
let player: string;

beforeAll(async () => {
  database = await createDatabase();
  const [one] = await openPlayers(database.pool, [1_000]);
  player = one!.id;
  await asSuperuser(database, async (client) => {
    await client.query(
      `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    );
    await client.query(`update players set operator_id = 'acme', ref = 'anna' where id = $1`, [
      player,
    ]);
  });
});
afterAll(() => database.drop());

interface Own {
  readonly movementId: string;
  readonly kind: 'debit' | 'credit' | 'adjust';
  readonly status: 'done' | 'refused' | 'cancelled';
  readonly amount: number;
}

type Line = ListedMovement;

/** A movement of the journal, and what a list that agrees has of it. */
const agreed = (at: number): { readonly own: Own; readonly lines: readonly Line[] } => {
  const game = 1_000_000_000 + Math.floor(at / 6);
  const id = `round.${game}.${player}.${at}`;
  const amount = 100 + (at % 997);
  const line: Line = {
    movementId: `${id}.debit`,
    kind: 'debit',
    player: 'anna',
    currency: 'EUR',
    total: `${amount}`,
    status: 'done',
  };
  const { movementId: debit } = line;
  const own: Own = { movementId: debit, kind: 'debit', status: 'done', amount };
  switch (at % 6) {
    case 0:
      return { own, lines: [line] };
    case 1:
      return {
        own: { ...own, status: 'refused' },
        lines: at % 12 === 1 ? [{ ...line, status: 'refused' }] : [],
      };
    case 2: {
      const cancel = { ...line, movementId: `${id}.debit.cancel`, kind: 'cancel' } as const;
      const undone = { ...cancel, refers: line.movementId };
      return {
        own: { ...own, status: 'cancelled' },
        lines: at % 12 === 2 ? [line, undone] : [undone],
      };
    }
    case 3: {
      const movementId = `${id}.credit`;
      return {
        own: { ...own, movementId, kind: 'credit' },
        lines: [{ ...line, movementId, kind: 'credit' }],
      };
    }
    case 4: {
      // The stake of a void: its debit is the one of another case.
      const movementId = `${id}.cancel`;
      const refers = `round.${game}.${player}.${at - 4}.debit`;
      return {
        own: { ...own, movementId, kind: 'credit' },
        lines: [{ ...line, movementId, kind: 'cancel', refers }],
      };
    }
    default: {
      const movementId = `${id}.adjust.1`;
      return {
        own: { ...own, movementId, kind: 'adjust', amount: -amount },
        lines: [{ ...line, movementId, kind: 'adjust', total: `${-amount}` }],
      };
    }
  }
};

interface Seeded {
  readonly movementId: string;
  readonly kind: string;
  readonly lines: readonly Line[];
}

/** The same as listed by a wallet that has it otherwise, and what that is. */
const spoilt = (own: Own, lines: readonly Line[], way: number): Seeded => {
  const { movementId } = own;
  const [line] = lines;
  if (own.status !== 'done') {
    const done = { ...agreed(0).lines[0]!, movementId, total: `${own.amount}` };
    return { movementId, kind: 'outcome_differs', lines: [done] };
  }
  const wrong = (changed: Partial<Line>) => [{ ...line!, ...changed }];
  switch (way % 7) {
    case 0:
      return { movementId, kind: 'missing_there', lines: [] };
    case 1:
      return { movementId, kind: 'amount_differs', lines: wrong({ total: `${own.amount + 1}` }) };
    case 2:
      return { movementId, kind: 'amount_differs', lines: wrong({ player: 'bea' }) };
    case 3:
      return { movementId, kind: 'amount_differs', lines: wrong({ currency: 'CHF' }) };
    case 4:
      return { movementId, kind: 'outcome_differs', lines: wrong({ status: 'refused' }) };
    case 5: {
      if (own.kind === 'debit') {
        const cancel = { ...line!, movementId: `${movementId}.cancel`, refers: movementId };
        const kind = 'outcome_differs';
        return { movementId, kind, lines: [line!, { ...cancel, kind: 'cancel' }] };
      }
      return { movementId, kind: 'amount_differs', lines: wrong({ kind: 'debit' }) };
    }
    default: {
      const extra = { ...line!, movementId: `${movementId}.more`, kind: 'credit' } as const;
      return { movementId: extra.movementId, kind: 'missing_here', lines: [...lines, extra] };
    }
  }
};

it('names a thousand of a thousand, and nothing else', async () => {
  const all = Array.from({ length: MOVEMENTS }, (_, at) => agreed(at));
  const each = MOVEMENTS / DIFFERENCES;
  const expected = new Map<string, string>();
  const listed = all.flatMap(({ own, lines }, at) => {
    // One of each six, of another sort every time.
    if (at % each !== Math.floor(at / each) % each) return lines;
    const seeded = spoilt(own, lines, Math.floor(at / 36));
    expected.set(seeded.movementId, seeded.kind);
    return seeded.lines;
  });
  expect(expected.size).toBe(DIFFERENCES);
  expect(new Set(expected.values()).size).toBe(4);

  await asSuperuser(database, async (client) => {
    await client.query(`set session_replication_role = 'replica'`);
    await client.query(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, game_number, status, asked_at, ended_at, kid, signed, signature, body)
       select 'acme', "movementId", kind, $2, amount, 'key', 1000000000, status, studio_clock() - interval '2 hours',
              studio_clock() - interval '1 hour', 'kid', 'signed', '\\x01', '\\x01'
         from jsonb_to_recordset($1) as own ("movementId" text, kind text, amount bigint, status text)`,
      [JSON.stringify(all.map(({ own }) => own)), player],
    );
  });
  const list = (_: unknown, after: string | null, limit: number): Promise<WalletListing> => {
    const from = Number(after ?? 0);
    const movements = listed.slice(from, from + limit);
    const next = movements.length === 0 ? after : `${from + movements.length}`;
    return Promise.resolve({ requestId: '', status: 'done', movements, next });
  };
  const to = await claimStatement(database.pool, 'acme');
  const compared = await compareStatement(database.pool, { list }, to!, true);
  if (typeof compared === 'string') throw new Error(compared);
  const named = new Map(compared.differences.map(({ movementId, kind }) => [movementId, kind]));
  expect(compared.differences).toHaveLength(DIFFERENCES);
  expect([...named].sort()).toEqual([...expected].sort());
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from wallet_cases where closed_at is null',
  );
  expect(rows[0]!.n).toBe(DIFFERENCES);
});
