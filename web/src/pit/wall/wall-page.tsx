/** The wall: every table at a glance, the one that needs somebody first. */
import { useStore } from 'zustand';
import { Suspense, lazy, useMemo, useRef } from 'react';
import { useRead } from '../parts/use-read.js';
import { useReason } from '../parts/use-reason.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { Tile } from './tile.js';
import { Totals } from './totals.js';
import type { TableTrouble } from './trouble.js';
import { winsByRate, winsOf } from './wins.js';
import { classes } from '../../classes.js';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './wall-page.module.css';

/** For administrators alone, and seldom. */
const MakeTable = lazy(() => import('./make-table.js'));

const IN_TROUBLE: ReadonlySet<TableTrouble> = new Set(['stalled', 'suspended', 'line', 'incident']);

const WallPage = () => {
  const words = useWords();
  const { t, count } = words;
  const reason = useReason();
  const may = useMay();
  const { wall, reads } = usePit();
  const { latest } = useRead(reads.lately());
  const wins = useMemo(() => winsOf(latest?.hours ?? []), [latest]);
  const byRate = useMemo(() => winsByRate(latest?.hours ?? []), [latest]);
  const order = useStore(wall.store, (view) => view.order);
  const isPublished = useStore(wall.store, (view) => view.isPublished);
  const tiles = useRef<HTMLUListElement>(null);
  if (!isPublished) return <p className={tones.nothing}>{t('wall.coming')}</p>;
  const inTrouble = order.filter(({ trouble }) => IN_TROUBLE.has(trouble)).length;
  const open = order.filter(({ trouble }) => trouble !== 'closed').length;
  return (
    <section aria-labelledby="wall-title">
      <header className={head.pageHead}>
        <h1 id="wall-title">{t('wall.title')}</h1>
        <p role="status" className={classes(head.sum, inTrouble > 0 && head.bad)}>
          {t('wall.sum', { open: count(open), all: count(order.length) })}
          {' · '}
          {inTrouble === 0 ? t('wall.calm') : t('wall.inTrouble', { count: inTrouble })}
        </p>
        {order.length > 0 && (
          <Totals wins={latest === undefined ? undefined : wins} byRate={byRate} />
        )}
      </header>
      {order.length === 0 && <p className={tones.nothing}>{t('wall.none')}</p>}
      <ul ref={tiles} className={styles.tiles} onKeyDown={(event) => step(event, tiles.current)}>
        {order.map(({ table, trouble }) => (
          <Tile
            key={table}
            table={table}
            trouble={trouble}
            words={words}
            reason={reason}
            win={wins.get(table)}
            isWinAbout={byRate.has(table)}
          />
        ))}
      </ul>
      {may.makeTables && (
        <Suspense>
          <MakeTable />
        </Suspense>
      )}
    </section>
  );
};
export default WallPage;

const ARROWS = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
} as const;

/** The arrows go from tile to tile, as they are placed. */
const step = (event: React.KeyboardEvent, list: HTMLUListElement | null): void => {
  const way = ARROWS[event.key as keyof typeof ARROWS];
  if (way === undefined || list === null) return;
  const links = [...list.querySelectorAll<HTMLElement>('a[data-trouble]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
  const moves = { up: at - columns, down: at + columns, first: 0, last: links.length - 1 };
  const target = links[typeof way === 'number' ? at + way : moves[way]];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
};
