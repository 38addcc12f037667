import { Module } from '@nestjs/common';
import { WalletModule } from '../wallet/wallet.module.js';
import { Sessions } from './sessions.service.js';

@Module({ imports: [WalletModule], providers: [Sessions], exports: [Sessions] })
export class SessionModule {}
