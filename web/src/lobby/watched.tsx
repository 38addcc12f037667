/** The tables that are watched, as small live tiles. A touch changes to one of them. */
import { useTranslation } from 'react-i18next';
import { useStudio } from '../studio/use-studio.js';
import { usePin, useWatched } from './use-pin.js';
import { WatchedTile } from './watched-tile.js';
import { classes } from '../classes.js';
import styles from './watched.module.css';

interface Props {
  /** The table that is played. It is not shown twice. */
  readonly current: string;
  /** Classes for its place in the layout. */
  readonly className: string | undefined;
  readonly onChange: (table: string) => void;
}

export const Watched = ({ current, className, onChange }: Props) => {
  const { t } = useTranslation();
  const studio = useStudio();
  const watched = useWatched();
  const pin = usePin();
  const others = watched.filter((table) => table !== current);
  if (others.length === 0) return null;
  return (
    <ul
      className={classes(styles.watched, className)}
      aria-label={t('lobby.watchedTables')}
      data-part="watched"
    >
      {others.map((table) => (
        <WatchedTile
          key={table}
          seat={studio.seat(table)}
          onChoose={() => onChange(table)}
          onUnpin={() => pin(table)}
        />
      ))}
    </ul>
  );
};
