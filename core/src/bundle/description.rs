//! The description of a bundle: where it works, on how many networks, and for how long.

use std::collections::BTreeSet;

use super::{Bundle, BundleType, days_text};
use crate::language::Language;
use crate::price_text::figure_text;

impl Bundle {
    /// Number of countries that the bundle works in, by the codes before its networks; 0 where no network names one.
    #[must_use]
    pub fn countries_covered(&self) -> usize {
        let codes: BTreeSet<&str> =
            self.coverage.iter().filter_map(|network| Some(network.split_once(": ")?.0)).collect();
        codes.len()
    }

    /// The description on the detail screen: the place, for a region the number of its countries, the networks, and how
    /// long the plans are valid. Anything that the bundle does not state is left out.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, Refill};
    /// use onefare_core::language::Language;
    /// let nordics = Bundle {
    ///     id: 1,
    ///     code: "EU-2".to_owned(),
    ///     names: [(Language::En, "Nordics".to_owned())].into(),
    ///     coverage: vec!["NO: Telenor".to_owned(), "SE: Telia".to_owned(), "SE: Tele2".to_owned()],
    ///     refills: Vec::new(),
    /// };
    /// let said = nordics.description(Language::En).replace('\u{a0}', " ");
    /// assert_eq!(said, "Nordics: prepaid data for phones with eSIM, in 2 countries on 3 networks. No contract, nothing renews.");
    /// ```
    #[must_use]
    pub fn description(&self, language: Language) -> String {
        let name = self.name_in(language);
        let what = match language {
            Language::En => format!("{name}: prepaid data for phones with eSIM"),
            Language::Nl => format!("{name}: prepaid data voor telefoons met eSIM"),
            Language::De => format!("{name}: Prepaid-Daten für Telefone mit eSIM"),
            Language::Fr => format!("{name}\u{a0}: données prépayées pour téléphones avec eSIM"),
            Language::Ar => format!("{name}: بيانات مسبقة الدفع للهواتف التي تدعم eSIM"),
        };
        let places = self.reach_text(language).map(|reach| format!("{}{reach}", comma(language)));
        let terms = match language {
            Language::En => "No contract, nothing renews.",
            Language::Nl => "Geen abonnement, er wordt niets verlengd.",
            Language::De => "Kein Vertrag, nichts verlängert sich.",
            Language::Fr => "Sans abonnement, rien ne se renouvelle.",
            Language::Ar => "بلا عقد ولا تجديد تلقائي.",
        };
        let days = self.periods_text(language).map(|days| format!("{days} "));
        format!("{what}{}. {}{terms}", places.unwrap_or_default(), days.unwrap_or_default())
    }

    /// The countries, unless the bundle is one country, and the networks.
    fn reach_text(&self, language: Language) -> Option<String> {
        if self.coverage.is_empty() {
            return None;
        }
        let networks = networks_text(self.coverage.len(), language);
        match (self.kind(), self.countries_covered()) {
            (BundleType::Country, _) | (_, 0) => Some(networks),
            (_, countries) => Some(match language {
                Language::De => format!("{} und {networks}", countries_text(countries, language)),
                _ => format!("{} {networks}", countries_text(countries, language)),
            }),
        }
    }

    /// How long the plans are valid, from the shortest to the longest.
    fn periods_text(&self, language: Language) -> Option<String> {
        let days = || self.refills.iter().map(|refill| refill.amount_days);
        let (shortest, longest) = (days().min()?, days().max()?);
        let most = days_text(longest, language);
        if shortest == longest {
            return Some(match language {
                Language::En => format!("Plans for {most}."),
                Language::Nl => format!("Bundels voor {most}."),
                Language::De => format!("Pakete für {most}."),
                Language::Fr => format!("Forfaits de {most}."),
                Language::Ar => format!("مدة الباقات: {most}."),
            });
        }
        let least = figure_text(&shortest.to_string(), "", language);
        Some(match language {
            Language::En => format!("Plans for {least} to {most}."),
            Language::Nl => format!("Bundels voor {least} tot {most}."),
            Language::De => format!("Pakete für {least} bis {most}."),
            Language::Fr => format!("Forfaits de {least} à {most}."),
            Language::Ar => format!("مدة الباقات: {} – {most}.", days_text(shortest, language)),
        })
    }
}

const fn comma(language: Language) -> &'static str {
    match language {
        Language::Ar => "، ",
        Language::En | Language::Nl | Language::De | Language::Fr => ", ",
    }
}

fn countries_text(count: usize, language: Language) -> String {
    let figure = figure_text(&count.to_string(), "", language);
    match language {
        Language::En => format!("in {figure}\u{a0}{}", if count == 1 { "country" } else { "countries" }),
        Language::Nl => format!("in {figure}\u{a0}{}", if count == 1 { "land" } else { "landen" }),
        Language::De => format!("in {figure}\u{a0}{}", if count == 1 { "Land" } else { "Ländern" }),
        Language::Fr => format!("dans {figure}\u{a0}pays"),
        Language::Ar => match (count, count % 100) {
            (1, _) => "في بلد واحد".to_owned(),
            (2, _) => "في بلدين".to_owned(),
            (_, 3..=10) => format!("في {figure}\u{a0}بلدان"),
            (_, 11..) => format!("في {figure}\u{a0}بلدًا"),
            _ => format!("في {figure}\u{a0}بلد"),
        },
    }
}

fn networks_text(count: usize, language: Language) -> String {
    let figure = figure_text(&count.to_string(), "", language);
    match language {
        Language::En => format!("on {figure}\u{a0}{}", if count == 1 { "network" } else { "networks" }),
        Language::Nl => format!("op {figure}\u{a0}{}", if count == 1 { "netwerk" } else { "netwerken" }),
        Language::De => format!("in {figure}\u{a0}{}", if count == 1 { "Netz" } else { "Netzen" }),
        Language::Fr => format!("sur {figure}\u{a0}{}", if count == 1 { "réseau" } else { "réseaux" }),
        Language::Ar => match (count, count % 100) {
            (1, _) => "على شبكة واحدة".to_owned(),
            (2, _) => "على شبكتين".to_owned(),
            (_, 3..=10) => format!("على {figure}\u{a0}شبكات"),
            _ => format!("على {figure}\u{a0}شبكة"),
        },
    }
}
