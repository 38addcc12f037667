/** The room of a solo game. Each is loaded when it is entered for the first time. */
import { type ComponentType, lazy } from 'react';
import type { RoomGame } from './chosen-room.js';
import type { RoomProps } from './room-props.js';
import { withoutEval } from './without-eval.js';

withoutEval();

type Loaded = Promise<{ readonly default: ComponentType<RoomProps> }>;

const ROOMS: Readonly<Record<RoomGame, ComponentType<RoomProps>>> = {
  punto_e_banco: lazy((): Loaded => import('./punto-e-banco/punto-e-banco-room.js')),
  sette_e_mezzo: lazy((): Loaded => import('./sette-e-mezzo/sette-e-mezzo-room.js')),
  blackjack: lazy((): Loaded => import('./blackjack/blackjack-room.js')),
};

const SoloRoom = ({ game, ...given }: RoomProps & { readonly game: RoomGame }) => {
  const Room = ROOMS[game];
  return <Room {...given} />;
};
export default SoloRoom;
