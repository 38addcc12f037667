/** Says, in place of the table, what the page waits for. */
import type { ReactNode } from 'react';
import styles from './waiting.module.css';

export const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <main className={styles.waiting}>{children}</main>
);
