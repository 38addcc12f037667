/** The games whose returns can be counted, by the names of their rooms. */
import type { Entropy } from '../cards/shuffle.js';
import { blackjackReport, sampleBlackjack } from './blackjack-report.js';
import { puntoBancoReport } from './punto-banco-report.js';
import { puntoEBancoReport, samplePuntoEBanco } from './punto-e-banco-report.js';
import type { ReturnsReport } from './report.js';
import type { Sampled } from './sample.js';
import { sampleSetteEMezzo, setteEMezzoReport } from './sette-e-mezzo-report.js';

interface CountedGame {
  readonly report: () => ReturnsReport;
  /** Undefined for the live game: its tables are played by `npm run sim`. */
  readonly sample: ((entropy: Entropy) => readonly Sampled[]) | undefined;
}

export const GAMES: Readonly<Record<string, CountedGame>> = {
  'punto-banco': { report: puntoBancoReport, sample: undefined },
  'punto-e-banco': { report: puntoEBancoReport, sample: samplePuntoEBanco },
  'sette-e-mezzo': { report: setteEMezzoReport, sample: sampleSetteEMezzo },
  blackjack: { report: blackjackReport, sample: sampleBlackjack },
};
