/**
 * A card on the player’s table, drawn. Its drawing is loaded with the first card that is dealt.
 * Until then, and where it cannot be had, the card is printed plainly: a coup waits for no drawing.
 */
import { type ComponentType, Suspense, lazy } from 'react';
import { Card, type CardProps, Print } from './card.js';

type Face = CardProps['face'];
type Drawing = ComponentType<{ readonly card: Face; readonly look: CardProps['look'] }>;

const Plain: Drawing = ({ card, look }) => <Print face={card} look={look} />;

const French = lazy((): Promise<{ readonly default: Drawing }> =>
  import('../decks/french-card.js').catch(() => ({ default: Plain })),
);

export const DrawnFace = (card: CardProps) => (
  <Card {...card}>
    <Suspense fallback={<Print {...card} />}>
      <French card={card.face} look={card.look} />
    </Suspense>
  </Card>
);
