/** The store of hands in Postgres. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  type FoundStake,
  type HandStake,
  type Unasked,
  askForHandStake,
  findHandStake,
  handStakeId,
  undoHandStake,
} from '../ledger/hand-stakes-of-wallets.js';
import { openHand } from '../ledger/open-hand.js';
import { playHands } from '../ledger/play-hands.js';
import { HANDS_POOL, refuseInCrowd } from '../platform/database.js';
import { findStep, hasHand, readCurrentHand, readWaitingHands } from './hand-rows.js';
import { WalletVerdicts } from '../wallet/wallet-verdicts.service.js';
import type { HandStore, NotGiven } from './store.js';

type Asked<K extends keyof HandStore> = Parameters<HandStore[K]>;
type Answered<K extends keyof HandStore> = ReturnType<HandStore[K]>;

/** Where so many wait for a connection, those who read are refused. */
const READERS_MAX = 200;

@Injectable()
export class PostgresHands implements HandStore {
  constructor(
    @Inject(HANDS_POOL) private readonly pool: pg.Pool,
    @Inject(WalletVerdicts) private readonly verdicts: Pick<WalletVerdicts, 'of'>,
  ) {}

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

  async takeStake(
    stake: HandStake,
    askedByMs: number,
  ): Promise<{ readonly debit: string } | NotGiven> {
    const { playerId, commandId } = stake;
    // Only here: later the wallet may have been asked.
    refuseInCrowd(this.pool, READERS_MAX);
    let found = await findHandStake(this.pool, playerId, commandId);
    if (found === undefined) {
      const asked = await askForHandStake(this.pool, stake, askedByMs);
      // Another process may have asked for the same at once.
      found = await findHandStake(this.pool, playerId, commandId);
      if (found === undefined) return asked === 'asked' ? 'busy' : UNASKED[asked];
    }
    if (found.status === 'due') {
      await this.verdicts.of(found.operator, handStakeId(playerId, commandId));
      found = await findHandStake(this.pool, playerId, commandId);
    }
    return found === undefined ? 'busy' : givenOf(stake, found);
  }

  returnStake(debit: string): Promise<void> {
    return undoHandStake(this.pool, debit);
  }

  async stakeOf(...[playerId, commandId]: Asked<'stakeOf'>): Answered<'stakeOf'> {
    refuseInCrowd(this.pool, READERS_MAX);
    const found = await findHandStake(this.pool, playerId, commandId);
    if (found === undefined) return 'none';
    const { status, use } = found;
    return status === 'due' || (status === 'done' && use === null) ? 'open' : 'over';
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

const UNASKED: Readonly<Record<Unasked, NotGiven>> = {
  moved_on: 'moved_on',
  late: 'busy',
  one_is_due: 'busy',
  barred_from_play: 'barred_from_play',
  operator_is_off: 'operator_is_off',
  reality_check_due: 'reality_check_due',
  time_limit_reached: 'time_limit_reached',
  stake_limit_reached: 'stake_limit_reached',
  loss_limit_reached: 'loss_limit_reached',
  insufficient_funds: 'insufficient_funds',
};

const givenOf = (
  { hand, amount }: HandStake,
  found: FoundStake,
): { readonly debit: string } | NotGiven => {
  if (found.hand !== hand || found.amount !== amount) return 'command_id_reused';
  switch (found.status) {
    case 'due':
      return 'busy';
    case 'done':
      if (found.use === null) return { debit: found.id };
      return found.use === 'played' ? 'known' : 'wallet_unavailable';
    case 'refused':
      return found.refusal === 'funds' ? 'insufficient_funds' : 'wallet_refused';
    case 'void':
    case 'cancelled':
    case 'by_hand':
      return 'wallet_unavailable';
  }
};
