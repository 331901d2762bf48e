//! Purchases that are paid once: nothing renews, and no card is stored.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use url::Url;

use super::body::{AdaptivePricing, CreateSession, CustomerCreation, MethodType, Mode, OurIds, PaymentIntentData};
use super::{InvalidCheckout, fields};

/// A payment for something that is bought once, such as an eSIM, as the flows describe it.
#[derive(Clone, Debug)]
pub struct NewOneOffCheckout {
    /// Our payment; also the root of the idempotency key.
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
    /// The amount to charge.
    pub due_now: Money,
    /// Where a payer returns to; may carry the literal `{CHECKOUT_SESSION_ID}`.
    pub success_url: String,
    /// Where a buyer who cancels returns to.
    pub cancel_url: Url,
    /// When the pay page closes. Must be the same in every retry: the key covers it.
    pub expires_at: DateTime<Utc>,
}

impl NewOneOffCheckout {
    /// The session for this checkout.
    ///
    /// # Errors
    /// See [`InvalidCheckout`].
    pub fn session(&self) -> Result<CreateSession, InvalidCheckout> {
        if self.due_now.minor() <= 0 {
            return Err(InvalidCheckout::NothingDue);
        }
        let our_ids = OurIds { order_id: self.order_id.clone(), payment_id: self.payment_id.clone() };
        Ok(CreateSession {
            mode: Mode::Payment,
            line_items: vec![fields::line(&self.product_name, self.due_now, None)?],
            customer_email: self.customer.is_none().then(|| self.email.clone()),
            customer_creation: self.customer.is_none().then_some(CustomerCreation::IfRequired),
            customer: self.customer.clone(),
            client_reference_id: self.payment_id.clone(),
            metadata: our_ids.clone(),
            subscription_data: None,
            payment_intent_data: Some(PaymentIntentData {
                description: fields::name(&self.product_name),
                metadata: our_ids,
            }),
            adaptive_pricing: AdaptivePricing { enabled: false },
            allowed_payment_method_types: vec![MethodType::Card],
            locale: fields::locale(self.language),
            success_url: self.success_url.clone(),
            cancel_url: self.cancel_url.to_string(),
            expires_at: self.expires_at.timestamp(),
            discounts: Vec::new(),
            custom_text: None,
        })
    }

    /// Key of the call that creates the session.
    #[must_use]
    pub fn session_key(&self) -> String {
        format!("{}-session", self.payment_id)
    }
}
