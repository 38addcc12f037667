/**
 * The room of Blackjack. How many boxes are played is chosen before the table is entered; the boxes
 * are played from the right.
 */
import { useCallback, useState } from 'react';
import { isDealing } from '../hand-view-store.js';
import type { RoomProps } from '../room-props.js';
import type { BlackjackHand } from '../../../../src/blackjack/state.js';
import { viewBlackjack } from '../../../../src/blackjack/view.js';
import { useLimitsText } from '../limits-text.js';
import { type StakesBySpot, totalOf } from '../placed-chips.js';
import { proofOf } from '../proof-of.js';
import { Rack } from '../rack.js';
import { RoomFrame } from '../room-frame.js';
import { useRoom } from '../use-room.js';
import { ChipVoice, HandVoice } from '../voice.js';
import { BlackjackTable } from './blackjack-table.js';
import { BoxChoice } from './box-choice.js';
import { buttonsOf } from './buttons.js';
import { CutField } from './cut-field.js';
import { takeCut } from './cut.js';
import { useHeard } from './use-heard.js';
import { useBlackjackWords } from './words.js';
import { BLACKJACK, type BlackjackOrder } from './game.js';

const BlackjackRoom = (given: RoomProps) => {
  const own = useBlackjackWords();
  const room = useRoom<'blackjack', BlackjackHand, BlackjackOrder>(BLACKJACK);
  const { hands, placed, view, stakes, chip, credit, isOpen, canAct } = room;
  const [chosen, choose] = useState<number>();
  /** The boxes that are marked to be insured. */
  const [insured, insure] = useState<readonly number[]>([]);
  const { rules, asked } = view;
  const currency = rules?.currency ?? 'EUR';
  const limits = useLimitsText(rules?.limits['stake'], currency);
  const hand = viewBlackjack(view.hand);
  const isBare = hand.phase === 'stakes';
  const sent = asked?.command.kind === 'deal' ? sentStakes(asked.command.stakes) : undefined;
  const shown = isBare ? (sent ?? stakes) : {};
  const boxes = !isBare
    ? hand.boxes.length
    : sent === undefined
      ? chosen
      : Object.keys(sent).length;
  const last = placed.last();
  const heard = useHeard(currency);
  const nameOf = useCallback((box: string) => own('box', { box: Number(box) + 1 }), [own]);

  const deal = (wanted: StakesBySpot, count: number) => {
    const listed = boxNames(count).map((name) => wanted[name] ?? 0n);
    const bare = listed.findIndex((stake) => stake === 0n);
    if (bare >= 0) return hands.say('boxes_are_bare', { amount: rules?.limits['stake']?.min });
    if (!room.areEnough(wanted)) return;
    placed.keepLast(wanted);
    insure([]);
    void hands.play({ kind: 'deal', stakes: listed.map(String), cut: takeCut() });
  };
  const repeat = () => {
    const count = Object.keys(last).length;
    choose(count);
    if (room.place(last)) deal(last, count);
  };
  const buttons = buttonsOf(hand, {
    credit,
    lies: totalOf(stakes) > 0n,
    canRepeat: Object.keys(last).length > 0 && totalOf(last) <= credit,
    insured,
    play: (command) => void hands.play(command),
    clear: () => placed.set({}),
    deal: () => boxes !== undefined && deal(stakes, boxes),
    newHand: () => {
      choose(hand.boxes.length);
      hands.startNext();
    },
    repeat,
  });
  const staked = isBare ? totalOf(shown) : hand.taken;
  return (
    <RoomFrame
      {...given}
      game="blackjack"
      store={hands.store}
      limits={limits}
      staked={staked}
      credit={credit}
      ownPart={<CutField />}
      proofOf={() => proofOf(BLACKJACK, view)}
      voice={
        <>
          <HandVoice game={BLACKJACK} view={view} heard={heard} />
          <ChipVoice
            stakes={stakes}
            isPlayed={view.shown > 0}
            currency={currency}
            nameOf={nameOf}
          />
        </>
      }
      stage={
        rules !== undefined &&
        (boxes === undefined ? (
          <BoxChoice onChoose={choose} />
        ) : (
          <BlackjackTable
            hand={hand}
            rules={rules}
            boxes={boxes}
            stakes={shown}
            isDealing={isDealing(view)}
            isPending={asked !== undefined}
            canPut={room.canPut && (isBare || hand.phase === 'over')}
            insured={insured}
            onInsure={insure}
            onPut={room.put}
            onTakeBack={room.takeBack}
            onHasten={() => hands.hasten()}
            onBoxes={() => {
              hands.startNext();
              placed.set({});
              choose(undefined);
            }}
          />
        ))
      }
      bets={
        rules !== undefined &&
        isOpen &&
        boxes !== undefined && (
          <Rack
            rules={rules}
            chip={chip}
            credit={credit}
            onChoose={room.chooseChip}
            canAct={canAct}
            buttons={buttons}
          />
        )
      }
    />
  );
};
export default BlackjackRoom;

/** The names of the spots, from the right. */
const boxNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, box) => String(box));

const sentStakes = (digits: readonly string[]): StakesBySpot =>
  Object.fromEntries(digits.map((stake, box) => [String(box), BigInt(stake)]));
