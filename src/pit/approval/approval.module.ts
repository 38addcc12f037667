import { Module } from '@nestjs/common';
import { HandsModule } from '../../hands/hands.module.js';
import { StaffModule } from '../../staff/staff.module.js';
import { TableModule } from '../../table/table.module.js';
import { WalletCasesModule } from '../../wallet/wallet-cases.module.js';
import { FloorModule } from '../floor/floor.module.js';
import { ApprovalBoard } from './approval-board.service.js';
import { ApprovalCommands } from './approval.commands.js';
import { ApprovalExecutor } from '../execution/approval-executor.service.js';
import { ApprovalPreviews } from './approval-previews.service.js';
import { ApartApprovals } from '../execution/apart-approvals.service.js';
import { CaseApprovals } from '../execution/case-approvals.service.js';
import { HandApprovals } from '../execution/hand-approvals.service.js';
import { PastShoes } from './past-shoes.service.js';
import { PostgresApprovals } from './postgres-approvals.js';
import { APPROVAL_STORE } from './store.js';
import { TableApprovals } from '../execution/table-approvals.service.js';

/** What two persons must agree on: asked for by one, decided by another, carried out once. */
@Module({
  imports: [FloorModule, HandsModule, StaffModule, TableModule, WalletCasesModule],
  providers: [
    ApartApprovals,
    ApprovalBoard,
    ApprovalCommands,
    ApprovalExecutor,
    ApprovalPreviews,
    CaseApprovals,
    HandApprovals,
    PastShoes,
    TableApprovals,
    { provide: APPROVAL_STORE, useClass: PostgresApprovals },
  ],
  exports: [ApprovalBoard, ApprovalCommands],
})
export class ApprovalModule {}
