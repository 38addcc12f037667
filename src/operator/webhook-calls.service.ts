/** One call of an operator's webhook: signed by the studio, and bounded in time and size. */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { timeLimit } from '../platform/within.js';
import { signatureHeaders } from './message-signature.js';
import { StudioSigning } from './studio-signing.js';

/** How long one try waits for its answer. */
const WITHIN_MS = 5_000;

@Injectable()
export class WebhookCalls {
  readonly #signing: StudioSigning;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'studioKey' | 'operatorsKeys'>,
    @Inject(POOL) pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'nowMs'>,
  ) {
    this.#signing = new StudioSigning(config, pool);
  }

  nowMs(): number {
    return this.clock.nowMs();
  }

  /** Why it was not taken, if so. Nothing is thrown for what the operator does. */
  async send(
    { operator, url: to }: { readonly operator: string; readonly url: string },
    page: object,
    stop: AbortSignal,
  ): Promise<string | undefined> {
    const body = Buffer.from(JSON.stringify({ requestId: randomUUID(), ...page }));
    const url = new URL(to);
    const { host, pathname, search } = url;
    const limit = timeLimit(WITHIN_MS, stop);
    try {
      const { kid, key } = await this.#signing.of(operator);
      const createdS = Math.floor(this.clock.nowMs() / 1000);
      const signed = signatureHeaders(
        { method: 'POST', target: `${pathname}${search}`, headers: { host } },
        body,
        { kid, key, createdS, nonce: randomUUID() },
      );
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json' },
        body: new Uint8Array(body),
        redirect: 'error',
        signal: limit.signal,
      });
      // Whatever it says besides is not read.
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error
        ? error.cause.message
        : String(error);
    } finally {
      limit.clear();
    }
  }
}
