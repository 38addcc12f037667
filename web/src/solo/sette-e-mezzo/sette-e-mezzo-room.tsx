/** The room of Sette e Mezzo: one stake, a card each, and the player’s choice of more. */
import { useCallback } from 'react';
import type { SetteEMezzoHand } from '../../../../src/sette-e-mezzo/state.js';
import { viewSetteEMezzo } from '../../../../src/sette-e-mezzo/view.js';
import { isDealing } from '../hand-view-store.js';
import { useLimitsText } from '../limits-text.js';
import { type StakesBySpot, totalOf } from '../placed-chips.js';
import { takeSeed } from '../player-seed.js';
import { proofOf } from '../proof-of.js';
import { Rack } from '../rack.js';
import type { RoomButton } from '../room-buttons.js';
import { RoomFrame } from '../room-frame.js';
import type { RoomProps } from '../room-props.js';
import { SeedField } from '../seed-field.js';
import { StakeSpot } from '../stake-spot.js';
import { useRoom } from '../use-room.js';
import { ChipVoice, HandVoice } from '../voice.js';
import { SETTE_E_MEZZO, type SetteEMezzoOrder } from './game.js';
import { HandsTable } from './hands-table.js';
import styles from './sette-e-mezzo-room.module.css';
import { useHeard } from './use-heard.js';
import { useSetteEMezzoWords } from './words.js';

const SPOT = 'stake';

const SetteEMezzoRoom = (given: RoomProps) => {
  const own = useSetteEMezzoWords();
  const room = useRoom<'sette_e_mezzo', SetteEMezzoHand, SetteEMezzoOrder>(SETTE_E_MEZZO);
  const { hands, placed, view, stakes, past, chip, credit, isOpen, canAct } = room;
  const { rules, asked } = view;
  const currency = rules?.currency ?? 'EUR';
  const limits = useLimitsText(rules?.limits[SPOT], currency);
  const hand = viewSetteEMezzo(view.hand);
  const canStake = hand.phase === 'stake' || hand.phase === 'over';
  const shown = hand.phase === 'stake' ? (sentStakes(asked?.command) ?? stakes) : undefined;
  const stake = shown === undefined ? hand.taken : shown[SPOT];
  const last = placed.last();
  const heard = useHeard();
  const nameOf = useCallback(() => own('stake'), [own]);
  const lies = totalOf(stakes) > 0n;

  const deal = () => {
    if (!room.areEnough(stakes)) return;
    placed.keepLast(stakes);
    void hands.play({ kind: 'deal', stake: totalOf(stakes).toString(), seed: takeSeed() });
  };
  const all: readonly RoomButton[] = canStake
    ? [
        { name: 'undo', can: past.length > 0, act: () => placed.undo() },
        {
          name: 'repeat',
          can: !lies && totalOf(last) > 0n && totalOf(last) <= credit,
          isMain: true,
          act: () => room.place(last),
        },
        { name: 'deal', can: lies, isMain: true, act: deal },
      ]
    : [
        {
          name: 'stand',
          can: hand.choices.includes('stand'),
          act: () => void hands.play({ kind: 'stand' }),
        },
        {
          name: 'card',
          can: hand.choices.includes('draw'),
          isMain: true,
          act: () => void hands.play({ kind: 'draw' }),
        },
      ];
  return (
    <RoomFrame
      {...given}
      game="sette_e_mezzo"
      store={hands.store}
      limits={limits}
      staked={stake ?? 0n}
      credit={credit}
      ownPart={<SeedField />}
      proofOf={() => proofOf(SETTE_E_MEZZO, view)}
      voice={
        <>
          <HandVoice game={SETTE_E_MEZZO} view={view} heard={heard} />
          <ChipVoice
            stakes={stakes}
            isPlayed={view.shown > 0}
            currency={currency}
            nameOf={nameOf}
          />
        </>
      }
      stage={
        <HandsTable
          hand={hand}
          currency={currency}
          isDealing={isDealing(view)}
          onHasten={() => hands.hasten()}
        />
      }
      bets={
        rules !== undefined && (
          <>
            <div className={styles.layout} data-part="grid">
              <StakeSpot
                spot={SPOT}
                name={own('stake')}
                odds="1:1"
                stake={stake}
                rules={rules}
                canPut={room.canPut && canStake}
                isPending={asked?.command.kind === 'deal'}
                ending={hand.phase === 'over' ? hand.verdict : undefined}
                onPut={room.put}
                onTakeBack={room.takeBack}
              />
            </div>
            {isOpen && (
              <Rack
                rules={rules}
                chip={chip}
                credit={credit}
                onChoose={room.chooseChip}
                canAct={canAct}
                buttons={canAct ? all.filter(({ can }) => can) : []}
              />
            )}
          </>
        )
      }
    />
  );
};
export default SetteEMezzoRoom;

/** Sent, and not answered yet. */
const sentStakes = (command: SetteEMezzoOrder | undefined): StakesBySpot | undefined =>
  command?.kind === 'deal' ? { [SPOT]: BigInt(command.stake) } : undefined;
