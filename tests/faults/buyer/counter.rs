//! A browser's calls to the shop, for each way to buy: prices, the hosted page, the payment's status.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::{Choice, Stop, Visit};
use crate::plan::{By, DEALS, Way, is_limited};

/// What a return page shows.
#[derive(Debug)]
pub(super) struct Look {
    /// `paid`, `pending` or `failed`.
    pub status: String,
    pub order_number: String,
    pub ends: Option<String>,
    /// Minor units and currency.
    pub amount: Option<(i64, String)>,
    /// The order id, as the eSIM call expects it.
    pub order: String,
}

/// The outcome for an eSIM.
pub(super) enum Generated {
    Code(String),
    /// It is being made.
    Pending,
    /// There will be none.
    None,
}

impl Visit {
    /// What the page shows for a choice: the amount due today, in minor units.
    pub(super) async fn shown_price(&self, choice: Choice) -> Result<i64, Stop> {
        let shown = match choice.way {
            Way::Plan => self.plan_price(choice).await?,
            Way::Deal(_) => DEALS.iter().find(|(number, _)| *number == choice.package).map(|(_, cents)| *cents),
            Way::Esim(_) => self.data_price(choice).await?,
        };
        let Some(amount) = shown else {
            self.complain("the page shows no price").await?;
            return Err(Stop::Refused);
        };
        self.observed.lock().await.shown = amount;
        Ok(amount)
    }

    async fn plan_price(&self, choice: Choice) -> Result<Option<i64>, Stop> {
        let scenario = self.scenario().await;
        let code = choice.code.map(|code| format!("?discount_code={code}")).unwrap_or_default();
        let body = self.get(&format!("/api/subscription/get_initial_data{code}")).await?;
        let packages = body["packages"].as_array().cloned().unwrap_or_default();
        let plan = packages.iter().find(|one| one["product_id"] == choice.package);
        let prices = plan.and_then(|plan| plan["billing_amount"].as_array()).cloned().unwrap_or_default();
        let price = prices.iter().find(|price| price["currency"] == scenario.currency);
        Ok(price.and_then(|price| price["unit_amount"].as_i64()))
    }

    /// The bundle's price, less the discount of the code as the page requests it.
    async fn data_price(&self, choice: Choice) -> Result<Option<i64>, Stop> {
        let (scenario, plan) = (self.scenario().await, choice.package);
        let bundle = self.get(&format!("/api/esim/bundle/{}", bundle_of(plan))).await?;
        let refills = bundle["data"]["refills"].as_array().cloned().unwrap_or_default();
        let refill = refills.iter().find(|one| one["structured_data"] == plan);
        let currency = choice.currency(&scenario);
        let field = if currency == "USD" { "price_usd" } else { "price_eur" };
        let Some(price) = refill.and_then(|refill| refill[field].as_i64()) else { return Ok(None) };
        let Some(code) = choice.code else { return Ok(Some(price)) };
        let path = format!("/api/esim/discount-code/{code}/{price}");
        let asked = format!("{path}?currency={currency}&structured_data={plan}");
        let (_, answer) = self.until_answered(|| self.to_shop(Method::POST, &asked)).await?;
        let left = answer["data"].as_i64().filter(|_| answer["status"] == "ok");
        // Another buyer may hold a code's last use: then the page shows the price without it.
        Ok(left.or(Some(price).filter(|_| is_limited(code))))
    }

    /// Path and body of the purchase call for a choice.
    pub(super) async fn purchase(&self, choice: Choice, shown: i64) -> (&'static str, Value) {
        let (scenario, package) = (self.scenario().await, choice.package);
        let mut body = json!({
            "email": scenario.email, "currency": choice.currency(&scenario), "expected_amount": shown,
            "language": scenario.language,
        });
        let path = match choice.way {
            Way::Plan => "/api/subscription/get_checkout_link",
            Way::Deal(By::Card) => "/api/stripe/create-checkout-session",
            Way::Deal(By::Ideal) => "/api/mollie/create-payment",
            Way::Esim(By::Card) => "/api/esim/stripe/create-payment",
            Way::Esim(By::Ideal) => "/api/esim/mollie/create-payment",
        };
        let way = match choice.way {
            Way::Plan => json!({ "selectedPackage": package, "code": choice.code, "return_to": "/buy" }),
            Way::Deal(_) => json!({ "package": package, "selectedPackage": package }),
            Way::Esim(by) => json!({
                "bundle_id": bundle_of(package), "structured_data": package, "discount_code": choice.code,
                "return_to": format!("{}/esim/checkout/{}?plan={package}", prefix(scenario.language), bundle_of(package)),
                "payment_method": if by == By::Card { "card" } else { "ideal" },
            }),
        };
        for (name, value) in way.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        (path, body)
    }

