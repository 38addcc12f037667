/**
 * The guard of everything that operators ask by HTTP: a request that is signed by a key of an
 * operator that is on, just now, and for the first time.
 */
import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  createParamDecorator,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type pg from 'pg';
import { networkOf } from '../access/address.js';
import { Budgets } from '../access/budgets.js';
import { refusedWith } from '../access/http-access.refusals.js';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { PUBLIC_POOL } from '../platform/database.js';
import type { OperatorRefusal } from '../protocol/operator.js';
import {
  COVERED,
  type SignedRequest,
  isDigestOf,
  isSignedBy,
  mayBeBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
} from './message-signature.js';
import { readKeyHolder, takeNonce } from './operator-rows.js';
import { operatorKeyOf } from './shared-secrets.js';

/** How far the clocks of an operator and of the studio may be apart. */
const APART_S = 30;
/** A nonce is kept for longer than any request that holds it is in time. */
const KEPT_S = 3 * APART_S;
const NONCE = /^[!-~]{8,64}$/;
/**
 * Requests of one operator. Of one address, such as were not admitted or are looked at. Both are
 * counted by each process.
 */
const PER_SECOND = 200;
const AT_ONCE = 1_000;
const UNSIGNED_PER_SECOND = 5;
const UNSIGNED_AT_ONCE = 300;

/** Who asks, and what it has signed. */
interface Signed {
  readonly operator: string;
  readonly kid: string;
  readonly signed: string;
  readonly signature: Buffer;
}

interface Admitted extends Request {
  rawBody?: Buffer;
  bySigned?: Signed;
}

@Injectable()
export class OperatorAccess implements CanActivate {
  readonly #operators = new Budgets(PER_SECOND, AT_ONCE);
  readonly #unsigned = new Budgets(UNSIGNED_PER_SECOND, UNSIGNED_AT_ONCE);

  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'operatorsKeys' | 'operatorHosts'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Admitted>();
    context.switchToHttp().getResponse<Response>().setHeader('cache-control', 'no-store');
    const { ip = '', method, originalUrl: target, headers, rawBody } = request;
    const nowMs = this.clock.nowMs();
    const network = networkOf(ip);
    if (!this.#unsigned.spend(network, nowMs)) throw refusedWith('too_many_messages');
    const admitted = await this.#admit({ method, target, headers }, rawBody);
    if ('refusal' in admitted) {
      throw refusedWith(admitted.refusal);
    }
    this.#unsigned.giveBack(network);
    request.bySigned = admitted;
    return true;
  }

  /**
   * Looks at what costs little first. The nonce counts only where all the rest is right. The
   * operator's budget is spent by what it has signed itself, and only once: nobody else can.
   */
  async #admit(
    request: SignedRequest,
    body: Buffer | undefined,
  ): Promise<Signed | { readonly refusal: OperatorRefusal | 'too_many_messages' }> {
    const { 'signature-input': said, signature: shown, 'content-digest': digest } = request.headers;
    const isThere = typeof said === 'string' && typeof shown === 'string';
    if (!isThere || said === '' || shown === '') return { refusal: 'signature_missing' };
    const input = parseSignatureInput(said);
    const signature = input && parseSignature(shown, input.label);
    if (input?.nonce === undefined || !NONCE.test(input.nonce) || signature === undefined) {
      return { refusal: 'signature_malformed' };
    }
    const due = [...COVERED, ...(body === undefined ? [] : ['content-digest'])];
    const base = signatureBase(request, input);
    if (base === undefined || !due.every((each) => input.components.includes(each))) {
      return { refusal: 'signature_covers_too_little' };
    }
    // At another studio that knows the same key, its nonce would be a new one.
    const { operatorHosts } = this.config;
    if (operatorHosts?.has(String(request.headers['host']).toLowerCase()) === false) {
      return { refusal: 'wrong_host' };
    }
    if (Math.abs(this.clock.nowMs() / 1000 - input.createdS) > APART_S) {
      return { refusal: 'signature_not_in_time' };
    }
    const holder = await readKeyHolder(this.pool, input.kid);
    if (holder === undefined) return { refusal: 'unknown_key' };
    const { operator, isOff } = holder;
    const nowMs = this.clock.nowMs();
    if (this.#operators.isSpent(operator, nowMs)) return { refusal: 'too_many_messages' };
    const key = operatorKeyOf(holder, this.config.operatorsKeys);
    if (key === undefined) return { refusal: 'unknown_key' };
    if (!mayBeBy(key, input) || !isSignedBy(key, base, signature)) {
      return { refusal: 'signature_wrong' };
    }
    if (body !== undefined && !isDigestOf(String(digest), body)) return { refusal: 'digest_wrong' };
    if (!this.#operators.spend(operator, nowMs)) return { refusal: 'too_many_messages' };
    const nonce = { operator, nonce: input.nonce, keptS: KEPT_S };
    if (!(await takeNonce(this.pool, nonce))) {
      this.#operators.giveBack(operator);
      return { refusal: 'request_repeated' };
    }
    if (isOff) return { refusal: 'operator_is_off' };
    return { operator, kid: input.kid, signed: base, signature };
  }
}

/** The id of the operator who asks. */
export const OperatorId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { bySigned } = context.switchToHttp().getRequest<Admitted>();
  return bySigned!.operator; // The guard lets nobody else in.
});

/** What the operator has signed, with the body. */
export const OperatorSigned = createParamDecorator(
  (_: unknown, context: ExecutionContext): Signed & { readonly body: Buffer } => {
    const { bySigned, rawBody } = context.switchToHttp().getRequest<Admitted>();
    return { ...bySigned!, body: rawBody ?? Buffer.alloc(0) };
  },
);
