/**
 * The keys that operators sign by. What they have signed is worth as much as their keys are: each
 * is compared with the line of the staff's log by which it was given, and with the one that revoked
 * it.
 */
import type { KeyObject } from 'node:crypto';
import type { KeyRow, OperatorsKeys } from '../operator/shared-secrets.js';
import { operatorKeyOf } from '../operator/shared-secrets.js';
import type { Search } from './search.js';

export const KEYS: Search = {
  says: 'Every key of an operator is one that the staff’s log gave it.',
  things: 'keys',
  count: 'select count(*) from operator_keys',
  wrong: `
    with given as (
      select subject as operator_id, after ->> 'kid' as kid, after ->> 'publicKey' as public_key, after ->> 'secretBy' as secret_by
        from staff_actions where operation = 'operator:key'
    ), revoked as (
      select distinct subject as operator_id, before ->> 'kid' as kid from staff_actions where operation = 'operator:revoke'
    )
    select format('key %s of %s: %s', kid, operator_id, case
             when g.is_given is null then 'the staff’s log gives no such key'
             when k.is_kept is null then 'it was given, and is not kept'
             when (k.public_key, k.secret_by) is distinct from (g.public_key, g.secret_by) then 'it is not the one that was given'
             when k.revoked_at is null then 'it was revoked, and holds'
             else 'it was not revoked' end) as what
      from (select *, true as is_kept from operator_keys) as k
      full join (select *, true as is_given from given) as g using (operator_id, kid)
      left join revoked r using (operator_id, kid)
     where num_nulls(k.is_kept, g.is_given) > 0 or (k.public_key, k.secret_by) is distinct from (g.public_key, g.secret_by)
        or (k.revoked_at is null) <> (r.kid is null)
     order by operator_id, kid`,
};

/** The key that a movement was signed by. Where its operator has no such key, all else is null. */
export interface SignedBy {
  readonly operator_id: string;
  readonly kid: string | null;
  readonly public_key: string | null;
  readonly secret_by: string | null;
}

/** Undefined where there is none, or it is no key. */
export const signingKey = (
  { operator_id: operator, kid, public_key: publicKey, secret_by: secretBy }: SignedBy,
  keys: OperatorsKeys | undefined,
): KeyObject | undefined => {
  if (kid === null || (publicKey === null && secretBy === null)) return undefined;
  const row: KeyRow = { operator, kid, publicKey, secretBy };
  try {
    return operatorKeyOf(row, keys);
  } catch {
    return undefined;
  }
};
