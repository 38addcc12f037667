/** One chapter of the help: it opens where it is touched. */
import type { ReactNode } from 'react';
import styles from './chapter.module.css';

interface Given {
  readonly name: string;
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export const Chapter = ({ name, title, isOpen = false, children }: Given) => (
  <details className={styles.chapter} data-chapter={name} open={isOpen}>
    <summary>
      <h3>{title}</h3>
    </summary>
    {children}
  </details>
);
