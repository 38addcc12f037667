/** A hand card by card, and beside each choice of the player what it cost on average. */
import { useMemo } from 'react';
import { readEvents } from '../../../../src/protocol/solo-events.js';
import type { WholeHand } from '../../../../src/protocol/hand-history.js';
import type { DeckName } from '../../decks/deck.js';
import styles from './hand-course.module.css';
import { PlayedCard } from './played-card.js';
import { type CourseEvent, type Reader, useCourseWords } from './use-course-words.js';

interface Props {
  readonly hand: WholeHand;
  readonly money: (value: bigint) => string;
  readonly reader: Reader;
  /** The one that the player has chosen. Undefined in the pit. */
  readonly deck: DeckName | undefined;
  /** How many of its events the replay has shown. */
  readonly shown: number;
}

export const HandCourse = ({ hand, money, reader, deck, shown }: Props) => {
  const { own, event: nameOf } = useCourseWords(reader);
  const events: readonly CourseEvent[] = useMemo(
    () => readEvents[hand.game](hand.steps.flatMap((step) => step.events)),
    [hand],
  );
  const costs = new Map(hand.choices?.map((choice) => [choice.step, choice]));
  return (
    <ol className={styles.course} data-events={events.length}>
      {events.map((event, step) => {
        const cost = costs.get(step);
        const amount = 'paid' in event ? event.paid : 'taken' in event ? event.taken : undefined;
        return (
          <li
            key={step}
            data-event={event.kind}
            aria-current={step === shown - 1 ? 'step' : undefined}
          >
            <span>{nameOf(event)}</span>
            {'card' in event && <PlayedCard game={hand.game} deck={deck} face={event.card} />}
            {amount !== undefined && <b>{money(amount)}</b>}
            {cost !== undefined && (
              <small className={styles.cost} data-cost={cost.cost}>
                {cost.cost === '0'
                  ? own('history.best')
                  : own('history.cost', {
                      amount: money(BigInt(cost.cost)),
                      best: own(`button.${cost.best === 'draw' ? 'card' : cost.best}`),
                    })}
              </small>
            )}
          </li>
        );
      })}
    </ol>
  );
};
