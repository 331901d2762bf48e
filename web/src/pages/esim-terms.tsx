import { ESIM_TERMS } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { SignedSheet } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';

/** `/esim/terms`. */
export default function EsimTerms() {
  return (
    <Shell>
      <LongDocument text={ESIM_TERMS} picture={<SignedSheet />} />
    </Shell>
  );
}
