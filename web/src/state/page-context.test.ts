import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { usePageContext } from './page-context';

it('a component outside of a page is a mistake of ours, and says so', () => {
  const Lost = () => createElement('p', null, usePageContext().page.path);
  expect(() => renderToStaticMarkup(createElement(Lost))).toThrow('usePageContext needs a PageContext around it');
});
