// Accessibility of a page in its current state, checked by axe-core in an isolated world: the page's policy rightly
// forbids foreign scripts, and the page never sees the checker.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; failureSummary: string }[];
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** All violations of WCAG 2.2 AA and of best practices; `leave` are rules that a test has a reason to skip. */
export async function violations(page: Page, leave: string[] = []): Promise<Violation[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' });
    const options = {
      runOnly: rules,
      resultTypes: ['violations'],
      preload: false,
      rules: Object.fromEntries(leave.map((id) => [id, { enabled: false }])),
    };
    const expression = `${source};\naxe.run(document, ${JSON.stringify(options)}).then((found) => JSON.stringify(found.violations))`;
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return JSON.parse(result.value);
  } finally {
    await session.detach();
  }
}

/** One paragraph for each violation. */
export async function violationTexts(page: Page, leave: string[] = []): Promise<string[]> {
  const found = await violations(page, leave);
  return found.map(({ id, help, nodes }) => {
    const where = nodes.map((node) => `  ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`);
    return `${id}: ${help}\n${where.join('\n')}`;
  });
}

/** Fails the test with one paragraph for each violation. */
export async function axe(page: Page, leave: string[] = []) {
  const found = await violationTexts(page, leave);
  expect(found.join('\n'), `accessibility of ${page.url()}`).toBe('');
}
