/**
 * Practice at the desk: hands are dealt, and the dealer says what comes next. Some have a fault
 * that is to be reported, by the key that it has in the sheet of malfunctions. At the end stand the
 * time of a hand and the score. No table hears of it.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECKS_IN_SHOE } from '../../../../src/cards/composition.js';
import { SIDES } from '../../../../src/punto-banco/outcome.js';
import { Card } from '../../table/card.js';
import { MISREADS_MAX } from '../../../../src/round/malfunction.js';
import { DeskButton } from '../desk-button.js';
import { malfunctionCap } from '../key-caps.js';
import { useKeys } from '../key-scope.js';
import { cardText, useDeskWords } from '../words.js';
import {
  type DrillAnswer,
  type Done,
  type Moment,
  STEPS,
  drillsOf,
  isFault,
  scoreOf,
} from './drill.js';
import { FAULTS } from './faults.js';
import type { DrillScan, Sign } from './lying.js';
import { usePracticeWords } from './words.js';
import choices from '../choices.module.css';
import card from '../desk-card.module.css';
import { classes } from '../../classes.js';
import styles from './practice.module.css';

const HANDS = 10;

/** The last answer and the right one. They are shown until the next answer. */
interface Last {
  readonly given: DrillAnswer;
  readonly right: DrillAnswer;
}

const nowMs = (): number => Date.now();

/** The answers by their keys: digits for what comes next, the desk’s letters for faults. */
const STEP_CAPS = STEPS.map((step, index) => [String(index + 1), step] as const);
const FAULT_CAPS = FAULTS.map((fault) => [malfunctionCap(fault), fault] as const);
const CAPS: readonly (readonly [cap: string, answer: DrillAnswer])[] = [
  ...STEP_CAPS,
  ...FAULT_CAPS,
];

const useAnswerWords = (): ((answer: DrillAnswer) => string) => {
  const t = usePracticeWords();
  const desk = useDeskWords();
  return (answer) =>
    isFault(answer)
      ? t('report', { fault: desk(`malfunctionName.${answer}`) })
      : t(`answer.${answer}`);
};

const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

const Practice = ({ onLeave }: { readonly onLeave: () => void }) => {
  const t = usePracticeWords();
  const desk = useDeskWords();
  const words = useAnswerWords();
  const [seed, setSeed] = useState(newSeed);
  const [drills, setDrills] = useState(() => drillsOf(seed, HANDS));
  const [done, setDone] = useState<readonly Done[]>([]);
  const [given, setGiven] = useState<Done['answers']>([]);
  const [begunAtMs, setBegun] = useState(nowMs);
  const [last, setLast] = useState<Last>();
  const moment = drills[done.length]?.[given.length];
  const again = (next: number) => {
    setSeed(next);
    setDrills(drillsOf(next, HANDS));
    setDone([]);
    setGiven([]);
    setBegun(nowMs());
    setLast(undefined);
  };
  const answer = (chosen: DrillAnswer) => {
    if (moment === undefined) return;
    const { right } = moment;
    const answers = [...given, { given: chosen, right }];
    setLast({ given: chosen, right });
    if (answers.length < drills[done.length]!.length) {
      setGiven(answers);
      return;
    }
    setDone([...done, { answers, tookMs: nowMs() - begunAtMs }]);
    setGiven([]);
    setBegun(nowMs());
  };
  useKeys({
    key: (key) => {
      const chosen = CAPS.find(([cap]) => cap === key)?.[1];
      if (key === 'Escape') onLeave();
      else if (moment !== undefined && chosen !== undefined) answer(chosen);
      else if (moment === undefined && key === '1') again(newSeed());
      else if (moment === undefined && key === '2') again(seed);
      else return false;
      return true;
    },
  });
  return (
    <main className={styles.practice} data-part="practice" data-seed={seed}>
      <header>
        <h1>{t('title')}</h1>
        <p data-hand={done.length + 1}>
          {moment === undefined ? t('over') : t('hand', { hand: done.length + 1, hands: HANDS })}
        </p>
      </header>
      <p className={styles.said} role="status">
        {last !== undefined && <Said last={last} />}
      </p>
      {moment === undefined ? (
        <>
          <Result done={done} />
          <div className={choices.choices}>
            <DeskButton cap="1" isPrimary onPress={() => again(newSeed())}>
              {t('another')}
            </DeskButton>
            <DeskButton cap="2" onPress={() => again(seed)}>
              {t('same')}
            </DeskButton>
          </div>
        </>
      ) : (
        <>
          <Lying moment={moment} />
          <p>{t('question')}</p>
          <div className={classes(choices.choices, styles.answers, styles.steps)}>
            {STEP_CAPS.map(([cap, each]) => (
              <DeskButton key={each} cap={cap} onPress={() => answer(each)}>
                {words(each)}
              </DeskButton>
            ))}
          </div>
          <p>{t('orReport')}</p>
          <div className={classes(choices.choices, styles.answers)}>
            {FAULT_CAPS.map(([cap, each]) => (
              <DeskButton key={each} cap={cap} onPress={() => answer(each)}>
                {desk(`malfunctionName.${each}`)}
              </DeskButton>
            ))}
          </div>
        </>
      )}
      <DeskButton cap="Esc" onPress={onLeave}>
        {t('leave')}
      </DeskButton>
    </main>
  );
};
export default Practice;

