/** Requests about hands of solo games: what they would do, and how they are carried out. */
import { Inject, Injectable } from '@nestjs/common';
import { HandVoids } from '../../hands/hand-voids.service.js';
import type { HandMoney } from '../../ledger/void-hand.js';
import type { StakedHands } from '../../ledger/void-hands.js';
import type { Approval, ApprovalSubject, Preview } from '../../protocol/approval.js';
import { refusedApproval } from '../../table/refused-by-database.js';
import { APPROVAL_STORE, type ApprovalStore } from '../approval/store.js';

/** The hand that a request is about, as it is now. */
export interface AskedHand {
  readonly status: string;
  readonly step: number;
}

/** The hands that an order is about, as they are now. */
export interface AskedHands {
  readonly hands: number;
  readonly digest: string;
}

type Tried =
  | {
      readonly ok: true;
      readonly subject: ApprovalSubject;
      readonly before: AskedHand | AskedHands;
      readonly preview: Preview;
    }
  | { readonly ok: false; readonly refusal: 'unknown_hand' | 'nothing_to_correct' };

@Injectable()
export class HandApprovals {
  constructor(
    private readonly voids: HandVoids,
    @Inject(APPROVAL_STORE) private readonly store: Pick<ApprovalStore, 'stillStands'>,
  ) {}

  /** Whether it could be done now, and what it would move. A void hand stays as it is. */
  async try(subject: ApprovalSubject): Promise<Tried> {
    const { hand = '', hands } = subject;
    if (hands !== undefined) return this.#tryMany(subject, hands);
    const money = await this.voids.preview(hand);
    if (money !== undefined) {
      const { status, step } = money;
      return { ok: true, subject, before: { status, step }, preview: previewOf(money) };
    }
    const isThere = await this.voids.isThere(hand);
    return { ok: false, refusal: isThere ? 'nothing_to_correct' : 'unknown_hand' };
  }

  async #tryMany(
    subject: ApprovalSubject,
    hands: NonNullable<ApprovalSubject['hands']>,
  ): Promise<Tried> {
    const order = await this.voids.orderFor(hands);
    const money = await this.voids.previewMany(order);
    if (money === undefined) return { ok: false, refusal: 'nothing_to_correct' };
    const { staked, ...before } = money;
    const [first, ...others] = staked.map(previewOfMany);
    const preview = { ...first!, ...(others.length > 0 && { further: others }) };
    return { ok: true, subject: { ...subject, hands: order }, before, preview };
  }

  /** Null when it is done, by this process or another. Otherwise why it cannot be. */
  async perform({ id, hand, hands }: Approval): Promise<string | null> {
    if (!(await this.store.stillStands(id))) return 'moved_on';
    try {
      const isDone =
        hands === null
          ? await this.voids.carryOut(hand ?? '', id)
          : await this.voids.carryOutMany(hands.game, id);
      return isDone ? null : 'moved_on';
    } catch (error) {
      const refusal = refusedApproval(error);
      if (refusal === undefined) throw error;
      return refusal === 'approval_used' ? null : refusal;
    }
  }
}

/** In play, the whole stake comes back. Of a hand that is over, what it took and did not pay. */
const previewOf = ({ currency, taken, paid, shortfall }: HandMoney): Preview => {
  const back = taken - paid;
  const takenBack = back < 0n ? -back : 0n;
  const given = back > 0n ? back : 0n;
  return {
    currency,
    bets: 1,
    players: 1,
    stakes: `${taken}`,
    was: `${paid}`,
    paid: `${taken}`,
    back: `${back}`,
    takenBack: `${takenBack}`,
    losers: takenBack > 0n ? 1 : 0,
    given: `${given}`,
    gainers: given > 0n ? 1 : 0,
    shortPlayers: shortfall > 0n ? 1 : 0,
    shortfall: `${shortfall}`,
  };
};

/** Every stake comes back. */
const previewOfMany = ({ currency, hands, players, staked }: StakedHands) => ({
  currency,
  bets: hands,
  players,
  stakes: `${staked}`,
  was: '0',
  paid: `${staked}`,
  back: `${staked}`,
  takenBack: '0',
  losers: 0,
  given: `${staked}`,
  gainers: players,
  shortPlayers: 0,
  shortfall: '0',
});
