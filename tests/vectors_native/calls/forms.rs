//! A visitor's input: e-mail addresses, codes, answers; and the sentences that refuse it.

use onefare_core::email::confirmation::check_confirmation;
use onefare_core::email::correction::check_correction;
use onefare_core::email::{self, Email, Form, hint::hint, query};
use onefare_core::message::Message;
use onefare_core::onboarding::{Answers, Device, Onboarding, Reason, Step};
use onefare_core::order::OrderState;
use onefare_core::otp::lockout::{Challenge, LOCKOUT, Lockout, after_right_code, with_another_try};
use onefare_core::otp::{self, Otp, boxes};
use onefare_core::plan::Plan;
use onefare_core::problem::Problem;
use onefare_core::trial;
use onefare_core::wire::website::OnboardingRequest;
use onefare_core::withdrawal::{Statement, from_order};
use serde_json::{Value, json};

use super::{Input, outcome};

pub fn call(name: &str, input: &Input<'_>) -> Value {
    let refusal = |outcome: Result<&str, Problem>| json!(outcome.err().map(Problem::code));
    let text = input.text(0);
    match name {
        "check_email" => refusal(email::check(&text)),
        "check_sign_in_email" => refusal(email::check_in(Form::SignIn, &text)),
        "check_deal_email" => refusal(email::check_in(Form::Deal, &text)),
        "check_email_confirmation" => json!(check_confirmation(&text, &input.text(1)).err().map(Problem::code)),
        "check_email_correction" => refusal(check_correction(&text, &input.text(1))),
        "email_canonical" => json!(Email::parse(&text).ok().map(|email| email.canonical())),
        "email_masked" => json!(Email::parse(&text).ok().map(|email| email.masked())),
        "email_digest" => json!(Email::parse(&text).ok().map(|email| email.digest())),
        "email_hint" => json!(hint(&text)),
        "email_mail" => json!(query::clean_mail(&text)),
        "email_trial_mail" => json!(query::trial_mail(&text)),
        "email_prefill" => json!(query::prefill(&text)),
        "email_prefill_pair" => json!(Email::parse(&text).ok().map(|email| query::prefill_pair(&email))),
        "problem_message" => json!(Problem::parse(&text).map(Problem::message)),
        "problem_field" => json!(Problem::parse(&text).and_then(Problem::field)),
        "message_text" => json!(Message::parse(&text).map(Message::text)),
        "otp_digits" => json!(otp::digits(&text)),
        "otp_is_complete" => json!(otp::is_complete(&text)),
        "otp_typed" => json!(otp::typed(&text, &input.text(1))),
        "otp_erased" => json!(otp::erased(&text)),
        "otp_cursor" => json!(otp::cursor(&text)),
        "otp_parse" => outcome(Otp::parse(&text).map(|code| code.as_str().to_owned()).map_err(Problem::code)),
        unknown => panic!("no such call: {unknown}"),
    }
}

/// A code's boxes as a number.
pub fn boxes(name: &str, input: &Input<'_>) -> Value {
    match name {
        "otp_after" => json!(boxes::after(input.get(0), input.get(1))),
        "otp_with" => json!(boxes::typed(input.get(0), input.get(1))),
        "otp_without_last" => json!(boxes::erased(input.get(0))),
        "otp_box" => json!(boxes::cursor(input.get(0))),
        unknown => panic!("no such call: {unknown}"),
    }
}

/// How often a code may be tried.
pub fn tries(name: &str, input: &Input<'_>) -> Value {
    match name {
        "lockout_standing" => {
            let challenge = Challenge { sent_at: input.instant(0), tries: input.get(1), used: input.get(2) };
            json!(LOCKOUT.standing(challenge, input.get(3), input.instant(4)))
        }
        "lockout_with_another_try" => json!(with_another_try(input.get(0))),
        "lockout_after_right_code" => json!(after_right_code(input.get(0), input.get(1))),
        "lockout_chance" => {
            let limits = Lockout { tries_per_code: input.get(0), failures_per_account: input.get(1), ..LOCKOUT };
            json!(limits.chance_of_guessing().map(|chance| chance.to_string()))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

/// Free trials.
pub fn trials(name: &str, input: &Input<'_>) -> Value {
    match name {
        "trial_has" => json!(trial::has_trial(&input.get::<Plan>(0))),
        "trial_acknowledged" => {
            outcome(trial::check_acknowledged(input.get::<Option<String>>(0).as_deref()).map_err(Problem::code))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

/// The wizard.
pub fn answers(name: &str, input: &Input<'_>) -> Value {
    match name {
        "onboarding_read" => {
            outcome(Onboarding::read((&input.get::<OnboardingRequest>(0)).into()).map_err(Problem::code).map(|read| {
                json!({
                    "device": read.device.code(),
                    "reasons": read.reasons.iter().map(|reason| reason.code()).collect::<Vec<_>>(),
                    "streaming_service": read.streaming_service,
                    "email": read.email.as_str(),
                })
            }))
        }
        "onboarding_next" => {
            outcome(input.get::<Step>(0).next((&input.get::<OnboardingRequest>(1)).into()).map_err(Problem::code))
        }
        "check_onboarding" => {
            let step: Step = input.get(0);
            assert_ne!(step, Step::Dashboard, "the dashboard asks nothing");
            let (device, reasons): (String, Vec<String>) = (input.text(1), input.get(2));
            let (service, email) = (input.text(3), input.text(4));
            let answers =
                Answers { email: &email, device: &device, reasons: &reasons, streaming_service: Some(&service) };
            json!(step.next(answers).err().map(Problem::code))
        }
        "onboarding_lists" => {
            let devices = Device::ALL.map(|device| (device.code(), device.name()));
            json!((devices, Reason::ALL.map(Reason::code), Step::ASKING))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

/// Withdrawing from an order.
pub fn withdrawals(name: &str, input: &Input<'_>) -> Value {
    match name {
        "withdrawal_read" => {
            let read = Statement::read(&input.text(0), &input.text(1), &input.text(2)).map_err(Problem::code);
            outcome(read.map(
                |read| json!({ "order_number": read.order_number, "email": read.email.as_str(), "name": read.name }),
            ))
        }
        "withdrawal_from_order" => json!(from_order(input.get::<OrderState>(0))),
        unknown => panic!("no such call: {unknown}"),
    }
}
