/** The next thing to do, to be read at two metres. */
import type { CSSProperties } from 'react';
import { MALFUNCTIONS, type MalfunctionKind } from '../../../src/round/malfunction.js';
import { SHUFFLES } from '../../../src/round/events/shoe.js';
import { DeskButton } from './desk-button.js';
import { SHUFFLE_CAPS } from './key-caps.js';
import type { Action, Step } from './step.js';
import type { Does } from './use-desk-keys.js';
import { useDeskView, useSecondsUntil } from './use-desk.js';
import { useStep } from './use-step.js';
import type { Withdrawn } from './withdrawn.js';
import { type DeskWords, cardText, useDeskWords } from './words.js';
import { classes } from '../classes.js';
import alarm from './alarm.module.css';
import styles from './next-step.module.css';

export const NextStep = ({ does }: { readonly does: Does }) => {
  const t = useDeskWords();
  const step = useStep();
  const dealer = useDeskView(({ copy }) => copy?.dealer ?? '');
  const seconds = useSecondsUntil(step?.untilMs);
  if (step === undefined) return null;
  const title = titleOf(step, t);
  const isAlarm = step.tone === 'stop';
  return (
    <section
      className={classes(styles.next, styles[step.tone], isAlarm && alarm.alarm)}
      data-part="next"
      data-step={step.name}
      data-tone={step.tone}
    >
      <h1 className={isAlarm ? alarm.sign : undefined} style={sizesOf(title)} aria-live="polite">
        {title}
      </h1>
      {seconds !== undefined && (
        <p className={styles.countdown} role="timer" data-seconds={seconds}>
          {seconds}
        </p>
      )}
      {step.name === 'WAIT_FOR_MANAGER' && <Why />}
      {step.outcome !== undefined && (
        <p className={classes(styles.verdict, styles[step.outcome])} data-verdict={step.outcome}>
          {t(`outcome.${step.outcome}`)}
        </p>
      )}
      <p className={styles.hint}>{t(`step.${step.name}.hint`, { dealer })}</p>
      <NextKeys step={step} does={does} />
    </section>
  );
};

const NextKeys = ({ step, does }: { readonly step: Step; readonly does: Does }) => {
  const t = useDeskWords();
  if (step.action === undefined) return null;
  if (step.action === 'shuffle') {
    return (
      <div className={styles.nextKeys}>
        {SHUFFLES.map((how) => (
          <DeskButton key={how} cap={SHUFFLE_CAPS[how]} onPress={() => does.shuffle(how)}>
            {t(`shuffled.${how}`)}
          </DeskButton>
        ))}
      </div>
    );
  }
  return (
    <div className={styles.nextKeys}>
      <DeskButton cap={t('keys.next')} isPrimary onPress={does.next}>
        {t(`action.${ACTION_WORDS[step.action]}`)}
      </DeskButton>
    </div>
  );
};

/** What pressing Enter does, without repeating what is to be done. */
const ACTION_WORDS = {
  'table:open': 'open',
  'table:relieve': 'relieve',
  'shoe:cut': 'cut',
  'betting:open': 'bets',
  'card:show': 'show',
  'coup:confirm': 'confirm',
  collect: 'collect',
  connect: 'connect',
  bring: 'bring',
} as const satisfies Readonly<Record<Exclude<Action, 'shuffle'>, string>>;

/** Why the table has stopped, and what the dealer does meanwhile. */
const Why = () => {
  const t = useDeskWords();
  const reason = useDeskView(({ copy }) => copy?.suspended?.reason ?? '');
  const withdrawn = useDeskView((view) => view.withdrawn);
  const isVoid = useDeskView(({ copy }) => copy?.suspended?.from === 'void');
  const malfunction = MALFUNCTIONS.find((each) => each === reason);
  if (malfunction !== undefined) {
    return (
      <p className={styles.why} data-part="why" data-malfunction={malfunction}>
        <strong>{t(`malfunctionName.${malfunction}`)}</strong>{' '}
        {isVoid ? t('suspended.void') : doText(malfunction, withdrawn, t)}
      </p>
    );
  }
  if (isVoid)
    return (
      <p className={styles.why} data-part="why">
        {t('suspended.void')}
      </p>
    );
  return (
    <p className={styles.why} data-part="why">
      {reason === 'impossible_state' || reason === 'database_restored'
        ? t(`suspended.${reason}`)
        : t('suspended.free', { reason })}
    </p>
  );
};

const doText = (
  malfunction: MalfunctionKind,
  withdrawn: Withdrawn | undefined,
  t: DeskWords,
): string => {
  if (withdrawn === undefined) return t(`malfunction.${malfunction}.do`);
  const card = cardText(withdrawn.card);
  return t(withdrawn.setAside ? 'withdrawn.aside' : 'withdrawn.again', { card });
};

const titleOf = ({ name, count }: Step, t: DeskWords): string =>
  name === 'BURN' ? t('step.BURN.title', { count }) : t(`step.${name}.title`);

/** How many letters the longest line has, where a long title is broken in two. */
const lettersOf = (title: string): number => {
  if (title.length <= ONE_LINE) return title.length;
  const words = title.split(' ');
  const broken = words.map((_, index) =>
    Math.max(words.slice(0, index).join(' ').length, words.slice(index).join(' ').length),
  );
  return Math.min(...broken);
};
const ONE_LINE = 13;

/**
 * What the style sheet sizes the letters by: the longest line, the whole title in one line, and the
 * number of lines.
 */
const sizesOf = (title: string): CSSProperties =>
  ({
    '--letters': lettersOf(title),
    '--length': title.length,
    '--lines': title.length <= ONE_LINE ? 1 : 2,
  }) as CSSProperties;
