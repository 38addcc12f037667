import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './app.css';
import { preferredLanguage, startWords } from './i18n/index.js';
import { takeLaunch } from './studio/launch.js';
import { browserKeeps } from './browser-keeps.js';

// Before anything is shown: the operator may have chosen the language.
const isLetIn = await takeLaunch();
await startWords(preferredLanguage(browserKeeps.getItem('sabot.language')));
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <App isLetIn={isLetIn} />
  </StrictMode>,
);
