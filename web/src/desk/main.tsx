import { openPage } from '../staff/open-page.js';
import { DeskApp } from './desk-app.js';
import { KeyRoom } from './key-room.js';
import { sheetWords } from './sheets/words.js';
import { deskWords } from './words.js';

await openPage(
  <KeyRoom>
    <DeskApp />
  </KeyRoom>,
  { desk: deskWords, 'desk/sheets': sheetWords },
);
