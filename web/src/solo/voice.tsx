/**
 * Announces a hand to screen readers, event by event, each with what it makes of the hand; and
 * beside it each stake that is placed.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import hidden from '../look/hidden.module.css';
import { moneyText } from '../money.js';
import type { HandRules, HandView } from './hand-view-store.js';
import type { StakesBySpot } from './placed-chips.js';
import { useSoloWords } from './words.js';

interface Props<Hand, Event> {
  readonly game: Pick<HandRules<Hand, Event>, 'newHand' | 'evolve'>;
  readonly view: Pick<HandView<Hand, Event, unknown>, 'dealt' | 'shown'>;
  /** What is said of an event, with the hand as it is after it. Undefined of one that is silent. */
  readonly heard: (event: Event, hand: Hand) => string | undefined;
}

/** A log, so that no card is passed over where the next one follows before it was read. */
export const HandVoice = <Hand, Event>({ game, view, heard }: Props<Hand, Event>) => {
  const own = useSoloWords();
  const { dealt, shown } = view;
  const lines: ReactNode[] = [];
  let hand = game.newHand;
  for (const [step, event] of (dealt?.events.slice(0, shown) ?? []).entries()) {
    hand = game.evolve(hand, event);
    const line = heard(event, hand);
    if (line !== undefined) lines.push(<p key={`${dealt?.number}.${step}`}>{line}</p>);
  }
  return (
    <div
      className={hidden.listened}
      role="log"
      aria-label={own('history.more')}
      data-part="voice-of-hand"
    >
      {lines}
    </div>
  );
};

interface ChipsProps {
  readonly stakes: StakesBySpot;
  /** The hand has begun: what was on the spots is in it, and was not taken back. */
  readonly isPlayed: boolean;
  readonly currency: string;
  readonly nameOf: (spot: string) => string;
}

export const ChipVoice = ({ stakes, isPlayed, currency, nameOf }: ChipsProps) => {
  const { t, i18n } = useTranslation();
  const before = useRef(stakes);
  const [said, say] = useState('');
  useEffect(() => {
    const was = before.current;
    before.current = stakes;
    const spots = Object.keys({ ...was, ...stakes }).filter((spot) => was[spot] !== stakes[spot]);
    if (spots.length === 0 || isPlayed) return;
    const line = (spot: string): string => {
      const stake = stakes[spot];
      return stake === undefined
        ? t('voice.noBet', { spot: nameOf(spot) })
        : t('voice.bet', {
            spot: nameOf(spot),
            amount: moneyText(stake, currency, i18n.language, { whole: true }),
          });
    };
    say(spots.map(line).join(', '));
  }, [t, i18n, stakes, isPlayed, currency, nameOf]);
  return (
    <p className={hidden.listened} aria-live="polite" data-part="voice-of-chips">
      {said}
    </p>
  );
};
