/** Asks a second person for the void of all hands of a game that nobody plays on. */
import type { ApprovalSubject } from '../../../../src/protocol/approval.js';
import { SOLO_GAMES, type SoloGame } from '../../../../src/solo/game.js';
import { AskAgain, type OnAsked } from '../amend/ask-again.js';
import { AskForm } from '../amend/ask-form.js';
import { Effect } from '../amend/effect.js';
import { useRightWords } from '../amend/words.js';
import { useForm } from '../../use-form.js';
import { useAsked } from '../parts/use-asked.js';
import { useRead } from '../parts/use-read.js';
import { anew } from '../reads.js';
import { nowMs } from '../use-now.js';
import { usePit } from '../use-pit.js';
import { useCurrency } from '../wall/use-currency.js';
import { classes } from '../../classes.js';
import { useReportWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

type ManyHands = NonNullable<ApprovalSubject['hands']>;

const WHY = ['restore', 'key', 'idle'] as const satisfies readonly ManyHands['why'][];
const HOUR_MS = 3_600_000;

interface Typed {
  readonly game: SoloGame;
  readonly why: ManyHands['why'];
  readonly hours: string;
}

export const StoppedHands = () => {
  const { own } = useReportWords();
  const { asked: hands, time, ask, stop } = useAsked<ManyHands>();
  const { typed, type } = useForm<Typed>(() => {
    return { game: 'punto_e_banco', why: 'restore', hours: '24' };
  });
  const { game, why, hours } = typed;
  const change = (part: Partial<Typed>) => {
    type(part);
    stop();
  };
  return (
    <section className={layout.stack} aria-labelledby="stopped-title" data-part="stopped-hands">
      <h2 id="stopped-title">{own('solo.stopped.title')}</h2>
      <p className={tones.dim}>{own('solo.stopped.said')}</p>
      <form
        className={classes(layout.row, layout.filter)}
        aria-labelledby="stopped-title"
        onSubmit={(event) => {
          event.preventDefault();
          const untilMs = nowMs() - Number(hours) * HOUR_MS;
          ask({ game, why, ...(why === 'idle' && { untilMs }) });
        }}
      >
        <label>
          <span>{own('solo.game')}</span>
          <select
            name="game"
            value={game}
            onChange={({ target }) =>
              change({ game: SOLO_GAMES.find((each) => each === target.value) ?? game })
            }
          >
            {SOLO_GAMES.map((each) => (
              <option key={each} value={each}>
                {own(`solo.games.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{own('solo.stopped.which')}</span>
          <select
            name="why"
            value={why}
            onChange={({ target }) =>
              change({ why: WHY.find((each) => each === target.value) ?? why })
            }
          >
            {WHY.map((each) => (
              <option key={each} value={each}>
                {own(`solo.stopped.why.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {why === 'idle' && (
          <label>
            <span>{own('solo.stopped.hours')}</span>
            <input
              type="number"
              name="hours"
              min="0"
              max="1000"
              required
              value={hours}
              onChange={({ target }) => change({ hours: target.value })}
            />
          </label>
        )}
        <button type="submit" className={buttons.primary} data-do="count">
          {own('solo.stopped.count')}
        </button>
      </form>
      {hands !== undefined && (
        <AskAgain
          key={time}
          form={(onAsked) => <VoidHands hands={hands} time={time} onAsked={onAsked} />}
        />
      )}
    </section>
  );
};

interface VoidHandsProps {
  readonly hands: ManyHands;
  /** How often they were counted. */
  readonly time: number;
  readonly onAsked: OnAsked;
}

const VoidHands = ({ hands, time, onAsked }: VoidHandsProps) => {
  const { t, own } = useRightWords();
  const { reads } = usePit();
  const studioCurrency = useCurrency();
  const subject: ApprovalSubject = { kind: 'void_hands', hands };
  const effect = useRead(anew(reads.preview(subject), time));
  return (
    <AskForm
      part="void-hands"
      kind="void_hands"
      label={t('kind.void_hands')}
      subject={subject}
      isKnown={effect.value !== undefined}
      onAsked={onAsked}
    >
      <p className={tones.dim}>{own('amend.said.void_hands')}</p>
      <Effect kind="void_hands" currency={studioCurrency ?? 'EUR'} read={effect} />
    </AskForm>
  );
};
