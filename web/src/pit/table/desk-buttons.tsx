/**
 * The dealer’s buttons, pressed by the shift manager for them. The one that the desk waits for
 * comes first.
 */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { nextSeat } from '../../../../src/punto-banco/coup.js';
import type { DeskButton } from '../../../../src/protocol/pit.js';
import type { MalfunctionKind } from '../../../../src/round/malfunction.js';
import { useForm } from '../../use-form.js';
import { WhyField } from '../parts/why-field.js';
import { dueButtons } from './due-buttons.js';
import { useTableWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './desk-buttons.module.css';

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
const WITHDRAWN: readonly MalfunctionKind[] = [
  'misread',
  'wrong_third_card',
  'extra_card',
  'card_exposed',
  'wrong_order',
  'other',
];

interface Props {
  readonly copy: TableCopy;
  readonly isBusy: boolean;
  readonly onPress: (button: DeskButton, why: string, more?: object) => void;
}

interface Typed {
  readonly why: string;
  readonly cards: string;
  readonly how: (typeof SHUFFLES)[number];
  readonly malfunction: MalfunctionKind;
  readonly isAside: boolean;
}
const FIRST: Typed = { why: '', cards: '', how: 'manual', malfunction: 'misread', isAside: false };

/** The card that the table shows as the last one: no other is withdrawn. */
const lastCardOf = ({ round }: TableCopy): object => {
  const seat = nextSeat(round?.cards.slice(0, -1) ?? []);
  return seat === undefined ? {} : { game: round?.game, seat: `${seat.side}_${seat.position}` };
};

export const DeskButtons = ({ copy, isBusy, onPress }: Props) => {
  const { t, own } = useTableWords();
  const { typed, type } = useForm<Typed>(() => FIRST);
  const { cards, how, malfunction, isAside } = typed;
  const why = typed.why.trim();
  const isMute = why === '';
  const due = dueButtons(copy);
  const isOut = (button: DeskButton): boolean => isMute || !due.has(button);
  const press = (button: DeskButton, more?: object) => {
    onPress(button, why, more);
    type({ why: '' });
  };
  return (
    <fieldset
      className={styles.deskButtons}
      data-part="desk-buttons"
      disabled={isBusy}
      data-phase={copy.phase}
    >
      <legend>{own('tableAction.press')}</legend>
      <p className={tones.dim}>{own('tableAction.pressSaid')}</p>
      <WhyField
        of="press"
        label={own('tableAction.pressWhy')}
        value={typed.why}
        onChange={(reason) => type({ why: reason })}
      />
      <div className={layout.row}>
        {PLAIN_BUTTONS.map((button) => (
          <button
            key={button}
            type="button"
            data-press={button}
            data-due={due.has(button)}
            disabled={isOut(button)}
            onClick={() => press(button)}
          >
            {t(`button.${button.replace(':', '_') as 'shoe_cut'}`)}
          </button>
        ))}
      </div>
      <form
        className={layout.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOut('cards:bring')) press('cards:bring', { cards: cards.trim() });
          type({ cards: '' });
        }}
      >
        <input
          aria-label={own('tableAction.inventory')}
          placeholder={own('tableAction.inventory')}
          value={cards}
          required
          disabled={!due.has('cards:bring')}
          maxLength={64}
          onChange={(event) => type({ cards: event.target.value })}
        />
        <button type="submit" data-press="cards:bring" disabled={isOut('cards:bring')}>
          {t('button.cards_bring')}
        </button>
      </form>
      <div className={layout.row}>
        <select
          aria-label={own('tableAction.how')}
          disabled={!due.has('shoe:shuffle')}
          value={how}
          onChange={(event) => type({ how: event.target.value as typeof how })}
        >
          {SHUFFLES.map((each) => (
            <option key={each} value={each}>
              {own(`shuffle.${each}`)}
            </option>
          ))}
        </select>
        <button
          type="button"
          data-press="shoe:shuffle"
          disabled={isOut('shoe:shuffle')}
          onClick={() => press('shoe:shuffle', { how })}
        >
          {t('button.shoe_shuffle')}
        </button>
      </div>
      <div className={layout.row}>
        <select
          aria-label={own('tableAction.malfunction')}
          disabled={!due.has('card:withdraw')}
          value={malfunction}
          onChange={(event) => type({ malfunction: event.target.value as MalfunctionKind })}
        >
          {WITHDRAWN.map((each) => (
            <option key={each} value={each}>
              {t(`malfunction.${each}`)}
            </option>
          ))}
        </select>
        <label className={layout.inline}>
          <input
            type="checkbox"
            checked={isAside}
            disabled={!due.has('card:withdraw')}
            onChange={() => type({ isAside: !isAside })}
          />
          <span>{own('tableAction.setAside')}</span>
        </label>
        <button
          type="button"
          data-press="card:withdraw"
          disabled={isOut('card:withdraw')}
          onClick={() =>
            press('card:withdraw', { malfunction, setAside: isAside, ...lastCardOf(copy) })
          }
        >
          {t('button.card_withdraw')}
        </button>
      </div>
    </fieldset>
  );
};
