use onefare_core::bundle::Refill;
use onefare_core::delivery::ActivationCode;

use super::esim_check::{Verdict, examine, identity};
use super::sold_plan::wanted_of_refill;
use crate::clock::Clock;
use crate::esims::{Profile, ProfileState};
use crate::store::esims::{Esim, EsimState, Wanted};

const GIGABYTE: i64 = 1_073_741_824;

fn esim(daily: bool) -> Esim {
    Esim {
        order_id: "ord_1".to_owned(),
        transaction_id: "esim_1".to_owned(),
        wanted: Wanted {
            package: "ES_3_15".to_owned(),
            price: Some(21_000),
            volume_bytes: 3 * GIGABYTE,
            days: 15,
            daily,
        },
        state: EsimState::Accepted,
        failure: None,
        order_no: Some("B1".to_owned()),
        esim_tran_no: None,
        sealed_code: None,
        expires_at: None,
        created_at: Clock::manual(chrono::DateTime::UNIX_EPOCH).now(),
        asked_at: None,
        accepted_at: None,
        ready_at: None,
        given_back: None,
        given_back_at: None,
        suspended_at: None,
    }
}

fn profile() -> Profile {
    Profile {
        esim_tran_no: "2612".to_owned(),
        order_no: "B1".to_owned(),
        transaction_id: Some("esim_1".to_owned()),
        iccid: None,
        activation_code: ActivationCode::parse("LPA:1$rsp.example.com$K2-7f").unwrap(),
        state: ProfileState::New,
        package_code: Some("7aa948d363".to_owned()),
        package_slug: Some("ES_3_15".to_owned()),
        volume_bytes: Some(3 * GIGABYTE),
        duration_days: Some(15),
        expires_at: None,
    }
}

#[test]
fn only_what_was_ordered_is_handed_over() {
    let (good, fixed, daily) = (profile(), esim(false), esim(true));
    assert_eq!(examine(&fixed, std::slice::from_ref(&good)), Verdict::AsOrdered(&good));
    let by_code = Esim { wanted: Wanted { package: "7aa948d363".to_owned(), ..fixed.wanted.clone() }, ..fixed.clone() };
    assert_eq!(examine(&by_code, std::slice::from_ref(&good)), Verdict::AsOrdered(&good));
    let silent = Profile { transaction_id: None, ..profile() };
    assert_eq!(examine(&fixed, std::slice::from_ref(&silent)), Verdict::AsOrdered(&silent), "it need not repeat ours");

    assert_eq!(examine(&fixed, &[]), Verdict::Wrong("number of eSIMs"));
    assert_eq!(examine(&fixed, &[profile(), profile()]), Verdict::Wrong("number of eSIMs"));
    for (changed, verdict) in [
        (Profile { transaction_id: Some("esim_2".to_owned()), ..profile() }, Verdict::Wrong("reference")),
        (Profile { package_slug: Some("ES_1_7".to_owned()), ..profile() }, Verdict::Wrong("package")),
        (Profile { package_slug: None, package_code: None, ..profile() }, Verdict::Wrong("package")),
        (Profile { duration_days: Some(14), ..profile() }, Verdict::Wrong("days")),
        (Profile { duration_days: None, ..profile() }, Verdict::Wrong("days")),
        (Profile { volume_bytes: Some(3 * GIGABYTE - 1), ..profile() }, Verdict::Wrong("volume")),
        (Profile { volume_bytes: Some(45 * GIGABYTE), ..profile() }, Verdict::Wrong("volume")),
        (Profile { volume_bytes: None, ..profile() }, Verdict::Wrong("volume")),
        (Profile { state: ProfileState::InUse, ..profile() }, Verdict::Used),
        (Profile { state: ProfileState::UsedUp, ..profile() }, Verdict::Used),
        (Profile { state: ProfileState::Other("MELTED".to_owned()), ..profile() }, Verdict::Used),
    ] {
        assert_eq!(examine(&fixed, std::slice::from_ref(&changed)), verdict, "{changed:?}");
    }
    for (volume, fits) in [(3, true), (45, true), (44, false), (0, false)] {
        let told = Profile { volume_bytes: Some(volume * GIGABYTE), ..profile() };
        assert_eq!(matches!(examine(&daily, &[told]), Verdict::AsOrdered(_)), fits, "{volume} GB of a daily plan");
    }
}

#[test]
fn a_code_is_the_same_however_it_is_spelt() {
    let code = |text: &str| identity(&Profile { activation_code: ActivationCode::parse(text).unwrap(), ..profile() });
    let first = code("LPA:1$rsp.example.com$K2-7f");
    for text in ["1$RSP.example.com$k2-7F", "LPA:1$rsp.example.com$K2-7F$1.3.6.1$1"] {
        assert_eq!(code(text), first, "{text}");
    }
    for text in ["1$rsp.example.org$K2-7F", "1$rsp.example.com$K2-7G", "1$rsp.example.com$"] {
        assert_ne!(code(text), first, "{text}");
    }
    let other = Profile { esim_tran_no: "2613".to_owned(), ..profile() };
    let unnamed = |profile: Profile| {
        let activation_code = ActivationCode::parse("1$rsp.example.com$").unwrap();
        identity(&Profile { activation_code, ..profile })
    };
    assert_ne!(unnamed(profile()), unnamed(other), "two phones may load from one server");
}

#[test]
fn what_is_ordered_follows_from_the_price_book() {
    let refill = Refill {
        title: "3 GB".to_owned(),
        amount_mb: 3_072,
        amount_days: 15,
        unlimited: false,
        price_usd: 649,
        price_eur: 599,
        package: "ES_3_15".to_owned(),
        cost: Some(21_000),
    };
    assert_eq!(wanted_of_refill(&refill), esim(false).wanted);
    let daily = Refill { unlimited: true, amount_mb: 1_024, amount_days: 3, cost: Some(37_500), ..refill.clone() };
    let wanted = wanted_of_refill(&daily);
    assert_eq!((wanted.price, wanted.volume_bytes, wanted.days, wanted.daily), (Some(12_500), GIGABYTE, 3, true));
    assert_eq!(wanted_of_refill(&Refill { cost: Some(37_501), ..daily }).price, None, "no price of a day makes this");
    assert_eq!(wanted_of_refill(&Refill { cost: None, ..refill }).price, None);
}
