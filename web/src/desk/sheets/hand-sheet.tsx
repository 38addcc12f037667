/** A card that no scanner reads: the dealer says which it is, and the pit approves it or does not. */
import { useState } from 'react';
import {
  type Card,
  RANKS,
  type Rank,
  SUITS,
  type Suit,
  makeCard,
} from '../../../../src/cards/card.js';
import { DeskButton } from '../desk-button.js';
import { useKeys } from '../key-room.js';
import { seatText } from '../told-line.js';
import { useDesk, useDeskView } from '../use-desk.js';
import { cardText, useDeskWords } from '../words.js';
import { HandRequest } from './hand-request.js';
import { Sheet } from './sheet.js';

export const HandSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useDeskWords();
  const desk = useDesk();
  const request = useDeskView((view) => view.request);
  const game = useDeskView(({ copy }) => copy?.round?.game);
  const seat = useDeskView(({ copy }) => copy?.desk?.seat ?? null);
  const [rank, setRank] = useState<Rank>();
  const [suit, setSuit] = useState<Suit>();
  const card: Card | undefined =
    rank === undefined || suit === undefined ? undefined : makeCard(rank, suit);
  const isDue = seat !== null && game !== undefined;
  const ask = () => {
    if (card !== undefined && isDue) void desk.askForCard(game, card);
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
      else if (key === 'Enter') ask();
      else if (pressedRank !== undefined) setRank(pressedRank);
      else if (pressedSuit !== undefined) setSuit(pressedSuit);
      return true;
    },
  });
  if (request !== undefined) {
    return (
      <Sheet name="hand" title={t('hand.title')} onClose={close}>
        <HandRequest request={request} />
      </Sheet>
    );
  }
  const lead = isDue ? t('hand.lead', { seat: seatText(seat, t) }) : t('hand.none');
  return (
    <Sheet name="hand" title={t('hand.title')} onClose={close}>
      <p className="big-lead">{lead}</p>
      {isDue && (
        <>
          <div className="card-grid" role="group" aria-label={t('hand.ranks')}>
            {RANKS.map((each) => (
              <DeskButton
                key={each}
                cap={each === 'T' ? '0' : each}
                isPressed={rank === each}
                onPress={() => setRank(each)}
              >
                {each === 'T' ? '10' : each}
              </DeskButton>
            ))}
          </div>
          <div className="card-grid suits" role="group" aria-label={t('hand.suits')}>
            {SUITS.map((each) => (
              <DeskButton
                key={each}
                cap={each.toUpperCase()}
                isPressed={suit === each}
                className={each === 'h' || each === 'd' ? 'red' : 'black'}
                onPress={() => setSuit(each)}
              >
                {SUIT_SIGNS[each]}
              </DeskButton>
            ))}
          </div>
          <p className="big-lead" data-chosen={card}>
            {card === undefined ? t('hand.pick') : t('hand.chosen', { card: cardText(card) })}
          </p>
          <DeskButton
            cap={t('keys.next')}
            className="primary"
            isOff={card === undefined}
            onPress={ask}
          >
            {t('hand.ask')}
          </DeskButton>
        </>
      )}
    </Sheet>
  );
};

const SUIT_SIGNS = { s: '♠\u{fe0e}', h: '♥\u{fe0e}', d: '♦\u{fe0e}', c: '♣\u{fe0e}' } as const;

/** A ten by any of the keys that are thought of. */
const RANK_KEYS: Readonly<Record<string, Rank>> = {
  ...Object.fromEntries(RANKS.map((rank) => [rank, rank])),
  0: 'T',
  1: 'A',
};
