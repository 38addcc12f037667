/**
 * A hand replayed card by card: the table after each event, by the fold that played it, and its
 * course below. By the arrow keys, by the buttons, or by itself.
 */
import { useEffect, useState } from 'react';
import { Mark } from '../../look/mark.js';
import type { WholeHand } from '../../../../src/protocol/hand-history.js';
import { CardBack } from '../../decks/card-back.js';
import type { DeckName } from '../../decks/deck.js';
import { HandCourse } from './hand-course.js';
import { dealtTable } from './dealt-table.js';
import { PlayedCard } from './played-card.js';
import { type Reader, useCourseWords } from './use-course-words.js';
import styles from './hand-replay.module.css';

interface Props {
  readonly hand: WholeHand;
  readonly money: (value: bigint) => string;
  readonly reader: Reader;
  /** The one that the player has chosen. Undefined in the pit. */
  readonly deck?: DeckName;
}

const STEP_MS = 700;

export const HandReplay = ({ hand, money, reader, deck }: Props) => {
  const { own, holder } = useCourseWords(reader);
  const events = hand.steps.flatMap((step) => step.events);
  const [shown, show] = useState(events.length);
  const [isPlaying, play] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const wait = setTimeout(() => {
      show(shown + 1);
      if (shown + 1 >= events.length) play(false);
    }, STEP_MS);
    return () => clearTimeout(wait);
  }, [isPlaying, shown, events.length]);
  const goTo = (step: number) => {
    play(false);
    show(Math.min(events.length, Math.max(0, step)));
  };
  const table = dealtTable(hand.game, events.slice(0, shown));
  const title = own('history.replay.replay');
  const at =
    shown === 0
      ? own('history.replay.before')
      : own('history.replay.at', { at: shown, of: events.length });
  return (
    <div className={styles.replay} data-part="hand-replay" data-shown={shown}>
      <div className={styles.controls} role="group" aria-label={title}>
        <button
          type="button"
          data-replay="back"
          aria-label={own('history.replay.back')}
          disabled={shown === 0}
          onClick={() => goTo(shown - 1)}
        >
          <Mark name="back" />
        </button>
        <input
          type="range"
          min={0}
          max={events.length}
          value={shown}
          aria-label={title}
          aria-valuetext={at}
          onChange={(event) => goTo(Number(event.target.value))}
        />
        <button
          type="button"
          data-replay="on"
          aria-label={own('history.replay.on')}
          disabled={shown === events.length}
          onClick={() => goTo(shown + 1)}
        >
          <Mark name="next" />
        </button>
        <button
          type="button"
          className={styles.play}
          data-replay="play"
          data-playing={isPlaying}
          onClick={() => {
            if (!isPlaying && shown === events.length) show(0);
            play(!isPlaying);
          }}
        >
          {own(isPlaying ? 'history.replay.pause' : 'history.replay.play')}
        </button>
      </div>
      <p className={styles.at} role="status">
        {at} · {own('history.replay.sums', { taken: money(table.taken), paid: money(table.paid) })}
      </p>
      <ul className={styles.hands}>
        {table.hands.map(({ holder: of, cards, total, stake, hasHoleCard }) => (
          <li
            key={of.kind === 'box' ? `${of.box}.${of.hand}` : of.kind}
            data-holder={of.kind}
            data-cards={cards.join(' ')}
            data-total={total}
          >
            <span className={styles.name}>
              {holder(of)}
              {total !== undefined && <b>{total}</b>}
              {stake !== undefined && (
                <small>{own('history.replay.stake', { amount: money(stake) })}</small>
              )}
            </span>
            <span className={styles.cards}>
              {cards.map((face, index) => (
                <PlayedCard key={index} game={hand.game} deck={deck} face={face} />
              ))}
              {hasHoleCard && (
                <span
                  className={styles.back}
                  role="img"
                  aria-label={own('history.event.hole_card_dealt')}
                >
                  <CardBack className={styles.drawn} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <HandCourse hand={hand} money={money} reader={reader} deck={deck} shown={shown} />
    </div>
  );
};
