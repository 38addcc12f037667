/** How a round is amended: what is to be done, and what it would do in numbers. */
import { useState } from 'react';
import type { Card } from '../../../../src/cards/card.js';
import { makeCoup } from '../../../../src/punto-banco/notation.js';
import type { TableApprovalKind, ApprovalSubject } from '../../../../src/protocol/approval.js';
import { useForm } from '../../use-form.js';
import { useRead } from '../parts/use-read.js';
import { usePit } from '../use-pit.js';
import { AskAgain, type OnAsked } from './ask-again.js';
import { AskForm } from './ask-form.js';
import { BettorChoice } from './bettor-choice.js';
import { CoupEditor } from './coup-editor.js';
import { Effect } from './effect.js';
import { KINDS, isOfShoe } from './lists.js';
import { CardForm } from './card-form.js';
import {
  NO_CARDS,
  type SeatName,
  type TypedCoup,
  readCoup,
  typeCoup,
  typedCard,
} from './typed-coup.js';
import { useRightWords } from './words.js';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly table: string;
  /** Null where there was no round yet. Then only what concerns the shoe can be asked for. */
  readonly game: string | null;
  readonly currency: string;
  /** Those that were dealt, in the order of dealing. */
  readonly cards: readonly Card[];
  /** What can be entered by hand for the shoe. */
  readonly ofShoe?: readonly TableApprovalKind[];
  /** Whether cards are still being dealt. Then one can be entered, or be another than was read. */
  readonly isDealing?: boolean;
  readonly first?: TableApprovalKind;
  readonly player?: string;
}

/** Card after card is entered by the same kind of request, so the last one is chosen again. */
export const AmendForm = (props: Props) => {
  const [last, setLast] = useState<TableApprovalKind>();
  const fields = (onAsked: OnAsked) => (
    <AmendFields
      {...props}
      last={last}
      onAsked={(approval, kind) => {
        setLast(kind);
        onAsked(approval);
      }}
    />
  );
  return <AskAgain form={fields} />;
};

interface FieldsProps extends Props {
  readonly last: TableApprovalKind | undefined;
  readonly onAsked: (approval: string, kind: TableApprovalKind) => void;
}

const AmendFields = ({
  table,
  game,
  currency,
  cards,
  ofShoe = [],
  isDealing = false,
  first = game === null ? (ofShoe[0] ?? 'void') : 'void',
  player: given = '',
  last,
  onAsked,
}: FieldsProps) => {
  const { t, own } = useRightWords();
  const pit = usePit();
  const [asDealt] = useState<TypedCoup>(cards.length > 0 ? typeCoup(cards) : NO_CARDS);
  const kinds = KINDS.filter((each) => {
    if (each === first || ofShoe.includes(each)) return true;
    if (each === 'hand_pay') return false; // Only at the incident of a payment that fails.
    return game !== null && !isOfShoe(each) && (isDealing || !OF_CARDS.has(each));
  });
  const { typed, type } = useForm<Typed>(() => ({
    kind: last !== undefined && kinds.includes(last) ? last : first,
    coup: asDealt,
    player: given,
    card: '',
    seat: 'punto_1',
  }));
  const { kind, coup, player, card, seat } = typed;
  const subject = subjectOf(table, game, typed);
  const effect = useRead(subject && pit.reads.preview(subject));
  return (
    <AskForm
      part="amend-form"
      kind={kind}
      subject={subject}
      isKnown={effect.value !== undefined}
      onAsked={(approval) => onAsked(approval, kind)}
    >
      <fieldset>
        <legend>{game === null ? own('amend.whatShoe') : own('amend.what', { game })}</legend>
        {kinds.map((each) => (
          <label key={each} className={layout.inline}>
            <input
              type="radio"
              name="kind"
              value={each}
              checked={kind === each}
              onChange={() => type({ kind: each })}
            />
            <span>{t(`kind.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className={tones.dim}>{own(`amend.said.${kind}`)}</p>
      {kind === 'resettle' && (
        <CoupEditor typed={coup} onType={(cardsTyped) => type({ coup: cardsTyped })} />
      )}
      {OF_PLAYER.has(kind) && game !== null && (
        <BettorChoice
          game={game}
          label={own(kind === 'refund' ? 'amend.player' : 'amend.paidByHand')}
          player={player}
          onChoose={(chosen) => type({ player: chosen })}
        />
      )}
      {(OF_CARDS.has(kind) || kind === 'burn_card') && (
        <CardForm
          card={card}
          seat={kind === 'card_correction' ? seat : undefined}
          onCard={(face) => type({ card: face })}
          onSeat={(chosen) => type({ seat: chosen })}
        />
      )}
      <Effect
        kind={kind}
        currency={currency}
        read={subject === undefined ? undefined : effect}
        isUntouched={kind === 'resettle' && coup === asDealt}
      />
    </AskForm>
  );
};

const OF_CARDS: ReadonlySet<TableApprovalKind> = new Set(['card', 'card_correction']);
const OF_PLAYER: ReadonlySet<TableApprovalKind> = new Set(['refund', 'hand_pay']);

interface Typed {
  readonly kind: TableApprovalKind;
  readonly coup: TypedCoup;
  readonly player: string;
  readonly card: string;
  readonly seat: SeatName;
}

/** Undefined while the input is not complete. */
const subjectOf = (
  table: string,
  game: string | null,
  { kind, coup, player, card, seat }: Typed,
): ApprovalSubject | undefined => {
  const face = typedCard(card);
  if (kind === 'cut_card') return { kind, table };
  if (kind === 'burn_card') return face && { kind, table, card: face };
  if (game === null) return undefined;
  const round = { kind, table, game };
  switch (kind) {
    case 'void':
      return round;
    case 'resettle': {
      const read = readCoup(coup);
      return 'coup' in read ? { ...round, coup: makeCoup(read.coup) } : undefined;
    }
    case 'refund':
    case 'hand_pay':
      return /^[1-9]\d{0,17}$/.test(player) ? { ...round, player } : undefined;
    case 'card':
    case 'card_correction':
      return face && { ...round, card: face, ...(kind === 'card_correction' && { seat }) };
  }
};
