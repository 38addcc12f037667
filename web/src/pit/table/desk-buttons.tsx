/** The dealer’s buttons, pressed by the shift manager for them. The one that the desk waits for comes first. */
import { useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { DeskButton } from '../../../../src/protocol/pit.js';
import type { MishapKind } from '../../../../src/round/mishap.js';
import { useWords } from '../use-words.js';

const PLAIN = {
  'table:open': true,
  'shoe:cut': true,
  'shoe:new': true,
  'betting:open': true,
  'coup:confirm': true,
  'table:close': true,
} as const satisfies Partial<Record<DeskButton, true>>;
const PLAIN_BUTTONS = Object.keys(PLAIN) as (keyof typeof PLAIN)[];
const SHUFFLES = ['manual', 'machine', 'beforehand'] as const;
const WITHDRAWN: readonly MishapKind[] = [
  'misread',
  'wrong_third_card',
  'extra_card',
  'card_exposed',
  'wrong_order',
  'other',
];

interface Given {
  readonly copy: TableCopy;
  readonly isBusy: boolean;
  readonly onPress: (button: DeskButton, more?: object) => void;
}

export const DeskButtons = ({ copy, isBusy, onPress }: Given) => {
  const { t } = useWords();
  const [how, setHow] = useState<(typeof SHUFFLES)[number]>('manual');
  const [cards, setCards] = useState('');
  const [mishap, setMishap] = useState<MishapKind>('misread');
  const [isAside, setAside] = useState(false);
  return (
    <fieldset className="desk-buttons" disabled={isBusy} data-phase={copy.phase}>
      <legend>{t('deed.press')}</legend>
      <div className="row">
        {PLAIN_BUTTONS.map((button) => (
          <button key={button} type="button" data-press={button} onClick={() => onPress(button)}>
            {t(`button.${button.replace(':', '_') as 'shoe_cut'}`)}
          </button>
        ))}
      </div>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          onPress('cards:bring', { cards: cards.trim() });
          setCards('');
        }}
      >
        <input
          aria-label={t('deed.inventory')}
          placeholder={t('deed.inventory')}
          value={cards}
          required
          maxLength={64}
          onChange={(event) => setCards(event.target.value)}
        />
        <button type="submit" data-press="cards:bring">
          {t('button.cards_bring')}
        </button>
      </form>
      <div className="row">
        <select
          aria-label={t('deed.how')}
          value={how}
          onChange={(event) => setHow(event.target.value as typeof how)}
        >
          {SHUFFLES.map((each) => (
            <option key={each} value={each}>
              {t(`shuffle.${each}`)}
            </option>
          ))}
        </select>
        <button
          type="button"
          data-press="shoe:shuffle"
          onClick={() => onPress('shoe:shuffle', { how })}
        >
          {t('button.shoe_shuffle')}
        </button>
      </div>
      <div className="row">
        <select
          aria-label={t('deed.mishap')}
          value={mishap}
          onChange={(event) => setMishap(event.target.value as MishapKind)}
        >
          {WITHDRAWN.map((each) => (
            <option key={each} value={each}>
              {t(`mishap.${each}`)}
            </option>
          ))}
        </select>
        <label className="inline">
          <input type="checkbox" checked={isAside} onChange={() => setAside(!isAside)} />
          <span>{t('deed.setAside')}</span>
        </label>
        <button
          type="button"
          data-press="card:withdraw"
          onClick={() => onPress('card:withdraw', { reason: mishap, setAside: isAside })}
        >
          {t('button.card_withdraw')}
        </button>
      </div>
    </fieldset>
  );
};
