/**
 * This desk’s own settings: another table, the language, what the scanner sends around a code, and
 * the way out.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOUBLE_READ_MS } from '../../../../src/client/double-read.js';
import { chooseLanguage } from '../../staff/language-switch.js';
import { DeskButton } from '../desk-button.js';
import { useKeyScope, useKeys } from '../key-scope.js';
import type { ScannerKeys } from '../wedge/burst.js';
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
  useEffect(() => () => askKey(undefined), [askKey]);
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else if (key === 'T') onLeave();
      else if (key === 'P') ask('prefix');
      else if (key === 'U') ask('suffix');
      else if (key === 'D') chooseDoubleRead();
      else if (key === 'X') onSignOut();
      else if (key === 'E') chooseLanguage('en');
      else if (key === 'I') chooseLanguage('it');
      return true;
    },
  });
  const { prefix, suffix, doubleReadMs } = scannerKeys;
  return (
    <Sheet name="options" title={own('options.title')} onClose={onClose}>
      <div className={choices.choices}>
        <DeskButton cap="T" onPress={onLeave}>
          {own('options.otherTable')}
        </DeskButton>
        <DeskButton cap="P" isPressed={asked === 'prefix'} onPress={() => ask('prefix')}>
          {asked === 'prefix'
            ? own('options.press')
            : own('options.prefix', { key: prefix === '' ? own('options.noPrefix') : prefix })}
        </DeskButton>
        <DeskButton cap="U" isPressed={asked === 'suffix'} onPress={() => ask('suffix')}>
          {asked === 'suffix'
            ? own('options.press')
            : own('options.suffix', { key: suffix === '' ? own('options.noSuffix') : suffix })}
        </DeskButton>
        <DeskButton cap="D" onPress={chooseDoubleRead}>
          {doubleReadMs === 0
            ? own('options.everyRead')
            : own('options.doubleRead', { ms: doubleReadMs })}
        </DeskButton>
        <DeskButton cap="E" onPress={() => chooseLanguage('en')}>
          English
        </DeskButton>
        <DeskButton cap="I" onPress={() => chooseLanguage('it')}>
          Italiano
        </DeskButton>
        <DeskButton cap="X" onPress={onSignOut}>
          {staff('signOut')}
        </DeskButton>
      </div>
    </Sheet>
  );
};
