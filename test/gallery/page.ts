/** One page that shows all pictures: a row for each scene and language, a column for each size. */

/** `03-placed.en.360x640.png` */
const partsOf = (file: string): { readonly row: string; readonly size: string } => {
  const [scene = '', language = '', size = ''] = file.split('.');
  return { row: `${scene} · ${language}`, size };
};

/** `files` lie beside the page. */
export const galleryPage = (files: readonly string[]): string => {
  const rows = new Map<string, string[]>();
  for (const file of files) {
    const { row } = partsOf(file);
    rows.set(row, [...(rows.get(row) ?? []), file]);
  }
  const picture = (file: string): string =>
    `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${file}"></a>` +
    `<figcaption>${partsOf(file).size}</figcaption></figure>`;
  const section = ([row, shots]: readonly [string, readonly string[]]): string =>
    `<section><h2>${row}</h2><div>${shots.map(picture).join('')}</div></section>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery of the pages</title>
<style>
  body { margin: 16px; background: #14171a; color: #eee; font: 15px system-ui, sans-serif }
  div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-end }
  figure { flex: none; margin: 0 }
  img { height: 300px; display: block; border: 1px solid #444 }
  figcaption { color: #aaa; font-size: 12px }
  a { color: inherit }
</style>
<h1>The player’s table, the desk and the pit</h1>
${[...rows].map(section).join('\n')}
</html>
`;
};
