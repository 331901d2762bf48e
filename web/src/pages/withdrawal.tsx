import { Shell } from '../features/shell/Shell';
import { Withdrawal } from '../features/withdrawal/Withdrawal';
import type { WithdrawalPage } from '../rules/wire';

/** `/withdrawal`: withdrawing from an order, in two steps. */
export default function WithdrawalScreen({ content }: { content: WithdrawalPage }) {
  return (
    <Shell>
      <Withdrawal content={content} />
    </Shell>
  );
}
