//! Stored states of payments, and providers' status words.

use onefare_core::order::PaymentEvent;
use onefare_core::payment::{
    Failure, FundsStatus, MollieStatus, PaymentState, Provider, Reading, ResultPage, SessionStatus, Wait, refund_event,
};
use onefare_core::quote::Product;
use onefare_core::safe_url::local_path;

use crate::arguments::{arguments, number};

targets! {
    "payment" made of ["paid", "open", "failed", "_"];

    states asks [PaymentState::parse, Provider::parse], where |text| {
        let provider = Provider::parse(text);
        assert!(provider.is_none_or(|provider| provider.code() == text));
        assert_eq!(serde_json::from_value::<Provider>(text.into()).ok(), provider, "one word in rows and in JSON");
        let found = PaymentState::parse(text);
        assert!(found.is_none_or(|state| state.code() == text));
        assert_eq!(serde_json::from_value::<PaymentState>(text.into()).ok(), found, "one word in rows and in JSON");
    };

    words asks [SessionStatus::parse, FundsStatus::parse, MollieStatus::parse], where |text| {
        let paid = text == "paid";
        assert_eq!(FundsStatus::parse(text) == FundsStatus::Paid, paid, "no other word is money");
        assert_eq!(MollieStatus::parse(text) == MollieStatus::Paid, paid, "no other word is money");
        assert_eq!(SessionStatus::parse(Some(text)) == SessionStatus::Complete, text == "complete");
    };

    pages asks [ResultPage::of, ResultPage::address], where |text| {
        let plain = |letter: &char| letter.is_ascii_alphanumeric() || "-_".contains(*letter);
        let key: String = text.chars().filter(plain).take(255).collect();
        let readings = [
            Reading::Paid,
            Reading::Pending(Wait::UnknownWord),
            Reading::Failed(Failure::Declined),
            Reading::Contradiction,
        ];
        let pages = |reading: Reading| {
            Product::ALL.into_iter().flat_map(move |product| {
                [Provider::Stripe, Provider::Mollie].map(|provider| ResultPage::of(provider, product, reading))
            })
        };
        for (reading, page) in readings.into_iter().flat_map(|one| pages(one).map(move |page| (one, page))) {
            let address = page.address(&key);
            assert!(address.contains(&format!("{}={key}", page.key)));
            assert_eq!(local_path(&address).as_deref(), Some(page.path), "a page of ours");
            let told = page.path.contains("fail") || page.path.contains("cancel");
            assert_eq!(told, matches!(reading, Reading::Failed(_)), "{address}: only a failure is called one");
        }
    };

    refunds asks [refund_event], where |text| {
        let [charged, refunded] = arguments(text).map(number);
        let whole = refund_event(charged, refunded) == Some(PaymentEvent::Refunded);
        assert_eq!(whole, refunded > 0 && refunded >= charged);
    };
}
