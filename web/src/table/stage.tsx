/**
 * The stage: the table's picture or its classic view, with the cards as the picture shows them, the
 * totals, and what the table says.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { dealCoup } from '../../../src/punto-banco/coup.js';
import type { Outcome } from '../../../src/punto-banco/outcome.js';
import { useSettings } from '../studio/settings-store.js';
import { useSeat } from '../studio/use-studio.js';
import { CoupCards } from './coup-cards.js';
import { Felt } from './felt.js';
import { faceDownOf, handsOf } from './hands.js';
import { inStepOf, useShown } from './in-step.js';
import { Joy } from './joy.js';
import { PhaseBar } from './phase-bar.js';
import type { SeatViewStore } from './seat-view-store.js';
import { MyWin } from './my-win.js';
import { useSlowLine } from './slow-line.js';
import { StageButtons } from './stage-buttons.js';
import { Video } from './video.js';
import { sourcesOf } from './stream.js';
import { VolumeControl } from './volume-control.js';
import { classes } from '../classes.js';
import styles from './stage.module.css';

const OVER = new Set(['resulted', 'settled']);
const NONE: readonly Face[] = [];

export const Stage = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t } = useTranslation();
  const round = useShown(seat, ({ copy }) => copy?.round);
  const cards = round?.cards ?? NONE;
  const isSqueeze = useShown(seat, ({ copy }) => typeof copy?.settings.squeezeMs === 'number');
  const phase = useShown(seat, ({ copy }) => copy?.suspended?.from ?? copy?.phase);
  const outcome: Outcome | undefined =
    phase !== undefined && OVER.has(phase) ? dealCoup(cards)?.outcome : undefined;
  const { settings, change } = useSettings();
  const videoUrl = useSeat(seat, ({ copy }) => copy?.settings.videoUrl ?? null);
  const whepUrl = useSeat(seat, ({ copy }) => copy?.settings.whepUrl ?? null);
  const isSlow = useSlowLine();
  const [isSeen, setSeen] = useState(false);
  const hasVideo = (videoUrl ?? whepUrl) !== null && settings.video;
  const isClassic = hasVideo && (settings.classicView || isSlow);
  const isBehind = hasVideo && isSeen && !isClassic;
  const quality = isClassic ? 'low' : settings.videoQuality;
  const onTaken = useFollowed(seat, hasVideo && settings.inStep);
  return (
    <section
      className={classes(
        styles.stage,
        hasVideo && isSeen && (isClassic ? styles.isClassic : styles.isSeen),
      )}
      data-part="stage"
      data-seen={hasVideo && isSeen ? '' : undefined}
      data-view={isBehind ? 'video' : 'classic'}
      aria-label={t('stage.title')}
      data-outcome={outcome}
    >
      {!isBehind && <Felt />}
      {hasVideo && (
        <Video
          key={`${videoUrl} ${whepUrl}`}
          urls={sourcesOf({ videoUrl, whepUrl }, quality)}
          quality={quality}
          hasSound={settings.videoSound}
          onSeen={setSeen}
          onTaken={onTaken}
          nowMs={seat.nowMs}
        />
      )}
      <PhaseBar seat={seat} />
      <div className={styles.tools}>
        <VolumeControl />
        <StageButtons
          hasVideo={hasVideo}
          isClassic={settings.classicView}
          onClassic={(isOn) => change({ classicView: isOn })}
        />
      </div>
      <CoupCards
        className={styles.hands}
        hands={handsOf(cards)}
        faceDown={faceDownOf(round)}
        outcome={outcome}
        isSqueeze={isSqueeze}
      />
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

/** So far apart may two looks at the picture be without meaning anything. */
const NOISE_MS = 150;

/** What the picture says of its hour, so that what is drawn keeps in step with it. */
const useFollowed = (
  seat: SeatViewStore,
  isWanted: boolean,
): ((atMs: number | undefined) => void) => {
  // The stream goes on, whatever is wanted of it.
  const wanted = useRef(isWanted);
  useEffect(() => {
    wanted.current = isWanted;
    if (!isWanted) inStepOf(seat).follows(undefined);
    return () => inStepOf(seat).follows(undefined);
  }, [seat, isWanted]);
  return useCallback(
    (atMs) => {
      if (!wanted.current) return;
      const step = inStepOf(seat);
      const now = atMs === undefined ? undefined : Math.max(0, seat.nowMs() - atMs);
      const { behindMs } = step;
      const isNear = now !== undefined && behindMs !== undefined;
      if (!isNear || Math.abs(now - behindMs) > NOISE_MS) step.follows(now);
    },
    [seat],
  );
};
