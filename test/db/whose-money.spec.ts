/**
 * Money that comes, goes, and is brought to the tables is somebody's: what of it belongs to
 * nothing, and what was signed by a key that nobody gave, is named by the reconciliation.
 */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount } from '../../src/money/amount.js';
import { proveBooks } from '../../src/reconcile/reconcile.js';
import { Sessions } from '../../src/session/sessions.service.js';
import { LedgerWallet } from '../../src/wallet/ledger-wallet.js';
import { expectReconciled } from '../kit/books.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { SignedOrders } from '../kit/signed-orders.js';
import { asSuperuser } from '../kit/superuser.js';

const OWN =
  'Every deposit and withdrawal is an opening or a movement of its player, and what a player brings to the tables or takes back is her own.';
const WAYS = 'Every entry has its postings, between accounts that its kind may move money between.';
const ASKED =
  'Every account of what was advanced is of a player whose wallet is asked for each stake.';
const NOTHING_BACK = 'No entry takes another one back.';
const RECOVERED =
  'Every entry of a correction belongs to a part of one that was paid, every other recovery to a deposit or a cash-out.';
const KEYS = 'Every key of an operator is one that the staff’s log gave it.';
const MOVED = 'Every movement of an operator has moved what it says.';
const SIGNED = 'Every movement of an operator is one that it has signed.';

let database: TestDatabase;
/** Each has 5 in the session, and 5 in the game account. */
let anna: string;
let bice: string;

beforeAll(async () => {
  database = await createDatabase();
  const { pool } = database;
  const [one, other] = await openPlayers(pool, [500, 500], 500);
  [anna, bice] = [one!.id, other!.id];
  const orders = await SignedOrders.open(database);
  const wallet = new LedgerWallet(pool, { shortfallRecovery: 'cash_out' });
  const sessions = new Sessions(pool, pool, wallet);
  await orders.move('deposit', anna, 300);
  await sessions.buyIn(anna, amount(300), randomUUID());
  await sessions.cashOut(anna, randomUUID());
  await sessions.buyIn(anna, amount(500), randomUUID());
  await orders.move('withdrawal', anna, 300);
  await openBrand();
});
afterAll(() => database.drop());

