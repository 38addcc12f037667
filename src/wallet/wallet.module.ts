import { Module } from '@nestjs/common';
import { Metrics } from '../platform/metrics.js';
import { LedgerWallet } from './ledger-wallet.js';
import { measuredWallet } from './measured-wallet.js';
import { WALLET } from './wallet.js';

@Module({
  providers: [
    LedgerWallet,
    { provide: WALLET, useFactory: measuredWallet, inject: [LedgerWallet, Metrics] },
  ],
  exports: [WALLET],
})
export class WalletModule {}
