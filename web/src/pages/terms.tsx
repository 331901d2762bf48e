import { TERMS } from '../features/documents/documents';
import { LongDocument } from '../features/documents/LongDocument';
import { SignedSheet } from '../features/documents/pictures';
import { Shell } from '../features/shell/Shell';

/** `/terms`. */
export default function Terms() {
  return (
    <Shell>
      <LongDocument text={TERMS} picture={<SignedSheet />} />
    </Shell>
  );
}
