//! How much of the catalogue the shop changes by itself. Larger changes need an operator.

use onefare_core::bundle::{Bundle, Refill};
use onefare_core::currency::Currency;
use onefare_core::money::Money;

use super::plan_of;

/// Hundredths in a factor of one.
const HUNDREDTHS: i128 = 100;

/// The limits. They apply per renewal: gradual changes pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Percent of the plans on sale that may vanish at once, 0 to 90. Below 100, so that no list empties the shop.
    pub vanish_percent: u32,
    /// Largest factor, in hundredths, by which a price may rise or fall at once, 100 to 1000: 150 takes 2.00 to at most
    /// 3.00.
    pub price_factor: u32,
    /// Whether new plans, countries and regions go on sale without an operator.
    pub new_plans: bool,
}

impl Default for Limits {
    /// The limits where a file of rules sets none.
    fn default() -> Self {
        Self { vanish_percent: 10, price_factor: 150, new_plans: true }
    }
}

impl Limits {
    /// Removes from a draft what may not go on sale without an operator.
    pub fn narrow(&self, sold: &[Bundle], draft: &mut Vec<Bundle>) {
        if self.new_plans {
            return;
        }
        draft.retain(|bundle| sold.iter().any(|was| was.id == bundle.id));
        for bundle in draft {
            let was = sold.iter().find(|was| was.id == bundle.id);
            bundle.refills.retain(|refill| was.and_then(|was| same_plan(was, refill)).is_some());
        }
    }

    /// The limits that a draft breaks, one sentence each; empty when it may be applied.
    #[must_use]
    pub fn broken(&self, sold: &[Bundle], draft: &[Bundle]) -> Vec<String> {
        let (mut on_sale, mut gone, mut sentences) = (0_usize, 0_usize, Vec::new());
        for was in sold {
            let bundle = draft.iter().find(|bundle| bundle.id == was.id);
            for refill in &was.refills {
                on_sale += 1;
                match bundle.and_then(|bundle| same_plan(bundle, refill)) {
                    None => gone += 1,
                    Some(now) => sentences.extend(self.moves_too_far(was, refill, now)),
                }
            }
        }
        let percent = u128::from(self.vanish_percent);
        if gone as u128 * 100 > on_sale as u128 * percent {
            let sentence = format!("{gone} of {on_sale} plans would vanish at once; {percent} % may.");
            sentences.insert(0, sentence);
        }
        sentences
    }

    fn moves_too_far(&self, bundle: &Bundle, was: &Refill, now: &Refill) -> Option<String> {
        let pairs = [(was.price_usd, now.price_usd, Currency::Usd), (was.price_eur, now.price_eur, Currency::Eur)];
        let (was, now_is, currency) = pairs.into_iter().find(|(was, now, _)| self.too_far(*was, *now))?;
        let text = |minor| Money::new(minor, currency).map(Money::to_decimal_text).unwrap_or_default();
        let (plan, code, (was, now_is)) = (plan_of(bundle, now), currency.code(), (text(was), text(now_is)));
        let (whole, part) = (self.price_factor / 100, self.price_factor % 100);
        Some(format!(
            "Plan {plan}: {code} {was} would become {now_is}; a price may move by a factor of {whole}.{part:02}."
        ))
    }

    fn too_far(&self, was: i64, now: i64) -> bool {
        let (low, high) = (was.min(now), was.max(now));
        i128::from(high) * HUNDREDTHS > i128::from(low) * i128::from(self.price_factor)
    }
}

/// The same plan in another version of its bundle. A plan that became or ceased to be unlimited is another plan.
fn same_plan<'bundle>(bundle: &'bundle Bundle, wanted: &Refill) -> Option<&'bundle Refill> {
    let of = |refill: &Refill| (refill.unlimited, refill.amount_mb, refill.amount_days);
    bundle.refills.iter().find(|refill| of(refill) == of(wanted))
}
