import type { Key } from '../../i18n/words';
import type { ComparisonContent } from '../../sections/ComparisonTable';
import { usePageContext } from '../../state/page-context';

/**
 * The brand file's comparison for this page; undefined on a page without one. The keys of its features begin with
 * `prefix`.
 */
export function useComparison(title: string, lead: string, prefix = 'compare'): ComparisonContent | undefined {
  const { page, t } = usePageContext();
  const { comparison } = page.brand.claims;
  if (!comparison) return undefined;
  const text = (key: string) => (t.has(key) ? t(key as Key) : key);
  const { features, own, others } = comparison;
  return {
    title,
    lead,
    own: page.brand.name,
    others: others.map(({ name }) => name),
    rows: features.map((id) => ({
      id,
      name: text(`${prefix}.${id}`),
      ...(t.has(`${prefix}.${id}.text`) ? { description: text(`${prefix}.${id}.text`) } : {}),
      own: own.includes(id),
      others: others.map(({ has }) => has.includes(id)),
    })),
    ...(others.some(({ sample }) => sample) ? { note: t('sample.providers') } : {}),
  };
}
