import type { LandingPage } from '../rules/wire';
import Home from './home';

/** `/windows-landing`: the landing page, which selects its texts for Windows by the page's name. */
export default function WindowsLanding({ content }: { content: LandingPage }) {
  return <Home content={content} />;
}
