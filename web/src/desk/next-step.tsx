/** The next thing to do, to be read at two metres. */
import type { CSSProperties } from 'react';
import { MISHAPS } from '../../../src/round/mishap.js';
import { DeskButton } from './desk-button.js';
import type { Step } from './step.js';
import type { Does } from './use-desk-keys.js';
import { useDeskView, useSecondsUntil } from './use-desk.js';
import { useStep } from './use-step.js';
import { type Words, useDeskWords } from './words.js';

export const NextStep = ({ does }: { readonly does: Does }) => {
  const t = useDeskWords();
  const step = useStep();
  const dealer = useDeskView(({ copy }) => copy?.dealer ?? '');
  const seconds = useSecondsUntil(step?.untilMs);
  if (step === undefined) return null;
  const title = titleOf(step, t);
  return (
    <section className={`next ${step.tone}`} data-step={step.name}>
      <h1 style={sizesOf(title)} aria-live="polite">
        {title}
      </h1>
      {seconds !== undefined && (
        <p className="countdown" role="timer" data-seconds={seconds}>
          {seconds}
        </p>
      )}
      {step.deed === 'manager:call' && <Why />}
      {step.outcome !== undefined && (
        <p className={`verdict ${step.outcome}`}>{t(`outcome.${step.outcome}`)}</p>
      )}
      <p className="hint">{t(`step.${step.name}.hint`, { dealer })}</p>
      <NextKeys step={step} does={does} />
    </section>
  );
};

const NextKeys = ({ step, does }: { readonly step: Step; readonly does: Does }) => {
  const t = useDeskWords();
  if (step.deed === undefined) return null;
  if (step.deed === 'shuffle') {
    return (
      <div className="next-keys">
        {SHUFFLES.map((how, index) => (
          <DeskButton key={how} cap={`${index + 1}`} onPress={() => does.shuffle(how)}>
            {t(`shoe.cards_shuffled.${how}`)}
          </DeskButton>
        ))}
      </div>
    );
  }
  return (
    <div className="next-keys">
      <DeskButton cap={t('keys.next')} className="primary" onPress={does.next}>
        {step.deed === 'bring' ? t('bring.type') : titleOf(step, t)}
      </DeskButton>
    </div>
  );
};

const SHUFFLES = ['manual', 'machine', 'beforehand'] as const;

/** Why the table has stopped, and what the dealer does meanwhile. */
const Why = () => {
  const t = useDeskWords();
  const reason = useDeskView(({ copy }) => copy?.suspended?.reason ?? '');
  const mishap = MISHAPS.find((each) => each === reason);
  if (mishap !== undefined) {
    return (
      <p className="why" data-mishap={mishap}>
        <strong>{t(`mishap.${mishap}.name`)}</strong> {t(`mishap.${mishap}.do`)}
      </p>
    );
  }
  return (
    <p className="why">
      {reason === 'impossible_state'
        ? t('suspended.impossible_state')
        : t('suspended.free', { reason })}
    </p>
  );
};

const titleOf = ({ name, count }: Step, t: Words): string =>
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

/** What the style sheet makes the letters as large as can be by: of the longest line, and of the whole title in one. */
const sizesOf = (title: string): CSSProperties =>
  ({ '--letters': lettersOf(title), '--length': title.length }) as CSSProperties;
