//! The query of a page, reduced to what its registry row reads. E-mails and everything else never reach a builder.

use onefare_core::campaign::{Campaign, OfferPage, package_title};
use onefare_core::esim_product_id::StructuredData;
use url::form_urlencoded;

/// What a page's address requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageQuery {
    /// The campaign of the page's code; [`Campaign::None`] where the page takes no code.
    pub campaign: Campaign,
    /// The title of the plan that `package` names; `None` where it names none.
    pub package_title: Option<String>,
    /// The search text, trimmed; `None` when it is blank.
    pub search: Option<String>,
    /// The data plan that `plan` names.
    pub plan: Option<StructuredData>,
}

/// A query key that a builder reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryKey {
    /// `code`: a discount code.
    Code,
    /// `package`: the months of a plan.
    Package,
    /// `q`: a search text.
    Search,
    /// `plan`: a data plan, as orders name it.
    Plan,
}

/// Longest search text, in characters: no name of a place is longer.
const LONGEST_SEARCH: usize = 64;

impl PageQuery {
    /// Reads these keys. The first value of a repeated key counts, as in `URLSearchParams.get`.
    #[must_use]
    pub fn read(keys: &[QueryKey], query: Option<&str>) -> Self {
        let first = |key: QueryKey, name: &str| {
            let asked = query.filter(|_| keys.contains(&key))?;
            form_urlencoded::parse(asked.as_bytes())
                .find(|(found, _)| found == name)
                .map(|(_, value)| value.into_owned())
        };
        Self {
            campaign: first(QueryKey::Code, "code").map(|code| Campaign::parse(&code)).unwrap_or_default(),
            package_title: first(QueryKey::Package, "package").and_then(|package| package_title(&package)),
            search: first(QueryKey::Search, "q").and_then(|text| searched(&text)),
            plan: first(QueryKey::Plan, "plan").and_then(|text| StructuredData::parse(&text)),
        }
    }

    /// The same, with the code that the path of a sale or a partner names in place of any other.
    #[must_use]
    pub fn on(self, path: &str) -> Self {
        let campaign = OfferPage::of_path(path).map(|page| Campaign::parse(page.code())).unwrap_or_default();
        Self { campaign, ..self }
    }
}

/// A search as the page repeats it: without control characters, truncated to the length of any name.
fn searched(text: &str) -> Option<String> {
    let seen: String = text.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_SEARCH).collect();
    Some(seen).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::registry::find;
    use super::*;

    #[test]
    fn takes_the_first_value_of_the_keys_that_the_page_reads() {
        let buy = find("/buy").unwrap();
        let read = buy.query("", Some("email=a%40b.co&code=+A-B&code=C&package=12&package=3"));
        let wanted = PageQuery {
            campaign: Campaign::parse("a-b"),
            package_title: Some("12-month".to_owned()),
            ..PageQuery::default()
        };
        assert_eq!(read, wanted);
        let sale = find("/flash-sale-x").unwrap();
        let read = sale.query("/flash-sale-x", Some("code=Y&package=3"));
        let wanted = PageQuery {
            campaign: Campaign::parse("x"),
            package_title: Some("3-month".to_owned()),
            ..PageQuery::default()
        };
        assert_eq!(read, wanted);
        assert_eq!(buy.query("", Some("package=x")), PageQuery::default());
        assert_eq!(buy.query("", None), PageQuery::default());
        let countries = find("/esim/countries").unwrap();
        let search = |query: &str| countries.query("", Some(query)).search;
        assert_eq!(search("q=+New%20Zea+&plan=1-1024-7").as_deref(), Some("New Zea"));
        assert_eq!((search("q=+"), search("q=%00"), search("Q=x")), (None, None, None));
        assert_eq!(search(&format!("q={}", "x".repeat(99))).map(|text| text.len()), Some(64));
        let plan = |query: &str| find("/esim/bundle/1").unwrap().query("", Some(query)).plan;
        assert_eq!(plan("plan=1-1024-7"), StructuredData::new(1, 1024, 7));
        assert_eq!((plan("plan=1-1024"), plan("q=x")), (None, None));
        assert_eq!(find("/").unwrap().query("", Some("code=A&package=12")), PageQuery::default());
    }
}
