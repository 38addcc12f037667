/**
 * What a player has set before setting anything. It lies apart from its schema, so that the page
 * can take it without one.
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
};