const Said = ({ last: { given, right } }: { readonly last: Last }) => {
  const t = usePracticeWords();
  const desk = useDeskWords();
  const words = useAnswerWords();
  return (
    <>
      {given === right ? (
        <b className={styles.right} data-answered="right">
          {t('right', { answer: words(right) })}
        </b>
      ) : (
        <b className={styles.wrong} data-answered="wrong">
          {t('wrong', { given: words(given), right: words(right) })}
        </b>
      )}
      {isFault(right) && <span data-help={right}> {desk(`malfunction.${right}.do`)}</span>}
    </>
  );
};

/** Each card as it lies, and below it what the scanner has read. */
const Lying = ({ moment: { lying, sign } }: { readonly moment: Moment }) => {
  const { t: game } = useTranslation();
  return (
    <>
      <div className={styles.layout}>
        {SIDES.map((side) => (
          <section key={side} aria-label={game(`spot.${side}`)}>
            <h2>{game(`spot.${side}`)}</h2>
            <div className={styles.cards}>
              {lying
                .filter(({ seat }) => seat.startsWith(side))
                .map(({ seat, card: { face }, scan }) => (
                  <figure key={seat} data-seat={seat}>
                    <Card face={face} look={card} />
                    <figcaption>
                      <Read scan={scan} />
                    </figcaption>
                  </figure>
                ))}
            </div>
          </section>
        ))}
      </div>
      {sign !== undefined && <Besides sign={sign} />}
    </>
  );
};

const Read = ({ scan }: { readonly scan: DrillScan }) => {
  const t = usePracticeWords();
  if (scan === 'silent') return <b>{t('silent')}</b>;
  if (scan === 'unreadable') return <b>{t('unreadable', { times: MISREADS_MAX })}</b>;
  const { face, deck } = scan;
  return (
    <>
      {t('read')} <b>{cardText(face)}</b>{' '}
      <span className={styles.deck}>{t('deck', { deck, decks: DECKS_IN_SHOE })}</span>
    </>
  );
};

const Besides = ({ sign }: { readonly sign: Sign }) => {
  const t = usePracticeWords();
  return (
    <div className={styles.sign} data-sign={sign.kind}>
      {t(`sign.${sign.kind}`, { count: sign.kind === 'cards_on_the_floor' ? sign.cards : 1 })}
      {sign.kind === 'card_lies_open' && <Card face={sign.card.face} look={card} />}
    </div>
  );
};

const Result = ({ done }: { readonly done: readonly Done[] }) => {
  const t = usePracticeWords();
  const words = useAnswerWords();
  const { i18n } = useTranslation();
  const { hands, flawless, percent, perHandMs } = scoreOf(done);
  const seconds = (ms: number): string =>
    (ms / 1_000).toLocaleString(i18n.language, { maximumFractionDigits: 1 });
  return (
    <section className={styles.result} data-score={percent} data-flawless={flawless}>
      <p className={styles.score}>{t('score', { percent })}</p>
      <p>{t('flawless', { flawless, hands })}</p>
      <p>{t('time', { seconds: seconds(perHandMs) })}</p>
      <ol>
        {done.map(({ answers, tookMs }, index) => {
          const wrong = answers.filter(({ given, right }) => given !== right);
          return (
            <li key={index}>
              {t('took', { seconds: seconds(tookMs) })}
              {wrong.map(({ given, right }, at) => (
                <b key={at} className={styles.wrong}>
                  {' '}
                  {t('wrong', { given: words(given), right: words(right) })}
                </b>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
};
