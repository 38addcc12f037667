/** One chapter of the help. It opens at a touch. */
import type { ReactNode } from 'react';
import styles from './chapter.module.css';

interface Props {
  readonly name: string;
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export const Chapter = ({ name, title, isOpen = false, children }: Props) => (
  <details className={styles.chapter} data-chapter={name} open={isOpen}>
    <summary>
      <h3>{title}</h3>
    </summary>
    {children}
  </details>
);
