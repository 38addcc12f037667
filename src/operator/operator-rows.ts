/** The rows of operators, of their keys, and of the requests that came in. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type { Algorithm } from '../protocol/algorithms.js';
import type { OwnOperator } from '../protocol/operator.js';
import type { OperatorState } from '../protocol/operator-changes.js';
import type { KeyRow } from './shared-secrets.js';

type Querying = Pick<pg.ClientBase, 'query'>;

/** An operator with all of its keys, revoked ones too. */
export interface OperatorRow extends Omit<
  OwnOperator,
  'keys' | 'signedBy' | 'studioKey' | 'anchorKey'
> {
  /** Null in `transfer`. */
  readonly callbackUrl: string | null;
  readonly isOff: boolean;
  /** When the oldest line was written that its webhook has not taken. Null where none waits. */
  readonly behindSinceMs: string | null;
  readonly keys: readonly {
    readonly kid: string;
    readonly algorithm: Algorithm;
    readonly sinceMs: number;
    readonly isRevoked: boolean;
  }[];
}

const OPERATORS = `
select o.id, o.name, o.mode, o.currencies, o.tables, o.disabled_at is not null as "isOff",
       o.frame_origins as "frameOrigins", o.callback_url as "callbackUrl", o.policy,
       case when o.webhook_url is not null then
         json_build_object('url', o.webhook_url, 'feeds', o.webhook_feeds, 'isOn', o.webhook_on) end as webhook,
       (select (extract(epoch from min(w.behind_since)) * 1000)::bigint from webhook_places w
         where w.operator_id = o.id and o.webhook_on and w.feed = any(o.webhook_feeds)) as "behindSinceMs",
       coalesce((select json_agg(json_build_object('kid', k.kid, 'isRevoked', k.revoked_at is not null,
                   'algorithm', case when k.secret_by is null then 'ed25519' else 'hmac-sha256' end,
                   'sinceMs', (extract(epoch from k.created_at) * 1000)::bigint) order by k.created_at, k.kid)
                   from operator_keys k where k.operator_id = o.id), '[]') as keys
  from operators o`;

export const readOperators = async (client: Querying): Promise<readonly OperatorRow[]> => {
  const { rows } = await client.query<OperatorRow>(`${OPERATORS} order by o.id`);
  return rows;
};

export const readOperator = async (
  client: Querying,
  id: string,
): Promise<OperatorRow | undefined> => {
  const { rows } = await client.query<OperatorRow>(`${OPERATORS} where o.id = $1`, [id]);
  return rows[0];
};

/** The same, and nobody else changes the operator or its keys until the transaction ends. */
export const lockOperator = async (
  client: Querying,
  id: string,
): Promise<OperatorRow | undefined> => {
  await client.query('select from operators where id = $1 for update', [id]);
  return readOperator(client, id);
};

const INSERT = statement({
  inputs: {
    id: 'text',
    name: 'text',
    mode: 'text',
    currencies: 'text[]',
    tables: 'text[] null',
    callbackUrl: 'text null',
    frameOrigins: 'text[]',
    policy: 'jsonb',
  },
  text: `
insert into operators (id, name, mode, currencies, tables, callback_url, frame_origins, policy)
values (:id, :name, :mode, :currencies, :tables, :callbackUrl, :frameOrigins, :policy) on conflict do nothing`,
});

/** False where there is an operator of this id. */
export const insertOperator = async (
  client: Querying,
  id: string,
  { isOff: _, webhook: __, policy, ...opening }: OperatorState,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    INSERT({ id, ...opening, policy: JSON.stringify(policy) }),
  );
  return rowCount === 1;
};

const UPDATE = statement({
  inputs: {
    id: 'text',
    name: 'text',
    currencies: 'text[]',
    tables: 'text[] null',
    callbackUrl: 'text null',
    frameOrigins: 'text[]',
    policy: 'jsonb',
    webhookUrl: 'text null',
    webhookFeeds: 'text[]',
    webhookOn: 'boolean',
    isOff: 'boolean',
  },
  text: `
with moved as (
  update wallet_statements s set whole_at = null from operators o
   where o.id = :id and s.operator_id = o.id and o.callback_url is distinct from :callbackUrl)
update operators set name = :name, currencies = :currencies, tables = :tables,
       callback_url = :callbackUrl, frame_origins = :frameOrigins, policy = :policy,
       webhook_url = :webhookUrl, webhook_feeds = :webhookFeeds, webhook_on = :webhookOn,
       disabled_at = case when :isOff then coalesce(disabled_at, studio_now()) end
 where id = :id`,
});

