//! The letter to an address that an order no longer has. Its reader may be a stranger: it states neither what was
//! bought nor where the order's letters go now.

use super::draft::{Draft, Sign};
use super::texts::Texts;
use super::{Envelope, LetterError};
use crate::mail::Letter;

/// The facts of a corrected address.
#[derive(Clone, Copy, Debug)]
pub struct AddressChanged<'a> {
    /// Sender and recipient: the old address.
    pub envelope: Envelope<'a>,
    /// The short order number.
    pub order_number: &'a str,
}

impl AddressChanged<'_> {
    /// Writes the letter.
    ///
    /// # Errors
    /// See [`LetterError`].
    pub fn letter(&self) -> Result<Letter, LetterError> {
        let envelope = &self.envelope;
        let texts = Texts::of(envelope.language)?;
        let values = envelope.values(&[("order", self.order_number)]);
        let draft = Draft::opened(envelope, Sign::Done, &texts.address_changed, &texts.footer.why_order, &values)?;
        envelope.seal(draft, &texts.footer)
    }
}
