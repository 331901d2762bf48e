//! What a visitor types: e-mail addresses, codes, answers; and the sentences that refuse them.

use onefare_core::email::{self, Email, Form, hint::hint, query};
use onefare_core::notice::Notice;
use onefare_core::problem::Problem;
use serde_json::{Value, json};

use super::Input;

pub fn call(name: &str, input: &Input<'_>) -> Value {
    let refusal = |outcome: Result<&str, Problem>| json!(outcome.err().map(Problem::code));
    let text = input.text(0);
    match name {
        "check_email" => refusal(email::check(&text)),
        "check_sign_in_email" => refusal(email::check_in(Form::SignIn, &text)),
        "check_deal_email" => refusal(email::check_in(Form::Deal, &text)),
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
        "notice_message" => json!(Notice::parse(&text).map(Notice::message)),
        unknown => panic!("no such call: {unknown}"),
    }
}
