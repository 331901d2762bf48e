import { Tutorial } from '../features/documents/Tutorial';
import { Shell } from '../features/shell/Shell';
import type { TutorialPage } from '../rules/wire';

/** `/esim/tutorial`: letters with an eSIM link to it. */
export default function EsimTutorial({ content }: { content: TutorialPage }) {
  return (
    <Shell>
      <Tutorial content={content} />
    </Shell>
  );
}
