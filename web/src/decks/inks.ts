/** The printing inks of each deck. */
import type { DeckName, Inks } from './deck.js';

export const INKS = {
  neapolitan: {
    line: '#221a16',
    paper: '#fdf8ea',
    red: '#cf2a2a',
    gold: '#f5bd2e',
    blue: '#2a6fb3',
    green: '#3d8b45',
    skin: '#f7d5b4',
    hair: '#7a4521',
  },
  piacentine: {
    line: '#1c1b22',
    paper: '#fbf4df',
    red: '#b1272d',
    gold: '#e5b036',
    blue: '#27457f',
    green: '#3f7a55',
    skin: '#f3cfab',
    hair: '#6a3f22',
  },
  french: {
    line: '#1a1a20',
    paper: '#fdfcf8',
    red: '#bf1a26',
    gold: '#f0bb3f',
    blue: '#22468c',
    green: '#2f7d5b',
    skin: '#f8dcc0',
    hair: '#8a5a2b',
  },
} as const satisfies Readonly<Record<DeckName, Inks>>;
