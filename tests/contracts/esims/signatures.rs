//! Signatures of calls: our own vectors, and the supplier's where they are available.

use onefare_server::esims::esim_access::signature::Signed;
use serde::Deserialize;

use crate::official::official;
use crate::schemas::folder;

#[derive(Deserialize)]
struct Vectors {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    timestamp: String,
    request_id: String,
    access_code: String,
    #[serde(alias = "secret_key")]
    secret: String,
    body: String,
    signature: String,
}

impl Case {
    fn must_hold(&self) {
        let Self { timestamp, request_id, access_code, body, .. } = self;
        let signed = Signed { timestamp, request_id, access_code, body };
        assert_eq!(signed.signature(&self.secret.as_str().into()), self.signature, "{}", self.name);
    }
}

#[test]
fn our_vectors() {
    let text = std::fs::read_to_string(folder().join("esims/signatures.json")).expect("the vectors");
    let Vectors { cases } = serde_json::from_str(&text).expect("vectors");
    assert_eq!(cases.len(), 10);
    cases.iter().for_each(Case::must_hold);
}

#[test]
fn the_suppliers_vectors() {
    let Some(file) = official("esim-vectors.json") else { return };
    let cases: Vec<Case> = serde_json::from_value(file["esim_access"]["vectors"].clone()).expect("vectors");
    assert_eq!(cases.len(), 3);
    cases.iter().for_each(Case::must_hold);
}
