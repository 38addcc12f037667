/**
 * Operators and their keys: what a change of one makes of it, and the rows of that. The owner of
 * the tables changes them from the console, and two administrators in the pit: the database refuses
 * everybody else (operators-by-two.sql). Each change is recorded in the staff's log.
 */
import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { assert } from '../money/assert.js';
import { isCurrency } from '../money/currency.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import type { OperatorOpening, WebhookSettings } from '../protocol/operator.js';
import type {
  OperatorAlteration,
  OperatorChange,
  OperatorChangeRefusal,
  OperatorState,
} from '../protocol/operator-changes.js';
import { WEBHOOK_FEEDS } from '../protocol/operator-feeds.js';
import {
  DEFAULT_POLICY,
  type OperatorPolicy,
  triesOutlastStakes,
} from '../protocol/operator-policy.js';
import { STUDIO, lineOf } from '../staff/audit.service.js';
import {
  type OperatorRow,
  insertKey,
  insertOperator,
  lockOperator,
  readOperators,
  updateOperator,
} from './operator-rows.js';
import { type Mention, readMentions, readNames } from './mentions.js';
import { type OperatorsKeys, makeSecret, sharedSecrets } from './shared-secrets.js';
import { openWebhookPlaces } from './webhook-rows.js';

type Refused = OperatorChangeRefusal | 'unknown_table' | 'unknown_player';

/** Who changes an operator, and why. */
export interface OrderedBy {
  readonly by: string;
  readonly reason: string;
}

/** A public key (SPKI, DER, as base64), or the name of the studio's key that a secret is of. */
export type NewKey =
  | { readonly kid: string; readonly publicKey: string }
  | { readonly kid: string; readonly secretBy: string };

interface Erased {
  /** Reasons of before the digests. */
  readonly left: number;
  /** By which she was known. They are kept nowhere any more. */
  readonly names: readonly string[];
  /** Where the staff have written them. An error: it could not be looked for. */
  readonly mentions: readonly Mention[] | Error;
}

/** What both share, as base64. It is kept nowhere. */
export interface MadeSecrets {
  /** Signs what the operator says. */
  readonly operator: string;
  /** Signs what the studio says to it. */
  readonly studio: string;
}

/** What a change makes of an operator, or gives it. */
export type Planned =
  | {
      readonly kind: 'add' | 'alter' | 'on' | 'off';
      readonly operator: string;
      readonly before: OperatorState | null;
      readonly after: OperatorState;
    }
  | {
      readonly kind: 'key';
      readonly operator: string;
      readonly before: null;
      readonly after: NewKey;
      /** Of a pair that was made here, as PEM. It is kept nowhere. */
      readonly privateKey?: string;
      readonly secrets?: MadeSecrets;
    }
  | {
      readonly kind: 'revoke';
      readonly operator: string;
      readonly before: { readonly kid: string };
      readonly after: null;
    };

/** The name of a key: its operator's, and the beginning of the key's own hash. */
const kidOf = (operator: string, publicKey: string): string =>
  `${operator}-${createHash('sha256').update(publicKey, 'base64').digest('hex').slice(0, 16)}`;

/** SPKI, DER, as base64. Undefined for anything but a public key of Ed25519, as PEM. */
const parsePublicKey = (pem: string): string | undefined => {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return key.export({ format: 'der', type: 'spki' }).toString('base64');
  } catch {
    return undefined;
  }
};

/** An operator, as a change says how it is. */
export const stateOf = ({
  name,
  mode,
  currencies,
  tables,
  callbackUrl,
  frameOrigins,
  policy,
  webhook,
  isOff,
}: OperatorRow): OperatorState => ({
  ...{ name, mode, currencies, tables, callbackUrl, frameOrigins, policy, webhook, isOff },
});

/**
 * What the change would make of its operator, which nobody else changes until the transaction ends.
 * Nothing is written. Secrets are made by the first of `secretsOf`.
 */
