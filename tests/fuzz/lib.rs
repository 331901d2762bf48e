//! Every parser of the rules, on any input: it neither panics nor hangs, and keeps its promises.
//!
//! One file per rule, named like its vectors, with which every target begins. `cargo test` mutates them at random, some
//! thousand times a target (`PROPTEST_CASES` sets how often); `npm run prove -- fuzz` lets libFuzzer find inputs that
//! cover more code.
//!
//! To add a parser: name it in the list of a target of its rule, and state its promises there. `complete` finds those
//! that are missing.

/// Declares the targets of a rule: the pieces of its texts, and per target the parsers it calls and what must hold.
macro_rules! targets {
    (
        $rule:literal made of $pieces:expr;
        $($name:ident asks [$($parser:path),+ $(,)?], where $laws:expr;)+
    ) => {
        /// The targets of this rule. Naming a parser that does not exist does not compile.
        pub const TARGETS: &[$crate::Target] = &[$($crate::Target {
            name: concat!($rule, ".", stringify!($name)),
            asked: &[$({
                let _ = $parser;
                stringify!($parser)
            }),+],
            laws: $laws,
        }),+];

        #[cfg(test)]
        mod tests {
            $(#[test]
            fn $name() {
                let name = concat!($rule, ".", stringify!($name));
                let target = super::TARGETS.iter().find(|target| target.name == name).unwrap();
                $crate::material::Material::of($rule, &$pieces).ask(target.laws);
            })+
        }
    };
}

mod arguments;
mod bundle;
mod campaign;
mod checkout;
mod checkout_data;
#[cfg(test)]
mod complete;
mod countdown;
mod currency;
mod date_text;
mod deal;
mod delivery;
mod device;
mod discount;
mod email;
mod language;
#[cfg(test)]
mod material;
mod money;
mod onboarding;
mod order;
mod otp;
mod payment;
mod percent;
mod plan;
mod price_text;
mod problem;
mod provider_amount;
mod safe_url;
mod trial;
mod withdrawal;

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// The rule and its part, such as `email.typed`.
    pub name: &'static str,
    /// The parsers.
    pub asked: &'static [&'static str],
    /// Panics on a text for which a parser breaks its promise.
    pub laws: fn(&str),
}

/// The targets of all rules.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    let rules = [
        bundle::TARGETS,
        campaign::TARGETS,
        checkout::TARGETS,
        checkout_data::TARGETS,
        countdown::TARGETS,
        currency::TARGETS,
        date_text::TARGETS,
        deal::TARGETS,
        delivery::TARGETS,
        device::TARGETS,
        discount::TARGETS,
        email::TARGETS,
        language::TARGETS,
        safe_url::TARGETS,
        money::TARGETS,
        onboarding::TARGETS,
        order::TARGETS,
        otp::TARGETS,
        payment::TARGETS,
        percent::TARGETS,
        plan::TARGETS,
        price_text::TARGETS,
        problem::TARGETS,
        provider_amount::TARGETS,
        trial::TARGETS,
        withdrawal::TARGETS,
    ];
    rules.into_iter().flatten()
}
