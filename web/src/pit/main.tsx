import { openPage } from '../staff/open-page.js';
import { PitApp } from './pit-app.js';
import { pitWords } from './words.js';
import './pit.css';

await openPage(<PitApp />, { pit: pitWords });
