/**
 * A player's settings before any are made. They are apart from their schema, so that the page can
 * use them without one.
 */
import type { PlayerSettings } from './http.js';

export const DEFAULT_PLAYER_SETTINGS: PlayerSettings = {
  language: null,
  modeAsked: false,
  extraSideBets: true,
  betStatistics: true,
  darkStatistics: false,
  video: true,
  videoQuality: 'auto',
  videoSound: false,
  gameSounds: true,
  classicView: false,
  inStep: true,
  deck: 'neapolitan',
};
