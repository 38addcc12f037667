/** This desk’s own settings: another table, the language, what the scanner sends around a code; and the way out. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../staff/language-switch.js';
import { DeskButton } from '../desk-button.js';
import { useKeyRoom, useKeys } from '../key-room.js';
import { useDeskWords } from '../words.js';
import type { ScannerKeys } from '../wedge/burst.js';
import { Sheet } from './sheet.js';

interface Given {
  readonly onClose: () => void;
  readonly onLeave: () => void;
  readonly onSignOut: () => void;
}

export const OptionsSheet = ({ onClose, onLeave, onSignOut }: Given) => {
  const t = useDeskWords();
  const { t: staff } = useTranslation('staff');
  const { scannerKeys, setScannerKeys, askKey } = useKeyRoom();
  const [asked, setAsked] = useState<keyof ScannerKeys>();
  const ask = (place: keyof ScannerKeys) => {
    setAsked(place);
    askKey((code) => {
      setScannerKeys({ ...scannerKeys, [place]: code === 'Escape' ? '' : code });
      setAsked(undefined);
    });
  };
  useEffect(() => () => askKey(undefined), [askKey]);
  useKeys({
    key: (key) => {
      if (key === 'Escape') onClose();
      else if (key === 'T') onLeave();
      else if (key === 'P') ask('prefix');
      else if (key === 'U') ask('suffix');
      else if (key === 'X') onSignOut();
      else if (key === 'E') chooseLanguage('en');
      else if (key === 'I') chooseLanguage('it');
      return true;
    },
  });
  const { prefix, suffix } = scannerKeys;
  return (
    <Sheet name="options" title={t('options.title')} onClose={onClose}>
      <div className="choices">
        <DeskButton cap="T" onPress={onLeave}>
          {t('options.otherTable')}
        </DeskButton>
        <DeskButton cap="P" isPressed={asked === 'prefix'} onPress={() => ask('prefix')}>
          {asked === 'prefix'
            ? t('options.press')
            : t('options.prefix', { key: prefix === '' ? t('options.noPrefix') : prefix })}
        </DeskButton>
        <DeskButton cap="U" isPressed={asked === 'suffix'} onPress={() => ask('suffix')}>
          {asked === 'suffix'
            ? t('options.press')
            : t('options.suffix', { key: suffix === '' ? t('options.noSuffix') : suffix })}
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
