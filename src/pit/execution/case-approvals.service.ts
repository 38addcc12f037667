/** Requests about cases of operators' wallets: two persons say that one was settled by hand. */
import { Inject, Injectable } from '@nestjs/common';
import type { Approval, ApprovalSubject } from '../../protocol/approval.js';
import type { CaseEnding, WalletCaseKind } from '../../protocol/wallet-cases.js';
import { refusedApproval } from '../../table/refused-by-database.js';
import { WalletCaseWatch } from '../../wallet/wallet-cases.service.js';
import { APPROVAL_STORE, type ApprovalStore } from '../approval/store.js';

/** The case that a request is about, as it is now. */
export interface AskedCase {
  readonly operator: string;
  readonly movementId: string;
  readonly kind: WalletCaseKind;
  readonly endedAs: CaseEnding | null;
}

type Tried =
  | {
      readonly ok: true;
      readonly subject: ApprovalSubject;
      readonly before: AskedCase;
      /** No money moves in the studio. */
      readonly preview: null;
    }
  | { readonly ok: false; readonly refusal: 'unknown_case' | 'nothing_to_correct' };

@Injectable()
export class CaseApprovals {
  constructor(
    @Inject(WalletCaseWatch) private readonly cases: Pick<WalletCaseWatch, 'find' | 'settle'>,
    @Inject(APPROVAL_STORE) private readonly store: Pick<ApprovalStore, 'stillStands'>,
  ) {}

  /** Whether it could be done now. A case that is closed stays as it is. */
  async try(subject: ApprovalSubject): Promise<Tried> {
    const found = await this.cases.find(subject.case ?? '');
    if (found === undefined) return { ok: false, refusal: 'unknown_case' };
    if (found.endedAs !== null) return { ok: false, refusal: 'nothing_to_correct' };
    const { operator, movementId, kind, endedAs } = found;
    return { ok: true, subject, before: { operator, movementId, kind, endedAs }, preview: null };
  }

  /** Null when it is done, by this process or another. Otherwise why it cannot be. */
  async perform({ id, case: of }: Approval): Promise<string | null> {
    if (!(await this.store.stillStands(id))) return 'moved_on';
    try {
      return (await this.cases.settle(of ?? '', id)) ? null : 'moved_on';
    } catch (error) {
      const refusal = refusedApproval(error);
      if (refusal === undefined) throw error;
      return refusal === 'approval_used' ? null : refusal;
    }
  }
}
