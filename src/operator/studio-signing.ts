/**
 * How the studio signs what it sends to an operator. It follows the oldest valid key of the
 * operator: where that is a shared secret, the studio's half of it signs, and otherwise the
 * studio's own key. So in a rotation it goes on with what the operator has had for longest, until
 * that is revoked. A secret of a key that the studio does not have is passed over while another key
 * holds.
 */
import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { Config } from '../config.js';
import { GroupRead, endOfTurn } from '../platform/group-read.js';
import { readHeldKeys } from './operator-rows.js';
import { sharedSecrets } from './shared-secrets.js';

interface StudioSigner {
  readonly kid: string;
  readonly key: KeyObject;
}

/** Operators that are read at once, and requests that may wait for it. */
const AT_ONCE = 100;
const WAITING_MAX = 100_000;

export class StudioSigning {
  /** Read for each request, so that a key that is revoked signs no more. */
  readonly #signers: GroupRead<StudioSigner | 'missing'>;

  constructor(
    private readonly config: Pick<Config, 'studioKey' | 'operatorsKeys'>,
    private readonly pool: pg.Pool,
  ) {
    this.#signers = new GroupRead({
      read: (operators) => this.#read(operators),
      groupMax: AT_ONCE,
      waitingMax: WAITING_MAX,
      othersAsked: endOfTurn,
    });
  }

  /** Throws where each key is a secret that is derived of one that the studio does not have. */
  async of(operator: string): Promise<StudioSigner> {
    const signer = (await this.#signers.ask(operator)) ?? this.config.studioKey;
    if (signer !== 'missing') return signer;
    throw new Error(`no key of SABOT_OPERATORS_KEY has made the secret of ${operator}`);
  }

  async #read(
    operators: readonly string[],
  ): Promise<ReadonlyMap<string, StudioSigner | 'missing'>> {
    const found = new Map<string, StudioSigner | 'missing'>();
    for (const { operator, kid, secretBy } of await readHeldKeys(this.pool, operators)) {
      if ((found.get(operator) ?? 'missing') !== 'missing') continue;
      if (secretBy === null) {
        found.set(operator, this.config.studioKey);
        continue;
      }
      const its = { operator, kid, secretBy };
      const key = sharedSecrets(this.config.operatorsKeys, its)?.studio;
      found.set(operator, key === undefined ? 'missing' : { kid, key });
    }
    return found;
  }
}
