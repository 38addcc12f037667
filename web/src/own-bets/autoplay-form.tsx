/** Sets out autoplay: for how many rounds, and where it stops. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { classes } from '../classes.js';
import { focused } from '../focused.js';
import { parseMoney } from '../money.js';
import { Choice } from '../settings/choice.js';
import { useSeat } from '../studio/use-studio.js';
import { autoplay } from '../table/autoplay-store.js';
import type { SeatViewStore } from '../table/seat-view-store.js';
import { stakesText } from './stakes-text.js';
import { useBetsWords } from './words.js';
import buttons from '../look/button.module.css';
import field from '../look/field.module.css';
import notes from '../look/notes.module.css';
import styles from './autoplay-form.module.css';

const ROUNDS = ['5', '10', '25', '50'] as const;
const STOPS = ['creditMin', 'winMax', 'lossMax'] as const;
const NOTHING = { creditMin: '', winMax: '', lossMax: '' };

export const AutoplayForm = ({ seat }: { readonly seat: SeatViewStore }) => {
  const { t, i18n } = useTranslation();
  const own = useBetsWords();
  const isRunning = useStore(autoplay, ({ running }) => running !== undefined);
  const currency = useSeat(seat, ({ copy }) => copy?.settings.currency ?? 'EUR');
  const lying = useSeat(seat, ({ known }) => known?.own.stakes);
  const previous = useSeat(seat, ({ known }) => known?.own.previous);
  const [rounds, setRounds] = useState<(typeof ROUNDS)[number]>('10');
  const [typed, type] = useState(NOTHING);
  const [isBad, setBad] = useState(false);
  const isLying = lying !== undefined && lying.size > 0;
  const stakes = isLying ? lying : previous;
  const start = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (stakes === undefined) return;
    const read = (text: string) =>
      text.trim() === '' ? undefined : parseMoney(text, currency, i18n.language);
    const isSound = STOPS.every((stop) => typed[stop].trim() === '' || read(typed[stop])! > 0n);
    setBad(!isSound);
    if (!isSound) return;
    autoplay.setState({
      ended: undefined,
      running: {
        seat,
        stakes,
        stops: {
          creditMin: read(typed.creditMin),
          winMax: read(typed.winMax),
          lossMax: read(typed.lossMax),
        },
        roundsLeft: Number(rounds),
        net: 0n,
        // What lies was placed by hand, and its round is not one of them.
        game: isLying ? seat.store.getState().copy?.round?.game : undefined,
        isIn: false,
      },
    });
  };
  return (
    <section className={styles.autoplay} aria-labelledby="autoplay">
      <h3 id="autoplay">{own('autoplay.title')}</h3>
      {isRunning ? (
        <button
          ref={focused}
          type="button"
          onClick={() => autoplay.setState({ running: undefined, ended: 'stopped' })}
        >
          {own('autoplay.stop')}
        </button>
      ) : stakes === undefined || stakes.size === 0 ? (
        <p className={styles.note}>{own('autoplay.noBets')}</p>
      ) : (
        <form onSubmit={start}>
          <p>{own('autoplay.bets', { bets: stakesText(stakes, t, currency, i18n.language) })}</p>
          <Choice
            name="autoplay-rounds"
            label={own('autoplay.rounds')}
            value={rounds}
            values={ROUNDS.map((value) => ({ value, text: value }))}
            onChange={setRounds}
          />
          {STOPS.map((stop) => (
            <label key={stop} className={styles.stop}>
              {own(`autoplay.${stop}`, { currency })}
              <input
                className={classes(field.field, styles.input)}
                name={stop}
                inputMode="decimal"
                autoComplete="off"
                value={typed[stop]}
                aria-invalid={isBad}
                onChange={(event) => {
                  setBad(false);
                  type({ ...typed, [stop]: event.target.value });
                }}
              />
            </label>
          ))}
          {isBad && (
            <p className={notes.fault} role="alert">
              {t('order.noAmount')}
            </p>
          )}
          <button type="submit" className={buttons.primary}>
            {own('autoplay.start')}
          </button>
          <p className={styles.note}>{own('autoplay.note')}</p>
        </form>
      )}
    </section>
  );
};
