// Draws one share picture in a browser, for `npm run share-pictures`. No page of the shop loads this.

import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../src/styles/tokens.css';
import '../src/styles/fonts.css';
import { fitHeadline } from './fit';
import { type Drawing, SharePicture } from './SharePicture';
import type { Wanted } from './wanted';

const files = import.meta.glob<Record<string, Drawing>>('../src/{features,ui}/**/*.tsx');

async function draw(wanted: Wanted) {
  const { dataset } = document.documentElement;
  document.documentElement.lang = wanted.language;
  document.documentElement.dir = wanted.direction;
  dataset.theme = wanted.layout === 'scene' || wanted.layout === 'below' ? 'dark' : 'light';

  const drawing = (await files[`../src/${wanted.drawing.file}`]?.())?.[wanted.drawing.name];
  if (!drawing) throw new Error(`${wanted.drawing.file} has no ${wanted.drawing.name}`);
  // A font of the kind `optional` must be there before the first line that it writes.
  await document.fonts.load('650 64px "Readex Pro"', `${wanted.headline} ${wanted.brand}`);

  const root = document.getElementById('root');
  if (!root) throw new Error('no root');
  flushSync(() => createRoot(root).render(<SharePicture wanted={wanted} drawing={drawing} />));
  await document.fonts.ready;
  const headline = root.querySelector('h1');
  if (!headline) throw new Error('no headline');
  fitHeadline(headline, wanted.place.lines);
}

const { dataset } = document.documentElement;
draw(JSON.parse(new URLSearchParams(window.location.search).get('picture') ?? '{}')).then(
  () => {
    dataset.state = 'drawn';
  },
  (error: Error) => {
    dataset.problem = error.message;
    dataset.state = 'failed';
  },
);
