/** One road, large, over the table. A touch anywhere closes it, and Escape does. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../look/mark.js';
import type { RoadName } from '../../../src/roads/scoreboard.js';
import { RoadSheet, type RoadProps } from './road-sheet.js';
import styles from './enlarged-road.module.css';

interface Props extends RoadProps {
  readonly onClose: () => void;
  /** The Ask buttons, and the Bead Plate’s switch. */
  readonly children: ReactNode;
}

const LEGENDS = {
  beadPlate: 'beads',
  bigRoad: 'wins',
  bigEyeBoy: 'derived',
  smallRoad: 'derived',
  cockroachRoad: 'derived',
} as const satisfies Readonly<Record<RoadName, string>>;

export const EnlargedRoad = ({ onClose, children, ...given }: Props) => {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const name = t(`roads.name.${given.road}`);
  return (
    <dialog
      ref={dialog}
      className={styles.enlargedRoad}
      aria-label={name}
      onClose={onClose}
      onClick={({ target }) => {
        if (!(target as Element).closest('[data-part=controls]')) dialog.current?.close();
      }}
    >
      <header>
        <h2>{name}</h2>
        <button type="button" aria-label={t('roads.close')}>
          <Mark name="close" />
        </button>
      </header>
      <RoadSheet {...given} />
      <p className={styles.legend}>{t(`roads.legend.${LEGENDS[given.road]}`)}</p>
      <div className={styles.controls} data-part="controls">
        {children}
      </div>
    </dialog>
  );
};
