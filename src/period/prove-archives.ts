/**
 * What was taken out of the database with archived periods: what it made of each account, and what
 * is left of these periods, must come to the balances that the last seal of them signs.
 */
import type pg from 'pg';
import { parsePublicKey } from '../audit/anchor-key.js';
import { readKeys } from '../audit/anchor-rows.js';
import { Proof } from '../reconcile/proof.js';
import { PERIOD_ENTRIES, PERIOD_ROWS } from './period-entries.js';
import { digestBalances, readArchives, readSealedUntil, readSeals } from './period-rows.js';
import { isSealSignedBy } from './seal.js';

/** `$6`: the period. The others are as of `PERIOD_ENTRIES`, from the first row of every log. */
const DIFFERENT = `
with ${PERIOD_ROWS}, ${PERIOD_ENTRIES}, moved as materialized (
  select p.* from entry e join postings p on p.entry_id = e.id
), made as (
  select account_id, sum(gain) as balance
    from (select destination_id as account_id, amount as gain from moved
          union all select source_id, -amount from moved
          union all select account_id, gain from archived_gains) as change
   group by account_id having sum(gain) <> 0
)
select format('account %s comes to %s at the end of period %s, and was sealed at %s', account_id, coalesce(made.balance, 0), $6::bigint, coalesce(sealed.balance, 0)) as what
  from made full join (select account_id, balance from period_balances where period = $6) as sealed using (account_id)
 where made.balance is distinct from sealed.balance order by account_id`;

/** Names what is wrong once this period and all before it are archived. Within a transaction. */
export const proveSealedBalances = async (
  client: pg.ClientBase,
  number: bigint,
  proof: Proof,
): Promise<void> => {
  const seals = await readSeals(client);
  const at = seals.findIndex((each) => each.number === number);
  const seal = seals[at];
  if (seal === undefined) return proof.fails(`period ${number} is archived, and not sealed`);
  const key = parsePublicKey((await readKeys(client)).get(seal.keyId) ?? '');
  const isSigned = key !== undefined && isSealSignedBy(seal, seals[at - 1]?.signature, key);
  proof.needs(isSigned, `the seal of period ${number} is not what its key signed`);
  const isSealed = (await digestBalances(client, number)) === seal.balancesDigest;
  proof.needs(isSealed, `the balances of period ${number} are not what was sealed`);
  const heads = await readSealedUntil(client, number);
  const { rows } = await client.query<{ what: string }>(DIFFERENT, [
    [...heads.keys()],
    [...heads.keys()].map(() => 0),
    [...heads.values()],
    ...['-infinity', seal.endsAt, number],
  ]);
  for (const { what } of rows) proof.fails(what);
};

/** Within a transaction that sees one moment only. */
export const proveArchives = async (client: pg.ClientBase): Promise<Proof> => {
  const proof = new Proof(
    'What archived periods moved comes to the balances that were sealed at their end.',
    'periods',
  );
  const archives = await readArchives(client);
  proof.looked = archives.length;
  const last = archives.at(-1);
  if (last !== undefined) await proveSealedBalances(client, last.period, proof);
  return proof;
};
