/**
 * The key that signs anchors: Ed25519, identified by the first bytes of the hash of its public
 * half.
 */
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
} from 'node:crypto';

export interface AnchorKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  /** As `npm run verify` takes it: SPKI in base64. */
  readonly publicKey: string;
}

/** Undefined for a text that is not an Ed25519 private key in PKCS #8. */
export const parseAnchorKey = (text: string): AnchorKey | undefined => {
  try {
    const key = createPrivateKey(
      isPem(text) ? pem(text) : { key: der(text), format: 'der', type: 'pkcs8' },
    );
    return key.asymmetricKeyType === 'ed25519' ? anchorKey(key) : undefined;
  } catch {
    return undefined;
  }
};

/** Undefined for a text that is not an Ed25519 public key in SPKI, as PEM or as base64. */
export const parsePublicKey = (text: string): KeyObject | undefined => {
  try {
    const key = createPublicKey(
      isPem(text) ? pem(text) : { key: der(text), format: 'der', type: 'spki' },
    );
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
};

/** A key of its own, for a demo. Nobody can prove later that it was this studio's. */
export const makeUpAnchorKey = (): AnchorKey =>
  anchorKey(generateKeyPairSync('ed25519').privateKey);

export const keyId = (publicKey: KeyObject): string =>
  createHash('sha256').update(spki(publicKey)).digest('hex').slice(0, 16);

/** Public keys by their ids: those that are trusted or, where none is, those that are named. */
export const keysById = (
  trusted: readonly KeyObject[],
  named: Iterable<string>,
): ReadonlyMap<string, KeyObject> => {
  const known = [...named].map(parsePublicKey).filter((key) => key !== undefined);
  return new Map((trusted.length > 0 ? trusted : known).map((key) => [keyId(key), key]));
};

const anchorKey = (privateKey: KeyObject): AnchorKey => {
  const publicKey = createPublicKey(privateKey);
  return { id: keyId(publicKey), privateKey, publicKey: spki(publicKey).toString('base64') };
};

const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });

const isPem = (text: string): boolean => text.includes('-----BEGIN');

/**
 * Where an environment holds no line breaks they are written `
 * `.
 */
const pem = (text: string): string => text.replaceAll('\\n', '\n');

const der = (text: string): Buffer => Buffer.from(text.trim(), 'base64');
