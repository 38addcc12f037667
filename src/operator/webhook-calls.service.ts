/** One call of an operator's webhook: signed by the studio, and bounded in time and size. */
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import type { StudioKey } from '../wallet/studio-key.js';
import { signatureHeaders } from './message-signature.js';

/** How long one try waits for its answer. */
const WITHIN_MS = 5_000;

@Injectable()
export class WebhookCalls {
  readonly #studio: StudioKey;

  constructor(
    @Inject(CONFIG) { studioKey }: Pick<Config, 'studioKey'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'nowMs'>,
  ) {
    this.#studio = studioKey;
  }

  /** Why it was not taken, if so. Nothing is thrown for what the operator does. */
  async send(to: string, page: object, stop: AbortSignal): Promise<string | undefined> {
    const body = Buffer.from(JSON.stringify({ requestId: randomUUID(), ...page }));
    const url = new URL(to);
    const { host, pathname, search } = url;
    const { kid, key } = this.#studio;
    const createdS = Math.floor(this.clock.nowMs() / 1000);
    const signed = signatureHeaders(
      { method: 'POST', target: `${pathname}${search}`, headers: { host } },
      body,
      { kid, key, createdS, nonce: randomUUID() },
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json' },
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(WITHIN_MS), stop]),
      });
      // Whatever it says besides is not read.
      await response.body?.cancel();
      return response.ok ? undefined : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error && error.cause instanceof Error
        ? error.cause.message
        : String(error);
    }
  }
}
