//! The structure of each page: its sections in order, and the number of parts in each, in the document as sent.

use onefare_tests::Shop;

/// The document from `<main` to its end, without dialogs.
struct Drawn(String);

impl Drawn {
    async fn at(shop: &Shop, path: &str) -> Self {
        let page = shop.get(path).await.text;
        let main = page.split_once("<main").unwrap().1.split_once("</main>").unwrap().0;
        let mut drawn = String::new();
        for piece in main.split("<dialog") {
            drawn.push_str(piece.split_once("</dialog>").map_or(piece, |(_, after)| after));
        }
        Self(drawn)
    }

    /// The texts of the elements of a kind.
    fn texts(&self, element: &str) -> Vec<String> {
        let open = format!("<{element}");
        let close = format!("</{element}>");
        let inner = |piece: &str| piece.split_once('>').unwrap().1.split_once(&close).unwrap().0.to_owned();
        self.0.split(&open).skip(1).map(|piece| text_of(&inner(piece))).collect()
    }

    /// How often a piece of markup occurs in the section of this name; the section has none nested.
    fn count(&self, name: &str, piece: &str) -> usize {
        let label = format!("aria-label=\"{name}\"");
        let section = self.0.split_once(&label).unwrap_or_else(|| panic!("no section {name}")).1;
        section.split_once("</section>").unwrap().0.matches(piece).count()
    }

    /// How often it occurs on the page.
    fn counts(&self, piece: &str) -> usize {
        self.0.matches(piece).count()
    }
}

/// The text without markup.
fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, after)| after));
    }
    text.replace("&#x27;", "'")
}

#[tokio::test]
async fn the_landing_page_has_its_sections_in_the_order_of_the_document() {
    let shop = Shop::start().await;
    let home = Drawn::at(&shop, "/").await;
    let sections = [
        "Trusted by users in",
        "Made for how you live online",
        "WhatsApp calls that connect",
        "How we compare",
        "One clear price",
        "What people say",
        "Questions people ask",
        "Download for your device",
    ];
    assert_eq!(home.texts("h2"), sections);
    assert_eq!(home.texts("h1").len(), 1);
    // Four countries, and the Netherlands with the European Union.
    assert_eq!(home.count("Trusted by users in", "<li"), 5);
    assert_eq!(home.count("Made for how you live online", "FeatureGrid_feature\""), 6);
    // Each plan with its name, description and features.
    assert_eq!(home.count("One clear price", "<h3"), 3);
    assert!(home.count("One clear price", "<ul") >= 4, "the plans, and a list in each");
    // Two providers beside ours, and the compared features.
    assert_eq!(home.count("How we compare, table", "<th scope=\"col\""), 3);
    assert_eq!(home.count("How we compare, table", "<th scope=\"row\""), 8);
    assert_eq!(home.counts("<figure"), 4, "reviews");
    assert_eq!(home.counts("<blockquote"), 4);
    assert_eq!(home.counts("<details name=\"questions\""), 5);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_plan_picker_and_the_offers_have_the_same_parts() {
    let shop = Shop::start().await;
    let trust = ["Trusted by 1 Million Users", "All Plans Include", "What you can count on"];
    for (path, button) in [
        ("/buy", "Buy Now"),
        ("/flash-sale-spring20", "Get Secure Now!"),
        ("/flash-sale-phrase", "Get Secure Now!"),
        ("/quietharbor-special", "Get Secure Now!"),
        ("/trial", "Start Free Trial"),
    ] {
        let page = Drawn::at(&shop, path).await;
        assert_eq!(page.texts("h1").len(), 1, "{path}");
        let titles = page.texts("h2");
        assert!(titles.ends_with(&trust.map(str::to_owned)), "{path}: {titles:?}");
        assert_eq!(page.counts("type=\"radio\""), if path == "/trial" { 1 } else { 3 }, "{path}");
        assert!(page.texts("button").iter().any(|text| text == button), "{path}");
        assert_eq!(page.counts("type=\"email\""), 1, "{path}");
        assert!(page.0.contains("30-day money-back guarantee"), "{path}");
        let whole = shop.get(path).await.text;
        let header = whole.split_once("<header").unwrap().1.split_once("<main").unwrap().0;
        assert!(header.contains("<select") && header.contains("Return to website?!"), "{path}");
        // Two ratings, and four reasons.
        assert_eq!(page.count("What you can count on", "<h3"), 4, "{path}");
        assert_eq!(page.count("Trusted by 1 Million Users", "<li"), 2, "{path}");
        assert!(page.count("All Plans Include", "<li") >= 6, "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_deal_page_has_its_parts() {
    let shop = Shop::start().await;
    let deal = Drawn::at(&shop, "/en/affiliate-vpn-deals").await;
    assert_eq!(deal.texts("h1"), ["4 months free, and one eSIM"]);
    let sections = [
        "Choose your months",
        "One price, and all of this comes with it",
        "Northquay and other providers",
        "Trusted by 1 Million Users",
        "Ready for more months?",
        "Pay with",
        "Works on",
    ];
    assert_eq!(deal.texts("h2"), sections);
    assert_eq!(deal.count("Choose your months", "<h3"), 3);
    assert_eq!(deal.count("Choose your months", "eSIM with "), 3, "among the features of each");
    assert_eq!(deal.count("One price, and all of this comes with it", "FeatureGrid_feature\""), 6);
    // Five providers beside ours, over seven features.
    let table = "Northquay and other providers, table";
    assert_eq!((deal.count(table, "<th scope=\"col\""), deal.count(table, "<th scope=\"row\"")), (6, 7));
    assert_eq!(deal.counts("<blockquote"), 1);
    for (section, names) in [
        ("Pay with", &["iDEAL | Wero", "Visa", "Mastercard", "Apple Pay", "Google Pay"][..]),
        ("Works on", &["macOS", "Android", "iOS", "Windows", "Chrome"][..]),
    ] {
        assert_eq!(deal.count(section, "<li"), names.len(), "{section}");
        for name in names {
            assert_eq!(deal.count(section, &format!(">{name}<")), 1, "{section}: {name}");
        }
    }
    assert!(deal.count("Ready for more months?", "href=\"#pricing\"") == 1);
    let whole = shop.get("/en/affiliate-vpn-deals").await.text;
    let footer = whole.split_once("<footer").unwrap().1;
    for fact in ["Northquay Example B.V.", "Voorbeeldkade 1", "KvK 00000000", "NL000000000B00"] {
        assert!(footer.contains(fact), "{fact}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_pages_of_marketing_have_their_parts() {
    let shop = Shop::start().await;
    let ad = Drawn::at(&shop, "/landing-fb").await;
    for name in ["iPhone and iPad", "Android", "Windows", "macOS"] {
        assert_eq!(ad.count("Works on", &format!(">{name}<")), 1, "{name}");
    }
    assert_eq!((ad.count("Works on", "<li"), ad.counts("<blockquote")), (4, 3));
    let access = Drawn::at(&shop, "/landing-access").await;
    let sections =
        ["What opens", "How it works", "One clear price", "Questions people ask", "Zero risk, and we mean it"];
    assert_eq!(access.texts("h2"), sections);
    assert_eq!((access.count("What opens", "<h3"), access.count("How it works", "<h3")), (3, 3));
    assert_eq!(access.counts("<summary"), 4 + 3, "questions, and how each price is made");
    let threats = Drawn::at(&shop, "/landing-privacy").await;
    assert_eq!((threats.count("Who can watch", "<h3"), threats.counts("<blockquote")), (4, 3));
    assert_eq!(threats.count("How the curtains close", "<h3"), 4);
    shop.running.stop().await;
}