export const planChange = async (
  tx: Transaction,
  change: OperatorChange,
  secretsOf: () => OperatorsKeys,
): Promise<Planned | Refused> => {
  if (change.kind === 'add') return planOpening(tx, change.opening);
  const row = await lockOperator(tx, change.id);
  if (row === undefined) return 'unknown_operator';
  const operator = change.id;
  const before = stateOf(row);
  switch (change.kind) {
    case 'alter':
      return planAlteration(tx, operator, before, change.alteration);
    case 'key':
      return change.algorithm === 'hmac-sha256'
        ? planSecret(row, change.publicKey, secretsOf())
        : planKey(row, change.publicKey);
    case 'on':
    case 'off': {
      const isOff = change.kind === 'off';
      if (before.isOff === isOff) return 'nothing_changes';
      return { kind: change.kind, operator, before, after: { ...before, isOff } };
    }
    case 'revoke': {
      const { kid } = change;
      const isHeld = row.keys.some((key) => key.kid === kid && !key.isRevoked);
      if (!isHeld) return 'no_such_key';
      return { kind: 'revoke', operator, before: { kid }, after: null };
    }
  }
};

/** What two administrators agreed on, as the log says it. */
interface Agreed {
  readonly change: string;
  readonly requestedBy: string;
}

/** Writes it, with its line in the log. The operator is locked, and is as it was planned upon. */
export const carryOut = async (
  tx: Transaction,
  planned: Planned,
  { by, reason }: OrderedBy,
  agreed?: Agreed,
): Promise<Refused | undefined> => {
  const { kind, operator } = planned;
  switch (kind) {
    case 'add':
      if (!(await insertOperator(tx, operator, planned.after))) return 'operator_exists';
      break;
    case 'key':
      if (!(await insertKey(tx, { ...NO_KEY, operator, ...planned.after }))) return 'two_keys_hold';
      break;
    case 'revoke':
      await tx.query('update operator_keys set revoked_at = studio_now() where kid = $1', [
        planned.before.kid,
      ]);
      break;
    case 'alter':
    case 'on':
    case 'off':
      await updateOperator(tx, operator, planned.after);
      await openWebhookPlaces(tx, operator, planned.after.webhook?.feeds ?? []);
  }
  const { before, after } = planned;
  await tx.query(
    lineOf({
      ...{ by, reason, operation: `operator:${kind}`, subject: operator },
      ...{
        before: before ?? undefined,
        after: after === null ? undefined : { ...after, ...agreed },
      },
    }),
  );
  return undefined;
};

const NO_KEY = { publicKey: null, secretBy: null };

const planOpening = async (
  tx: Transaction,
  { id: operator, ...opening }: OperatorOpening,
): Promise<Planned | Refused> => {
  const { tables = null, callbackUrl = null, frameOrigins = [], ...its } = opening;
  const policy = policyWith(DEFAULT_POLICY, opening.policy);
  if (triesOutlastStakes(policy)) return 'tries_outlast_stakes';
  if (!its.currencies.every(isCurrency)) return 'unknown_currency';
  if (!(await areTables(tx, tables))) return 'unknown_table';
  if ((await lockOperator(tx, operator)) !== undefined) return 'operator_exists';
  const given = { ...its, tables, callbackUrl, frameOrigins, policy };
  const after = { ...given, webhook: null, isOff: false };
  return { kind: 'add', operator, before: null, after };
};

const planAlteration = async (
  tx: Transaction,
  operator: string,
  before: OperatorState,
  { policy: change, webhook: pushed, ...alteration }: OperatorAlteration,
): Promise<Planned | Refused> => {
  const policy = policyWith(before.policy, change);
  const webhook = webhookWith(before.webhook, pushed);
  if (webhook === 'no_webhook') return webhook;
  const after: OperatorState = { ...before, ...given(alteration), policy, webhook };
  const isKept = (currency: string) => before.currencies.includes(currency);
  if (!after.currencies.every((each) => isCurrency(each) || isKept(each)))
    return 'unknown_currency';
  if (!(await areTables(tx, alteration.tables ?? null))) return 'unknown_table';
  if ((after.mode === 'transfer') !== (after.callbackUrl === null)) return 'callback_does_not_fit';
  const keepsPolicy = JSON.stringify(policy) === JSON.stringify(before.policy);
  if (!keepsPolicy && triesOutlastStakes(policy)) return 'tries_outlast_stakes';
  if (JSON.stringify(after) === JSON.stringify(before)) return 'nothing_changes';
  return { kind: 'alter', operator, before, after };
};

