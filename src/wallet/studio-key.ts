/**
 * The key that the studio signs its requests to operators by: one of its own, or derived (HKDF) of
 * its secret.
 */
import {
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
} from 'node:crypto';

export interface StudioKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** SPKI, as PEM: what operators are given. */
  readonly publicKey: string;
}

/** What stands before the 32 bytes of a private key of Ed25519 (PKCS #8, RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The name of a key: the beginning of its public half’s own hash. */
export const kidOf = (publicKey: KeyObject): string => {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return `studio-${createHash('sha256').update(spki).digest('hex').slice(0, 16)}`;
};

export const studioKey = (jwtKey: Uint8Array): StudioKey => {
  const seed = Buffer.from(hkdfSync('sha256', jwtKey, '', 'sabot requests to operators', 32));
  const der = Buffer.concat([PKCS8, seed]);
  return studioKeyOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
};

/** Of an Ed25519 private key. */
export const studioKeyOf = (key: KeyObject): StudioKey => {
  const spki = createPublicKey(key);
  return {
    kid: kidOf(spki),
    key,
    publicKey: spki.export({ format: 'pem', type: 'spki' }).toString(),
  };
};
