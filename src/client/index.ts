/**
 * The contents of the package `@sabot/client`: clients for players and for staff, and the types of
 * everything that they send and receive.
 */
export { PlayerClient, type PlayerJoin, type PlayerMessages } from './player-client.js';
export {
  type DealDiffers,
  type HandCommandName,
  SoloClient,
  type SoloMessages,
} from './solo-client.js';
export { type DealComparison, DealNotes, type DealPart, type NoteStorage } from './deal-notes.js';
export { PitClient, type PitWatch } from './pit-client.js';
export { DealerClient, type DealerWatch } from './dealer-client.js';
export {
  type ConnectOptions,
  type Connection,
  type ConnectionState,
  type Namespace,
  NoAnswer,
} from './connection.js';
export { type LineQuality, LineWatch } from './line-watch.js';
export type { FollowedTable, Joined, Viewer } from './followed-table.js';
export { type TableCopy, copyOf, follow } from './table-copy.js';
export type { Bet, BetReply } from './betting.js';
export { type OwnBets, afterBet, inNextRound, ownBetsOf } from './own-bets.js';
export { signIn } from './sign-in.js';
export { MODES, type Mode, SPOTS, type Spot } from '../punto-banco/spot.js';
export type { Stakes } from '../punto-banco/stakes.js';
export type { Amount } from '../money/amount.js';
export type { AcceptedOf, Refused, ReplyOf, RequestOf, Role } from '../protocol/command.js';
export type { DealerCommandName, DealerCommands, DealerMessages } from '../protocol/dealer.js';
export type { PitCommandName, PitCommands, PitMessages } from '../protocol/pit.js';
export type { DemoLogin, DemoToken } from '../protocol/http.js';
export type { LobbyCard, LobbyTable, LobbyTables } from '../protocol/lobby.js';
export type { MalfunctionKind } from '../round/malfunction.js';
export type { NextAction } from '../round/next-action.js';
export type {
  PlayerCommandName,
  PlayerCommands,
  PlayerCorrection,
  PlayerResult,
  SeatMessage,
} from '../protocol/player.js';
export type { BetReplyRefusal, SessionRefusal } from '../protocol/refusals.js';
export type { CloseReason, SessionEnd } from '../protocol/session.js';
export type { DealtHand, Played, SoloCommandName, SoloCommands } from '../protocol/solo.js';
export { SOLO_GAMES, type SoloGame } from '../solo/game.js';
export type { TableMessage, TableMessageKind, TableSnapshotMessage } from '../protocol/table.js';
