//! Reads the values of a price list file and collects their faults, each with its line.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use toml::Spanned;

type Span = std::ops::Range<usize>;

/// The file's text, and the faults found so far.
pub(super) struct Reader<'file> {
    text: &'file str,
    pub(super) faults: Vec<String>,
}

impl<'file> Reader<'file> {
    pub(super) const fn new(text: &'file str) -> Self {
        Self { text, faults: Vec::new() }
    }

    pub(super) fn fault(&mut self, start: Option<usize>, sentence: &str) {
        let line = start.and_then(|start| self.text.get(..start)).map(|before| before.matches('\n').count() + 1);
        self.faults.push(line.map_or_else(|| sentence.to_owned(), |line| format!("line {line}: {sentence}")));
    }

    pub(super) fn currency(&mut self, code: &str, span: Span) -> Currency {
        Currency::parse_offered(code).unwrap_or_else(|| {
            let offered = Currency::OFFERED.map(Currency::code).join(", ");
            self.fault(Some(span.start), &format!("\"{code}\" is not one of the currencies {offered}"));
            Currency::Usd
        })
    }

    pub(super) fn amount(&mut self, text: &str, currency: Currency, span: Span) -> Option<i64> {
        let money = Money::parse(text, currency).ok();
        if money.is_none() {
            let (code, digits) = (currency.code(), currency.exponent());
            let sentence = format!("\"{text}\" is not an amount in {code}: digits, a dot and {digits} decimals");
            self.fault(Some(span.start), &sentence);
        }
        money.map(Money::minor)
    }

    /// Texts by language; `empty` is the fault of a blank text.
    pub(super) fn by_language(
        &mut self,
        texts: &BTreeMap<String, Spanned<String>>,
        empty: &str,
    ) -> BTreeMap<Language, String> {
        let mut read = BTreeMap::new();
        for (language, text) in texts {
            match Language::parse(language) {
                Some(language) if !text.as_ref().trim().is_empty() => {
                    read.insert(language, text.as_ref().clone());
                }
                Some(_) => self.fault(Some(text.span().start), empty),
                None => self.fault(Some(text.span().start), &format!("\"{language}\" is not en, nl, de, fr or ar")),
            }
        }
        read
    }

    /// An instant as RFC 3339 text or as TOML's own date and time with an offset.
    pub(super) fn instant(&mut self, value: Option<&Spanned<toml::Value>>) -> Option<DateTime<Utc>> {
        let value = value?;
        let text = match value.as_ref() {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let instant = DateTime::parse_from_rfc3339(&text).ok().map(|instant| instant.to_utc());
        // The database stores milliseconds; a more precise instant would differ from its own export.
        let instant = instant.and_then(|instant| DateTime::from_timestamp_millis(instant.timestamp_millis()));
        if instant.is_none() {
            let sentence = format!("{text} is not an instant such as \"2026-09-01T00:00:00+04:00\"");
            self.fault(Some(value.span().start), &sentence);
        }
        instant
    }
}
