import { ReceiptPage } from '../features/panel/ReceiptPage';
import { Shell } from '../features/shell/Shell';
import { SignInForm } from '../features/sign-in/SignInForm';
import type { PanelPage } from '../rules/wire';

/** `/panel/receipt/{number}`: an order's receipt, for printing. */
export default function PanelReceipt({ content }: { content: PanelPage }) {
  return <Shell>{content.signed_in ? <ReceiptPage /> : <SignInForm />}</Shell>;
}
