/** The scoreboards of the shoe: all at once on a desk, page by page in a strip on a phone. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DERIVED_ROADS } from '../../../src/roads/derived-road.js';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatStore } from '../table/seat-store.js';
import { AskButtons } from './ask-buttons.js';
import { BeadSwitch, useBeadsShow } from './bead-switch.js';
import { EnlargedRoad } from './enlarged-road.js';
import { RoadSheet } from './road-sheet.js';
import { ShoeStatistics } from './shoe-statistics.js';
import { useAsk } from './use-ask.js';
import { useShoe } from './use-shoe.js';
import './sheet.css';
import './roads.css';

const NONE: readonly string[] = [];

/** The pages of the strip, and their signs. */
const PAGES = { bigRoad: '◯', derived: '⁄⁄', beadPlate: '●', statistics: '%' } as const;
type Page = keyof typeof PAGES;
const PAGE_NAMES = Object.keys(PAGES) as Page[];

export const Roads = ({ seat }: { readonly seat: SeatStore }) => {
  const { t } = useTranslation();
  const beads = useSeat(seat, ({ copy }) => copy?.shoe?.beads ?? NONE);
  const ordinal = useSeat(seat, ({ copy }) => copy?.shoe?.ordinal ?? null);
  const shoe = useShoe({ table: seat.table, shoe: ordinal, beads });
  const asking = useAsk(shoe);
  const [show, setShow] = useBeadsShow();
  const [page, turnTo] = useState<Page>('bigRoad');
  const [enlarged, enlarge] = useState<RoadName>();
  const { ghosts } = asking;
  const showTotals = show === 'totals';
  const given = { shoe, ghosts, showTotals };
  const asks = <AskButtons shoe={shoe} asking={asking} />;
  const beadSwitch = <BeadSwitch show={show} onChoose={setShow} />;
  const figure = (road: RoadName) => (
    <figure key={road} className={road}>
      <figcaption>
        {t(`roads.name.${road}`)}
        {road === 'beadPlate' && beadSwitch}
      </figcaption>
      <RoadSheet road={road} {...given} onOpen={() => enlarge(road)} />
    </figure>
  );
  return (
    <section
      className="roads"
      aria-label={t('roads.title')}
      data-coups={shoe.statistics.coups}
      data-page={page}
    >
      <div className="pages" role="group" aria-label={t('roads.pages')}>
        {PAGE_NAMES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={page === each}
            aria-label={t(`roads.page.${each}`)}
            onClick={() => turnTo(each)}
          >
            {PAGES[each]}
          </button>
        ))}
      </div>
      <div className="page beadPlate">{figure('beadPlate')}</div>
      <div className="page bigRoad">{figure('bigRoad')}</div>
      <div className="page derived">{DERIVED_ROADS.map(figure)}</div>
      <div className="page statistics">
        <ShoeStatistics statistics={shoe.statistics} />
      </div>
      {asks}
      {enlarged !== undefined && (
        <EnlargedRoad road={enlarged} {...given} onClose={() => enlarge(undefined)}>
          {asks}
          {enlarged === 'beadPlate' && beadSwitch}
        </EnlargedRoad>
      )}
    </section>
  );
};
