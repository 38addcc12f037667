import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './app.css';
import { preferredLanguage, startWords } from './i18n/index.js';
import { isWayIn, takeLaunch } from './studio/launch.js';
import { takeToken } from './studio/token.js';
import { browserKeeps } from './browser-keeps.js';

// Where the page is open already, another player's launch changes the end of its address alone, at
// which a browser loads nothing.
addEventListener('hashchange', () => isWayIn(location.hash) && location.reload());

// Before anything is shown: the operator may have chosen the language.
const isLetIn = await takeLaunch();
takeToken();
await startWords(preferredLanguage(browserKeeps.getItem('sabot.language')));
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <App isLetIn={isLetIn} />
  </StrictMode>,
);
