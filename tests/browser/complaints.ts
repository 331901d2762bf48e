// Collects a browser's complaints: console errors (including hydration errors), uncaught errors and violations of the
// content security policy. A journey that is otherwise fine still fails on any of them.
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';

// The fade between two pages is the browser's own (`@view-transition`). Chromium drops it when the next page navigates
// on or paints before it is ready, and reports that as a rejection that no page can catch: when the next page has not
// opted in yet, `pagereveal` has no transition (https://github.com/w3c/csswg-drafts/issues/13726). No script of the
// shop starts a transition, and Chromium reports them with scripts switched off too.
const DROPPED_FADE = [
  /^uncaught: Transition was skipped$/,
  /^uncaught: Transition was aborted because of invalid state\. ViewTransition opt-in disabled$/,
  /^uncaught: Transition was aborted because of invalid state\. Page already revealed$/,
];

/** All complaints of a browser during a test. */
export class Complaints {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [...DROPPED_FADE];

  /** Allows a complaint that this test provokes on purpose, such as the browser's own line about a refused call. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern);
  }

  add(text: string) {
    this.#found.push(text);
  }

  /** Complaints that the test did not expect. */
  get unexpected() {
    return this.#found.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

// Reported through the console because a binding would add a global that the page could see.
const mark = 'content security policy violated: ';
const report = `document.addEventListener('securitypolicyviolation', (event) => console.error(
  ${JSON.stringify(mark)} + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample
    + ' at ' + event.sourceFile + ':' + event.lineNumber));`;

function listen(page: Page, complaints: Complaints) {
  page.on('pageerror', (error) => complaints.add(`uncaught: ${error.stack || error.message}`));
  page.on('crash', () => complaints.add('the page crashed'));
  page.on('console', (message: ConsoleMessage) => {
    const { url, lineNumber } = message.location();
    if (message.type() === 'error') complaints.add(`console: ${message.text()} (${url}:${lineNumber})`);
  });
}

/** Watches every page of a context, including those opened later. */
export async function watch(context: BrowserContext, complaints: Complaints) {
  await context.addInitScript(report);
  for (const page of context.pages()) listen(page, complaints);
  context.on('page', (page) => listen(page, complaints));
}
