import { usePageContext } from '../../state/page-context';

/** Where a buyer continues: the products of this page's shop, and its first page. */
export function useShopWays(): { goods: string; goodsName: string; home: string } {
  const { page, t } = usePageContext();
  if (page.area === 'esim') {
    const home = `${page.prefixes.esim}/esim`;
    return { goods: `${home}/countries`, goodsName: t('esim.nav.countries'), home };
  }
  return { goods: `${page.prefixes.vpn}/buy`, goodsName: t('not_found.buy'), home: `${page.prefixes.vpn}/` };
}
