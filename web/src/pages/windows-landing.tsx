import type { LandingPage } from '../rules/wire';
import Home from './home';

/** `/windows-landing`: the landing page, which finds the words for Windows by the name of the page. */
export default function WindowsLanding({ content }: { content: LandingPage }) {
  return <Home content={content} />;
}
