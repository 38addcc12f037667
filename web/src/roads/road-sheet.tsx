/** A road that can be scrolled back, and returns to its newest coup whenever one comes. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import { RoadDrawing } from './road-drawing.js';
import { roadInWords } from './said.js';
import type { DrawnShoe } from './shoe-board.js';
import { type Ghosts, beginsAt } from './sheet.js';
import { classes } from '../classes.js';
import sheet from './sheet.module.css';

export interface RoadProps {
  readonly road: RoadName;
  readonly shoe: DrawnShoe;
  readonly ghosts: Ghosts | undefined;
  readonly showTotals: boolean;
}

interface Props extends RoadProps {
  /** Touched. Without it the sheet is only looked at. */
  readonly onOpen?: () => void;
}

export const RoadSheet = ({ road, shoe, ghosts, showTotals, onOpen }: Props) => {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const cells = shoe.roads[road];
  const ghost = ghosts?.[road];
  useEffect(() => {
    const box = scroller.current!;
    // It looks at once, and again as the sheet grows or is turned to.
    const from = beginsAt(cells, ghost);
    const sizes = new ResizeObserver(() => (box.scrollLeft = from * box.scrollWidth));
    sizes.observe(box);
    sizes.observe(box.firstElementChild!);
    return () => sizes.disconnect();
  }, [cells, ghost]);
  const words = roadInWords(t, road, shoe);
  return (
    <div className={sheet.paper}>
      <div
        ref={scroller}
        className={classes(sheet.sheet, sheet.whole)}
        data-road={road}
        {...(onOpen === undefined && { role: 'img', 'aria-label': words, tabIndex: 0 })}
      >
        <RoadDrawing road={road} roads={shoe.roads} ghosts={ghosts} showTotals={showTotals} />
        {onOpen !== undefined && (
          // Inside the sheet, so that a finger or a wheel on it scrolls.
          <button type="button" aria-haspopup="dialog" aria-label={words} onClick={onOpen} />
        )}
      </div>
    </div>
  );
};
