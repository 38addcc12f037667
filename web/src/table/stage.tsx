/**
 * The stage: the table's picture or its classic view, with the cards as they are scanned, the
 * totals, and what the table says.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { dealCoup } from '../../../src/punto-banco/coup.js';
import type { Outcome } from '../../../src/punto-banco/outcome.js';
import { useSettings } from '../studio/settings-store.js';
import { useSeat } from '../studio/use-studio.js';
import { CoupCards } from './coup-cards.js';
import { Felt } from './felt.js';
import { handsOf } from './hands.js';
import { Joy } from './joy.js';
import { PhaseBar } from './phase-bar.js';
import type { SeatStore } from './seat-store.js';
import { MyWin } from './my-win.js';
import { Video } from './video.js';
import { VolumeControl } from './volume-control.js';
import { classes } from '../classes.js';
import styles from './stage.module.css';

const OVER = new Set(['resulted', 'settled']);
const NONE: readonly Face[] = [];

export const Stage = ({ seat }: { readonly seat: SeatStore }) => {
  const { t } = useTranslation();
  const cards = useSeat(seat, ({ copy }) => copy?.round?.cards ?? NONE);
  const phase = useSeat(seat, ({ copy }) => copy?.suspended?.from ?? copy?.phase);
  const outcome: Outcome | undefined =
    phase !== undefined && OVER.has(phase) ? dealCoup(cards)?.outcome : undefined;
  const { settings } = useSettings();
  const url = useSeat(seat, ({ copy }) => copy?.settings.videoUrl ?? null);
  const [isSeen, setSeen] = useState(false);
  const hasVideo = url !== null && settings.video && !settings.classicView;
  return (
    <section
      className={classes(styles.stage, hasVideo && isSeen && styles.isSeen)}
      data-part="stage"
      data-seen={hasVideo && isSeen ? '' : undefined}
      aria-label={t('stage.title')}
      data-outcome={outcome}
    >
      {hasVideo && (
        <Video
          url={url}
          quality={settings.videoQuality}
          hasSound={settings.videoSound}
          onSeen={setSeen}
        />
      )}
      {!(hasVideo && isSeen) && <Felt />}
      <PhaseBar seat={seat} />
      <div className={styles.tools}>
        <VolumeControl />
      </div>
      <CoupCards className={styles.hands} hands={handsOf(cards)} outcome={outcome} />
      <p className={styles.verdict}>
        {outcome !== undefined && (
          <span className={styles[outcome]}>{t(`outcome.${outcome}`)}</span>
        )}
        <MyWin seat={seat} />
      </p>
      <Joy seat={seat} />
    </section>
  );
};
