/** The end of a table’s Big Road, small, for the lobby and for tables that are watched. */
import { useTranslation } from 'react-i18next';
import { RoadDrawing } from './road-drawing.js';
import { roadInWords } from './said.js';
import type { PublishedShoe } from './shoe-board.js';
import { useShoe } from './use-shoe.js';
import sheet from './sheet.module.css';
import { classes } from '../classes.js';

interface Props extends PublishedShoe {
  readonly columns: number;
  /** Classes for its place in the layout. */
  readonly className?: string | undefined;
}

export const SmallBigRoad = ({ columns, className, ...published }: Props) => {
  const { t } = useTranslation();
  const shoe = useShoe(published);
  return (
    <div
      className={classes(sheet.sheet, sheet.small, className)}
      role="img"
      aria-label={roadInWords(t, 'bigRoad', shoe)}
      data-coups={shoe.statistics.coups}
    >
      <RoadDrawing road="bigRoad" roads={shoe.roads} columns={columns} />
    </div>
  );
};
