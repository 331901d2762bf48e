//! `onefare orders`: what support needs.

mod cancel_renewal;
mod change_email;
pub(super) mod find;
mod follow;
mod refund;
mod resend;
mod resume_renewal;
pub(super) mod show;
mod withdrawals;

use std::process::ExitCode;

use chrono::{DateTime, SubsecRound as _, Utc};
use clap::Subcommand;

use crate::flows::support::find::Addresses;
use crate::flows::support::refund::Wanted;
use crate::serve::StartError;

#[derive(Debug, Subcommand)]
pub(super) enum OrdersCommand {
    /// List every order that fits: by e-mail address, order number, or any id of it.
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
    /// Send the letters of a delivered or held order once more, and those that the mail server had refused.
    Resend {
        /// The order's number.
        number: String,
        /// Seconds to wait for a running server to send them.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
        /// Send nothing: note that somebody has seen to the letters that the mail server refused.
        #[arg(long, conflicts_with = "wait")]
        acknowledge: bool,
    },
    /// Give a paid order another e-mail address: show what it means, ask, and have a running server send its letters anew.
    ///
    /// For a buyer who mistyped it. The old address gets one letter, which does not name the new one.
    ChangeEmail {
        /// The order's number.
        number: String,
        /// The address that was meant.
        new_address: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to send the letters.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Cancel the renewal of a subscription or trial: show what it means, ask, and have a running server do it.
    ///
    /// Nothing more is charged; the buyer keeps what is paid for until its end, and a trial until it is over. No money goes
    /// back. A letter tells the buyer.
    CancelRenewal {
        /// The order's number.
        number: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to pass it on.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Resume a cancelled renewal: show what it means, ask, and have a running server do it.
    ///
    /// Only while what is paid for still runs, and not while a withdrawal waits. A letter tells the buyer.
    ResumeRenewal {
        /// The order's number.
        number: String,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to pass it on.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
    },
    /// Send money of an order back: show what it means, ask, and have a running server do it.
    ///
    /// All that is left of a payment ends what it paid for; a part leaves the buyer what was bought. An order that nothing
    /// was charged for, such as a trial, is ended without an amount.
    Refund {
        /// The order's number.
        number: String,
        /// How much, such as 12.34, in the currency that was charged; all that is left without it.
        #[arg(long, allow_negative_numbers = true)]
        amount: Option<String>,
        /// The payment, by our id or its provider's, where the order has more than one.
        #[arg(long, value_name = "ID")]
        payment: Option<String>,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
        /// Seconds to wait for a running server to send it.
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        wait: u64,
        /// Send nothing: note how the money of a refund that failed went back instead, such as "bank transfer, 21 March".
        #[arg(long, value_name = "HOW", conflicts_with_all = ["amount", "wait"])]
        refunded_manually: Option<String>,
    },
    /// List the withdrawals that wait for a person, the oldest first.
    ///
    /// A refund in full ends one. Buyers state them on the page /withdrawal, and have the receipt already.
    Withdrawals {
        #[command(flatten)]
        telling: Telling,
    },
    /// Note how a withdrawal ended that no refund in full ends, such as "too late, 20 days; buyer told by email". No money
    /// moves, and no letter goes out: write to the buyer.
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
    /// One JSON document instead of lines.
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
        OrdersCommand::Resend { number, acknowledge: true, .. } => resend::leave(&number).await,
        OrdersCommand::Resend { number, wait, .. } => resend::run(&number, wait).await,
        OrdersCommand::ChangeEmail { number, new_address, yes, wait } => {
            change_email::run(&number, &new_address, yes, wait).await
        }
        OrdersCommand::CancelRenewal { number, yes, wait } => cancel_renewal::run(&number, yes, wait).await,
        OrdersCommand::ResumeRenewal { number, yes, wait } => resume_renewal::run(&number, yes, wait).await,
        OrdersCommand::Withdrawals { telling } => withdrawals::list(telling).await,
        OrdersCommand::WithdrawalHandled { number, how } => withdrawals::note(&number, &how).await,
        OrdersCommand::Refund { number, amount, payment, yes, wait, refunded_manually } => {
            let wanted = Wanted { number: &number, payment: payment.as_deref(), amount: amount.as_deref() };
            match refunded_manually {
                Some(how) => refund::note(&wanted, &how, yes).await,
                None => refund::run(&wanted, yes, wait).await,
            }
        }
    }
}

/// An instant as a log has it, in UTC, to the second.
pub(super) fn instant_text(instant: DateTime<Utc>) -> String {
    instant.trunc_subsecs(0).format("%Y-%m-%d %H:%M:%S UTC").to_string()
}
