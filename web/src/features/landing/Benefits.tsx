import { FeatureGrid, Promo } from '../../sections/FeatureGrid';
import { usePageContext } from '../../state/page-context';
import { ButtonLink } from '../../ui/Button';
import { CallAcross } from './CallAcross';
import { useBuyPath, useFeatures, usePromo } from './content';

/** Six features, and the one that matters to callers with a picture of its own. */
export function Benefits() {
  const { t } = usePageContext();
  const start = <ButtonLink href={useBuyPath()()}>{t('landing.nav.start')}</ButtonLink>;
  return (
    <>
      <FeatureGrid {...useFeatures()} />
      <Promo {...usePromo()} action={start} picture={<CallAcross />} />
    </>
  );
}
