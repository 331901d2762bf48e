//! The rules between the parameters of a new session, which no schema states but Stripe enforces.

use axum::http::StatusCode;
use url::Url;

use super::errors::Refusal;
use super::session_request::{CreateSession, DiscountData, Interval, Line, Mode, Recurring};
use crate::sandbox::money::{Currency, LARGEST_AMOUNT};

const DAY: i64 = 86_400;
/// The longest trial the API takes.
const LONGEST_TRIAL_DAYS: i64 = 730;

impl CreateSession {
    /// Applies the rules between parameters; returns the session's only currency.
    pub fn check(&self, now: i64) -> Result<Currency, Refusal> {
        self.check_page()?;
        self.check_mode()?;
        self.check_customer()?;
        self.check_discounts()?;
        self.check_trial(now)?;
        self.check_expiry(now)?;
        self.check_lines()
    }

    fn check_page(&self) -> Result<(), Refusal> {
        if self.ui_mode.as_deref().is_some_and(|mode| mode != "hosted_page") {
            return Err(Refusal::param("ui_mode", "The sandbox has the hosted page only."));
        }
        let success = self.success_url.as_deref().ok_or_else(|| Refusal::missing("success_url"))?;
        for (name, address) in [("success_url", Some(success)), ("cancel_url", self.cancel_url.as_deref())] {
            let Some(address) = address else { continue };
            if !is_address(address) {
                return Err(Refusal::param(name, "Not a valid URL").code("url_invalid"));
            }
        }
        if self.allowed_payment_method_types.as_ref().is_some_and(|types| !types.iter().any(|it| it == "card"))
            || self.excluded_payment_method_types.iter().any(|it| it == "card")
        {
            return Err(Refusal::invalid(
                "No valid payment method types for this Checkout Session: the sandbox has cards.",
            ));
        }
        Ok(())
    }

    fn check_mode(&self) -> Result<(), Refusal> {
        let passed: &[(&str, bool)] = match self.mode {
            Mode::Setup => return Err(Refusal::param("mode", "The sandbox has no `setup` mode.")),
            Mode::Subscription => &[
                ("customer_creation", self.customer_creation.is_some()),
                ("payment_intent_data", self.payment_intent_data.is_some()),
            ],
            Mode::Payment => &[
                ("subscription_data", self.subscription_data.is_some()),
                ("payment_method_collection", self.payment_method_collection.is_some()),
            ],
        };
        let mode = if self.mode == Mode::Payment { "payment" } else { "subscription" };
        if let Some((name, _)) = passed.iter().find(|(_, passed)| *passed) {
            return Err(Refusal::param(*name, format!("You can not pass `{name}` in `{mode}` mode.")));
        }
        let fits = match self.submit_type.as_deref() {
            None | Some("auto") => true,
            Some("subscribe") => self.mode == Mode::Subscription,
            Some(_) => self.mode == Mode::Payment,
        };
        if !fits {
            return Err(Refusal::param("submit_type", format!("This `submit_type` does not fit `{mode}` mode.")));
        }
        Ok(())
    }

    fn check_customer(&self) -> Result<(), Refusal> {
        if self.customer.is_some() && self.customer_email.is_some() {
            return Err(Refusal::invalid("You may only specify one of these parameters: customer, customer_email."));
        }
        if self.customer.is_some() && self.customer_creation.is_some() {
            return Err(Refusal::invalid("You may only specify one of these parameters: customer, customer_creation."));
        }
        if let Some(email) = &self.customer_email
            && !is_email(email)
        {
            return Err(
                Refusal::param("customer_email", format!("Invalid email address: {email}")).code("email_invalid")
            );
        }
        Ok(())
    }

    fn check_discounts(&self) -> Result<(), Refusal> {
        let Some(discounts) = &self.discounts else { return Ok(()) };
        if self.allow_promotion_codes.is_some() {
            return Err(Refusal::invalid(
                "You may only specify one of these parameters: allow_promotion_codes, discounts.",
            ));
        }
        if discounts.len() > 1 {
            return Err(Refusal::param("discounts", "You can only apply one discount to a Checkout Session."));
        }
        for (place, discount) in discounts.iter().enumerate() {
            let path = format!("discounts[{place}]");
            match discount {
                DiscountData { coupon: Some(_), promotion_code: None } => {}
                DiscountData { promotion_code: Some(code), .. } => {
                    return Err(Refusal::no_such("promotion code", code, &format!("{path}[promotion_code]")));
                }
                DiscountData { .. } => return Err(Refusal::missing(&format!("{path}[coupon]"))),
            }
        }
        Ok(())
    }

    fn check_trial(&self, now: i64) -> Result<(), Refusal> {
        let Some(data) = &self.subscription_data else { return Ok(()) };
        let path = |name: &str| format!("subscription_data[{name}]");
        if data.trial_end.is_some() && data.trial_period_days.is_some() {
            return Err(Refusal::invalid(
                "You may only specify one of these parameters: subscription_data[trial_end], subscription_data[trial_period_days].",
            ));
        }
        if let Some(days) = data.trial_period_days {
            if days < 1 {
                return Err(Refusal::param(path("trial_period_days"), "The minimum number of trial period days is 1."));
            }
            if days > LONGEST_TRIAL_DAYS {
                let message = "The maximum number of trial period days is 730 (2 years).";
                return Err(Refusal::param(path("trial_period_days"), message));
            }
        }
        if let Some(end) = data.trial_end {
            if end < now + 2 * DAY {
                let message = "The `trial_end` date has to be at least 2 days in the future.";
                return Err(Refusal::param(path("trial_end"), message));
            }
            if end > now + LONGEST_TRIAL_DAYS * DAY {
                return Err(Refusal::param(
                    path("trial_end"),
                    "Invalid timestamp: can be no more than two years in the future",
                ));
            }
        }
        Ok(())
    }

