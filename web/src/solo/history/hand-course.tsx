/** A hand card by card, and beside each choice of the player what it cost on average. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readEvents } from '../../../../src/protocol/solo-events.js';
import type { WholeHand } from '../../../../src/protocol/hand-history.js';
import { Card } from '../../table/card.js';
import card from '../../table/card.module.css';
import { useSoloWords } from '../words.js';
import styles from './hand-course.module.css';

interface Props {
  readonly hand: WholeHand;
  readonly money: (value: bigint) => string;
}

type Event = ReturnType<(typeof readEvents)[WholeHand['game']]>[number];

export const HandCourse = ({ hand, money }: Props) => {
  const { t } = useTranslation();
  const own = useSoloWords();
  const events: readonly Event[] = useMemo(
    () => readEvents[hand.game](hand.steps.flatMap((step) => step.events)),
    [hand],
  );
  const costs = new Map(hand.choices?.map((choice) => [choice.step, choice]));
  const words = (event: Event): string => {
    if ('side' in event) return t(`spot.${event.side}`);
    if ('to' in event) return own(`history.to.${event.to}`);
    if ('box' in event) {
      const box = event.box + 1;
      const name = event.hand === 0 ? own('history.box', { box }) : own('history.second', { box });
      return event.kind === 'card_dealt' ? name : `${name}: ${own(`history.event.${event.kind}`)}`;
    }
    if (event.kind === 'bank_card_dealt') return own('history.to.bank');
    return own(`history.event.${event.kind}` as 'history.event.hand_ended');
  };
  return (
    <ol className={styles.course} data-events={events.length}>
      {events.map((event, step) => {
        const cost = costs.get(step);
        const amount = 'paid' in event ? event.paid : 'taken' in event ? event.taken : undefined;
        return (
          <li key={step} data-event={event.kind}>
            <span>{words(event)}</span>
            {'card' in event && <Card face={event.card} look={card} />}
            {amount !== undefined && <b>{money(amount)}</b>}
            {cost !== undefined && (
              <small className={styles.cost} data-cost={cost.cost}>
                {cost.cost === '0'
                  ? own('history.best')
                  : own('history.cost', {
                      amount: money(BigInt(cost.cost)),
                      best: own(`button.${cost.best === 'draw' ? 'card' : (cost.best as 'stand')}`),
                    })}
              </small>
            )}
          </li>
        );
      })}
    </ol>
  );
};