/** A second operator, with a key that signs well, of which `brand` has no player. */
const openBrand = () =>
  asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, policy) select 'brand', 'Brand', mode, currencies, policy from operators where id = 'house'`,
    ),
  );

/** What the proofs say after a superuser's statements, which are then taken back. */
const found = (sql: string) =>
  asSuperuser(database, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(sql);
    const proofs = await proveBooks(client);
    await client.query('rollback');
    const wrong = proofs.filter((proof) => proof.wrong > 0);
    return Object.fromEntries(wrong.map(({ says, first }) => [says, first]));
  });

const says = (pattern: RegExp) => [expect.stringMatching(pattern)] as unknown;

const account = (name: string) => `(select id from accounts where name = '${name}')`;
const game = (player: string) => account(`player:${player}:game`);
const session = (player: string) => account(`player:${player}:session`);
const outside = account('outside');

/** Seven from one account to another, in an entry of its own, and the balances with them. */
const moved = (key: string, kind: string, from: string, to: string) => `
insert into entries (id, key, kind) values (900000, '${key}', '${kind}');
insert into postings values (900000, 1, ${from}, ${to}, 7);
update accounts set balance = balance + case id when ${to} then 7 else -7 end where id in (${from}, ${to})`;

/** The same as one more line of the last entry whose key is like that. */
const added = (key: string, from: string, to: string) => `
insert into postings select max(id), 2, ${from}, ${to}, 7 from entries where key like '${key}';
update accounts set balance = balance + case id when ${to} then 7 else -7 end where id in (${from}, ${to})`;

it('money that is somebody’s passes every proof', () => expectReconciled(database.pool));

describe('money that belongs to nothing is named', () => {
  const STRANGE: readonly (readonly [what: string, sql: () => string])[] = [
    ['a cash-out', () => moved('x', 'cash_out', session(anna), game(bice))],
    [
      'a cash-out under the name of one',
      () => moved(`cash-out:${anna}:x`, 'cash_out', session(anna), game(bice)),
    ],
    [
      'a buy-in under another’s name',
      () => moved(`buy-in:${bice}:x`, 'buy_in', game(anna), session(anna)),
    ],
    ['a deposit', () => moved('x', 'deposit', outside, game(anna))],
    ['a deposit as of a round', () => moved('round:1:settle:0', 'deposit', outside, game(anna))],
    ['a withdrawal', () => moved('x', 'withdrawal', game(anna), outside)],
    ['a movement without a row', () => moved('movement:house:x', 'deposit', outside, game(anna))],
    [
      'a movement of a wallet without a row',
      () => moved('wallet:house:x', 'deposit', outside, game(anna)),
    ],
    ['the opening of another', () => moved('deposit:999:opening', 'deposit', outside, game(anna))],
    ['a second line of an opening', () => added(`deposit:${anna}:opening`, outside, game(anna))],
    [
      'a second line of a movement, for another',
      () => added('movement:house:%', game(bice), outside),
    ],
    [
      'a second line of a cash-out, for another',
      () => added(`cash-out:${anna}:%`, session(anna), game(bice)),
    ],
  ];

  it.each(STRANGE)('%s', async (_, sql) => {
    const named = await found(sql());
    expect(named[OWN]).toEqual(says(/^entry \S+ \(\w+\) moves 7 from [\w:]+ to [\w:]+$/));
  });

  it('money between the house and the outside', async () => {
    const named = await found(moved('x', 'withdrawal', account('house'), outside));
    expect(named).toEqual({
      [WAYS]: ['entry x (withdrawal) moves 7 from house to outside'],
      [OWN]: ['entry x (withdrawal) moves 7 from house to outside'],
    });
  });

  it('credit that no wallet is asked for', async () => {
    const advance = `insert into accounts (name, kind, player_id, balance) values ('player:${anna}:advance', 'advance', ${anna}, 0)`;
    const bought = moved(
      `buy-in:${anna}:x`,
      'buy_in',
      account(`player:${anna}:advance`),
      session(anna),
    );
    expect(await found(`${advance}; ${bought}`)).toEqual({
      [OWN]: says(/moves 7 from player:\d+:advance to player:\d+:session$/),
      [ASKED]: says(/^player:\d+:advance is of a player whose wallet is not asked$/),
    });
    // A correction would take what is short from it, and nobody would owe anything.
    expect(await found(advance)).toEqual({ [ASKED]: says(/is not asked$/) });
  });

  it('a recovery from another player, and one of a cash-out that never was', async () => {
    const owing = `insert into accounts (name, kind, player_id, balance) values ('player:${anna}:shortfall', 'shortfall', ${anna}, -7);
      insert into entries (id, key, kind) values (899999, 'owing', 'cover');
      insert into postings values (899999, 1, ${account(`player:${anna}:shortfall`)}, ${session(anna)}, 7);
      update accounts set balance = balance + 7 where id = ${session(anna)}`;
    const to = account(`player:${anna}:shortfall`);
    const its = `(select key from entries where key like 'cash-out:${anna}:%')`;
    const others = moved('x', 'recovery', game(bice), to);
    const named = await found(
      `${owing}; ${others}; update entries set key = 'recovery:' || ${its} where key = 'x'`,
    );
    expect(named[OWN]).toEqual(says(/^entry recovery:cash-out:\d+:\S+ \(recovery\) moves 7/));
    const never = await found(`${owing}; ${moved('x', 'recovery', game(anna), to)}`);
    expect(never[OWN]).toEqual([
      'entry x (recovery) moves 7 from ' + `player:${anna}:game to player:${anna}:shortfall`,
    ]);
    expect(never[RECOVERED]).toContain('entry x (recovery) belongs to nothing');
  });

  it('a withdrawal that is taken back', async () => {
    const its = `(select max(id) from entries where kind = 'withdrawal')`;
    const back = `
