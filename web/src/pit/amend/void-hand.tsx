/** Asks a second person for the void of a hand of a solo game, with what it would move. */
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { useCurrency } from '../wall/use-currency.js';
import { AskAgain, type OnAsked } from './ask-again.js';
import { AskForm } from './ask-form.js';
import { Effect } from './effect.js';
import { useRightWords } from './words.js';
import tones from '../look/tones.module.css';

interface Props {
  readonly hand: string;
  /** Null where the tables differ in it. */
  readonly currency: string | null;
}

export const VoidHand = (props: Props) => (
  <AskAgain form={(onAsked) => <VoidForm {...props} onAsked={onAsked} />} />
);

const VoidForm = ({ hand, currency, onAsked }: Props & { readonly onAsked: OnAsked }) => {
  const { t, own } = useRightWords();
  const pit = usePit();
  const studioCurrency = useCurrency();
  const subject = { kind: 'void_hand', hand } as const;
  const effect = useRead(pit.reads.preview(subject));
  return (
    <AskForm
      part="void-hand"
      kind="void_hand"
      label={t('kind.void_hand')}
      subject={subject}
      isKnown={effect.value !== undefined}
      onAsked={onAsked}
    >
      <p className={tones.dim}>{own('amend.said.void_hand')}</p>
      <Effect kind="void_hand" currency={currency ?? studioCurrency ?? 'EUR'} read={effect} />
    </AskForm>
  );
};