    /// What the return page of a payment shows.
    pub(super) async fn look(&self, way: Way, page: &str) -> Result<Look, Stop> {
        let hash = self.hashes.lock().await.get(page).cloned().unwrap_or_default();
        let (status, answer) = match way {
            Way::Plan | Way::Deal(By::Card) => {
                let body = json!({ "session_id": page }).to_string();
                let path = "/api/subscription/verify";
                self.until_answered(|| self.to_shop(Method::POST, path).body(body.clone())).await?
            }
            Way::Deal(By::Ideal) => self.until_answered(|| self.by_hash("mollie", &hash)).await?,
            Way::Esim(By::Card) => self.until_answered(|| self.by_hash("esim/stripe", &hash)).await?,
            Way::Esim(By::Ideal) => self.until_answered(|| self.by_hash("esim/mollie", &hash)).await?,
        };
        // "failed" answers 200 as well; a refusal means that the shop does not recognise its own page.
        if !status.is_success() {
            self.complain(&format!("the return page was refused: {status} {answer}")).await?;
            return Err(Stop::Refused);
        }
        let text = |name: &str| answer[name].as_str().map(str::to_owned);
        let (number, amount) = if way.is_esim() { ("order_number", "amount_paid") } else { ("orderId", "amount") };
        Ok(Look {
            status: text("payment_status").unwrap_or_default(),
            order_number: text(number).unwrap_or_default(),
            ends: text("subscriptionEndDate"),
            amount: answer[amount].as_i64().zip(text("currency")),
            order: text("order_id").unwrap_or_default(),
        })
    }

    /// Requests the eSIM of a paid order.
    pub(super) async fn generate(&self, order: &str) -> Result<Generated, Stop> {
        let body = json!({ "structure_data": order }).to_string();
        let path = "/api/esim/generate-esim-order";
        let (status, answer) = self.until_answered(|| self.to_shop(Method::POST, path).body(body.clone())).await?;
        let code = answer["generated_esim"].as_str().unwrap_or_default().to_owned();
        match answer["status"].as_str() {
            Some("ok") if status.is_success() && !code.is_empty() => Ok(Generated::Code(code)),
            Some("pending") if status.is_success() && code.is_empty() => Ok(Generated::Pending),
            Some("error") if status.is_success() && code.is_empty() => Ok(Generated::None),
            _ => {
                self.complain(&format!("the eSIM was refused: {status} {}", answer["status"])).await?;
                Err(Stop::Refused)
            }
        }
    }

    /// Requests an order's eSIM from a browser that never ordered. `None`: the shop refuses it.
    pub(super) async fn generate_elsewhere(&self, order: &str, hash: Option<&str>) -> Result<Option<String>, Stop> {
        let body = json!({ "structure_data": order, "hash": hash }).to_string();
        let path = "/api/esim/generate-esim-order";
        let request = || self.to_shop(Method::POST, path).body(body.clone());
        let (status, answer) = self.until_answered_to(&Mutex::default(), request).await?;
        let code = answer["generated_esim"].as_str().filter(|code| status.is_success() && !code.is_empty());
        Ok(code.map(str::to_owned))
    }

    fn by_hash(&self, of: &str, hash: &str) -> reqwest::RequestBuilder {
        self.to_shop(Method::GET, &format!("/api/{of}/check-payment-status?hash={hash}{}", method_of(of)))
    }

    async fn get(&self, path: &str) -> Result<Value, Stop> {
        Ok(self.until_answered(|| self.to_shop(Method::GET, path)).await?.1)
    }

    pub(super) fn to_shop(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.endpoints.http.request(method, format!("{}{path}", self.endpoints.shop));
        request.header(CONTENT_TYPE, "application/json")
    }
}

/// The data page's name for the payment method in its status call.
fn method_of(call: &str) -> &'static str {
    match call {
        "esim/stripe" => "&payment_method=card",
        "esim/mollie" => "&payment_method=mollie",
        _ => "",
    }
}

/// The prefix of a language's addresses.
fn prefix(language: &str) -> String {
    if language == "en" { String::new() } else { format!("/{language}") }
}

fn bundle_of(plan: &str) -> &str {
    plan.split('-').next().unwrap_or_default()
}
