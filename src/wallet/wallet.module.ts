import { Module } from '@nestjs/common';
import { LedgerWallet } from './ledger-wallet.js';
import { WALLET } from './wallet.js';

@Module({ providers: [{ provide: WALLET, useClass: LedgerWallet }], exports: [WALLET] })
export class WalletModule {}
