import { Module } from '@nestjs/common';
import { StaffModule } from '../../staff/staff.module.js';
import { TableModule } from '../../table/table.module.js';
import { FloorModule } from '../floor/floor.module.js';
import { ApprovalBoard } from './approval-board.service.js';
import { ApprovalCommands } from './approval.commands.js';
import { ApprovalExecutor } from './approval-executor.service.js';
import { PastShoes } from './past-shoes.service.js';
import { PostgresApprovals } from './postgres-approvals.js';
import { APPROVAL_STORE } from './store.js';

/** What two persons must agree on: asked for by one, decided by another, carried out once. */
@Module({
  imports: [FloorModule, StaffModule, TableModule],
  providers: [
    ApprovalBoard,
    ApprovalCommands,
    ApprovalExecutor,
    PastShoes,
    { provide: APPROVAL_STORE, useClass: PostgresApprovals },
  ],
  exports: [ApprovalBoard, ApprovalCommands],
})
export class ApprovalModule {}
