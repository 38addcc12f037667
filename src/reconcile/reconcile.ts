/**
 * Reconciliation: the books proven from their own rows, as they were at one moment, without
 * stopping the studio.
 */
import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { OperatorsKeys } from '../operator/shared-secrets.js';
import { proveArchives } from '../period/prove-archives.js';
import type { Proof } from './proof.js';
import { proveLogs } from './log.js';
import { proveMovements } from './movements.js';
import { KEYS } from './operator-keys.js';
import { provePostings } from './postings.js';
import { proveRounds } from './rounds.js';
import { proveBy } from './search.js';
import { proveTakings } from './takings.js';
import { proveWalletMovements } from './wallet-movements.js';

/** What signatures are tried by. */
interface Keys {
  /** Of the studio's anchors and seals. Where none is given, those that the database names. */
  readonly anchorKeys?: readonly KeyObject[];
  /** Of what operators have signed by secrets. Where they are not given, that is not tried. */
  readonly operatorsKeys?: OperatorsKeys | undefined;
}

/** Reads only, in one snapshot. `client` must not be in a transaction. */
export const reconcile = async (client: pg.ClientBase, keys?: Keys): Promise<readonly Proof[]> => {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await proveBooks(client, keys);
  } finally {
    await client.query('rollback');
  }
};

/** Within a transaction that sees one moment only. */
export const proveBooks = async (
  client: pg.ClientBase,
  { anchorKeys = [], operatorsKeys }: Keys = {},
): Promise<readonly Proof[]> => [
  ...(await provePostings(client)),
  ...(await proveArchives(client, anchorKeys)),
  await proveBy(client, KEYS),
  ...(await proveMovements(client, operatorsKeys)),
  ...(await proveWalletMovements(client, operatorsKeys)),
  ...(await proveLogs(client)),
  ...(await proveRounds(client)),
  await proveTakings(client),
];

export const isInOrder = (proofs: readonly Proof[]): boolean =>
  proofs.every(({ wrong }) => wrong === 0);

const UNTRIED = 'signed by a secret, and neither SABOT_OPERATORS_KEY nor SABOT_JWT_KEY is set';

/** A line for each proof, with the first wrong rows of each that failed. */
export const makeReport = (proofs: readonly Proof[]): string => {
  const lines = proofs.flatMap(({ says, things, looked, untried, wrong, first }) => {
    const left = untried === 0 ? '' : `, ${untried.toLocaleString('en')} not tried: ${UNTRIED}`;
    const seen = `${looked.toLocaleString('en')} ${things}${left}`;
    if (wrong === 0) return [`  ok     ${says} (${seen})`];
    const more = wrong - first.length;
    return [
      `  WRONG  ${says} (${wrong.toLocaleString('en')} times; ${seen})`,
      ...first.map((what) => `           ${what}`),
      ...(more > 0 ? [`           … and ${more.toLocaleString('en')} more`] : []),
    ];
  });
  const failed = proofs.filter(({ wrong }) => wrong > 0).length;
  const end =
    failed === 0
      ? 'The books are in order.'
      : `The books are NOT in order: ${failed} of ${proofs.length} proofs failed.`;
  return [...lines, '', end].join('\n');
};
