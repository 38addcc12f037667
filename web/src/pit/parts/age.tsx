/** How long something has lasted, or how long is left. It ticks by itself. */
import { ageText } from '../age.js';
import { useNow } from '../use-now.js';
import { classes } from '../../classes.js';
import styles from './age.module.css';

export const Age = ({ sinceMs }: { readonly sinceMs: number }) => (
  <span className={styles.age}>{ageText(useNow() - sinceMs)}</span>
);

export const Left = ({ untilMs }: { readonly untilMs: number }) => {
  const leftMs = untilMs - useNow();
  return (
    <span className={classes(styles.age, leftMs < 120_000 && styles.short)}>{ageText(leftMs)}</span>
  );
};
