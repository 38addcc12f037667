import { openPage } from '../staff/open-page.js';
import { DeskApp } from './desk-app.js';
import { chatWords } from './chat/words.js';
import { KeyScope } from './key-scope.js';
import { sheetWords } from './sheets/words.js';
import { deskWords } from './words.js';

await openPage(
  <KeyScope>
    <DeskApp />
  </KeyScope>,
  { desk: deskWords, 'desk/chat': chatWords, 'desk/sheets': sheetWords },
);
