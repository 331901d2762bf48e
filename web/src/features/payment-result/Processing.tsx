import { usePageContext } from '../../state/page-context';
import { Waiting } from './Waiting';

interface ProcessingProps {
  slow: boolean;
  /** The text until it takes long. */
  text?: string;
}

/** Waiting for the payment provider's answer. */
export function Processing({ slow, text }: ProcessingProps) {
  const { t } = usePageContext();
  return (
    <Waiting
      title={t('result.processing')}
      text={slow ? t('result.processing.slow') : (text ?? t('result.processing.text'))}
      noscript={t('result.noscript')}
    />
  );
}
