/** The sweep over open sessions. It does what the queue forgot, and queues the next look again. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { ExpiryQueue } from './expiry-queue.service.js';
import { Expiry } from './expiry.service.js';

@Injectable()
export class ExpirySweep {
  constructor(
    @Inject(CONFIG) { session: { sweepMs } }: Pick<Config, 'session'>,
    expiry: Expiry,
    @Inject(ExpiryQueue) queue: Pick<ExpiryQueue, 'arm'>,
    poller: Poller,
  ) {
    const look = async () => queue.arm(await expiry.look(null));
    poller.poll({ name: 'sessions', everyMs: sweepMs, look });
  }
}
