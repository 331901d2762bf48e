//! `onefare orders`: the commands of support.

mod accept_charge;
mod cancel_renewal;
mod change_email;
mod evidence;
pub(super) mod find;
mod follow;
mod refund;
mod refund_charge;
mod resend;
mod resume_renewal;
pub(super) mod show;
mod withdrawals;

use std::process::ExitCode;

use chrono::{DateTime, SubsecRound as _, Utc};
use clap::Subcommand;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::price_text::price_text;

use crate::cli::terminal::plain;
use crate::flows::support::find::Addresses;
use crate::flows::support::refund::Wanted;
use crate::flows::support::refund_charge::WantedCharge;
use crate::serve::StartError;

#[derive(Debug, Subcommand)]
pub(super) enum OrdersCommand {
    /// List every order with an e-mail address, an order number, or any other id.
    Find {
        /// An e-mail address, an order number in any case, or an id that the shop, the payment provider or the eSIM
        /// supplier prints.
        wanted: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Show everything about one order.
    Show {
        /// The order's number.
        number: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Write what a bank asks for about a disputed charge: purchase, price, terms of a trial, payments, deliveries, letters, sign-ins and
    /// data used. It holds the customer's address, and no activation code.
    Evidence {
        /// The order's number.
        number: String,
    },
    /// Accept a later charge that differs from what was agreed: show the difference, ask, and have it need no attention.
    AcceptCharge {
        /// The order's number.
        number: String,
        /// The charge's invoice at Stripe, `in_…`, as `orders show` prints it.
        invoice: String,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
    },
    /// Send the letters of a delivered or held order again, and the letters that the mail server refused.
    Resend {
        /// The order's number.
        number: String,
        /// Seconds to wait for a running server to send them.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
        /// Send nothing: acknowledge the letters that the mail server refused.
        #[arg(long, conflicts_with = "wait")]
        acknowledge: bool,
    },
    /// Correct the e-mail address of a paid order: show the effects, ask, and have a running server send its letters again.
    ///
    /// The old address gets one letter, which does not name the new one.
    ChangeEmail {
        /// The order's number.
        number: String,
        /// The correct address.
        new_address: String,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to send the letters.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Cancel the renewal of a subscription or trial: show the effects, ask, and have a running server do it.
    ///
    /// The buyer is charged no more and keeps access to the end of the paid term or the trial. Nothing is refunded. A letter
    /// informs the buyer.
    CancelRenewal {
        /// The order's number.
        number: String,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait until a running server has told the provider.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Resume a cancelled renewal: show the effects, ask, and have a running server do it.
    ///
    /// Possible until the paid term ends, and not while a withdrawal is open. A letter informs the buyer.
    ResumeRenewal {
        /// The order's number.
        number: String,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait until a running server has told the provider.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Refund an order: show the effects, ask, and have a running server do it.
    ///
    /// A refund of all that is left of a payment ends the order; after a partial refund the buyer keeps what was bought. An
    /// order without a charge, such as a trial, ends without an amount.
    Refund {
        /// The order's number.
        number: String,
        /// The amount, such as 12.34, in the charged currency; by default all that is left.
        #[arg(long, allow_negative_numbers = true)]
        amount: Option<String>,
        /// The payment, by the shop's or the provider's id, where the order has several.
        #[arg(long, value_name = "ID")]
        payment: Option<String>,
        /// Refund a charge of a later term, by its invoice as `onefare orders show` lists it. The default amount is the overcharge
        /// if there is one, else the rest of the charge. A full refund of the newest charge ends the subscription.
        #[arg(long, value_name = "INVOICE", conflicts_with = "payment")]
        charge: Option<String>,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to send it.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
        /// Send nothing: record how the buyer got the money of a failed refund instead, such as "bank transfer, 21 March".
        #[arg(long, value_name = "HOW", conflicts_with_all = ["amount", "wait"])]
        refunded_manually: Option<String>,
    },
    /// List the open withdrawals, oldest first.
    ///
    /// A full refund closes a withdrawal. Buyers state them on the page /withdrawal, and already have a receipt.
    Withdrawals {
        #[command(flatten)]
        telling: Telling,
        /// List the statements of the last 90 days that match no order instead: a mistyped number, or an address that the
        /// order never had.
        #[arg(long)]
        unmatched: bool,
    },
    /// Close a withdrawal without a full refund, and record how it ended, such as "too late, 20 days; buyer told by email".
    ///
    /// No money moves, and no letter goes out: write to the buyer.
    WithdrawalHandled {
        /// The order's number.
        number: String,
        /// How it ended.
        #[arg(long, value_name = "HOW")]
        how: String,
    },
}

/// The output format of orders.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Telling {
    /// Show e-mail addresses in full.
    #[arg(long)]
    show_email: bool,
    /// Print one JSON document instead of lines.
    #[arg(long)]
    pub(super) json: bool,
}

impl Telling {
    pub(super) const fn addresses(self) -> Addresses {
        if self.show_email { Addresses::InFull } else { Addresses::Masked }
    }
}

pub(super) async fn run(command: OrdersCommand) -> Result<ExitCode, StartError> {
    match command {
        OrdersCommand::Find { wanted, telling } => find::run(&wanted, telling).await,
        OrdersCommand::Show { number, telling } => show::run(&number, telling).await,
        OrdersCommand::Evidence { number } => evidence::run(&number).await,
        OrdersCommand::AcceptCharge { number, invoice, yes } => accept_charge::run(&number, &invoice, yes).await,
        OrdersCommand::Resend { number, acknowledge: true, .. } => resend::leave(&number).await,
        OrdersCommand::Resend { number, wait, .. } => resend::run(&number, wait).await,
        OrdersCommand::ChangeEmail { number, new_address, yes, wait } => {
            change_email::run(&number, &new_address, yes, wait).await
        }
        OrdersCommand::CancelRenewal { number, yes, wait } => cancel_renewal::run(&number, yes, wait).await,
        OrdersCommand::ResumeRenewal { number, yes, wait } => resume_renewal::run(&number, yes, wait).await,
        OrdersCommand::Withdrawals { telling, unmatched: true } => withdrawals::list_unmatched(telling).await,
        OrdersCommand::Withdrawals { telling, unmatched: false } => withdrawals::list(telling).await,
        OrdersCommand::WithdrawalHandled { number, how } => withdrawals::note(&number, &how).await,
        OrdersCommand::Refund { number, amount, charge: Some(invoice), yes, wait, refunded_manually, .. } => {
            let wanted = WantedCharge { number: &number, invoice: &invoice, amount: amount.as_deref() };
            match refunded_manually {
                Some(how) => refund_charge::note(&wanted, &how, yes).await,
                None => refund_charge::run(&wanted, yes, wait).await,
            }
        }
        OrdersCommand::Refund { number, amount, payment, charge: None, yes, wait, refunded_manually } => {
            let wanted = Wanted { number: &number, payment: payment.as_deref(), amount: amount.as_deref() };
            match refunded_manually {
                Some(how) => refund::note(&wanted, &how, yes).await,
                None => refund::run(&wanted, yes, wait).await,
            }
        }
    }
}

/// An amount as a support person reads it.
pub(super) fn price(amount: Money) -> String {
    plain(&price_text(amount, Language::En))
}

/// An instant in the format of logs, in UTC, to the second.
pub(super) fn instant_text(instant: DateTime<Utc>) -> String {
    instant.trunc_subsecs(0).format("%Y-%m-%d %H:%M:%S UTC").to_string()
}
