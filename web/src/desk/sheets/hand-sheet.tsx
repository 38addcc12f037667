/**
 * A card that no scanner reads, of the coup or a new shoe’s first, or the cut card. The dealer says
 * which it is, and the pit approves it or does not.
 */
import { useState } from 'react';
import {
  type Card,
  RANKS,
  type Rank,
  SUITS,
  type Suit,
  makeCard,
} from '../../../../src/cards/card.js';
import { type DueByHand, dueByHand } from '../../../../src/round/by-hand.js';
import { useForm } from '../../use-form.js';
import type { AskedByHand } from '../card-request.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-scope.js';
import { seatText } from '../notice-line.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { type DeskWords, cardText, useDeskWords } from '../words.js';
import { HandRequest } from './hand-request.js';
import { Sheet } from './sheet.js';
import { classes } from '../../classes.js';
import { type SheetWords, useSheetWords } from './words.js';
import sheet from './sheet.module.css';
import styles from './hand-sheet.module.css';

export const HandSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const own = useSheetWords();
  const desk = useDesk();
  const request = useDeskView((view) => view.request);
  const copy = useDeskView((view) => view.copy);
  const { seat, cutCard } = copy === undefined ? NOTHING : dueByHand(copy);
  const game = copy?.round?.game;
  const { typed, type } = useForm<Chosen>(() => NONE_CHOSEN);
  const [isUnanswered, setUnanswered] = useState(false);
  const place = `${game} ${seat}`;
  // Another scanner may have dealt the card that was chosen, and the next seat is not meant.
  const { rank, suit } = typed.place === place ? typed : NONE_CHOSEN;
  const { isCut } = typed;
  const choose = (chosen: Partial<Chosen>) => type({ isCut, rank, suit, place, ...chosen });
  const card: Card | undefined =
    rank === undefined || suit === undefined ? undefined : makeCard(rank, suit);
  const asked = askedFor({ isCut: isCut && cutCard, seat, game, card });
  const ask = async () => {
    if (asked === undefined) return;
    const reply = await desk.askByHand(asked);
    setUnanswered(reply === undefined);
    // The table shows why it was refused.
    if (reply?.ok === false) onClose();
  };
  const close = () => {
    desk.seenRequest();
    onClose();
  };
  useKeys({
    key: (key) => {
      const pressedRank = RANK_KEYS[key];
      const pressedSuit = SUITS.find((each) => each.toUpperCase() === key);
      if (key === 'Escape') close();
      else if (request !== undefined) return true;
      else if (key === 'Enter') void ask();
      else if (key === CUT_KEY) choose({ isCut: cutCard });
      else if (pressedRank !== undefined) choose({ rank: pressedRank, isCut: false });
      else if (pressedSuit !== undefined) choose({ suit: pressedSuit, isCut: false });
      return true;
    },
  });
  if (request !== undefined) {
    return (
      <Sheet name="hand" title={own('hand.title')} onClose={close}>
        <HandRequest request={request} />
      </Sheet>
    );
  }
  const isChosen = asked?.kind === 'cut_card';
  return (
    <Sheet name="hand" title={own('hand.title')} isUnanswered={isUnanswered} onClose={close}>
      <p className={sheet.bigLead} data-due={seat ?? undefined}>
        {leadOf(seat, cutCard, t, own)}
      </p>
      {seat !== null && (
        <>
          <div className={styles.cardGrid} role="group" aria-label={own('hand.ranks')}>
            {RANKS.map((each) => (
              <DeskButton
                key={each}
                cap={each === 'T' ? '0' : each}
                isPressed={!isChosen && rank === each}
                onPress={() => choose({ rank: each, isCut: false })}
              >
                {each === 'T' ? '10' : each}
              </DeskButton>
            ))}
          </div>
          <div
            className={classes(styles.cardGrid, styles.suits)}
            role="group"
            aria-label={own('hand.suits')}
          >
            {SUITS.map((each) => (
              <DeskButton
                key={each}
                cap={each.toUpperCase()}
                isPressed={!isChosen && suit === each}
                className={each === 'h' || each === 'd' ? styles.red : styles.black}
                onPress={() => choose({ suit: each, isCut: false })}
              >
                {SUIT_SIGNS[each]}
              </DeskButton>
            ))}
          </div>
        </>
      )}
      {cutCard && (
        <DeskButton cap={CUT_KEY} isPressed={isChosen} onPress={() => choose({ isCut: true })}>
          {own('hand.cutCard')}
        </DeskButton>
      )}
      {(seat !== null || cutCard) && (
        <>
          <p className={sheet.bigLead} data-chosen={isChosen ? 'cut_card' : card}>
            {chosenText(asked, seat, own)}
          </p>
          <DeskButton
            cap={t('keys.next')}
            isPrimary
            isOff={asked === undefined}
            onPress={() => void ask()}
          >
            {own('hand.ask')}
          </DeskButton>
        </>
      )}
    </Sheet>
  );
};

const NOTHING = { seat: null, cutCard: false };
const CUT_KEY = 'X';

interface Chosen {
  /** The cut card, whatever face was chosen before. */
  readonly isCut: boolean;
  readonly rank: Rank | undefined;
  readonly suit: Suit | undefined;
  /** The round and the seat that the face was chosen for. */
  readonly place: string;
}
const NONE_CHOSEN: Chosen = { isCut: false, rank: undefined, suit: undefined, place: '' };

interface Picked extends Pick<DueByHand, 'seat'> {
  readonly isCut: boolean;
  readonly game: string | undefined;
  readonly card: Card | undefined;
}

/** Undefined while the choice is not complete. */
const askedFor = ({ isCut, seat, game, card }: Picked): AskedByHand | undefined => {
  if (isCut) return { kind: 'cut_card' };
  if (seat === null || card === undefined) return undefined;
  if (seat === 'burn') return { kind: 'burn_card', card };
  return game === undefined ? undefined : { kind: 'card', game, card, seat };
};

const leadOf = (seat: string | null, cutCard: boolean, t: DeskWords, own: SheetWords): string => {
  if (seat === 'burn') return own('hand.burn.lead');
  if (seat !== null) return own('hand.lead', { seat: seatText(seat, t) });
  return own(cutCard ? 'hand.cut.lead' : 'hand.none');
};

const chosenText = (
  asked: AskedByHand | undefined,
  seat: string | null,
  own: SheetWords,
): string => {
  if (asked === undefined) return own(seat === null ? 'hand.cut.pick' : 'hand.pick');
  const card = asked.kind === 'cut_card' ? own('hand.cutCard') : cardText(asked.card);
  return own('hand.chosen', { card });
};

const SUIT_SIGNS = { s: '♠\u{fe0e}', h: '♥\u{fe0e}', d: '♦\u{fe0e}', c: '♣\u{fe0e}' } as const;

/** A ten, by any of the keys that people think of. */
const RANK_KEYS: Readonly<Record<string, Rank>> = {
  ...Object.fromEntries(RANKS.map((rank) => [rank, rank])),
  0: 'T',
  1: 'A',
};
