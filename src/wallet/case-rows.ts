/**
 * Cases about operators' wallets: what is to be cleared up, and how it ended. The database lets one
 * end only by its cause, or by the approval of two persons.
 */
import type pg from 'pg';
import { post } from '../ledger/post.js';
import { amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, advanceAccount } from '../money/chart-of-accounts.js';
import type { Transaction } from '../platform/transaction.js';
import type { WalletCase } from '../protocol/wallet-cases.js';

type Querying = Pick<pg.ClientBase, 'query'>;

const OPEN = `
insert into wallet_cases (operator_id, movement_id, kind, detail)
select m.operator_id, movement_id, case when refusal is null then 'unanswered' else 'refused' end, coalesce(refusal, '')
  from wallet_movements m join operators o on o.id = m.operator_id
 where (status = 'void' or (status = 'due' and kind in ('credit', 'adjust', 'tip')))
   and (refusal is not null or asked_at < studio_clock() - (o.policy ->> 'caseAfterMs')::bigint * interval '1 ms')
   and not exists (select from wallet_cases c
                    where c.operator_id = m.operator_id and c.movement_id = m.movement_id and c.closed_at is null)
on conflict do nothing`;

/**
 * A movement that no wallet has taken for as long as its operator's policy says (W4), or that one
 * has refused, is a case.
 */
export const openCases = async (client: Querying): Promise<void> => {
  await client.query(OPEN);
};

/** What the wallet took after all is no case any more. */
export const closeAnswered = async (client: Querying): Promise<void> => {
  await client.query(
    `update wallet_cases c set closed_at = studio_clock(), ended_as = 'answered'
       from wallet_movements m
      where c.closed_at is null and c.kind in ('unanswered', 'refused')
        and m.operator_id = c.operator_id and m.movement_id = c.movement_id and m.status in ('done', 'cancelled')`,
  );
};

type Row = Omit<WalletCase, 'openedAtMs' | 'closedAtMs' | 'movement'> & {
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly verb: NonNullable<WalletCase['movement']>['verb'] | null;
  readonly player: string;
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: NonNullable<WalletCase['movement']>['status'];
  readonly tries: number;
  readonly askedAt: Date;
  readonly nextTryAt: Date;
};

const casesOf = (cases: string): string => `
select c.id, c.operator_id as operator, c.movement_id as "movementId", c.kind, c.detail, c.opened_at as "openedAt",
       c.closed_at as "closedAt", c.ended_as as "endedAs", m.player_id as player, p.name, m.amount, p.currency, m.status, m.tries,
       m.asked_at as "askedAt", m.next_try_at as "nextTryAt",
       case when m.kind = 'debit' and m.status in ('void', 'cancelled', 'by_hand')
              or m.kind = 'credit' and m.movement_id like any ('{round.%.cancel,hand.%.cancel}') then 'cancel' when m.tip_dealer is not null then 'tip' else m.kind end as verb
  from ${cases} c left join wallet_movements m using (operator_id, movement_id) left join players p on p.id = m.player_id`;

const NEWEST = 'order by closed_at is null desc, id desc limit $1';

/** The open ones first, the newest first. Movements are looked up for these alone. */
export const readCases = async (client: Querying, limit: number): Promise<WalletCase[]> => {
  const { rows } = await client.query<Row>(
    `${casesOf(`(select * from wallet_cases ${NEWEST})`)} order by c.closed_at is null desc, c.id desc`,
    [limit],
  );
  return rows.map(caseOf);
};

export const findCase = async (client: Querying, id: string): Promise<WalletCase | undefined> => {
  const { rows } = await client.query<Row>(`${casesOf('wallet_cases')} where c.id = $1`, [id]);
  return rows[0] && caseOf(rows[0]);
};

export const countOpenCases = async (client: Querying): Promise<number> => {
  const { rows } = await client.query<{ open: string }>(
    'select count(*) as open from wallet_cases where closed_at is null',
  );
  return Number(rows[0]!.open);
};

const caseOf = ({ verb, player, name, amount, currency, status, tries, ...row }: Row) => {
  const { askedAt, nextTryAt, openedAt, closedAt, ...said } = row;
  const isOpen = status === 'due' || status === 'void';
  return {
    ...said,
    openedAtMs: openedAt.getTime(),
    closedAtMs: closedAt?.getTime() ?? null,
    movement: verb && {
      ...{ verb, player, name, amount, currency, status, tries },
      askedAtMs: askedAt.getTime(),
      nextTryAtMs: isOpen ? nextTryAt.getTime() : null,
    },
  };
};

/** False where nothing of the case waits to be sent. */
export const sendCaseAgain = async (tx: Transaction, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `update wallet_movements m set next_try_at = studio_clock() from wallet_cases c
      where c.id = $1 and c.closed_at is null and m.operator_id = c.operator_id and m.movement_id = c.movement_id
        and m.status in ('due', 'void')`,
    [id],
  );
  return rowCount === 1;
};

/**
 * Closes the case by this approval, and with it the movement, if it has not ended: nothing of it is
 * sent from then on. What a correction was to take from the wallet has come from outside then, past
 * the wallet. False where the case is closed already. Throws what the database has against the
 * approval.
 */
export const settleCase = async (
  tx: Transaction,
  id: string,
  approval: string,
): Promise<boolean> => {
  // Nobody ends the movement from here on: the guard sees it as it is settled.
  await tx.query(
    `select from wallet_movements
      where (operator_id, movement_id) = (select operator_id, movement_id from wallet_cases where id = $1)
        for update`,
    [id],
  );
  const { rows } = await tx.query<{ operator_id: string; movement_id: string }>(
    `update wallet_cases set closed_at = studio_clock(), ended_as = 'by_hand', approval_id = $2
      where id = $1 and closed_at is null returning operator_id, movement_id`,
    [id, approval],
  );
  const settled = rows[0];
  if (settled === undefined) return false;
  const { operator_id: operator, movement_id: movementId } = settled;
  const { rows: ended } = await tx.query<{ kind: string; player: string; amount: string }>(
    `update wallet_movements set status = 'by_hand', ended_at = studio_clock()
      where operator_id = $1 and movement_id = $2
        and (status = 'void' or (status = 'due' and kind in ('credit', 'adjust', 'tip')))
      returning kind, player_id as player, amount`,
    [operator, movementId],
  );
  for (const { kind, player, amount: text } of ended) {
    const back = 0n - BigInt(text);
    if (kind !== 'adjust' || back <= 0n) continue;
    const destination = advanceAccount(player);
    const came = await post(tx, {
      key: `wallet:${operator}:${movementId}`,
      kind: 'deposit',
      postings: [{ source: OUTSIDE, destination, amount: amount(back) }],
    });
    assert(came.ok, 'what was advanced can be given back');
  }
  return true;
};
