/**
 * Hands whose stakes an operator's wallet gave, in Postgres: whoever ends or voids one, the wallet
 * is given what it is due in the same transaction.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveForHands, undoHandStake } from '../../src/ledger/hand-stakes-of-wallets.js';
import { openAdvance } from '../../src/ledger/open-advance.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { readReturnedStakes } from '../../src/history/returned-stakes.js';
import { WALLET_REQUESTS } from '../../src/protocol/wallet.js';
import { walletOrder } from '../../src/wallet/wallet-order.js';
import { readDue } from '../../src/wallet/wallet-rows.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

const STAKE = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, callback_url) values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    ),
  );
});
afterAll(() => database.drop());

let player: string;
beforeEach(async () => {
  player = (await openPlayers(database.pool, [1_000]))[0]!.id;
  await inTransaction(database.pool, (tx) => openAdvance(tx, player));
  await asSuperuser(database, (client) =>
    client.query(`update players set operator_id = 'acme' where id = $1`, [player]),
  );
});

interface Is {
  readonly status: 'in_play' | 'over';
  readonly paid?: number;
  /** By order of two persons. */
  readonly isVoid: boolean;
}

/** Of an action that took the stake, and where it is over another that ended it. */
const made = ({ status, paid = 0, isVoid }: Is) =>
  asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    const step = status === 'over' ? 2 : 1;
    const { rows } = await client.query<{ hand: string }>(
      `insert into solo_hands (player_id, game, rules, commitment, sealed, player_seed, status, step, taken, paid, opening, acted_at, ended_at)
       select $1, 'sette_e_mezzo', 'sette-e-mezzo-1', sha256('opening'), 'sealed', 'seed', $2::hand_status, $3, $4, $5,
              case when $2 = 'over' then 'opening'::bytea end, studio_now(), case when $2 = 'over' then studio_now() end
       returning hand_number as hand`,
      [player, status, step, STAKE, paid],
    );
    const { hand } = rows[0]!;
    await client.query(
      `insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
       select $1, i, $2, gen_random_uuid(), '{}', '[]', i, case i when 1 then $3 else 0 end, 0, 0, 'chain of ' || $1::bigint, i
         from generate_series(1, $4::int) as i`,
      [hand, player, STAKE, step],
    );
    await client.query(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number, status, stake_use, ended_at)
       values ('acme', $1, 'debit', $2, $3, $4, $5, 'done', 'played', studio_now())`,
      [`hand.${player}.one.debit`, player, STAKE, `hand:${hand}`, hand],
    );
    if (isVoid) {
      await client.query(
        `insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq)
         values ($1, $1, $2::hand_status, $3, $4, 0, 'chain', $1)`,
        [hand, status, step, STAKE - paid],
      );
    }
    return hand;
  });

/** The step that ends it, with its hand, and where `isLogged` the batch that it is of. */
const ending = (isLogged: boolean): string => `
with ended as (
  update solo_hands set status = 'over', step = 2, opening = 'opening', ended_at = studio_now() where hand_number = $1
  returning hand_number, player_id, 'a chain of ' || hand_number as chain
), stepped as (
  insert into solo_steps (hand_number, ordinal, player_id, command_id, command, events, step_after, taken, paid, balance_after, chain, seq)
  select hand_number, 2, player_id, gen_random_uuid(), '{}', '[]', 2, 0, 0, 0, chain, 1 from ended
)
insert into solo_log (chain, seq, at_ms, payload, hash)
select chain, 1, 0, '{}', solo_log_hash('', chain, 1, 0, '{}') from ended where ${isLogged}`;
const OVER = ending(true);
const VOID = `update solo_hands set status = 'void', ended_at = coalesce(ended_at, studio_now()) where hand_number = $1`;

const given = async (hand: string) => {
  const { rows } = await database.pool.query<{ kind: string; id: string; amount: string }>(
    `select kind, movement_id as id, amount from wallet_movements where hand_number = $1 and stake_use is null order by id`,
    [hand],
  );
  return rows.map(({ kind, id, amount }) => `${kind} ${id} ${amount}`);
};

const IN_PLAY = { status: 'in_play', isVoid: false } as const;

describe.each<readonly [string, Is, string, (hand: string) => string]>([
  ['the end of a hand', IN_PLAY, OVER, (hand) => `credit hand.${player}.${hand}.credit 0`],
  [
    'the void of a hand in play',
    { status: 'in_play', isVoid: true },
    VOID,
    () => `credit hand.${player}.one.debit.cancel ${STAKE}`,
  ],
  [
    'the void of a hand that is over',
    { status: 'over', isVoid: true },
    VOID,
    (hand) => `adjust hand.${player}.${hand}.adjust.1 ${STAKE}`,
  ],
])('%s', (_, is, write, gives) => {
  it('is refused where the wallet is not given what it is due', async () => {
    const hand = await made(is);
    await expect(database.pool.query(write, [hand])).rejects.toMatchObject({ code: 'SB086' });
    expect(await given(hand)).toEqual([]);
  });

  it('stands with what the wallet is given', async () => {
    const hand = await made(is);
    await inTransaction(database.pool, async (tx) => {
      await tx.query(write, [hand]);
      await tx.query(giveForHands({ hands: [hand] }));
    });
    expect(await given(hand)).toEqual([gives(hand)]);
  });
});

it('the void of a hand that paid what it took gives nothing', async () => {
  const hand = await made({ status: 'over', paid: STAKE, isVoid: true });
  await database.pool.query(VOID, [hand]);
  expect(await given(hand)).toEqual([]);
});

it('no hand ends but with the batch by which it is looked at', async () => {
  const hand = await made(IN_PLAY);
  const ended = database.pool.query(ending(false), [hand]);
  await expect(ended).rejects.toMatchObject({ code: 'SB052' });
});

it('of a hand that is void the cancel of what was played closes it, whatever else comes back', async () => {
  const hand = await made({ status: 'in_play', isVoid: true });
  const { rows } = await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    return client.query<{ id: string }>(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number, status, ended_at)
       values ('acme', $1, 'debit', $2, $3, $4, $5, 'done', studio_now()) returning id`,
      [`hand.${player}.two.debit`, player, STAKE, `hand:${hand}`, hand],
    );
  });
  const closing = async () => {
    const due = await readDue(database.pool, {
      ...{ operator: 'acme', but: [], probes: true, limit: 100 },
    });
    return due
      .filter((each) => each.hand === hand)
      .map(({ movementId, closesHand }) => `${movementId} ${closesHand}`)
      .sort();
  };
  await inTransaction(database.pool, async (tx) => {
    await tx.query(VOID, [hand]);
    await tx.query(giveForHands({ hands: [hand] }));
  });
  const closes = `hand.${player}.one.debit.cancel true`;
  expect(await closing()).toEqual([closes]);
  await inTransaction(database.pool, (tx) => undoHandStake(tx, rows[0]!.id));
  expect(await closing()).toEqual([closes, `hand.${player}.two.debit.cancel false`]);
});

