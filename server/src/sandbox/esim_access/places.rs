//! Where packages work, who carries them, and what they cost there. Made up, but of the size real ones have.

/// A country, a region or the world.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// ISO 3166-1 alpha-2, or the supplier's code of a region.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// What packages cost there.
    pub tariff: &'static Tariff,
    /// The countries; of a country, itself.
    pub countries: &'static [&'static str],
}

/// Prices of one band of places, in US dollars times 10000.
#[derive(Clone, Copy, Debug)]
pub struct Tariff {
    /// 1, 3, 5, 10 and 20 gigabytes.
    pub sizes: [i64; 5],
    /// One gigabyte a day, for a day.
    pub daily: i64,
    /// Whether that is on sale unless a test says otherwise.
    pub by_day: bool,
}

/// Who carries data in a country.
#[derive(Clone, Copy, Debug)]
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub code: &'static str,
    /// Its name in English.
    pub name: &'static str,
    /// Names of its operators. The first is the partner of packages for several countries.
    pub operators: &'static [&'static str],
}

/// The code of the whole world.
pub const GLOBAL: &str = "GL-120";

const fn tariff(sizes: [i64; 5], daily: i64) -> Tariff {
    Tariff { sizes, daily, by_day: true }
}

const LOW: &Tariff = &tariff([8_500, 21_000, 32_500, 59_000, 104_000], 12_500);
const FAIR: &Tariff = &tariff([11_500, 29_000, 44_000, 79_000, 139_000], 15_500);
const MIDDLE: &Tariff = &tariff([14_500, 37_500, 58_000, 106_000, 189_000], 19_500);
const UPPER: &Tariff = &tariff([17_500, 46_000, 71_000, 132_000, 244_000], 23_000);
const HIGH: &Tariff = &Tariff { by_day: false, ..tariff([23_000, 61_000, 96_000, 179_000, 335_000], 31_000) };
const WORLD: &Tariff = &Tariff { by_day: false, ..tariff([31_000, 84_000, 132_000, 249_000, 460_000], 42_000) };

const fn country(code: &'static str, name: &'static str, operators: &'static [&'static str]) -> Country {
    Country { code, name, operators }
}

const fn place(
    code: &'static str,
    name: &'static str,
    tariff: &'static Tariff,
    countries: &'static [&'static str],
) -> Place {
    Place { code, name, tariff, countries }
}

#[rustfmt::skip]
pub const COUNTRIES: &[Country] = &[
    country("AE", "United Arab Emirates", &["du", "Etisalat"]),
    country("AT", "Austria", &["A1", "Magenta", "Three"]),
    country("AU", "Australia", &["Optus", "Telstra", "Vodafone"]),
    country("BE", "Belgium", &["Proximus", "Base", "Orange"]),
    country("BH", "Bahrain", &["Zain", "Batelco", "stc"]),
    country("BR", "Brazil", &["Claro", "TIM", "Vivo"]),
    country("CA", "Canada", &["Rogers", "Bell", "Telus"]),
    country("CH", "Switzerland", &["Swisscom", "Salt", "Sunrise"]),
    country("CN", "China", &["China Unicom", "China Mobile"]),
    country("CZ", "Czechia", &["O2", "T-Mobile", "Vodafone"]),
    country("DE", "Germany", &["Telekom", "O2", "Vodafone"]),
    country("DK", "Denmark", &["TDC", "Telenor", "Telia"]),
    country("EG", "Egypt", &["Orange", "Etisalat", "Vodafone"]),
    country("ES", "Spain", &["Movistar", "Orange", "Vodafone"]),
    country("FI", "Finland", &["DNA", "Elisa", "Telia"]),
    country("FR", "France", &["Orange", "Bouygues", "Free", "SFR"]),
    country("GB", "United Kingdom", &["EE", "O2", "Three", "Vodafone"]),
    country("GR", "Greece", &["Cosmote", "Nova", "Vodafone"]),
    country("HK", "Hong Kong", &["CSL"]),
    country("HR", "Croatia", &["A1", "Hrvatski Telekom", "Telemach"]),
    country("ID", "Indonesia", &["Telkomsel", "Indosat", "XL"]),
    country("IE", "Ireland", &["Three", "Eir", "Vodafone"]),
    country("IN", "India", &["Airtel", "Jio"]),
    country("IQ", "Iraq", &["Zain"]),
    country("IT", "Italy", &["TIM", "Vodafone", "WindTre"]),
    country("JO", "Jordan", &["Zain", "Orange", "Umniah"]),
    country("JP", "Japan", &["SoftBank", "KDDI", "NTT Docomo"]),
    country("KR", "South Korea", &["SK Telecom", "KT", "LG U+"]),
    country("KW", "Kuwait", &["Zain", "Ooredoo", "stc"]),
    country("MA", "Morocco", &["inwi", "Maroc Telecom", "Orange"]),
    country("MX", "Mexico", &["Telcel", "AT&T", "Movistar"]),
    country("MY", "Malaysia", &["Maxis", "CelcomDigi", "U Mobile"]),
    country("NL", "Netherlands", &["KPN", "Odido", "Vodafone"]),
    country("NO", "Norway", &["Telenor", "Telia"]),
    country("OM", "Oman", &["Omantel", "Ooredoo"]),
    country("PH", "Philippines", &["Globe"]),
    country("PL", "Poland", &["Orange", "Play", "Plus"]),
    country("PT", "Portugal", &["MEO", "NOS", "Vodafone"]),
    country("QA", "Qatar", &["Ooredoo", "Vodafone"]),
    country("SA", "Saudi Arabia", &["STC", "Mobily", "Zain"]),
    country("SE", "Sweden", &["Telia", "Tele2", "Telenor"]),
    country("SG", "Singapore", &["Singtel", "StarHub"]),
    country("TH", "Thailand", &["AIS", "dtac", "TrueMove"]),
    country("TR", "Türkiye", &["Turkcell", "Türk Telekom", "Vodafone"]),
    country("TW", "Taiwan", &["Chunghwa"]),
    country("US", "United States", &["T-Mobile", "AT&T", "Verizon"]),
    country("VN", "Vietnam", &["Viettel"]),
    country("ZA", "South Africa", &["Vodacom", "MTN"]),
];

