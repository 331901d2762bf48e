//! The query of a page, reduced to what its registry row reads. E-mails and everything else never reach a builder.

use onefare_core::campaign::package_title;
use url::form_urlencoded;

use super::registry::{PageRow, QueryKey};

/// What a page's address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageQuery {
    /// The discount code as it was typed; `None` where the page takes none.
    pub code: Option<String>,
    /// The title of the plan that `package` names; `None` where it names none.
    pub package_title: Option<String>,
}

impl PageQuery {
    /// Reads the keys of a row. Of a repeated key the first value counts, as `URLSearchParams.get` has it.
    #[must_use]
    pub fn read(row: &PageRow, query: Option<&str>) -> Self {
        let first = |key: QueryKey, name: &str| {
            let asked = query.filter(|_| row.queries.contains(&key))?;
            form_urlencoded::parse(asked.as_bytes())
                .find(|(found, _)| found == name)
                .map(|(_, value)| value.into_owned())
        };
        Self {
            code: first(QueryKey::Code, "code"),
            package_title: first(QueryKey::Package, "package").and_then(|package| package_title(&package)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::registry::find;
    use super::*;

    #[test]
    fn takes_the_first_value_of_the_keys_that_the_page_reads() {
        let buy = find("/buy").unwrap();
        let read = PageQuery::read(buy, Some("email=a%40b.co&code=A+B&code=C&package=12&package=3"));
        assert_eq!(read, PageQuery { code: Some("A B".to_owned()), package_title: Some("12-month".to_owned()) });
        assert_eq!(PageQuery::read(buy, Some("package=x")), PageQuery::default());
        assert_eq!(PageQuery::read(buy, None), PageQuery::default());
        assert_eq!(PageQuery::read(find("/").unwrap(), Some("code=A&package=12")), PageQuery::default());
    }
}