describe('a hand that is taken back while its stake is under way', () => {
  const committed = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ hand: string }>(
      `insert into solo_hands (player_id, game, rules, commitment, sealed)
       values ($1, 'blackjack', 'blackjack-1', sha256('opening'), 'sealed') returning hand_number as hand`,
      [player],
    );
    return rows[0]!.hand;
  };

  const idOf = (name: string): string => `hand.${player}.${name}.debit`;

  /** As an action asks for it. Its wallet does not answer in time. */
  const unanswered = async (hand: string, name: string): Promise<void> => {
    await database.pool.query(
      `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number)
       values ('acme', $1, 'debit', $2, $3, $4, $5)`,
      [idOf(name), player, STAKE, `hand:${hand}`, hand],
    );
    await database.pool.query(
      `update wallet_movements set status = 'void' where movement_id = $1`,
      [idOf(name)],
    );
  };

  /** As a version before this one has asked for it. Its wallet has given it. */
  const givenBefore = (hand: string, name: string): Promise<string> =>
    asSuperuser(database, async (client) => {
      await client.query('set session_replication_role = replica');
      const { rows } = await client.query<{ id: string }>(
        `insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, hand_number, status, ended_at)
         values ('acme', $1, 'debit', $2, $3, $4, $5, 'done', studio_now()) returning id`,
        [idOf(name), player, STAKE, `hand:${hand}`, hand],
      );
      return rows[0]!.id;
    });

  const takenBack = (hand: string, isByVersionBefore = false): Promise<unknown> =>
    asSuperuser(database, async (client) => {
      if (isByVersionBefore) await client.query('set session_replication_role = replica');
      return client.query('delete from solo_hands where hand_number = $1', [hand]);
    });

  /** What its wallet is sent of the hand: each of it well-formed, and the game that it names. */
  const sent = async (hand: string): Promise<readonly (readonly [string, unknown])[]> => {
    const wanted = { operator: 'acme', but: [], probes: true, limit: 100 };
    const due = (await readDue(database.pool, wanted)).filter((each) => each.hand === hand);
    return due
      .map(walletOrder)
      .map(({ verb, order }) => {
        const request = { ...order, requestId: 'one' };
        expect(WALLET_REQUESTS[verb].safeParse(request)).toMatchObject({ success: true });
        return [`${verb} ${String(order['movementId'])}`, order['game']] as const;
      })
      .sort();
  };

  const returned = async (): Promise<readonly unknown[]> => {
    const seen: unknown[] = [];
    for (let before: string | undefined; ;) {
      const page = await readReturnedStakes(database.pool, player, {
        limit: 1,
        ...(before === undefined ? {} : { before }),
      });
      seen.push(...page.stakes.map(({ hand, game, status }) => ({ hand, game, status })));
      if (page.next === null) return seen;
      before = page.next;
    }
  };

  it('goes back by its cancel, which names the game, and is in its player’s history', async () => {
    const hand = await committed();
    await unanswered(hand, 'one');
    const debit = await givenBefore(hand, 'two');
    const later = await givenBefore(hand, 'three');
    await inTransaction(database.pool, (tx) => undoHandStake(tx, later));
    const cancels = (names: readonly string[]) =>
      names.map((name) => [`cancel ${idOf(name)}.cancel`, 'blackjack']);
    expect(await sent(hand)).toEqual(cancels(['one', 'three']));
    await takenBack(hand);
    await inTransaction(database.pool, (tx) => undoHandStake(tx, debit));
    expect(await sent(hand)).toEqual(cancels(['one', 'three', 'two']));
    const next = await committed();
    await unanswered(next, 'four');
    expect(await returned()).toEqual(
      [next, hand, hand, hand].map((of) => ({ hand: of, game: 'blackjack', status: 'returning' })),
    );
  });

  it('names no game where a version before has taken the hand back with it', async () => {
    const first = await committed();
    await unanswered(first, 'one');
    await takenBack(first);
    const hand = await committed();
    const debit = await givenBefore(hand, 'two');
    await takenBack(hand, true);
    await inTransaction(database.pool, (tx) => undoHandStake(tx, debit));
    expect(await sent(hand)).toEqual([[`cancel ${idOf('two')}.cancel`, undefined]]);
    // It has no place in the history, and ends no page of it.
    expect(await returned()).toEqual([{ hand: first, game: 'blackjack', status: 'returning' }]);
  });

  it('keeps its game for good', async () => {
    const hand = await committed();
    await unanswered(hand, 'one');
    const changed = asSuperuser(database, (client) =>
      client.query(
        `update wallet_movements set solo_game = 'sette_e_mezzo' where hand_number = $1`,
        [hand],
      ),
    );
    await expect(changed).rejects.toMatchObject({ code: 'SB062' });
  });
});