/// Places whose packages are not on sale before somebody puts them there.
pub const LATER: &[Place] = &[place("FI", "Finland", LOW, &["FI"])];

#[rustfmt::skip]
pub const PLACES: &[Place] = &[
    place("US", "United States", FAIR, &["US"]),
    place("GB", "United Kingdom", LOW, &["GB"]),
    place("FR", "France", LOW, &["FR"]),
    place("DE", "Germany", LOW, &["DE"]),
    place("JP", "Japan", FAIR, &["JP"]),
    place("AE", "United Arab Emirates", HIGH, &["AE"]),
    place("SA", "Saudi Arabia", MIDDLE, &["SA"]),
    place("QA", "Qatar", MIDDLE, &["QA"]),
    place("OM", "Oman", HIGH, &["OM"]),
    place("NL", "Netherlands", LOW, &["NL"]),
    place("TR", "Türkiye", LOW, &["TR"]),
    place("EU-42", "Europe", MIDDLE, &[
        "AT", "BE", "CH", "DE", "DK", "ES", "FR", "GB", "GR", "IE", "IT", "NL", "NO", "PL", "PT", "SE", "TR",
    ]),
    place("GL-120", "Global", WORLD, &[
        "AE", "AU", "BR", "CA", "DE", "EG", "ES", "FR", "GB", "ID", "IN", "IT", "JP", "KR", "MX", "MY", "NL",
        "SA", "SG", "TH", "TR", "US", "ZA",
    ]),
    place("ME-12", "Middle East", HIGH, &["AE", "BH", "EG", "IQ", "JO", "KW", "OM", "QA", "SA", "TR"]),
    place("AS-12", "Asia", MIDDLE, &["CN", "HK", "ID", "JP", "KR", "MY", "PH", "SG", "TH", "TW", "VN"]),
    place("ES", "Spain", LOW, &["ES"]),
    place("IT", "Italy", LOW, &["IT"]),
    place("PT", "Portugal", LOW, &["PT"]),
    place("GR", "Greece", LOW, &["GR"]),
    place("BE", "Belgium", LOW, &["BE"]),
    place("CH", "Switzerland", FAIR, &["CH"]),
    place("AT", "Austria", LOW, &["AT"]),
    place("IE", "Ireland", LOW, &["IE"]),
    place("SE", "Sweden", LOW, &["SE"]),
    place("NO", "Norway", FAIR, &["NO"]),
    place("DK", "Denmark", LOW, &["DK"]),
    place("PL", "Poland", LOW, &["PL"]),
    place("CZ", "Czechia", LOW, &["CZ"]),
    place("HR", "Croatia", LOW, &["HR"]),
    place("EG", "Egypt", MIDDLE, &["EG"]),
    place("MA", "Morocco", MIDDLE, &["MA"]),
    place("JO", "Jordan", HIGH, &["JO"]),
    place("BH", "Bahrain", HIGH, &["BH"]),
    place("KW", "Kuwait", HIGH, &["KW"]),
    place("IN", "India", FAIR, &["IN"]),
    place("TH", "Thailand", LOW, &["TH"]),
    place("ID", "Indonesia", LOW, &["ID"]),
    place("MY", "Malaysia", LOW, &["MY"]),
    place("SG", "Singapore", LOW, &["SG"]),
    place("KR", "South Korea", FAIR, &["KR"]),
    place("CN", "China", FAIR, &["CN"]),
    place("AU", "Australia", FAIR, &["AU"]),
    place("CA", "Canada", UPPER, &["CA"]),
    place("MX", "Mexico", UPPER, &["MX"]),
    place("BR", "Brazil", UPPER, &["BR"]),
    place("ZA", "South Africa", UPPER, &["ZA"]),
];
