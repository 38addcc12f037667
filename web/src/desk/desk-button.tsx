/**
 * A button with its key. It never takes the focus: the keys go to the desk, whatever was pressed
 * last.
 */
import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import styles from './desk-button.module.css';

interface Props {
  /** As it is printed on the key. */
  readonly cap: string;
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** It submits the form that it is in. */
  readonly submits?: boolean;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  /** What is most likely wanted now. */
  readonly isPrimary?: boolean;
  readonly className?: string | undefined;
}

export const DeskButton = ({
  cap,
  children,
  onPress,
  submits,
  isPressed,
  isOff,
  isPrimary = false,
  className,
}: Props) => (
  <button
    type={submits === true ? 'submit' : 'button'}
    tabIndex={-1}
    className={classes(styles.deskButton, isPrimary && styles.primary, className)}
    aria-keyshortcuts={cap}
    aria-pressed={isPressed}
    disabled={isOff}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    <kbd>{cap}</kbd>
    <span>{children}</span>
  </button>
);
