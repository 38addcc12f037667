/** One chapter of the help. It opens at a touch. */
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './chapter.module.css';

interface Props {
  readonly name: string;
  readonly title: string;
  readonly isOpen?: boolean;
  /** Whether the help opens at it. */
  readonly isShown?: boolean;
  readonly children: ReactNode;
}

export const Chapter = ({ name, title, isOpen = false, isShown = false, children }: Props) => {
  const chapter = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isShown) chapter.current?.scrollIntoView();
  }, [isShown]);
  return (
    <details ref={chapter} className={styles.chapter} data-chapter={name} open={isOpen}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {children}
    </details>
  );
};
