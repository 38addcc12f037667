/**
 * Plays by keys, and shows them when a question mark is typed. Who is disturbed by them, as one who
 * speaks to the browser may be, turns them off.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../look/mark.js';
import { FAVOURITES_MOST } from '../../../src/protocol/no-preferences.js';
import { SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import { spotOf } from './betting-grid.js';
import { SPOT_KEYS, buttonOf, favouritePressed, pressedBy } from './keys.js';
import styles from './table-keys.module.css';
import { browserKeeps } from '../browser-keeps.js';

const OFF = 'sabot.keys-off';
const COMMANDS = ['undo', 'clear', 'repeat', 'double'] as const;

/** Where letters are written, or lists are gone through. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], [data-part=panel]';

interface Props {
  /** A question mark on a spot asks for its rule. */
  readonly onRule: (spot: Spot) => void;
  /** From 0, in the player’s order. */
  readonly onFavourite: (index: number) => void;
}

export const TableKeys = ({ onRule, onFavourite }: Props) => {
  const { t } = useTranslation();
  const [isShown, show] = useState(false);
  const [areOff, turnOff] = useState(() => browserKeeps.getItem(OFF) !== null);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null) return;
      if (document.querySelector('dialog:modal') !== null) return;
      const favourite = favouritePressed(event);
      if (favourite !== undefined && !areOff) {
        onFavourite(favourite);
        return;
      }
      const pressed = pressedBy(event.key);
      if (pressed === undefined) return;
      const spot = spotOf(event.target);
      if (pressed.kind === 'keys' && spot !== undefined) onRule(spot);
      else if (pressed.kind === 'keys') show(true);
      else if (!areOff) document.querySelector<HTMLButtonElement>(buttonOf(pressed))?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [areOff, onRule, onFavourite]);
  const change = (isOn: boolean): void => {
    turnOff(!isOn);
    if (isOn) browserKeeps.removeItem(OFF);
    else browserKeeps.setItem(OFF, '1');
  };
  if (!isShown) return null;
  const lines = [
    ['1 – 9', t('bets.chips')],
    ...SPOTS.map((spot) => [SPOT_KEYS[spot], t(`spot.${spot}`)]),
    ...COMMANDS.map((command) => [t(`keys.key.${command}`), t(`bets.${command}`)]),
    [t('keys.key.favourites', { most: FAVOURITES_MOST }), t('keys.favourites')],
    ['Tab, ← ↑ → ↓', t('keys.move')],
    ['Esc', t('menu.close')],
    ['?', t('keys.ask')],
  ] as const;
  return (
    <KeyList onClose={() => show(false)} title={t('keys.title')}>
      <dl>
        {lines.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={!areOff}
          onChange={(event) => change(event.target.checked)}
        />
        {t('keys.areOn')}
      </label>
    </KeyList>
  );
};

interface ListProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const KeyList = ({ title, onClose, children }: ListProps) => {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={styles.keys}
      data-part="keys"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <header role="presentation">
        <h2>{title}</h2>
        <button type="button" aria-label={t('menu.close')} onClick={() => dialog.current?.close()}>
          <Mark name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
};
