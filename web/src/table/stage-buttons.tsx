/** On the stage: the classic view and the whole screen, as drawings with names. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isFullScreen, turnFullScreen, watchFullScreen } from './whole-screen.js';
import styles from './stage-buttons.module.css';

interface Props {
  readonly hasVideo: boolean;
  readonly isClassic: boolean;
  readonly onClassic: (isOn: boolean) => void;
}

export const StageButtons = ({ hasVideo, isClassic, onClassic }: Props) => {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(watchFullScreen, isFullScreen);
  return (
    <>
      {hasVideo && (
        <Button
          name={t('stage.classic')}
          isOn={isClassic}
          path="M3 5H21V19H3ZM12 8V16M6 10H9V15H6ZM15 10H18V15H15Z"
          onPress={() => onClassic(!isClassic)}
        />
      )}
      {document.fullscreenEnabled && (
        <Button
          name={t('stage.whole')}
          isOn={isFull}
          path={
            isFull
              ? 'M9 3V9H3M15 3V9H21M9 21V15H3M15 21V15H21'
              : 'M3 9V3H9M21 9V3H15M3 15V21H9M21 15V21H15'
          }
          onPress={() => void turnFullScreen()}
        />
      )}
    </>
  );
};

interface ButtonProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly path: string;
  readonly onPress: () => void;
}

const Button = ({ name, isOn, path, onPress }: ButtonProps) => (
  <button
    type="button"
    className={styles.button}
    aria-label={name}
    title={name}
    aria-pressed={isOn}
    onClick={onPress}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={2} strokeLinejoin="round" />
    </svg>
  </button>
);
