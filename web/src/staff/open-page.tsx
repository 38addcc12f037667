/** Draws a page for the staff once its words are loaded. */
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../app.css';
import { preferredLanguage, startWords } from '../i18n/index.js';
import { staffWords } from './words.js';
import { browserKeeps } from '../browser-keeps.js';

type More = Parameters<typeof startWords>[1];

/** `words` are the page’s own namespaces, each declared as words.ts here declares its own. */
export const openPage = async (page: ReactNode, words: More): Promise<void> => {
  await startWords(preferredLanguage(browserKeeps.getItem('sabot.language')), {
    staff: staffWords,
    ...words,
  });
  createRoot(document.getElementById('page')!).render(<StrictMode>{page}</StrictMode>);
};
