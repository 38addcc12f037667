/** The marks of small buttons, drawn: who shows one names its button. */
import styles from './mark.module.css';

const PATHS = {
  close: 'M6 6L18 18M18 6L6 18',
  back: 'M15 5L8 12L15 19',
  next: 'M9 5L16 12L9 19',
} as const;

export const Mark = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
