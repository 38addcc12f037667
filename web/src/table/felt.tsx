/** What is printed and stands on the felt: the lines of the layout, and the shoe. */
import styles from './felt.module.css';

export const Felt = () => (
  <div className={styles.felt} aria-hidden="true">
    <svg className={styles.lines} viewBox="0 0 1000 460" preserveAspectRatio="xMidYMin slice">
      <g fill="none" stroke="#e6c473">
        <path d="M-40 60C180 420 820 420 1040 60" strokeWidth={2.4} opacity={0.34} />
        <path d="M-40 36C180 396 820 396 1040 36" strokeWidth={1} opacity={0.26} />
      </g>
    </svg>
    <svg className={styles.shoe} viewBox="0 0 120 74">
      <path d="M34 8L112 2L118 52L30 62Z" fill="#131715" stroke="#050706" />
      <path d="M34 8L112 2L114 14L33 21Z" fill="#252c28" />
      <path d="M4 40L36 14L33 62L10 70Z" fill="#f6f2e6" stroke="#8f1f2b" strokeWidth={2} />
      <path d="M9 42L33 22L31 58L13 65Z" fill="#8f1f2b" />
      <path d="M34 8L36 62L10 70L8 66L30 58Z" fill="#1c221f" />
      <path d="M60 30L100 27" stroke="#e6c473" strokeWidth={2} opacity={0.8} />
    </svg>
  </div>
);
