/** The scans that wait for the studio's answer, and the changes to them that a store keeps. */

export type ScanCommand = 'card:scan' | 'shoe:burn';

/**
 * Under which number a scan was sent, and in which state of the table. These say whether it was
 * taken.
 */
export interface SentScan {
  readonly name: ScanCommand;
  readonly scanSeq: number;
  /** The ordinal of the shoe. 0 before the first. */
  readonly shoe: number;
  /** The cards on the table then. A card that came in another way since may be this very one. */
  readonly game?: string | undefined;
  readonly cards?: number | undefined;
}

export interface WaitingScan {
  readonly id: number;
  readonly code: string;
  /** The round in hand when it was read, as far as was known. */
  readonly game: string | undefined;
  /**
   * The cards on the table before it, as far as was known: when it was read, and with those of the
   * same queue that were taken since.
   */
  readonly cards?: number | undefined;
  /** Undefined until it is sent for the first time. */
  readonly sent: SentScan | undefined;
}

export interface WaitingScans {
  /** In the order in which they were read. */
  readonly scans: readonly WaitingScan[];
  /** Scans were thrown away. This must be reported to the table before another one is sent. */
  readonly stop: string | undefined;
  /** The id of the last scan that was read. */
  readonly lastId: number;
}

export const NONE_WAITING: WaitingScans = { scans: [], stop: undefined, lastId: 0 };

export type ScanChange =
  | {
      readonly line: 'scanned';
      readonly id: number;
      readonly code: string;
      readonly game?: string | undefined;
      readonly cards?: number | undefined;
    }
  /** Recorded before it is sent. From here on it may have been taken. */
  | ({ readonly line: 'sent'; readonly id: number } & SentScan)
  /** It is certain that it was not taken. */
  | { readonly line: 'kept'; readonly id: number }
  /** It has its answer, or will never have one. `isDealt`: it is a card more on the table. */
  | { readonly line: 'done'; readonly id: number; readonly isDealt?: boolean | undefined }
  /**
   * Everything that waits is thrown away in one step, and the table is to get the report `note`.
   */
  | { readonly line: 'stopped'; readonly id: number; readonly note: string }
  /** The table has the report. */
  | { readonly line: 'reported'; readonly id: number };

export const afterChange = (before: WaitingScans, change: ScanChange): WaitingScans => {
  const waiting = { ...before, lastId: Math.max(before.lastId, change.id) };
  switch (change.line) {
    case 'scanned': {
      const { id, code, game, cards } = change;
      return { ...waiting, scans: [...waiting.scans, { id, code, game, cards, sent: undefined }] };
    }
    case 'sent': {
      const { name, scanSeq, shoe, game, cards } = change;
      return withSent(waiting, change.id, { name, scanSeq, shoe, game, cards });
    }
    case 'kept':
      return withSent(waiting, change.id, undefined);
    case 'done':
      return { ...waiting, scans: behindDone(waiting, change.id, change.isDealt === true) };
    case 'stopped':
      return { ...waiting, scans: [], stop: change.note };
    case 'reported':
      return { ...waiting, stop: undefined };
  }
};

/** Those that wait behind it come onto the table as it has left it. */
const behindDone = (
  { scans }: WaitingScans,
  done: number,
  isDealt: boolean,
): readonly WaitingScan[] => {
  const sent = scans.find(({ id }) => id === done)?.sent;
  const behind = scans.filter(({ id }) => id !== done);
  if (sent?.cards === undefined) return behind;
  const cards = sent.cards + (isDealt ? 1 : 0);
  return behind.map((scan) => (scan.game === sent.game ? { ...scan, cards } : scan));
};

const withSent = (waiting: WaitingScans, id: number, sent: SentScan | undefined): WaitingScans => ({
  ...waiting,
  scans: waiting.scans.map((scan) => (scan.id === id ? { ...scan, sent } : scan)),
});

export const isEmpty = ({ scans, stop }: WaitingScans): boolean =>
  scans.length === 0 && stop === undefined;

/** The changes that lead to what waits now. */
export const changesOf = ({ scans, stop }: WaitingScans): readonly ScanChange[] => [
  // The report comes first: it throws away what is before it.
  ...(stop === undefined ? [] : [{ line: 'stopped', id: 0, note: stop } as const]),
  ...scans.flatMap(({ id, code, game, cards, sent }): ScanChange[] => [
    { line: 'scanned', id, code, game, cards },
    ...(sent === undefined ? [] : [{ line: 'sent', id, ...sent } as const]),
  ]),
];
