//! The form of `/withdrawal`: a statement, then its confirmation.

use axum::response::Response;
use onefare_core::date_text::instant_text;
use onefare_core::wire::page::Content;
use onefare_core::wire::withdrawal::{WithdrawalFields, WithdrawalPage, WithdrawalStep};
use onefare_core::withdrawal::Statement;
use url::form_urlencoded;

use super::form::Form;
use crate::app::App;
use crate::flows;
use crate::limits::Action;
use crate::pages::language::Address;
use crate::pages::page_row::PageRow;
use crate::problem::Refusal;

/// The value of the button that confirms.
const CONFIRM: &str = "confirm";
/// The value of the button that leads back from the confirmation.
const CHANGE: &str = "change";

/// Answers the form with the next step, or with the same step and its faults.
pub async fn submit(app: &App, row: &'static PageRow, address: Address<'_>, form: Form) -> Response {
    let (typed, pressed) = fields_of(&form.fields);
    let (page, refused) = match next(app, &form, &typed, &pressed, address).await {
        Ok(page) => (page, None),
        Err(refusal) => {
            let problem = Some(refusal.problem.code().to_owned());
            (WithdrawalPage { typed, problem, ..WithdrawalPage::default() }, Some(refusal))
        }
    };
    form.answer(app, (row, address), refused.as_ref(), Some(Content::Withdrawal(page))).await
}

async fn next(
    app: &App,
    form: &Form,
    typed: &WithdrawalFields,
    pressed: &str,
    address: Address<'_>,
) -> Result<WithdrawalPage, Refusal> {
    if pressed == CHANGE {
        return Ok(WithdrawalPage { typed: typed.clone(), ..WithdrawalPage::default() });
    }
    let statement = Statement::read(&typed.order_number, &typed.email, &typed.name)?;
    let read = WithdrawalFields {
        order_number: statement.order_number.to_string(),
        email: statement.email.as_str().to_owned(),
        name: statement.name.clone().unwrap_or_default(),
    };
    let page = WithdrawalPage { step: WithdrawalStep::Confirmation, typed: read, ..WithdrawalPage::default() };
    if pressed != CONFIRM {
        return Ok(page);
    }
    flows::limits::take(app, Action::Withdrawal, &form.client).await?;
    let stated_at = flows::withdrawal::state(app, &statement).await?;
    Ok(WithdrawalPage {
        step: WithdrawalStep::Stated,
        stated_at: Some(instant_text(stated_at, address.language)),
        ..page
    })
}

/// The fields and the button; the first field of each name counts.
fn fields_of(form: &[u8]) -> (WithdrawalFields, String) {
    let mut typed = WithdrawalFields::default();
    let mut pressed = String::new();
    for (name, value) in form_urlencoded::parse(form) {
        let field = match &*name {
            "order_number" => &mut typed.order_number,
            "email" => &mut typed.email,
            "name" => &mut typed.name,
            "step" => &mut pressed,
            _ => continue,
        };
        if field.is_empty() {
            *field = value.into_owned();
        }
    }
    (typed, pressed)
}
