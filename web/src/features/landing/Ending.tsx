import { Downloads } from '../../sections/Downloads';
import { Faq } from '../../sections/Faq';
import { useDownloads, useQuestions } from './content';

/** The remaining questions, and the links to the apps. */
export function Ending() {
  return (
    <>
      <div id="faq">
        <Faq {...useQuestions()} />
      </div>
      <div id="download">
        <Downloads {...useDownloads()} />
      </div>
    </>
  );
}
