/** How good the line is, always in view: three bars, two, or none. */
import { useTranslation } from 'react-i18next';
import { useLine } from '../studio/use-studio.js';
import styles from './signal.module.css';

export const Signal = () => {
  const { t } = useTranslation();
  const quality = useLine((line) => line.quality);
  const name = t(`line.quality.${quality}`);
  return (
    <span
      className={styles.signal}
      role="img"
      aria-label={name}
      title={name}
      data-quality={quality}
    >
      <i />
      <i />
      <i />
    </span>
  );
};
