import { Panel } from '../features/panel/Panel';
import { Shell } from '../features/shell/Shell';
import { SignInForm } from '../features/sign-in/SignInForm';
import type { PanelPage } from '../rules/wire';

/** `/panel`: the sign-in, or the customer's account. */
export default function PanelRoute({ content }: { content: PanelPage }) {
  return <Shell>{content.signed_in ? <Panel /> : <SignInForm />}</Shell>;
}
