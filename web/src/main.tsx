import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import i18next from 'i18next';
import { App } from './app.js';
import './app.css';
import { preferredLanguage, speak, startWords } from './i18n/index.js';
import { isWayIn, takeLaunch } from './studio/launch.js';
import { takeToken } from './studio/token.js';
import { Waiting } from './table/waiting.js';
import { browserKeeps } from './browser-keeps.js';

// Where the page is open already, another player's launch changes the end of its address alone, at
// which a browser loads nothing.
addEventListener('hashchange', () => isWayIn(location.hash) && location.reload());

const language = () => preferredLanguage(browserKeeps.getItem('sabot.language'));
await startWords(language());
const page = createRoot(document.getElementById('page')!);
const launchFault = await takeLaunch(() =>
  page.render(<Waiting>{i18next.t('signIn.waiting')}</Waiting>),
);
takeToken();
await speak(language()); // The operator may have chosen it.
page.render(
  <StrictMode>
    <App launchFault={launchFault} />
  </StrictMode>,
);
