/** A button with its key. It never takes the focus: the keys go to the desk, whatever was pressed last. */
import type { ReactNode } from 'react';

interface Given {
  /** As it is printed on the key. */
  readonly cap: string;
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** It sends the form that it is in. */
  readonly submits?: boolean;
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  readonly className?: string;
}

export const DeskButton = ({
  cap,
  children,
  onPress,
  submits,
  isPressed,
  isOff,
  className,
}: Given) => (
  <button
    type={submits === true ? 'submit' : 'button'}
    tabIndex={-1}
    className={`desk-button${className === undefined ? '' : ` ${className}`}`}
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
