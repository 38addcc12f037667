/**
 * This desk’s own settings: another table, the language, what the scanner sends around a code, and
 * the way out.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOUBLE_READ_MS } from '../../../../src/client/double-read.js';
import { chooseLanguage } from '../../staff/language-switch.js';
import { useStore } from 'zustand';
import { whipUrlOf } from '../camera.js';
import { DeskButton } from '../desk-button.js';
import { OPTION_CAPS } from '../key-caps.js';
import { useKeyScope, useKeys } from '../key-scope.js';
import type { ScannerKeys } from '../wedge/burst.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { Sheet } from './sheet.js';
import { useSheetWords } from './words.js';
import choices from '../choices.module.css';

type KeyPlace = Exclude<keyof ScannerKeys, 'doubleReadMs'>;

/** Within which time the same code counts as the same read, in ms. 0: every read counts. */
const DOUBLE_READS = [DOUBLE_READ_MS, 500, 1_000, 0] as const;

const nextDoubleRead = (nowMs: number): number =>
  DOUBLE_READS[(DOUBLE_READS.findIndex((each) => each === nowMs) + 1) % DOUBLE_READS.length]!;

interface Props {
  readonly onClose: () => void;
  readonly onLeave: () => void;
  readonly onSignOut: () => void;
}

export const OptionsSheet = ({ onClose, onLeave, onSignOut }: Props) => {
  const own = useSheetWords();
  const { t: staff } = useTranslation('staff');
  const { scannerKeys, setScannerKeys, askKey } = useKeyScope();
  const [asked, setAsked] = useState<KeyPlace>();
  const ask = (place: KeyPlace) => {
    setAsked(place);
    askKey((code) => {
      setScannerKeys({ ...scannerKeys, [place]: code === 'Escape' ? '' : code });
      setAsked(undefined);
    });
  };
  const chooseDoubleRead = () =>
    setScannerKeys({ ...scannerKeys, doubleReadMs: nextDoubleRead(scannerKeys.doubleReadMs) });
  const camera = useCamera();
  useEffect(() => () => askKey(undefined), [askKey]);
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else if (key === OPTION_CAPS.otherTable) onLeave();
      else if (key === OPTION_CAPS.prefix) ask('prefix');
      else if (key === OPTION_CAPS.suffix) ask('suffix');
      else if (key === OPTION_CAPS.doubleRead) chooseDoubleRead();
      else if (key === OPTION_CAPS.camera) camera.toggle?.();
      else if (key === OPTION_CAPS.signOut) onSignOut();
      else if (key === OPTION_CAPS.english) chooseLanguage('en');
      else if (key === OPTION_CAPS.italian) chooseLanguage('it');
      return true;
    },
  });
  const { prefix, suffix, doubleReadMs } = scannerKeys;
  return (
    <Sheet name="options" title={own('options.title')} onClose={onClose}>
      <div className={choices.choices}>
        <DeskButton cap={OPTION_CAPS.otherTable} onPress={onLeave}>
          {own('options.otherTable')}
        </DeskButton>
        <DeskButton
          cap={OPTION_CAPS.prefix}
          isPressed={asked === 'prefix'}
          onPress={() => ask('prefix')}
        >
          {asked === 'prefix'
            ? own('options.press')
            : own('options.prefix', { key: prefix === '' ? own('options.noPrefix') : prefix })}
        </DeskButton>
        <DeskButton
          cap={OPTION_CAPS.suffix}
          isPressed={asked === 'suffix'}
          onPress={() => ask('suffix')}
        >
          {asked === 'suffix'
            ? own('options.press')
            : own('options.suffix', { key: suffix === '' ? own('options.noSuffix') : suffix })}
        </DeskButton>
        <DeskButton cap={OPTION_CAPS.doubleRead} onPress={chooseDoubleRead}>
          {doubleReadMs === 0
            ? own('options.everyRead')
            : own('options.doubleRead', { ms: doubleReadMs })}
        </DeskButton>
        {camera.toggle !== undefined && (
          <DeskButton cap={OPTION_CAPS.camera} isPressed={camera.isUsed} onPress={camera.toggle}>
            {own(camera.isUsed ? 'options.stopCamera' : 'options.useCamera')}
          </DeskButton>
        )}
        <DeskButton cap={OPTION_CAPS.english} onPress={() => chooseLanguage('en')}>
          English
        </DeskButton>
        <DeskButton cap={OPTION_CAPS.italian} onPress={() => chooseLanguage('it')}>
          Italiano
        </DeskButton>
        <DeskButton cap={OPTION_CAPS.signOut} onPress={onSignOut}>
          {staff('signOut')}
        </DeskButton>
      </div>
      <p role="status" data-camera={camera.state}>
        {camera.state !== 'off' && own(`options.camera.${camera.state}`)}
      </p>
    </Sheet>
  );
};

/** `toggle` is undefined where the table takes no camera. */
const useCamera = () => {
  const { camera } = useDesk();
  const { state } = useStore(camera.store);
  const url = useDeskView(({ copy }) => whipUrlOf(copy?.settings.whepUrl ?? null));
  const toggle = () => {
    if (camera.isUsed) camera.stop();
    else if (url !== undefined) void camera.use(url);
  };
  return { state, isUsed: camera.isUsed, toggle: url === undefined ? undefined : toggle };
};
