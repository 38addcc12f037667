/**
 * The seal on an opening at rest: AES-256-GCM under a key that the database does not have. It is
 * bound to the player, the game and the commitment, so an opening that was moved to another hand
 * does not open.
 */
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import type { Entropy } from '../cards/shuffle.js';
import { assert } from '../money/assert.js';
import type { SoloGame } from '../solo/game.js';

/** 32 bytes. `name` says which of several keys an opening was sealed with. */
interface HandsKey {
  readonly name: Buffer;
  readonly secret: KeyObject;
}

/** The first one seals. Openings that an earlier one has sealed are opened with that one. */
export type HandsKeys = readonly [HandsKey, ...HandsKey[]];

const SECRET_BYTES = 32;
const NAME_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const handsKey = (secret: Buffer): HandsKey => {
  assert(secret.length === SECRET_BYTES, 'a key of hands has 32 bytes');
  const name = createHash('sha256').update(secret).digest().subarray(0, NAME_BYTES);
  return { name, secret: createSecretKey(secret) };
};

/**
 * Keys of 32 bytes in base64, with commas between them. Undefined for anything else.
 */
export const parseHandsKeys = (text: string): HandsKeys | undefined => {
  const secrets = text.split(',').map((each) => Buffer.from(each.trim(), 'base64'));
  if (secrets.some(({ length }) => length !== SECRET_BYTES)) return undefined;
  const [first, ...others] = secrets.map(handsKey);
  return first && [first, ...others];
};

export const makeUpHandsKeys = (): HandsKeys => [handsKey(randomBytes(SECRET_BYTES))];

/** The hand that an opening is of. `commitment` is in hexadecimal digits. */
interface SealedHand {
  readonly playerId: string;
  readonly game: SoloGame;
  readonly commitment: string;
}

const boundTo = ({ playerId, game, commitment }: SealedHand): Buffer =>
  Buffer.from([playerId, game, commitment].join('|'));

/**
 * The name of the key, a fresh nonce of the generator's, the tag, and the opening that cannot be
 * read.
 */
export const seal = (
  [key]: HandsKeys,
  hand: SealedHand,
  opening: Uint8Array,
  entropy: Entropy = randomBytes,
): Buffer => {
  const nonce = entropy(NONCE_BYTES);
  assert(nonce.length === NONCE_BYTES, 'a nonce is whole');
  const cipher = createCipheriv('aes-256-gcm', key.secret, nonce).setAAD(boundTo(hand));
  const hidden = cipher.update(opening);
  // It adds nothing to what is hidden, because GCM needs no whole blocks.
  cipher.final();
  return Buffer.concat([key.name, nonce, cipher.getAuthTag(), hidden]);
};

/** Undefined where none of the keys opens it: it is another's, or was changed. */
export const unseal = (
  keys: HandsKeys,
  hand: SealedHand,
  sealed: Buffer,
): Uint8Array | undefined => {
  const name = sealed.subarray(0, NAME_BYTES);
  const key = keys.find((each) => each.name.equals(name));
  if (key === undefined) return undefined;
  const nonce = sealed.subarray(NAME_BYTES, NAME_BYTES + NONCE_BYTES);
  const hiddenAt = NAME_BYTES + NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, nonce)
      .setAAD(boundTo(hand))
      .setAuthTag(sealed.subarray(NAME_BYTES + NONCE_BYTES, hiddenAt));
    const opening = Buffer.concat([decipher.update(sealed.subarray(hiddenAt)), decipher.final()]);
    return Uint8Array.from(opening);
  } catch {
    return undefined;
  }
};
