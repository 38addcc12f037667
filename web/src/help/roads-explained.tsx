/** Every road: how it is read, and an example drawn by the code that draws the table’s own. */
import { useTranslation } from 'react-i18next';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import { RoadDrawing } from '../roads/road-drawing.js';
import { useShoe } from '../roads/use-shoe.js';
import sheet from '../roads/sheet.module.css';
import { classes } from '../classes.js';
import { useHelpWords } from './words.js';
import styles from './roads-explained.module.css';

const ROADS = [
  'beadPlate',
  'bigRoad',
  'bigEyeBoy',
  'smallRoad',
  'cockroachRoad',
] as const satisfies readonly RoadName[];

/** With ties, pairs, naturals, a run that turns, and enough columns for every road. */
const EXAMPLE: readonly string[] =
  'P7 P6 B8n B5 E7 B6p P5 P9b B7 P8n B6 B3 P7 P5 P6 P2 P8 P9n P4 B1 E3 P6 B9 B4'.split(' ');

export const RoadsExplained = () => {
  const { t } = useTranslation();
  const own = useHelpWords();
  const shoe = useShoe({ table: 'example', shoe: 1, beads: EXAMPLE });
  return (
    <div className={styles.roads}>
      <p>{own('roads.example')}</p>
      {ROADS.map((road) => (
        <figure key={road} data-example={road}>
          <figcaption>
            <strong>{t(`roads.name.${road}`)}</strong> {own(`roads.${road}`)}
          </figcaption>
          <div className={classes(sheet.sheet, styles.drawn)} aria-hidden="true">
            <RoadDrawing road={road} roads={shoe.roads} />
          </div>
        </figure>
      ))}
      <p>{own('roads.ask', { punto: t('roads.ask.punto'), banco: t('roads.ask.banco') })}</p>
    </div>
  );
};
