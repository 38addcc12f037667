/** An operator's wallet in a process of its own, as `npm run operator:sim` has it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WalletBooks } from './wallet-books.js';

export type WalletOrder =
  | {
      readonly does: 'start';
      /** The studio's public key as PEM, or the secret that it signs by. */
      readonly studio: string;
      /** The operator's key: its name, and its private half as PEM or its secret. */
      readonly kid: string;
      readonly key: string;
      readonly refs: readonly string[];
      /** The 99th percentile of how long it takes. */
      readonly p99Ms: number;
    }
  | { readonly does: 'die' | 'come back' | 'tell' };

export interface WalletReport {
  readonly url: string;
  readonly books?: WalletBooks;
}

const PROGRAM = fileURLToPath(new URL('./wallet-process.js', import.meta.url));

export class WalletAt {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(order: Omit<WalletOrder & { does: 'start' }, 'does'>): Promise<WalletAt> {
    const child = fork(PROGRAM);
    const { url } = await ask(child, { does: 'start', ...order });
    return new WalletAt(child, url);
  }

  /** Every connection breaks, and nothing is booked. */
  async die(): Promise<void> {
    await ask(this.child, { does: 'die' });
  }

  async comeBack(): Promise<void> {
    await ask(this.child, { does: 'come back' });
  }

  async books(): Promise<WalletBooks> {
    const { books } = await ask(this.child, { does: 'tell' });
    if (books === undefined) throw new Error('the wallet tells its books');
    return books;
  }

  end(): void {
    this.child.disconnect();
  }
}

const ask = async (child: ChildProcess, order: WalletOrder): Promise<WalletReport> => {
  child.send(order);
  const [report] = (await once(child, 'message')) as [WalletReport];
  return report;
};
