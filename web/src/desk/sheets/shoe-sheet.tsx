/**
 * The cards and the shoe: until when they may stay, what was done with them, by whom and when. Here
 * the table is closed and the shoe changed, which is asked once more, and a card without a seat is
 * counted.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../../../../src/protocol/operations.js';
import { timeText } from '../../history/time.js';
import { dateLocale } from '../../i18n/date-locale.js';
import { DeskButton } from '../desk-button.js';
import { SHOE_CAPS } from '../key-caps.js';
import { useKeys } from '../key-scope.js';
import { type Procedure, doerOf } from '../procedure.js';
import { seatText } from '../notice-line.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { type DeskWords, cardText, useDeskWords } from '../words.js';
import { Sheet } from './sheet.js';
import { CountSheet, ShoeChangeSheet } from './shoe-orders.js';
import { useSheetCommand } from './use-sheet-command.js';
import { classes } from '../../classes.js';
import { type SheetWords, useSheetWords } from './words.js';
import choices from '../choices.module.css';
import sheet from './sheet.module.css';
import styles from './shoe-sheet.module.css';

type Asked = 'table:close' | 'shoe:change' | 'out' | 'notOut';

export const ShoeSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const { i18n } = useTranslation();
  const desk = useDesk();
  const copy = useDeskView((view) => view.copy);
  const procedures = useDeskView((view) => view.procedures);
  const isOpen = copy !== undefined && copy.phase !== 'closed';
  const mayChange = isOpen && mayDo(desk.member.role, 'shoe:change');
  const isDealt = isOpen && copy.shoe?.burned === true;
  const { give, isUnanswered } = useSheetCommand(onClose);
  const [asked, setAsked] = useState<Asked>();
  const back = () => (asked === undefined ? onClose() : setAsked(undefined));
  const end = () => {
    if (asked === 'table:close' && isOpen) void give(asked, {});
  };
  useKeys({
    key: (key) => {
      if (key === 'Escape') back();
      else if (key === 'Enter') end();
      else if (key === SHOE_CAPS.close && isOpen) setAsked('table:close');
      else if (key === SHOE_CAPS.change && mayChange) setAsked('shoe:change');
      else if (key === SHOE_CAPS.out && isDealt) setAsked('out');
      else if (key === SHOE_CAPS.notOut && isDealt) setAsked('notOut');
      return true;
    },
  });
  if (asked === 'shoe:change') return <ShoeChangeSheet onClose={onClose} />;
  if (asked === 'out' || asked === 'notOut') {
    return <CountSheet isOut={asked === 'out'} onClose={onClose} />;
  }
  const dayAndTime = (atMs: number) =>
    new Date(atMs).toLocaleString(dateLocale(i18n.language), DAY_AND_TIME);
  const cards = copy?.desk?.cards ?? null;
  const dueAtMs = copy?.desk?.cardsDueAtMs ?? null;
  const left = copy?.shoe?.cardsLeft ?? null;
  return (
    <Sheet name="shoe" title={own('shoe.title')} isUnanswered={isUnanswered} onClose={back}>
      <p className={sheet.bigLead}>
        {cards === null ? own('shoe.noCards') : own('shoe.cards', { cards })}
        {dueAtMs !== null &&
          cards !== null &&
          ` · ${own('shoe.dueAt', { time: dayAndTime(dueAtMs) })}`}
        {left !== null && ` · ${t('top.left', { cards: left })}`}
      </p>
      <div className={classes(choices.choices, choices.row)}>
        <DeskButton
          cap={SHOE_CAPS.close}
          isOff={!isOpen}
          isPressed={asked === 'table:close'}
          onPress={() => setAsked('table:close')}
        >
          {own('shoe.close')}
        </DeskButton>
        {mayChange && (
          <DeskButton cap={SHOE_CAPS.change} onPress={() => setAsked('shoe:change')}>
            {own('shoe.change')}
          </DeskButton>
        )}
        <DeskButton cap={SHOE_CAPS.out} isOff={!isDealt} onPress={() => setAsked('out')}>
          {own('shoe.out')}
        </DeskButton>
        <DeskButton cap={SHOE_CAPS.notOut} isOff={!isDealt} onPress={() => setAsked('notOut')}>
          {own('shoe.notOut')}
        </DeskButton>
      </div>
      {asked !== undefined && (
        <div className={classes(choices.choices, choices.row, styles.asked)} data-asked={asked}>
          <p className={sheet.bigLead} role="alert">
            {own('shoe.closing')}
          </p>
          <DeskButton cap={t('keys.next')} isPrimary isOff={!isOpen} onPress={end}>
            {own('shoe.close')}
          </DeskButton>
        </div>
      )}
      <h3>{own('shoe.log')}</h3>
      {procedures.length === 0 && <p>{own('shoe.noLog')}</p>}
      <ol className={styles.procedures}>
        {procedures.slice(0, SHOWN).map((each) => (
          <li key={each.seq} data-procedure={each.kind}>
            <time>{timeText(each.atMs, i18n.language)}</time> <span>{wordsOf(each, t, own)}</span>
            <em> · {doerOf(each) ?? own('shoe.itself')}</em>
          </li>
        ))}
      </ol>
    </Sheet>
  );
};

const DAY_AND_TIME = {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const SHOWN = 12;

const wordsOf = (procedure: Procedure, t: DeskWords, own: SheetWords): string => {
  switch (procedure.kind) {
    case 'table_opened':
    case 'table_closed':
    case 'shoe_cut':
    case 'cut_card_drawn':
    case 'shoe_change_started':
    case 'cards_due':
      return own(`shoe.${procedure.kind}`);
    case 'dealer_changed':
      return own('shoe.dealer_changed', { dealer: procedure.dealer, was: procedure.was });
    case 'cards_brought':
      return own('shoe.cards_brought', { cards: procedure.cards });
    case 'cards_shuffled':
      return t(`shuffled.${procedure.how}`);
    case 'shoe_started':
      return own('shoe.shoe_started', { shoe: procedure.shoe });
    case 'cards_burned':
      return own('shoe.cards_burned', {
        card: procedure.card === undefined ? '' : cardText(procedure.card),
        count: procedure.unseen ?? 0,
      });
    case 'card_withdrawn':
      return own('shoe.card_withdrawn', {
        card: procedure.card === undefined ? '' : cardText(procedure.card),
        seat: seatText(`${procedure.side}_${procedure.position}`, t),
      });
    case 'card_left_shoe':
    case 'card_never_left':
      return own(`shoe.${procedure.kind}`, {
        card: procedure.card === null ? own('shoe.unseenCard') : cardText(procedure.card),
      });
    case 'malfunction_reported':
      return own('shoe.malfunction_reported', {
        malfunction: t(`malfunctionName.${procedure.malfunction}`),
      });
  }
};
