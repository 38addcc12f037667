/**
 * The debits that this process has sent lately. A wallet that looks at the player's token, limits
 * or money before it looks for a repeat refuses a debit that it has booked: that is no verdict.
 */

/**
 * No debit, and no tip, is tried for longer than 10 s (`buyInWithinMs` at most), and the last try
 * is answered within 10 s of that: one that comes, or is refused, so soon after a start, or after
 * what is forgotten, may be a repeat.
 */
const TRIED_MS = 20_000;
/** For so long after it was sent, a debit may still come to the wallet. */
const ARRIVES_MS = 60_000;
const KEPT_MS = 600_000;
const KEPT_MOST = 100_000;

interface Sent {
  /** Tries that were not refused: each of them may be booked. */
  readonly open: number;
  readonly lastMs: number;
}

export class SentDebits {
  /** In the order in which they were sent last. */
  readonly #sent = new Map<string, Sent>();
  /** What was sent after it is known: the start, or when the last was sent that is forgotten. */
  #knownFromMs: number;

  constructor(startedMs: number) {
    this.#knownFromMs = startedMs;
  }

  /** Kept before it is sent. */
  send(id: string, nowMs: number): void {
    const open = (this.#sent.get(id)?.open ?? 0) + 1;
    this.#sent.delete(id);
    this.#sent.set(id, { open, lastMs: nowMs });
    for (const [oldest, { lastMs }] of this.#sent) {
      if (this.#sent.size <= KEPT_MOST && lastMs > nowMs - KEPT_MS) return;
      this.#sent.delete(oldest);
      this.#knownFromMs = Math.max(this.#knownFromMs, lastMs);
    }
  }

  /** Whether a try may have been sent that is not known here. */
  mayBeRepeat(nowMs: number): boolean {
    return nowMs < this.#knownFromMs + TRIED_MS;
  }

  /** One try was refused. True where that says that nothing of the debit is booked. */
  refuse(id: string, nowMs: number): boolean {
    const sent = this.#sent.get(id);
    if (sent === undefined || this.mayBeRepeat(nowMs)) return false;
    const open = sent.open - 1;
    if (open === 0) this.#sent.delete(id);
    else this.#sent.set(id, { ...sent, open });
    return open === 0;
  }

  /** Whether a try may still come to a wallet that knows nothing of the debit now. */
  mayArrive(id: string, nowMs: number): boolean {
    const lastMs = this.#sent.get(id)?.lastMs ?? this.#knownFromMs;
    return nowMs < Math.max(lastMs, this.#knownFromMs) + ARRIVES_MS;
  }
}
