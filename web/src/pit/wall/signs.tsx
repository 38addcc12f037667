/**
 * What the pit should know of a table besides its play: its connections, its incidents, its cards,
 * its end.
 */
import { memo } from 'react';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { Age } from '../parts/age.js';
import { useNow } from '../use-now.js';
import { type Words, useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import sign from '../look/sign.module.css';

/** A scanner that is silent for longer than this is reported, while cards are due from it. */
const QUIET_SCANNER_MS = 120_000;
const SCANNING = new Set(['dealing', 'bets_closed']);

interface Props {
  readonly table: WallTable;
  readonly words: Words;
  /** Classes for its place in the layout. */
  readonly className: string | undefined;
}

export const Signs = memo(
  (given: Props) => <Drawn {...given} />,
  (before, now) =>
    before.words === now.words && SHOWN.every((of) => of(before.table) === of(now.table)),
);

/** The part of a table's state that its signs depend on. */
const SHOWN: readonly ((table: WallTable) => unknown)[] = [
  ({ incidents }) => incidents,
  ({ phase }) => phase,
  ({ connection }) => connection.dealer,
  ({ connection }) => connection.lastScanAtMs,
  ({ stream }) => stream,
  ({ closing }) => closing,
  ({ cardsDueAtMs }) => cardsDueAtMs,
];

/** What is well comes last: where there is no room for all, it is what is missed. */
const Drawn = ({ table, words: { t }, className }: Props) => {
  const isOpen = table.phase !== null && table.phase !== 'closed';
  const hasDesk = table.connection.dealer;
  const desk = (
    <span className={classes(sign.sign, !isOpen ? sign.off : hasDesk ? sign.good : sign.bad)}>
      {t(hasDesk ? 'wall.desk.on' : 'wall.desk.off')}
    </span>
  );
  const isMissed = isOpen && !hasDesk;
  return (
    <span className={className}>
      {table.incidents > 0 && (
        <span className={classes(sign.sign, sign.bad)}>
          {t('wall.incidents', { count: table.incidents })}
        </span>
      )}
      {isMissed && desk}
      {table.stream === 'lost' && (
        <span className={classes(sign.sign, sign.bad)}>{t('wall.stream.lost')}</span>
      )}
      {table.phase !== null && SCANNING.has(table.phase) && (
        <Scanner lastScanAtMs={table.connection.lastScanAtMs} />
      )}
      {table.closing && <span className={classes(sign.sign, sign.warn)}>{t('wall.closing')}</span>}
      {isOpen && table.cardsDueAtMs !== null && <CardsDue atMs={table.cardsDueAtMs} />}
      {!isMissed && desk}
      {table.stream === 'live' && (
        <span className={classes(sign.sign, sign.good)}>{t('wall.stream.live')}</span>
      )}
    </span>
  );
};

const Scanner = ({ lastScanAtMs }: { readonly lastScanAtMs: number | null }) => {
  const { t } = useWords();
  const now = useNow();
  if (lastScanAtMs === null || now - lastScanAtMs < QUIET_SCANNER_MS) return null;
  return (
    <span className={classes(sign.sign, sign.warn)}>
      {t('wall.scanner')} <Age sinceMs={lastScanAtMs} />
    </span>
  );
};

/** Shown from an hour before. */
const CardsDue = ({ atMs }: { readonly atMs: number }) => {
  const { t } = useWords();
  const leftMs = atMs - useNow();
  if (leftMs > 3_600_000) return null;
  return (
    <span className={classes(sign.sign, sign.warn)}>
      {leftMs <= 0
        ? t('wall.cardsDueNow')
        : t('wall.cardsDue', { minutes: Math.ceil(leftMs / 60_000) })}
    </span>
  );
};
