//! Purchases that renew: a plan, a trial of one, a first term that is longer than the later ones.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::{ProviderAmountError, to_stripe};
use url::Url;

use super::body::{
    AdaptivePricing, AppliedCoupon, CreateCoupon, CreateSession, CustomText, Duration, LineItem, Message, MethodType,
    Mode, OurIds, SubscriptionData,
};
use super::{DAYS_LIMIT, InvalidCheckout, MONTHS_LIMIT, fields};

/// A new subscription, as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewSubscriptionCheckout {
    /// Our payment; also the root of every idempotency key of this checkout.
    pub payment_id: String,
    /// Our order.
    pub order_id: String,
    /// The product's name on the pay page and Stripe's receipts, in the buyer's language.
    pub product_name: String,
    /// The buyer's address.
    pub email: Email,
    /// The buyer's customer at Stripe, where one is known: sent instead of the address.
    pub customer: Option<String>,
    /// The language of the pay page.
    pub language: Language,
    /// The amount to charge today.
    pub due_now: Money,
    /// The amount to charge for every later term.
    pub renewal: Money,
    /// Length of a later term.
    pub months: u32,
    /// The time up to the first later term.
    pub first_term: FirstTerm,
    /// The text beside the pay page's button.
    pub note: Option<String>,
    /// Where a payer returns to; carries the literal `{CHECKOUT_SESSION_ID}`.
    pub success_url: String,
    /// Where a buyer who cancels returns to.
    pub cancel_url: Url,
    /// When the pay page closes. Must be the same in every retry: the key covers it.
    pub expires_at: DateTime<Utc>,
}

/// The time up to the first later term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstTerm {
    /// As long as a later term. It may cost less: then a coupon takes the difference off, because the recurring line
    /// must carry the renewal's price.
    Cycle,
    /// Free days.
    Trial {
        /// Their number, counted from the moment the buyer confirms.
        days: u32,
    },
    /// Paid at once, on a line of its own; for Stripe the recurring line has a trial of as many days.
    Prepaid {
        /// Their number, counted from the moment the buyer pays.
        days: u32,
        /// Its name on the pay page.
        name: String,
    },
}

impl NewSubscriptionCheckout {
    /// The coupon of this checkout, when its first term is a cycle that costs less than the renewal.
    ///
    /// # Errors
    /// See [`InvalidCheckout`].
    pub fn coupon(&self) -> Result<Option<CreateCoupon>, InvalidCheckout> {
        self.check()?;
        let (due_now, _) = to_stripe(self.due_now)?;
        let (renewal, currency) = to_stripe(self.renewal)?;
        let amount_off = if self.first_term == FirstTerm::Cycle { renewal - due_now } else { 0 };
        Ok((amount_off > 0).then(|| CreateCoupon {
            id: self.coupon_id(),
            amount_off,
            currency,
            duration: Duration::Once,
            max_redemptions: 1,
            name: fields::coupon_name(self.language),
            metadata: self.our_ids(),
        }))
    }

    /// The session for this checkout.
    ///
    /// # Errors
    /// See [`InvalidCheckout`].
    pub fn session(&self) -> Result<CreateSession, InvalidCheckout> {
        let discounts = self.coupon()?.map(|coupon| AppliedCoupon { coupon: coupon.id });
        let trial_period_days = match self.first_term {
            FirstTerm::Cycle => None,
            FirstTerm::Trial { days } | FirstTerm::Prepaid { days, .. } => Some(days),
        };
        Ok(CreateSession {
            mode: Mode::Subscription,
            line_items: self.lines()?,
            customer_email: self.customer.is_none().then(|| self.email.clone()),
            customer: self.customer.clone(),
            customer_creation: None,
            client_reference_id: self.payment_id.clone(),
            metadata: self.our_ids(),
            subscription_data: Some(SubscriptionData {
                description: fields::name(&self.product_name),
                metadata: self.our_ids(),
                trial_period_days,
            }),
            payment_intent_data: None,
            adaptive_pricing: AdaptivePricing { enabled: false },
            allowed_payment_method_types: vec![MethodType::Card],
            locale: fields::locale(self.language),
            success_url: self.success_url.clone(),
            cancel_url: self.cancel_url.to_string(),
            expires_at: self.expires_at.timestamp(),
            discounts: discounts.into_iter().collect(),
            custom_text: self
                .note
                .as_deref()
                .map(|note| CustomText { submit: Message { message: fields::note(note) } }),
        })
    }

    /// Key of the call that creates the session.
    #[must_use]
    pub fn session_key(&self) -> String {
        format!("{}-session", self.payment_id)
    }

    /// Key of the call that creates the coupon.
    #[must_use]
    pub fn coupon_key(&self) -> String {
        format!("{}-coupon", self.payment_id)
    }

    /// What is paid at once on a line of its own, then what comes back.
    fn lines(&self) -> Result<Vec<LineItem>, ProviderAmountError> {
        let later = fields::line(&self.product_name, self.renewal, Some(fields::interval(self.months)))?;
        Ok(match &self.first_term {
            FirstTerm::Prepaid { name, .. } => vec![fields::line(name, self.due_now, None)?, later],
            FirstTerm::Cycle | FirstTerm::Trial { .. } => vec![later],
        })
    }

    fn coupon_id(&self) -> String {
        format!("once_{}", self.payment_id)
    }

    fn our_ids(&self) -> OurIds {
        OurIds { order_id: self.order_id.clone(), payment_id: self.payment_id.clone() }
    }

    fn check(&self) -> Result<(), InvalidCheckout> {
        if self.due_now.currency() != self.renewal.currency() {
            return Err(InvalidCheckout::TwoCurrencies);
        }
        let days = match self.first_term {
            FirstTerm::Trial { .. } if self.due_now.minor() != 0 => return Err(InvalidCheckout::DueInTrial),
            FirstTerm::Trial { days } => days,
            _ if self.due_now.minor() <= 0 => return Err(InvalidCheckout::NothingDue),
            FirstTerm::Cycle if self.due_now.minor() > self.renewal.minor() => {
                return Err(InvalidCheckout::DearerFirstTerm);
            }
            FirstTerm::Cycle => 1,
            FirstTerm::Prepaid { days, .. } => days,
        };
        if self.renewal.minor() <= 0 {
            return Err(InvalidCheckout::FreeRenewal);
        }
        if !(1..=MONTHS_LIMIT).contains(&self.months) {
            return Err(InvalidCheckout::Term);
        }
        if !(1..=DAYS_LIMIT).contains(&days) {
            return Err(InvalidCheckout::Days);
        }
        if !self.success_url.contains("{CHECKOUT_SESSION_ID}") {
            return Err(InvalidCheckout::NoSessionPlaceholder);
        }
        Ok(())
    }
}
