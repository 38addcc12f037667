import { Module } from '@nestjs/common';
import { EdgeModule } from '../edge/edge.module.js';
import { TableModule } from '../table/table.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { TipCommands } from './tip.commands.js';
import { Tips } from './tips.service.js';

@Module({
  imports: [EdgeModule, TableModule, WalletModule],
  providers: [TipCommands, Tips],
  exports: [TipCommands],
})
export class TipModule {}