insert into entries (id, key, kind, reverses) values (900000, 'x', 'reversal', ${its});
insert into postings select 900000, line, destination_id, source_id, amount from postings where entry_id = ${its};
update accounts set balance = balance + 300 where id = ${game(anna)}`;
    expect(await found(back)).toEqual({
      [WAYS]: [`entry x (reversal) moves 300 from outside to player:${anna}:game`],
      [NOTHING_BACK]: says(/^entry x takes back entry \d+$/),
    });
    const named = await found(`update entries set reverses = ${its} where id = 1`);
    expect(named).toEqual({ [NOTHING_BACK]: says(/^entry \S+ takes back entry \d+$/) });
  });
});

describe('a signature is worth what its key is', () => {
  const strange = generateKeyPairSync('ed25519')
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');
  const kid = `house-${createHash('sha256').update(strange, 'base64').digest('hex').slice(0, 16)}`;
  const its = `(select kid from operator_keys where operator_id = 'house')`;
  const deposit = `kind = 'deposit'`;

  it('a key that nobody gave is named', async () => {
    const named = await found(
      `insert into operator_keys (kid, operator_id, slot, public_key) values ('${kid}', 'house', 2, '${strange}')`,
    );
    expect(named).toEqual({ [KEYS]: [`key ${kid} of house: the staff’s log gives no such key`] });
  });

  it('a key that was exchanged is named, and so is one that is gone', async () => {
    const exchanged = await found(`update operator_keys set public_key = '${strange}'`);
    expect(exchanged[KEYS]).toEqual(says(/^key house-\w+ of house: it is not the one that/));
    expect(exchanged[SIGNED]).toHaveLength(2);
    const secret = await found(`update operator_keys set public_key = null, secret_by = 'x'`);
    expect(secret[KEYS]).toEqual(says(/^key house-\w+ of house: it is not the one that/));
    const gone = await found(`delete from operator_keys`);
    expect(gone[KEYS]).toEqual(says(/^key house-\w+ of house: it was given, and is not kept$/));
    expect(gone[SIGNED]).toHaveLength(2);
  });

  it('a key that holds again, or no more, is named', async () => {
    const revoked = await found(`update operator_keys set revoked_at = now()`);
    expect(revoked[KEYS]).toEqual(says(/^key house-\w+ of house: it was not revoked$/));
    const line = `insert into staff_actions (staff_id, operation, subject, before, seq, hash, at)
      select 'studio', 'operator:revoke', 'house', jsonb_build_object('kid', ${its}), max(seq) + 1, '', now() from staff_actions`;
    const holds = await found(line);
    expect(holds[KEYS]).toEqual(says(/^key house-\w+ of house: it was revoked, and holds$/));
  });

  it('a movement by no key, by another operator’s, or of no player is not left out', async () => {
    for (const damage of [
      `update operator_movements set kid = 'nobody' where ${deposit}`,
      `update operator_keys set operator_id = 'brand'`,
    ]) {
      const named = await found(damage);
      expect(named[SIGNED], damage).toContainEqual(
        expect.stringMatching(/^movement \S+ of house is not what its operator signed$/),
      );
    }
    const nobody = await found(`update operator_movements set player_id = 999 where ${deposit}`);
    expect(nobody[MOVED]).toEqual(says(/^movement \S+ of house moved null$/));
    expect(nobody[SIGNED]).toEqual(says(/^movement \S+ of house is not what its operator signed$/));
    const another = await found(`update players set operator_id = 'brand' where id = ${anna}`);
    expect(another[SIGNED]).toHaveLength(2);
  });
});
