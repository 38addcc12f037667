/**
 * A table on the wall. It is drawn again only when it sent something new, and only what has changed
 * of it.
 */
import { memo } from 'react';
import { useStore } from 'zustand';
import { OUTCOMES } from '../../../../src/punto-banco/outcome.js';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { SmallBigRoad } from '../../roads/small-big-road.js';
import { Age } from '../parts/age.js';
import { Still } from '../parts/still.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import type { Words } from '../use-words.js';
import { Signs } from './signs.js';
import type { TableTrouble } from './trouble.js';
import { classes } from '../../classes.js';
import hidden from '../../look/hidden.module.css';
import exposure from './exposure.module.css';
import styles from './tile.module.css';

interface Props {
  readonly table: string;
  readonly trouble: TableTrouble;
  /** Those of the whole wall, so that two hundred tiles need not ask for them one by one. */
  readonly words: Words;
  readonly reason: (code: string) => string;
  /** Of the last hours, in minor units. Undefined: no round of them is worked out. */
  readonly win: string | undefined;
  /** Whether something of further currencies is counted in it, by the table's rates. */
  readonly isWinAbout: boolean;
}

export const Tile = memo(({ table: id, trouble, words, reason, win, isWinAbout }: Props) => {
  const { wall } = usePit();
  const table = useStore(wall.store, (view) => view.tables.get(id));
  if (table === undefined) return null;
  const { t, money, count } = words;
  const { suspended, game, bets, currency, stakes, exposure: worst, stillUrl } = table;
  const isAbout = table.byCurrency !== undefined;
  const hasPicture = stillUrl !== null;
  const shownBets = t('wall.bets', { count: bets, shown: count(bets) });
  return (
    <li className={styles.place}>
      <a
        className={classes(styles.tile, styles[trouble], hasPicture && styles.pictured)}
        href={makePlace('table', id)}
        data-table={id}
        data-trouble={trouble}
      >
        <span className={styles.names}>
          <b title={id}>{table.name}</b>
          <span>{table.dealer ?? t('wall.noDealer')}</span>
        </span>
        <Phase
          published={phaseWords(t, table)}
          sinceMs={table.stall?.sinceMs ?? suspended?.sinceMs ?? table.phaseSinceMs}
        />
        {hasPicture && <Still url={stillUrl} name="" className={styles.still} />}
        <span className={styles.why}>
          {!(hasPicture && suspended === null) && (
            <span>{suspended === null ? (game ?? '') : reason(suspended.reason)}</span>
          )}
          <span aria-hidden="true">
            {t('wall.crowd', { players: count(table.players), bets: count(bets) })}
          </span>
          <span className={hidden.listened}>
            {t('wall.players', { count: table.players })} · {shownBets}
          </span>
        </span>
        <span className={styles.layout}>
          <span>{t(hasPicture ? 'wall.stakes' : 'wall.onLayout')}</span>
          <b title={table.byCurrency && sumsText(table, words)}>
            {isAbout && '≈ '}
            {hasPicture ? words.rounded(stakes, currency) : money(stakes, currency)}
          </b>
        </span>
        <span className={styles.layout} data-win={win}>
          <span>{t('wall.win')}</span>
          <b>
            {isWinAbout && '≈ '}
            {winText(win, currency, words, hasPicture)}
          </b>
        </span>
        <Exposure
          punto={worst?.punto}
          banco={worst?.banco}
          egalite={worst?.egalite}
          currency={currency}
          isAbout={isAbout}
          words={words}
        />
        <Road table={id} shoe={table.shoe} beads={table.beads.join(' ')} />
        <Signs className={styles.signs} table={table} words={words} />
      </a>
    </li>
  );
});

/** Beside a picture there is room for whole units alone. */
const winText = (
  win: string | undefined,
  currency: string,
  { money, nearest }: Words,
  isRounded: boolean,
): string => {
  if (win === undefined) return '–';
  if (!isRounded) return money(win, currency, true);
  return BigInt(win) > 0n ? `+${nearest(win, currency)}` : nearest(win, currency);
};

interface RoadProps {
  readonly table: string;
  readonly shoe: number | null;
  /** One text, because each message brings a list of its own. */
  readonly beads: string;
}

const Road = memo(({ table, shoe, beads }: RoadProps) => (
  <SmallBigRoad
    className={styles.road}
    table={table}
    shoe={shoe}
    beads={beads === '' ? NO_BEADS : beads.split(' ')}
    columns={ROAD_COLUMNS}
  />
));

const NO_BEADS: readonly string[] = [];
const ROAD_COLUMNS = 28;

interface PhaseProps {
  readonly published: string;
  readonly sinceMs: number | null;
}

const Phase = memo(({ published, sinceMs }: PhaseProps) => (
  <span className={styles.phase}>
    <b>{published}</b>
    {sinceMs !== null && <Age sinceMs={sinceMs} />}
  </span>
));

/** What it is stalled at, or else what it does. */
const phaseWords = (t: Words['t'], { stall, stalled, phase }: WallTable): string => {
  if (stall !== null) return t(`wall.stall.${stall.what}`);
  if (stalled) return t('wall.stalled');
  return phase === null ? t('wall.notHere') : t(`phase.${phase}`);
};

interface ExposureProps {
  readonly punto: string | undefined;
  readonly banco: string | undefined;
  readonly egalite: string | undefined;
  readonly currency: string;
  readonly isAbout: boolean;
  readonly words: Words;
}

/** What lies in each currency, where it is of several. */
const sumsText = ({ byCurrency = {}, currency }: WallTable, { sums }: Words): string => {
  const { [currency]: own = '0', ...further } = byCurrency;
  return sums(own, currency, further);
};

const Exposure = memo(({ currency, isAbout, words: { t, rounded }, ...worst }: ExposureProps) => (
  <span
    className={classes(exposure.exposure, styles.exposure)}
    aria-label={t('wall.exposure')}
    role="group"
  >
    <small aria-hidden="true">{t('wall.atWorst')}</small>
    {OUTCOMES.map((outcome) => {
      const amount = worst[outcome];
      return (
        <span key={outcome} className={exposure[outcome]}>
          <i aria-hidden="true">{t(`letter.${outcome}`)}</i>
          <span className={hidden.listened}>
            {t('wall.worstAt', { outcome: t(`outcome.${outcome}`) })}
          </span>
          {amount !== undefined && isAbout && '≈ '}
          {amount === undefined ? '–' : rounded(amount, currency)}
        </span>
      );
    })}
  </span>
));
