//! The calls of the eSIM shop: bundles and checkout data.

use icu_normalizer::DecomposingNormalizerBorrowed;
use onefare_core::bundle::{self, Bundle, DataUse, Destination, Discount, Margins, Refill};
use onefare_core::checkout_data::CheckoutData;
use onefare_core::esim_product_id::{StructuredData, parse_id};
use serde_json::{Value, json};

use super::{Input, outcome};

const DECOMPOSER: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizerBorrowed::new_nfkd();

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "bundle_parse_id" => json!(parse_id(&input.text(0))),
        "bundle_fold" => json!(bundle::fold(&input.text(0))),
        "bundle_filter" => {
            let bundles: Vec<Bundle> = input.get(0);
            json!(bundle::filter(&bundles, &input.text(1)).iter().map(|bundle| bundle.id).collect::<Vec<_>>())
        }
        "bundle_sorted" => {
            let bundles: Vec<Bundle> = input.get(0);
            let list = bundle::sorted(&bundles, input.get(1), input.get(2), input.currency(3));
            json!(list.iter().map(|bundle| bundle.id).collect::<Vec<_>>())
        }
        "bundle_popular" => {
            let bundles: Vec<Bundle> = input.get(0);
            json!(input.get::<Destination>(1).find(&bundles, input.get(2)).map(|bundle| bundle.id))
        }
        "bundle_lowest_per_day" => json!(input.get::<Bundle>(0).lowest_per_day(input.currency(1)).map(|lowest| {
            let part = lowest.rounded().unwrap();
            (&lowest.refill.title, part.amount.minor(), part.exact)
        })),
        "bundle_discount" => {
            let language = input.get(3);
            let discount = Discount::of(input.money(0, 2), input.money(1, 2));
            json!(discount.map(|found| (found.tenths, found.percent_text(language), found.total.minor())))
        }
        "bundle_find" => {
            let decompose = |text: &str| DECOMPOSER.normalize(text).to_lowercase();
            json!(bundle::find(&input.get::<Vec<String>>(0), &input.text(1), decompose))
        }
        "bundle_percent_off" => {
            let (language, discount) = (input.get(3), Discount::of(input.money(0, 2), input.money(1, 2)));
            json!(discount.map(|found| found.percent_text(language)))
        }
        "bundle_data_text" => json!(bundle::data_text(input.get(0), input.get(1))),
        "bundle_data_left" => {
            let language = input.get(2);
            json!(DataUse::new(input.get(0), input.get(1)).map(|data| {
                let texts = (data.left_text(language), data.used_text(language), data.total_text(language));
                (data.left(), data.percent_left(), texts.0, texts.1, texts.2)
            }))
        }
        "bundle_days_text" => json!(bundle::days_text(input.get(0), input.get(1))),
        "bundle_default_texts" => json!(bundle::default_texts(input.get(0))),
        "bundle_faults" => {
            let bundles: Vec<Bundle> = input.get(0);
            json!(bundle::faults(&bundles).iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        "bundle_shown" => {
            let (bundle, language): (Bundle, _) = (input.get(0), input.get(1));
            let titles: Vec<String> = bundle.refills.iter().map(|refill| refill.title_in(language)).collect();
            let periods: Vec<Option<u32>> = bundle.refills.iter().map(Refill::periods).collect();
            json!((bundle.kind(), bundle.flag(), bundle.description(language), titles, periods))
        }
        "bundle_margin_prices" => outcome(input.get::<Margins>(0).prices(input.get(1))),
        "bundle_margin_allow" => outcome(input.get::<Margins>(0).allow(input.get(1), input.get(2))),
        "check_checkout_data" => json!(checkout_data(input)),
        "structured_data" => json!(StructuredData::parse(&input.text(0)).map(|data| data.to_string())),
        "structured_data_of" => {
            let data = StructuredData::new(input.get(0), input.get(1), input.get(2));
            json!(data.map(|data| data.to_string()))
        }
        "structured_data_find" => {
            let bundles: Vec<Bundle> = input.get(2);
            let found = StructuredData::parse(&input.text(1)).and_then(|data| data.find(&input.text(0), &bundles));
            json!(found.map(|(bundle, refill)| (bundle.id, &refill.title)))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

fn checkout_data(input: &Input<'_>) -> Option<&'static str> {
    // A value that is no text counts as missing and one that is no whole number as 0, as on the way into the WASM.
    let texts = [0, 1, 2].map(|index| input.get::<Value>(index).as_str().map(str::to_owned));
    let figure = |index| input.get::<Option<Value>>(index).map(|value| value.as_i64().unwrap_or(0));
    let data = CheckoutData {
        bundle_id: texts[0].as_deref(),
        country_name: texts[1].as_deref(),
        refill_title: texts[2].as_deref(),
        amount_mb: figure(3),
        amount_days: figure(4),
        price_usd: figure(5),
    };
    data.check().err().map(|problem| problem.code())
}
