/**
 * The scoreboards of the shoe: all at once on a desktop screen, page by page in a strip on a phone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DERIVED_ROADS } from '../../../src/roads/derived-road.js';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import { useShown } from '../table/in-step.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { AskButtons } from './ask-buttons.js';
import { BeadSwitch, useBeadsShow } from './bead-switch.js';
import { EnlargedRoad } from './enlarged-road.js';
import { RoadSheet } from './road-sheet.js';
import { ShoeStatistics } from './shoe-statistics.js';
import { useAsk } from './use-ask.js';
import { GoodRoadMarks } from '../lobby/good-road-marks.js';
import { useGoodRoads } from './use-good-roads.js';
import { useShoe } from './use-shoe.js';
import { classes } from '../classes.js';
import styles from './roads.module.css';

const NONE: readonly string[] = [];

/** The pages of the strip, and their signs: a ring, two strokes, full beads, bars. */
const PAGES = {
  bigRoad: 'M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5Z',
  derived: 'M4 19L11 5M13 19L20 5',
  beadPlate: 'M7 7V7M17 7V7M7 17V17M17 17V17',
  statistics: 'M5 20V12M12 20V4M19 20V9',
} as const;
type Page = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as Page[];

export const Roads = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t } = useTranslation();
  const beads = useShown(seat, ({ copy }) => copy?.shoe?.beads ?? NONE);
  const ordinal = useShown(seat, ({ copy }) => copy?.shoe?.ordinal ?? null);
  const shoe = useShoe({ table: seat.table, shoe: ordinal, beads });
  const good = useGoodRoads(beads);
  const asking = useAsk(shoe);
  const [show, setShow] = useBeadsShow();
  const [page, turnTo] = useState<Page>('bigRoad');
  const [enlarged, enlarge] = useState<RoadName>();
  const { ghosts } = asking;
  const showTotals = show === 'totals';
  const given = { shoe, ghosts, showTotals };
  const beadSwitch = <BeadSwitch show={show} onChoose={setShow} />;
  const figure = (road: RoadName) => (
    <figure key={road} className={road === 'bigEyeBoy' ? styles.bigEyeBoy : undefined}>
      <figcaption>
        {t(`roads.name.${road}`)}
        {road === 'bigRoad' && good.length > 0 && (
          <span className={styles.good}>
            <GoodRoadMarks goodRoads={good.slice(0, 1)} />
          </span>
        )}
        {road === 'beadPlate' && beadSwitch}
      </figcaption>
      <RoadSheet road={road} {...given} onOpen={() => enlarge(road)} />
    </figure>
  );
  return (
    <section
      className={styles.roads}
      data-part="roads"
      aria-label={t('roads.title')}
      data-coups={shoe.statistics.coups}
      data-page={page}
    >
      <div className={styles.pages} role="group" aria-label={t('roads.pages')}>
        {PAGE_NAMES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={page === each}
            aria-label={t(`roads.page.${each}`)}
            title={t(`roads.page.${each}`)}
            data-page-of={each}
            onClick={() => turnTo(each)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={PAGES[each]} />
            </svg>
          </button>
        ))}
      </div>
      <div className={classes(styles.page, styles.beadPlate)}>{figure('beadPlate')}</div>
      <div className={classes(styles.page, styles.bigRoad)}>{figure('bigRoad')}</div>
      <div className={classes(styles.page, styles.derived)}>{DERIVED_ROADS.map(figure)}</div>
      <div className={classes(styles.page, styles.statistics)}>
        <ShoeStatistics statistics={shoe.statistics} />
      </div>
      <AskButtons shoe={shoe} asking={asking} />
      {enlarged !== undefined && (
        <EnlargedRoad road={enlarged} {...given} onClose={() => enlarge(undefined)}>
          <AskButtons shoe={shoe} asking={asking} isLarge />
          {enlarged === 'beadPlate' && beadSwitch}
        </EnlargedRoad>
      )}
    </section>
  );
};