/** A mode is for good. With a wallet elsewhere, nothing is compared yet. */
export const updateOperator = async (
  client: Querying,
  id: string,
  { mode: _, policy, webhook, ...state }: OperatorState,
): Promise<void> => {
  await client.query(
    UPDATE({
      ...{ id, ...state, policy: JSON.stringify(policy) },
      ...{ webhookUrl: webhook?.url ?? null, webhookOn: webhook?.isOn ?? false },
      webhookFeeds: webhook?.feeds ?? [],
    }),
  );
};

/** The lower of the two places that no key holds. None is free: nothing is written, and false. */
const INSERT_KEY = statement({
  inputs: { operator: 'text', kid: 'text', publicKey: 'text null', secretBy: 'text null' },
  text: `
insert into operator_keys (kid, operator_id, slot, public_key, secret_by)
select :kid, :operator, slot, :publicKey, :secretBy from unnest(array[1, 2]) as slot
 where slot not in (select slot from operator_keys where operator_id = :operator and revoked_at is null)
 order by slot limit 1`,
});

export const insertKey = async (client: Querying, key: KeyRow): Promise<boolean> => {
  const { operator, kid, publicKey, secretBy } = key;
  const { rowCount } = await client.query(INSERT_KEY({ operator, kid, publicKey, secretBy }));
  return rowCount === 1;
};

/** What a request is looked at by: the key of that name, if it holds, and whose it is. */
interface KeyHolder extends KeyRow {
  readonly isOff: boolean;
}

const HOLDERS = statement({
  name: 'operator_keys',
  inputs: { kids: 'text[]' },
  text: `
select k.kid, k.operator_id as operator, k.public_key as "publicKey", k.secret_by as "secretBy", o.disabled_at is not null as "isOff"
  from operator_keys k join operators o on o.id = k.operator_id
 where k.kid = any(:kids) and k.revoked_at is null`,
});

/** Those of the keys that hold. */
export const readKeyHolders = async (
  client: Querying,
  kids: readonly string[],
): Promise<readonly KeyHolder[]> => (await client.query<KeyHolder>(HOLDERS({ kids }))).rows;

export const readKeyHolder = async (
  client: Querying,
  kid: string,
): Promise<KeyHolder | undefined> => (await readKeyHolders(client, [kid]))[0];

const HELD = statement({
  name: 'keys_of_operators',
  inputs: { operators: 'text[]' },
  text: `
select operator_id as operator, kid, public_key as "publicKey", secret_by as "secretBy"
  from operator_keys where operator_id = any(:operators) and revoked_at is null
 order by operator_id, created_at, kid`,
});

/** The keys of these operators that hold, of each the oldest first. */
export const readHeldKeys = async (
  client: Querying,
  operators: readonly string[],
): Promise<readonly KeyRow[]> => (await client.query<KeyRow>(HELD({ operators }))).rows;

/** What is no longer kept is forgotten, a few rows each time. */
const TAKE_NONCE = statement({
  name: 'take_nonce',
  inputs: { operator: 'text', nonce: 'text', keptS: 'int' },
  text: `
with old as (
  delete from operator_nonces where (operator_id, nonce) in (
    select operator_id, nonce from operator_nonces
     where kept_until < studio_now() order by kept_until limit 10 for update skip locked)
)
insert into operator_nonces (operator_id, nonce, kept_until)
values (:operator, :nonce, studio_now() + :keptS * interval '1 second') on conflict do nothing`,
});

/** False where this operator used it before. */
export const takeNonce = async (
  client: Querying,
  nonce: { operator: string; nonce: string; keptS: number },
): Promise<boolean> => {
  const { rowCount } = await client.query(TAKE_NONCE(nonce));
  return rowCount === 1;
};

const FRAMES = statement({
  name: 'frame_origins',
  inputs: {},
  text: `
select id, frame_origins as origins from operators where disabled_at is null and frame_origins <> '{}'`,
});

/** Whose pages may show the player's page in a frame, by operator. None for one that is off. */
export const readFrameOrigins = async (
  client: Querying,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { rows } = await client.query<{ id: string; origins: string[] }>(FRAMES({}));
  return new Map(rows.map(({ id, origins }) => [id, origins]));
};
