//! Every letter to a third-party mail server: `ONEFARE_SMTP=host:port` names one and sends the letters there.

use super::settings;
use crate::mail::letters::tests::all_letters;
use crate::mail::{Letter, MailSettings, Mailer};

#[tokio::test]
async fn another_server_takes_every_letter() {
    let Ok(place) = std::env::var("ONEFARE_SMTP") else { return };
    let (host, port) = place.rsplit_once(':').expect("host:port");
    let settings = MailSettings { host: host.to_owned(), ..settings(port.parse().expect("a port")) };
    let mailer = Mailer::new(&settings).expect("a mailer");
    for (name, letter) in all_letters() {
        mailer.send(&Letter { message_id: name, ..letter }).await.expect("taken");
    }
}