const policyWith = (
  policy: OperatorPolicy,
  change: OperatorAlteration['policy'] = {},
): OperatorPolicy => ({ ...policy, ...given(change) });

/** A webhook is on, and has all feeds, from its first setting on. */
const webhookWith = (
  webhook: WebhookSettings | null,
  change: OperatorAlteration['webhook'],
): WebhookSettings | 'no_webhook' | null => {
  if (change === undefined) return webhook;
  const {
    url = webhook?.url,
    feeds = webhook?.feeds ?? [...WEBHOOK_FEEDS],
    isOn = webhook?.isOn ?? true,
  } = change;
  return url === undefined ? 'no_webhook' : { url, feeds, isOn };
};

/** Without what is left out. */
const given = <Change extends object>(change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

/** Two keys hold at once. One that was revoked is not given again. */
const planKey = ({ id: operator, keys }: OperatorRow, pem: string | undefined) => {
  const pair =
    pem === undefined
      ? generateKeyPairSync('ed25519', {
          publicKeyEncoding: { format: 'pem', type: 'spki' },
          privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
        })
      : undefined;
  const publicKey = parsePublicKey(pair?.publicKey ?? pem ?? '');
  if (publicKey === undefined) return 'not_an_ed25519_key' as const;
  const kid = kidOf(operator, publicKey);
  if (keys.some((key) => key.kid === kid)) return 'key_exists' as const;
  if (holdsTwo(keys)) return 'two_keys_hold' as const;
  return {
    ...{ kind: 'key' as const, operator, before: null, after: { kid, publicKey } },
    ...(pair !== undefined && { privateKey: pair.privateKey }),
  };
};

/** A secret has no public half to be brought. Its name is made up. */
const planSecret = (
  { id: operator, keys }: OperatorRow,
  pem: string | undefined,
  secretsOf: OperatorsKeys,
) => {
  if (pem !== undefined) return 'not_an_ed25519_key' as const;
  if (holdsTwo(keys)) return 'two_keys_hold' as const;
  const after = {
    kid: `${operator}-${randomBytes(8).toString('hex')}`,
    secretBy: secretsOf[0].name,
  };
  const made = sharedSecrets(secretsOf, { operator, ...after });
  assert(made !== undefined, 'the first key makes secrets');
  const secrets = { operator: makeSecret(made.operator), studio: makeSecret(made.studio) };
  return { kind: 'key' as const, operator, before: null, after, secrets };
};

const holdsTwo = (keys: OperatorRow['keys']): boolean =>
  keys.filter(({ isRevoked }) => !isRevoked).length >= 2;

const areTables = async (tx: Transaction, tables: readonly string[] | null): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'select from unnest($1::text[]) as id where id not in (select id from tables)',
    [tables ?? []],
  );
  return rowCount === 0;
};

const SET_WEBHOOK = statement({
  inputs: { id: 'text', url: 'text', feeds: 'text[]', isOn: 'boolean' },
  text: 'update operators set webhook_url = :url, webhook_feeds = :feeds, webhook_on = :isOn where id = :id',
});

/** As the owner of the tables, from the console: each change is done at once. */
export class Operators {
  constructor(
    private readonly pool: pg.Pool,
    private readonly reason: string,
    /** What new secrets are made of. */
    private readonly secretsOf: () => OperatorsKeys,
  ) {}

  list(): Promise<readonly OperatorRow[]> {
    return readOperators(this.pool);
  }

  /** Without `tables` its players may see all. */
  async add(opening: OperatorOpening): Promise<OperatorRow | Refused> {
    return this.#after(await this.#do({ kind: 'add', opening }));
  }

  /** From the next launch, page or round on. */
  async alter(id: string, alteration: OperatorAlteration): Promise<OperatorRow | Refused> {
    return this.#after(await this.#do({ kind: 'alter', id, alteration }));
  }

