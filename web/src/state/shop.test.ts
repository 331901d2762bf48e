import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useShop } from './shop';

it('a component outside of the shop is a mistake of ours, and says so', () => {
  const Lost = () => createElement('p', null, useShop().page.path);
  expect(() => renderToStaticMarkup(createElement(Lost))).toThrow('useShop needs a ShopContext around it');
});
