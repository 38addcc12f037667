/**
 * The secrets that the studio shares with operators who sign by HMAC: one signs what the operator
 * says, the other what the studio says to it. None is kept. Each is derived (HKDF) of a key that
 * the database does not have, for this key's name and this operator alone.
 */
import {
  type KeyObject,
  createHash,
  createPublicKey,
  createSecretKey,
  hkdfSync,
} from 'node:crypto';

interface OperatorsKey {
  /** Says which of several keys a secret is derived of. */
  readonly name: string;
  readonly secret: Uint8Array;
}

/** New secrets are of the first. Those that an earlier one has made are good while it is there. */
export type OperatorsKeys = readonly [OperatorsKey, ...OperatorsKey[]];

interface SharedSecrets {
  /** Signs what the operator asks and answers. */
  readonly operator: KeyObject;
  /** Signs what the studio asks, pushes and answers. */
  readonly studio: KeyObject;
}

/** What the database has of an operator's key: its public half, or whose secret it is. */
export interface KeyRow {
  readonly operator: string;
  readonly kid: string;
  /** SPKI, DER, as base64. Null of a secret. */
  readonly publicKey: string | null;
  /** The name of the studio's key that the secret is derived of. Null of a public key. */
  readonly secretBy: string | null;
}

const SECRET_BYTES = 32;
const NAME_DIGITS = 8;

const operatorsKey = (secret: Uint8Array): OperatorsKey => ({
  name: createHash('sha256').update(secret).digest('hex').slice(0, NAME_DIGITS),
  secret,
});

/** Keys of 32 bytes in base64, with commas between them. Undefined for anything else. */
export const parseOperatorsKeys = (text: string): OperatorsKeys | undefined => {
  const secrets = text.split(',').map((each) => parseSecret(each)?.export());
  const [first, ...others] = secrets.flatMap((each) => (each ? [operatorsKey(each)] : []));
  return first && others.length === secrets.length - 1 ? [first, ...others] : undefined;
};

/** Where the studio has no key of its own for them. */
export const derivedOperatorsKeys = (jwtKey: Uint8Array): OperatorsKeys => [
  operatorsKey(Buffer.from(hkdfSync('sha256', jwtKey, '', 'sabot secrets of operators', 32))),
];

/** Undefined where none of the keys has that name. */
export const sharedSecrets = (
  keys: OperatorsKeys,
  { secretBy, operator, kid }: Pick<KeyRow, 'operator' | 'kid'> & { readonly secretBy: string },
): SharedSecrets | undefined => {
  const key = keys.find(({ name }) => name === secretBy);
  if (key === undefined) return undefined;
  const of = (whose: string): KeyObject => {
    const info = `sabot secret|${whose}|${operator}|${kid}`;
    return createSecretKey(Buffer.from(hkdfSync('sha256', key.secret, '', info, SECRET_BYTES)));
  };
  return { operator: of('operator'), studio: of('studio') };
};

/** Such an object takes as long to make as a signature, and a public key never changes. */
const publicKeys = new Map<string, KeyObject>();
const PUBLIC_KEYS_MAX = 1_000;

const publicKeyOf = (spki: string): KeyObject => {
  const known = publicKeys.get(spki);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
  if (publicKeys.size >= PUBLIC_KEYS_MAX) publicKeys.clear();
  publicKeys.set(spki, key);
  return key;
};

/**
 * What shows whether the operator has signed something: its public key, or its secret. Undefined
 * for a secret of a key that the studio does not have.
 */
export const operatorKeyOf = (
  row: KeyRow,
  keys: OperatorsKeys | undefined,
): KeyObject | undefined => {
  const { publicKey, secretBy } = row;
  if (secretBy !== null) return keys && sharedSecrets(keys, { ...row, secretBy })?.operator;
  return publicKeyOf(publicKey ?? '');
};

/** Whether it is a secret of a key that is not among these. */
export const isOfMissingKey = (
  { secretBy }: Pick<KeyRow, 'secretBy'>,
  keys: OperatorsKeys,
): boolean => secretBy !== null && keys.every(({ name }) => name !== secretBy);

/** A secret, as operators are given it and as they write it into a file: base64. */
export const makeSecret = (secret: KeyObject): string => secret.export().toString('base64');

/** Undefined for anything but 32 bytes as base64. */
export const parseSecret = (text: string): KeyObject | undefined => {
  const trimmed = text.trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(trimmed)) return undefined;
  return createSecretKey(Buffer.from(trimmed, 'base64'));
};
