// Every page as first loaded: accessible, without a complaint of the browser (errors, hydration, the page's policy),
// and fitting the screen. Pages, languages, colours and screens are combined in pairs; ONEFARE_SWEEP=all plays every
// combination, which `npm run prove -- pages` does.
import type { Page } from '@playwright/test';
import { violationTexts } from './axe';
import { awake } from './buying';
import { cutOff, enlargeText, hidden, setLetters, sticksOut } from './fitting';
import { type ListedPages, listedPages } from './listed-pages';
import { every, pairwise } from './pairwise';
import { expect, test } from './shop';
import type { Lang } from './words';

const SCREENS = {
  '1280 px': { width: 1280, letters: 16 },
  '320 px': { width: 320, letters: 16 },
  '640 px, letters 200 %': { width: 640, letters: 32 },
  '320 px, letters 200 %': { width: 320, letters: 32 },
} as const;

type Screen = keyof typeof SCREENS;
interface Sight {
  path: string;
  language: Lang;
  scheme: 'light' | 'dark';
  screen: Screen;
}

/** Seconds for one combination, on a machine with other load. */
const PATIENCE = 8;
/** Each half runs in a browser of its own, in parallel. */
const HALVES = [0, 1];

async function look(
  page: Page,
  { address }: ListedPages,
  { path, language, scheme, screen }: Sight,
): Promise<string[]> {
  const { width, letters } = SCREENS[screen];
  await page.setViewportSize({ width, height: 720 });
  await setLetters(page, letters);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.goto(address(path, language));
  await awake(page);
  const found = [...(await misfits(page)), ...(await violationTexts(page))];
  return [...found, ...(await enlarged(page))];
}

const misfits = async (page: Page) => [
  ...(await sticksOut(page)).map((one) => `sticks out: ${one}`),
  ...(await cutOff(page)).map((one) => `cut off: ${one}`),
  ...(await hidden(page)).map((one) => `hidden: ${one}`),
];

/** The same page, in each of its languages, with only its text enlarged on the narrowest screen. It needs no other load. */
async function enlarged(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 720 });
  await setLetters(page, 16);
  await enlargeText(page);
  return (await misfits(page)).map((one) => `text 200 %: ${one}`);
}

for (const half of HALVES) {
  test(`every page in its languages, colours and screens, ${half + 1} of ${HALVES.length}`, async ({
    page,
    shop,
    complaints,
  }) => {
    complaints.expect(/status of 404 .*no-such-page/);
    const pages = await listedPages(shop);
    const { paths, languages } = pages;
    const factors = {
      path: paths,
      screen: Object.keys(SCREENS) as Screen[],
      language: languages,
      scheme: ['light', 'dark'] as const,
    };
    const sights = process.env.ONEFARE_SWEEP === 'all' ? every(factors) : pairwise(factors);
    const mine = sights.filter((_, place) => place % HALVES.length === half);
    test.setTimeout(mine.length * PATIENCE * 1000);
    expect(mine.length).toBeGreaterThan(paths.length);
    for (const sight of mine) {
      const before = complaints.unexpected.length;
      const found = await look(page, pages, sight);
      found.push(...complaints.unexpected.slice(before));
      expect.soft(found, Object.values(sight).join(', ')).toEqual([]);
    }
  });
}
