import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StaffModule } from '../staff/staff.module.js';
import { WalletCasesController } from './wallet-cases.controller.js';
import { WalletCaseWatch } from './wallet-cases.service.js';

/** What is to be cleared up with operators about their wallets. */
@Module({
  imports: [AccessModule, StaffModule],
  controllers: [WalletCasesController],
  providers: [WalletCaseWatch],
  exports: [WalletCaseWatch],
})
export class WalletCasesModule {}