  /**
   * What is left out stays as it was. A webhook is on from its first setting on. A feed begins with
   * what is decided from now on, and goes on from where it was where it was pushed before.
   */
  webhook(
    id: string,
    change: Partial<WebhookSettings>,
  ): Promise<OperatorRow | 'unknown_operator' | 'no_webhook'> {
    return inTransaction(this.pool, async (tx) => {
      const row = await lockOperator(tx, id);
      if (row === undefined) return 'unknown_operator';
      const before = row.webhook;
      const after = webhookWith(before, change);
      if (after === null || after === 'no_webhook') return 'no_webhook';
      const { url, feeds, isOn } = after;
      await tx.query(SET_WEBHOOK({ id, url, feeds, isOn }));
      await openWebhookPlaces(tx, id, feeds);
      const line = { by: STUDIO, reason: this.reason, operation: 'operator:webhook' };
      await tx.query(lineOf({ ...line, subject: id, before: before ?? undefined, after }));
      return (await lockOperator(tx, id))!;
    });
  }

  /** Two keys hold at once. For a third, one of them is revoked first. */
  async addKey(
    id: string,
    pem?: string,
  ): Promise<{ readonly kid: string; readonly privateKey?: string } | Refused> {
    const planned = await this.#do({ kind: 'key', id, publicKey: pem });
    if (typeof planned === 'string') return planned;
    if (planned.kind !== 'key') return 'not_an_ed25519_key';
    const { after, privateKey } = planned;
    return { kid: after.kid, ...(privateKey !== undefined && { privateKey }) };
  }

  /** The same with a secret that both share, one for each direction. They are shown this once. */
  async addSecret(id: string): Promise<(MadeSecrets & { readonly kid: string }) | Refused> {
    const planned = await this.#do({ kind: 'key', id, algorithm: 'hmac-sha256' });
    if (typeof planned === 'string') return planned;
    assert(planned.kind === 'key' && planned.secrets !== undefined, 'a secret was made');
    return { kid: planned.after.kid, ...planned.secrets };
  }

  /** From now on nothing that is signed by it is taken. */
  async revoke(id: string, kid: string): Promise<{ readonly kid: string } | Refused> {
    const planned = await this.#do({ kind: 'revoke', id, kid });
    return typeof planned === 'string' ? planned : { kid };
  }

  /** Nothing of an operator that is off is taken. What its players have in hand goes on. */
  async turn(id: string, to: 'on' | 'off'): Promise<OperatorRow | Refused> {
    return this.#after(await this.#do({ kind: to, id }));
  }

  /**
   * Erases what was written of a person: names, chat, support, and reasons. Money, bets and limits
   * stay, under the numbers. Returns how many reasons of before the digests are left, and where
   * else the staff have written of her. That is looked for once she is erased, since it takes long.
   */
  async erase(id: string, ref: string): Promise<Erased | Refused> {
    const erased = await this.#erase(id, ref);
    if (typeof erased === 'string') return erased;
    const mentions = await readMentions(this.pool, erased.names).catch((error: Error) => error);
    return { ...erased, mentions };
  }

  #erase(id: string, ref: string): Promise<Omit<Erased, 'mentions'> | Refused> {
    return inTransaction(this.pool, async (tx) => {
      if ((await lockOperator(tx, id)) === undefined) return 'unknown_operator';
      const known = await tx.query(
        `select from players where operator_id = $1 and ref = $2
         union all select from play_bars where operator_id = $1 and ref = $2
         union all select from play_limits where operator_id = $1 and ref = $2 limit 1`,
        [id, ref],
      );
      if (known.rowCount === 0) return 'unknown_player';
      const names = await readNames(tx, id, ref);
      const { rows } = await tx.query<{ left: number }>('select erase_person($1, $2) as left', [
        id,
        ref,
      ]);
      const line = { by: STUDIO, reason: this.reason, operation: 'players:erase' };
      await tx.query(lineOf({ ...line, subject: `${id}/${ref}` }));
      return { left: rows[0]!.left, names };
    });
  }

  #do(change: OperatorChange): Promise<Planned | Refused> {
    return inTransaction(this.pool, async (tx) => {
      const planned = await planChange(tx, change, this.secretsOf);
      if (typeof planned === 'string') return planned;
      return (await carryOut(tx, planned, { by: STUDIO, reason: this.reason })) ?? planned;
    });
  }

  async #after(planned: Planned | Refused): Promise<OperatorRow | Refused> {
    if (typeof planned === 'string') return planned;
    const all = await readOperators(this.pool);
    return all.find(({ id }) => id === planned.operator) ?? 'unknown_operator';
  }
}
