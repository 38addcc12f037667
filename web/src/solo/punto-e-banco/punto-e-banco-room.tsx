/** The room of Punto e Banco: stakes on five spots, and a coup that the player deals alone. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { PuntoEBancoSpot } from '../../../../src/punto-e-banco/spot.js';
import type { PuntoEBancoHand } from '../../../../src/punto-e-banco/state.js';
import { viewPuntoEBancoHand } from '../../../../src/punto-e-banco/view.js';
import { type StakesBySpot, totalOf } from '../placed-chips.js';
import { useLimitsText } from '../limits-text.js';
import { takeSeed } from '../player-seed.js';
import { proofOf } from '../proof-of.js';
import { Rack } from '../rack.js';
import { RoomFrame } from '../room-frame.js';
import type { RoomProps } from '../room-props.js';
import { SeedField } from '../seed-field.js';
import { useRoom } from '../use-room.js';
import { ChipVoice, HandVoice } from '../voice.js';
import { CoupStage } from './coup-stage.js';
import { PUNTO_E_BANCO, type PuntoEBancoOrder } from './game.js';
import { Layout } from './layout.js';
import { useHeard } from './use-heard.js';

const PuntoEBancoRoom = (given: RoomProps) => {
  const { t } = useTranslation();
  const room = useRoom<'punto_e_banco', PuntoEBancoHand, PuntoEBancoOrder>(PUNTO_E_BANCO);
  const { hands, placed, view, stakes, past, chip, credit, isOpen, canAct } = room;
  const { rules, asked } = view;
  const currency = rules?.currency ?? 'EUR';
  const limits = useLimitsText(rules?.limits['punto'], currency);
  const coup = viewPuntoEBancoHand(view.hand);
  const shown: StakesBySpot =
    coup.phase !== 'stakes'
      ? coup.stakes
      : asked === undefined
        ? stakes
        : sentStakes(asked.command);
  const last = placed.last();
  const heard = useHeard();
  const nameOf = useCallback((spot: string) => t(`spot.${spot as PuntoEBancoSpot}`), [t]);

  const deal = () => {
    if (!room.areEnough(stakes)) return;
    placed.keepLast(stakes);
    const digits: Record<string, string> = {};
    for (const [spot, stake] of Object.entries(stakes)) digits[spot] = stake.toString();
    void hands.play({ kind: 'deal', stakes: digits, seed: takeSeed() });
  };
  const lies = totalOf(stakes) > 0n;
  const canRepeat = !lies && totalOf(last) > 0n && totalOf(last) <= credit;
  return (
    <RoomFrame
      {...given}
      game="punto_e_banco"
      store={hands.store}
      limits={limits}
      staked={totalOf(shown)}
      credit={credit}
      ownPart={<SeedField />}
      proofOf={() => proofOf(PUNTO_E_BANCO, view)}
      voice={
        <>
          <HandVoice game={PUNTO_E_BANCO} view={view} heard={heard} />
          <ChipVoice
            stakes={stakes}
            isPlayed={view.shown > 0}
            currency={currency}
            nameOf={nameOf}
          />
        </>
      }
      stage={<CoupStage coup={coup} currency={currency} onHasten={() => hands.hasten()} />}
      bets={
        rules !== undefined && (
          <>
            <Layout
              rules={rules}
              stakes={shown}
              coup={coup}
              canPut={room.canPut}
              isPending={asked !== undefined}
              onPut={room.put}
              onTakeBack={room.takeBack}
            />
            {isOpen && (
              <Rack
                rules={rules}
                chip={chip}
                credit={credit}
                onChoose={room.chooseChip}
                canAct={canAct}
                buttons={[
                  { name: 'undo', can: past.length > 0, act: () => placed.undo() },
                  { name: 'repeat', can: canRepeat, isMain: !lies, act: () => room.place(last) },
                  { name: 'deal', can: lies, isMain: lies, act: deal },
                ]}
              />
            )}
          </>
        )
      }
    />
  );
};
export default PuntoEBancoRoom;

const sentStakes = ({ stakes }: PuntoEBancoOrder): StakesBySpot =>
  Object.fromEntries(Object.entries(stakes).map(([spot, digits]) => [spot, BigInt(digits)]));
