import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import './app.css';
import { preferredLanguage, startWords } from './i18n/index.js';

await startWords(preferredLanguage(localStorage.getItem('sabot.language')));
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
