/** The protocol of the sockets as a page of HTML, for a browser. It needs no script. */
import { marked } from 'marked';
import { protocolPage } from './document.js';
import { anchor } from './field-table.js';

const STYLE = `body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #ccc; padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
code { background: #f2f2f2; padding: 0 0.2em; }
pre { background: #f2f2f2; padding: 0.75rem; overflow-x: auto; }`;

export const socketsPage = (): string => {
  // Links of the page lead to its headings.
  const text = marked
    .parse(protocolPage(), { async: false })
    .replaceAll(/<h(\d)>(.*?)<\/h\1>/g, (_, level: string, heading: string) => {
      const id = anchor(heading.replaceAll(/<[^>]*>/g, ''));
      return `<h${level} id="${id}">${heading}</h${level}>`;
    });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Sabot: the sockets</title>
<style>${STYLE}</style></head>
<body><p><a href="../docs">HTTP</a> · <a href="asyncapi.json">AsyncAPI 3</a></p>
${text}</body>
</html>
`;
};
