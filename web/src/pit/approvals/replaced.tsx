/** What a request would replace, and by what: the cards of a coup and its result, or one card. */
import type { Approval, AsItStands } from '../../../../src/protocol/approval.js';
import { parseCoup } from '../../../../src/punto-banco/notation.js';
import { cardText, coupText } from '../parts/event-text.js';
import { useApprovalWords } from './words.js';
import styles from './replaced.module.css';

interface Props {
  readonly approval: Approval;
  /** Undefined until it is read. */
  readonly standing: AsItStands | undefined;
}

export const Replaced = ({ approval, standing }: Props) => {
  const words = useApprovalWords();
  const { t, own } = words;
  const { kind, coup, card } = approval;
  const described = (notation: string): string => {
    const outcome = parseCoup(notation)?.outcome;
    const cards = coupText(notation, words);
    return outcome === undefined ? cards : `${cards} · ${t(`outcome.${outcome}`)}`;
  };
  const then = (): string | undefined => {
    if (kind === 'void') return own('approval.isVoid');
    if (coup !== null) return described(coup);
    return card === null ? undefined : cardText(card);
  };
  const is = then();
  if (standing === undefined || is === undefined) return null;
  const { coup: wasCoup, card: wasCard } = standing;
  if (wasCoup === null && wasCard === null) return null;
  return (
    <dl className={styles.replaced} data-part="replaced">
      <dt>{own('approval.now')}</dt>
      <dd data-was={wasCard ?? wasCoup}>
        {wasCard === null ? described(wasCoup ?? '') : cardText(wasCard)}
      </dd>
      <dt>
        <span aria-hidden="true">→ </span>
        {own('approval.then')}
      </dt>
      <dd>{is}</dd>
    </dl>
  );
};
