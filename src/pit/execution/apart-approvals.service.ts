/** Requests that are about no table: hands of solo games, and cases of operators' wallets. */
import { Inject, Injectable } from '@nestjs/common';
import {
  type Approval,
  type ApprovalKind,
  type ApprovalSubject,
  isOfCase,
  isOfHand,
} from '../../protocol/approval.js';
import { CaseApprovals } from './case-approvals.service.js';
import { HandApprovals } from './hand-approvals.service.js';

@Injectable()
export class ApartApprovals {
  constructor(
    @Inject(HandApprovals) private readonly ofHands: Pick<HandApprovals, 'try' | 'perform'>,
    @Inject(CaseApprovals) private readonly ofCases: Pick<CaseApprovals, 'try' | 'perform'>,
  ) {}

  /** Undefined for what is about a table. */
  try(
    subject: ApprovalSubject,
  ): ReturnType<HandApprovals['try']> | ReturnType<CaseApprovals['try']> | undefined {
    return this.#of(subject.kind)?.try(subject);
  }

  /** Null when it is done. Undefined for what is about a table. */
  perform(approval: Approval): Promise<string | null> | undefined {
    return this.#of(approval.kind)?.perform(approval);
  }

  #of(kind: ApprovalKind) {
    if (isOfHand(kind)) return this.ofHands;
    return isOfCase(kind) ? this.ofCases : undefined;
  }
}
