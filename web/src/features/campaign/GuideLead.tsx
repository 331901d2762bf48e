import { usePageContext } from '../../state/page-context';

/** The sentence above the disclosures of the page about access: it sends readers to the guide for calls. */
export function GuideLead() {
  const { page, t } = usePageContext();
  const guide = <a href={`${page.prefixes.vpn}/app-landing-whatsapp`}>{t('access.grid.guide')}</a>;
  return t.nodes('access.grid.lead', { guide });
}
