/**
 * What sealed periods say, held against the database. Every seal is what a trusted key signed, and
 * what archived periods moved, with what is left of them, comes to the balances that were sealed.
 */
import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { keysById } from '../audit/anchor-key.js';
import { readKeys } from '../audit/anchor-rows.js';
import { statement } from '../platform/statement.js';
import { Proof } from '../reconcile/proof.js';
import { PERIOD_ENTRIES, PERIOD_ENTRIES_INPUTS, PERIOD_ROWS } from './period-entries.js';
import {
  digestBalances,
  readArchives,
  readHeads,
  readSealedUntil,
  readSeals,
} from './period-rows.js';
import { type Seal, digestHeads, isSealSignedBy } from './seal.js';

/** By the entries from the first row of every log to the end of the period. */
const DIFFERENT = statement({
  inputs: { ...PERIOD_ENTRIES_INPUTS, period: 'bigint' },
  text: `
with ${PERIOD_ROWS}, ${PERIOD_ENTRIES}, moved as materialized (
  select p.* from entry e join postings p on p.entry_id = e.id
), made as (
  select account_id, sum(gain) as balance
    from (select destination_id as account_id, amount as gain from moved
          union all select source_id, -amount from moved
          union all select account_id, gain from archived_gains) as change
   group by account_id having sum(gain) <> 0
)
select format('account %s comes to %s at the end of period %s, and was sealed at %s', account_id, coalesce(made.balance, 0), :period, coalesce(sealed.balance, 0)) as what
  from made full join (select account_id, balance from period_balances where period = :period) as sealed using (account_id)
 where made.balance is distinct from sealed.balance order by account_id`,
});

/** Names what is wrong once this period and all before it are archived. Within a transaction. */
export const proveSealedBalances = async (
  client: pg.ClientBase,
  { number, endsAt, balancesDigest }: Seal,
  proof: Proof,
): Promise<void> => {
  await proveBalancesAsSealed(client, { number, balancesDigest }, proof);
  const heads = await readSealedUntil(client, number);
  const logs = [...heads.keys()];
  const { rows } = await client.query<{ what: string }>(
    DIFFERENT({
      logs,
      fromSeqs: logs.map(() => 0),
      seqs: [...heads.values()],
      from: '-infinity',
      until: endsAt,
      period: number,
    }),
  );
  for (const { what } of rows) proof.fails(what);
};

const proveBalancesAsSealed = async (
  client: pg.ClientBase,
  { number, balancesDigest }: Pick<Seal, 'number' | 'balancesDigest'>,
  proof: Proof,
): Promise<void> => {
  const isSealed = (await digestBalances(client, number)) === balancesDigest;
  proof.needs(isSealed, `the balances of period ${number} are not what was sealed`);
};

/**
 * Within a transaction that sees one moment only. Where no key is `trusted`, seals are tried by
 * those that the database names.
 */
export const proveArchives = async (
  client: pg.ClientBase,
  trusted: readonly KeyObject[],
): Promise<readonly Proof[]> => {
  const seals = await readSeals(client);
  return [await proveSeals(client, seals, trusted), await proveLastArchive(client, seals)];
};

/** A seal without the one before it is not what was signed, so the first one cannot be left out. */
const proveSeals = async (
  client: pg.ClientBase,
  seals: readonly Seal[],
  trusted: readonly KeyObject[],
): Promise<Proof> => {
  const proof = new Proof(
    'Every sealed period is what its key signed, after the one before it.',
    'seals',
  );
  const keys = keysById(trusted, (await readKeys(client)).values());
  let before: Seal | undefined;
  for (const seal of seals) {
    const { number, keyId, headsDigest } = seal;
    const key = keys.get(keyId);
    proof.looked += 1;
    proof.needs(
      key !== undefined && isSealSignedBy(seal, before?.signature, key),
      `the seal of period ${number} is not what the key ${keyId} signed, or that key is not trusted`,
    );
    proof.needs(
      digestHeads(await readHeads(client, number)) === headsDigest,
      `the ends of the logs in period ${number} are not what was sealed`,
    );
    before = seal;
  }
  return proof;
};

/** The balances of the last one archived have in them what all before it moved. */
const proveLastArchive = async (client: pg.ClientBase, seals: readonly Seal[]): Promise<Proof> => {
  const proof = new Proof(
    'What archived periods moved comes to the balances that were sealed at their end.',
    'periods',
  );
  const archives = await readArchives(client);
  proof.looked = archives.length;
  const last = archives.at(-1)?.period ?? 0n;
  const sealed = seals.find(({ number }) => number === last);
  if (sealed !== undefined) await proveSealedBalances(client, sealed, proof);
  else if (last > 0n) proof.fails(`period ${last} is archived, and not sealed`);
  for (const seal of seals.filter(({ number }) => number > last)) {
    await proveBalancesAsSealed(client, seal, proof);
  }
  return proof;
};
