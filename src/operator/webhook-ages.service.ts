/** Measures for how long lines have waited for operators: to be shown, and to be taken. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { PUBLIC_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { readFeedHeld } from './feed-held.js';
import { readWebhookAge } from './webhook-rows.js';

const EVERY_MS = 10_000;

@Injectable()
export class WebhookAges {
  constructor(@Inject(PUBLIC_POOL) pool: pg.Pool, metrics: Metrics, poller: Poller) {
    const look = async () => {
      metrics.webhookAge.set(await readWebhookAge(pool));
      metrics.feedHeld.set(await readFeedHeld(pool));
    };
    poller.poll({ name: 'webhook ages', everyMs: EVERY_MS, look });
  }
}
