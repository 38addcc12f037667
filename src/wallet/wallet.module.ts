import { Global, Module } from '@nestjs/common';
import { Metrics } from '../platform/metrics.js';
import { ACCEPTOR } from '../table/ports.js';
import { TableModule } from '../table/table.module.js';
import { TipBroadcast } from '../tip/tip-broadcast.js';
import { LedgerWallet } from './ledger-wallet.js';
import { measuredWallet } from './measured-wallet.js';
import { NoticeAnswers } from './notice-answers.service.js';
import { Outbox } from './outbox.service.js';
import { PostgresWallets } from './postgres-store.js';
import { SessionWallet } from './session-wallet.js';
import { StakeVerdicts } from './stake-verdicts.service.js';
import { StatementWatch } from './statement-watch.service.js';
import { WALLET_STORE } from './store.js';
import { WalletVerdicts } from './wallet-verdicts.service.js';
import { WalletCalls } from './wallet-calls.service.js';
import { WALLET } from './wallet.js';

/** Global like the payer: `TableModule` asks for whoever collects verdicts, and knows no wallet. */
@Global()
@Module({
  imports: [TableModule],
  providers: [
    TipBroadcast,
    LedgerWallet,
    { provide: WALLET_STORE, useClass: PostgresWallets },
    StakeVerdicts,
    { provide: ACCEPTOR, useExisting: StakeVerdicts },
  ],
  exports: [ACCEPTOR, WALLET_STORE, LedgerWallet, TipBroadcast],
})
class AcceptorModule {}

@Module({
  imports: [AcceptorModule],
  providers: [
    SessionWallet,
    WalletCalls,
    Outbox,
    NoticeAnswers,
    WalletVerdicts,
    StatementWatch,
    { provide: WALLET, useFactory: measuredWallet, inject: [SessionWallet, Metrics] },
  ],
  exports: [WALLET, WalletVerdicts, WalletCalls],
})
export class WalletModule {}
