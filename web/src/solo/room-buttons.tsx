/** The buttons of a room: only those that can be pressed now are shown as such. */
import { classes } from '../classes.js';
import styles from './room-buttons.module.css';
import { useKeptFocus } from './use-kept-focus.js';
import { useSoloWords } from './words.js';

export interface RoomButton {
  readonly name:
    | 'undo'
    | 'clear'
    | 'repeat'
    | 'deal'
    | 'dealOut'
    | 'insure'
    | 'decline'
    | 'card'
    | 'stand'
    | 'double'
    | 'split'
    | 'newHand';
  readonly can: boolean;
  /** The one that play goes on with. */
  readonly isMain?: boolean;
  readonly act: () => void;
}

interface Props {
  readonly buttons: readonly RoomButton[];
  readonly canAct: boolean;
}

export const RoomButtons = ({ buttons, canAct }: Props) => {
  const own = useSoloWords();
  const kept = useKeptFocus();
  return (
    <div
      {...kept}
      className={styles.buttons}
      data-part="commands"
      role="group"
      aria-label={own('commands')}
      tabIndex={-1}
    >
      {buttons.map(({ name, can, isMain = false, act }) => (
        <button
          key={name}
          type="button"
          className={classes(isMain && styles.main)}
          data-command={name}
          disabled={!can || !canAct}
          onClick={act}
        >
          {own(`button.${name}`)}
        </button>
      ))}
    </div>
  );
};