    fn check_expiry(&self, now: i64) -> Result<(), Refusal> {
        let Some(at) = self.expires_at else { return Ok(()) };
        if at < now + 1_800 {
            let message = "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.";
            return Err(Refusal::param("expires_at", message));
        }
        if at > now + DAY {
            let message = "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.";
            return Err(Refusal::param("expires_at", message));
        }
        Ok(())
    }

    fn check_lines(&self) -> Result<Currency, Refusal> {
        if self.line_items.is_empty() {
            return Err(Refusal::missing("line_items"));
        }
        if self.line_items.len() > 20 {
            return Err(Refusal::param("line_items", "A Checkout Session can have at most 20 line items."));
        }
        let mut session: Option<Currency> = None;
        let mut any_recurring = false;
        for (place, line) in self.line_items.iter().enumerate() {
            let path = format!("line_items[{place}]");
            let (currency, recurring) = check_line(line, &path)?;
            if recurring && self.mode == Mode::Payment {
                return Err(Refusal::param(
                    format!("{path}[price_data][recurring]"),
                    "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
                ));
            }
            any_recurring |= recurring;
            if session.is_some_and(|first| first != currency) {
                let message = "All line items of a Checkout Session must have the same currency.";
                return Err(Refusal::param(format!("{path}[price_data][currency]"), message));
            }
            session = Some(currency);
        }
        if self.mode == Mode::Subscription && !any_recurring {
            return Err(Refusal::param(
                "line_items",
                "You must provide at least one recurring price in `subscription` mode when using prices.",
            ));
        }
        let currency = session.ok_or_else(|| Refusal::missing("line_items"))?;
        if self.currency.as_deref().is_some_and(|wanted| !wanted.eq_ignore_ascii_case(currency.code)) {
            let message = "The `currency` must be the currency of the line items.";
            return Err(Refusal::param("currency", message));
        }
        Ok(currency)
    }
}

fn check_line(line: &Line, path: &str) -> Result<(Currency, bool), Refusal> {
    let quantity_path = format!("{path}[quantity]");
    let quantity = line
        .quantity
        .ok_or_else(|| Refusal::param(&quantity_path, format!("Quantity is required. Add `quantity` to `{path}`")))?;
    if !(1..=999_999).contains(&quantity) {
        return Err(Refusal::param(quantity_path, "This value must be greater than or equal to 1."));
    }
    let data = match (&line.price, &line.price_data) {
        (Some(_), Some(_)) => {
            return Err(Refusal::invalid(format!(
                "You may only specify one of these parameters: {path}[price], {path}[price_data]."
            )));
        }
        (Some(price), None) => return Err(Refusal::no_such("price", price, &format!("{path}[price]"))),
        (None, None) => return Err(Refusal::missing(&format!("{path}[price_data]"))),
        (None, Some(data)) => data,
    };
    let path = format!("{path}[price_data]");
    let currency = find_currency(&data.currency, &format!("{path}[currency]"))?;
    match (&data.product, &data.product_data) {
        (Some(product), _) => return Err(Refusal::no_such("product", product, &format!("{path}[product]"))),
        (None, None) => return Err(Refusal::missing(&format!("{path}[product_data]"))),
        (None, Some(_)) => {}
    }
    let amount_path = format!("{path}[unit_amount]");
    let amount = data.unit_amount.ok_or_else(|| Refusal::missing(&amount_path))?;
    check_amount(amount, currency, 0, &amount_path)?;
    if let Some(recurring) = &data.recurring {
        check_interval(recurring, &format!("{path}[recurring][interval_count]"))?;
    }
    Ok((currency, data.recurring.is_some()))
}

/// Checks that Stripe bills this period.
pub fn check_interval(recurring: &Recurring, path: &str) -> Result<(), Refusal> {
    let most = match recurring.interval {
        Interval::Day => 1_095,
        Interval::Week => 156,
        Interval::Month => 36,
        Interval::Year => 3,
    };
    if (1..=most).contains(&recurring.interval_count) {
        return Ok(());
    }
    Err(Refusal::param(path, "The interval must be at least one and at most three years."))
}

/// The currency with this code, or Stripe's refusal.
pub fn find_currency(code: &str, path: &str) -> Result<Currency, Refusal> {
    Currency::find(code).ok_or_else(|| {
        let message =
            format!("Invalid currency: {code}. Stripe currently supports these currencies: {}", Currency::codes());
        Refusal::param(path, message)
    })
}

/// Checks that a provider can charge this amount at all.
pub fn check_amount(amount: i64, currency: Currency, least: i64, path: &str) -> Result<(), Refusal> {
    if amount < least {
        return Err(Refusal::param(path, format!("This value must be greater than or equal to {least}."))
            .code("parameter_invalid_integer"));
    }
    if amount > LARGEST_AMOUNT {
        return Err(Refusal::param(path, "Amount must be no more than 99999999").code("amount_too_large"));
    }
    if !currency.is_chargeable(amount) {
        let message = format!("Invalid amount: the last digit of an amount in {} must be 0.", currency.code);
        return Err(Refusal::param(path, message).status(StatusCode::BAD_REQUEST));
    }
    Ok(())
}

/// Whether a browser can be sent to this address.
pub fn is_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

/// Rough, as Stripe's own check is: one `@`, a dot in the domain, no spaces.
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    !local.is_empty()
        && !local.contains('@')
        && domain.contains('.')
        && !domain.starts_with('.')
        && !domain.ends_with('.')
        && !text.chars().any(|letter| letter.is_whitespace() || letter.is_control())
}
