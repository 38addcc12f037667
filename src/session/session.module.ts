import { Module } from '@nestjs/common';
import { WalletModule } from '../wallet/wallet.module.js';
import { SessionCommands } from './session.commands.js';
import { Sessions } from './sessions.service.js';

@Module({
  imports: [WalletModule],
  providers: [Sessions, SessionCommands],
  exports: [Sessions, SessionCommands],
})
export class SessionModule {}
