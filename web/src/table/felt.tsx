/** The felt and the shoe, in their places on the stage. */
import { FeltDrawing, ShoeDrawing } from './felt-drawing.js';
import styles from './felt.module.css';

export const Felt = () => (
  <div className={styles.felt} aria-hidden="true" data-part="felt">
    <FeltDrawing className={styles.cloth} />
    <ShoeDrawing className={styles.shoe} />
  </div>
);
