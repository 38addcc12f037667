/** The keys that a program of the console is given in files, and what is wrong with one. */
import { type KeyObject, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseSecret } from './shared-secrets.js';
import { signingKeyIn } from './studio-signature.js';

export class BadKeyFile extends Error {}

/** What an operator signs by. Throws `BadKeyFile` where the file has none. */
export const signingKeyOf = (file: string): KeyObject => {
  const text = readFileSync(file, 'utf8');
  try {
    return signingKeyIn(text);
  } catch {
    throw new BadKeyFile(
      `${file}: is neither a private key of Ed25519 as PEM nor a secret as base64`,
    );
  }
};

/** What shows that the other side has signed. Throws `BadKeyFile` where the file has none. */
export const publicKeyOf = (file: string): KeyObject => {
  const text = readFileSync(file, 'utf8');
  try {
    return parseSecret(text) ?? createPublicKey(text);
  } catch {
    throw new BadKeyFile(`${file}: is neither a public key as PEM nor a secret as base64`);
  }
};
