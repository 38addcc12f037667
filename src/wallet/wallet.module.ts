import { Module } from '@nestjs/common';
import { Metrics } from '../platform/metrics.js';
import { LedgerWallet } from './ledger-wallet.js';
import { measuredWallet } from './measured-wallet.js';
import { Outbox } from './outbox.service.js';
import { SessionWallet } from './session-wallet.js';
import { Verdicts } from './verdicts.service.js';
import { WalletCalls } from './wallet-calls.service.js';
import { WALLET } from './wallet.js';

@Module({
  providers: [
    LedgerWallet,
    SessionWallet,
    WalletCalls,
    Outbox,
    Verdicts,
    { provide: WALLET, useFactory: measuredWallet, inject: [SessionWallet, Metrics] },
  ],
  exports: [WALLET],
})
export class WalletModule {}
