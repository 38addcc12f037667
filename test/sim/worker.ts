/** The program of each core of a simulation. */
import { simulateParts } from './many.js';

simulateParts();
