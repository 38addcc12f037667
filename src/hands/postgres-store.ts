/** The store of hands in Postgres. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { openHand } from '../ledger/open-hand.js';
import { playHands } from '../ledger/play-hands.js';
import { HANDS_POOL, refuseInCrowd } from '../platform/database.js';
import { findStep, hasHand, readCurrentHand, readWaitingHands } from './hand-rows.js';
import type { HandStore } from './store.js';

type Asked<K extends keyof HandStore> = Parameters<HandStore[K]>;
type Answered<K extends keyof HandStore> = ReturnType<HandStore[K]>;

/** Where so many wait for a connection, those who read are refused. */
const READERS_MAX = 200;

@Injectable()
export class PostgresHands implements HandStore {
  constructor(@Inject(HANDS_POOL) private readonly pool: pg.Pool) {}

  async current(...asked: Asked<'current'>): Answered<'current'> {
    refuseInCrowd(this.pool, READERS_MAX);
    return readCurrentHand(this.pool, ...asked);
  }

  open(...asked: Asked<'open'>): Answered<'open'> {
    return openHand(this.pool, ...asked);
  }

  play(...asked: Asked<'play'>): Answered<'play'> {
    return playHands(this.pool, ...asked);
  }

  async findStep(...asked: Asked<'findStep'>): Answered<'findStep'> {
    refuseInCrowd(this.pool, READERS_MAX);
    return findStep(this.pool, ...asked);
  }

  hasHand(...asked: Asked<'hasHand'>): Answered<'hasHand'> {
    return hasHand(this.pool, ...asked);
  }

  waiting(...asked: Asked<'waiting'>): Answered<'waiting'> {
    return readWaitingHands(this.pool, ...asked);
  }
}
