// The wizard: its steps, its refusals, and the welcome. The pictures request reduced motion, so no step advances by
// itself.
import { enter, newBuyer, prefix } from './ways.mjs';

/** Answers the question about the device, and continues. */
async function atReasons(page, language) {
  await enter(page, `${prefix(language)}/onboarding`);
  await page.locator('main input[type=radio]').first().check();
  await page.keyboard.press('Enter');
  await page.locator('main input[name=selected_reasons]').first().waitFor();
}

/** Names a service, and continues. */
async function atEmail(page, language) {
  await atReasons(page, language);
  await page.locator('main input[value=streaming]').check();
  await page.locator('main input[name=streaming_service]').fill('Shahid');
  await page.keyboard.press('Enter');
  await page.locator('main input[type=email]').waitFor();
}

export const onboarding = [
  ['onboarding-reasons', (page, { language }) => atReasons(page, language)],
  [
    'onboarding-streaming',
    async (page, { language }) => {
      await atReasons(page, language);
      await page.locator('main input[value=streaming]').check();
      await page.locator('main input[name=streaming_service]').waitFor();
    },
  ],
  ['onboarding-email', (page, { language }) => atEmail(page, language)],
  [
    'onboarding-refused',
    async (page, { language }) => {
      await atEmail(page, language);
      await page.locator('main input[type=email]').fill('amal@');
      await page.keyboard.press('Enter');
    },
  ],
  [
    'onboarding-dashboard',
    async (page, { language }) => {
      await atEmail(page, language);
      await page.locator('main input[type=email]').fill(newBuyer());
      await page.keyboard.press('Enter');
      await page.locator('main dl').waitFor();
    },
  ],
];
