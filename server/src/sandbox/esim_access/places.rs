//! Where packages work and what a gigabyte costs there. Made up, but of the size real ones have.

/// A country, a region or the world.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// ISO 3166-1 alpha-2, or the supplier's code of a region.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// US dollars times 10000 for one gigabyte.
    pub rate: i64,
    /// The countries; of a country, itself.
    pub countries: &'static [&'static str],
}

/// Who carries data in a country: its name and operators.
#[derive(Clone, Copy, Debug)]
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// Names of its operators.
    pub operators: &'static [&'static str],
}

const fn country(code: &'static str, name: &'static str, operators: &'static [&'static str]) -> Country {
    Country { code, name, operators }
}

const fn place(code: &'static str, name: &'static str, rate: i64, countries: &'static [&'static str]) -> Place {
    Place { code, name, rate, countries }
}

#[rustfmt::skip]
pub const COUNTRIES: &[Country] = &[
    country("AE", "United Arab Emirates", &["Etisalat", "du"]),
    country("SA", "Saudi Arabia",         &["STC", "Mobily", "Zain"]),
    country("QA", "Qatar",                &["Ooredoo", "Vodafone"]),
    country("OM", "Oman",                 &["Omantel", "Ooredoo"]),
    country("KW", "Kuwait",               &["Zain", "stc"]),
    country("BH", "Bahrain",              &["Batelco", "Zain"]),
    country("NL", "Netherlands",          &["KPN", "Odido"]),
    country("US", "United States",        &["T-Mobile", "AT&T"]),
    country("GB", "United Kingdom",       &["EE", "O2", "Three"]),
    country("FR", "France",               &["Orange", "SFR"]),
    country("DE", "Germany",              &["Telekom", "Vodafone"]),
    country("ES", "Spain",                &["Movistar", "Orange"]),
    country("IT", "Italy",                &["TIM", "WindTre"]),
    country("JP", "Japan",                &["KDDI", "SoftBank"]),
    country("TR", "Turkey",               &["Turkcell", "Türk Telekom"]),
    country("EG", "Egypt",                &["Orange", "Vodafone"]),
    country("TH", "Thailand",             &["AIS", "TrueMove"]),
];

#[rustfmt::skip]
pub const PLACES: &[Place] = &[
    place("AE", "United Arab Emirates", 21_000, &["AE"]),
    place("SA", "Saudi Arabia",         18_000, &["SA"]),
    place("QA", "Qatar",                19_000, &["QA"]),
    place("OM", "Oman",                 24_000, &["OM"]),
    place("KW", "Kuwait",               20_000, &["KW"]),
    place("BH", "Bahrain",              20_000, &["BH"]),
    place("NL", "Netherlands",           8_000, &["NL"]),
    place("US", "United States",        11_000, &["US"]),
    place("GB", "United Kingdom",        8_500, &["GB"]),
    place("FR", "France",                8_000, &["FR"]),
    place("DE", "Germany",               8_000, &["DE"]),
    place("ES", "Spain",                 8_000, &["ES"]),
    place("IT", "Italy",                 8_000, &["IT"]),
    place("JP", "Japan",                 9_000, &["JP"]),
    place("TR", "Turkey",                7_500, &["TR"]),
    place("EG", "Egypt",                14_000, &["EG"]),
    place("TH", "Thailand",              7_000, &["TH"]),
    place("GCC-6", "Gulf region",       26_000, &["AE", "SA", "QA", "OM", "KW", "BH"]),
    place("EU-7", "Europe",             11_000, &["NL", "GB", "FR", "DE", "ES", "IT", "TR"]),
    place("AS-2", "Asia",               11_500, &["JP", "TH"]),
    place(GLOBAL, "Global",             32_000,
        &["AE", "SA", "QA", "OM", "KW", "BH", "NL", "US", "GB", "FR", "DE", "ES", "IT", "JP", "TR", "EG", "TH"]),
];

/// The code of the whole world.
pub const GLOBAL: &str = "GL-17";
