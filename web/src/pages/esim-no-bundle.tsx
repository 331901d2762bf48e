import { NoBundle } from '../features/esim-browse/NoBundle';
import { Shell } from '../features/shell/Shell';
import type { EsimNoBundlePage } from '../rules/wire';

/** An address of the eSIM shop that names no bundle on sale. */
export default function EsimNoBundle({ content }: { content: EsimNoBundlePage }) {
  return (
    <Shell>
      <NoBundle problem={content.problem} />
    </Shell>
  );
}
