//! What to do on a device to add an eSIM and to go online with it (specification 2, section 3 "Tutorial device").
//!
//! Menus have the names that their makers give them in that language; makers of Android phones differ.

use super::System;
use crate::language::Language;

/// The steps in one language; the menu differs by maker.
struct Steps {
    prepare: &'static str,
    apple: &'static str,
    samsung: &'static str,
    google: &'static str,
    scan: &'static str,
    arrive: &'static str,
}

/// The steps on a device of that maker: get ready, find the menu, scan, switch on.
pub(super) fn of(brand: &str, language: Language) -> [&'static str; 4] {
    let steps = steps(language);
    let menu = match brand {
        "Apple" => steps.apple,
        "Samsung" => steps.samsung,
        _ => steps.google,
    };
    [steps.prepare, menu, steps.scan, steps.arrive]
}

/// The steps on any device of one system, with one line per maker where menus differ; empty for a system whose phones
/// support no eSIM.
pub(super) fn on(system: System, language: Language) -> Vec<String> {
    let steps = steps(language);
    let menus = match system {
        System::Ios => vec![steps.apple.to_owned()],
        System::Android => vec![format!("Samsung: {}", steps.samsung), format!("Google Pixel: {}", steps.google)],
        System::WindowsPhone | System::Other => return Vec::new(),
    };
    let [prepare, scan, arrive] = [steps.prepare, steps.scan, steps.arrive].map(str::to_owned);
    [vec![prepare], menus, vec![scan, arrive]].concat()
}

const fn steps(language: Language) -> Steps {
    match language {
        Language::En => Steps {
            prepare: "Connect to Wi-Fi and open your QR code on another screen, or print it.",
            apple: "Open Settings, tap Mobile Service or Cellular, then Add eSIM, and choose Use QR Code.",
            samsung: "Open Settings, tap Connections, then SIM manager, then Add eSIM, and choose Scan QR code.",
            google: "Open Settings, tap Network & internet, then SIMs, then Add SIM, and choose Set up an eSIM.",
            scan: "Scan the QR code, or type in the activation code, and wait until the eSIM has been added.",
            arrive: "When you arrive, choose the new eSIM for mobile data and switch on its data roaming.",
        },
        Language::Nl => Steps {
            prepare: "Maak verbinding met wifi en open je QR-code op een ander scherm, of print de code.",
            apple: "Open Instellingen, tik op Mobiel netwerk, dan op Voeg eSIM toe, en kies Gebruik QR-code.",
            samsung: "Open Instellingen, tik op Verbindingen, dan op Simbeheer, dan op eSIM toevoegen, en kies QR-code scannen.",
            google: "Open Instellingen, tik op Netwerk en internet, dan op Simkaarten, dan op Simkaart toevoegen, en kies Een e-simkaart instellen.",
            scan: "Scan de QR-code, of typ de activeringscode in, en wacht tot de eSIM is toegevoegd.",
            arrive: "Kies na aankomst de nieuwe eSIM voor mobiele data en zet dataroaming ervoor aan.",
        },
        Language::De => Steps {
            prepare: "Verbinden Sie sich mit einem WLAN und öffnen Sie Ihren QR-Code auf einem anderen Bildschirm, oder drucken Sie ihn aus.",
            apple: "Öffnen Sie Einstellungen, tippen Sie auf Mobilfunk, dann auf eSIM hinzufügen, und wählen Sie QR-Code verwenden.",
            samsung: "Öffnen Sie Einstellungen, tippen Sie auf Verbindungen, dann auf SIM-Manager, dann auf eSIM hinzufügen, und wählen Sie QR-Code scannen.",
            google: "Öffnen Sie Einstellungen, tippen Sie auf Netzwerk & Internet, dann auf SIM-Karten, dann auf SIM hinzufügen, und wählen Sie eSIM einrichten.",
            scan: "Scannen Sie den QR-Code oder geben Sie den Aktivierungscode ein, und warten Sie, bis die eSIM hinzugefügt ist.",
            arrive: "Wählen Sie nach der Ankunft die neue eSIM für mobile Daten und schalten Sie deren Datenroaming ein.",
        },
        Language::Fr => Steps {
            prepare: "Connectez-vous au Wi-Fi et ouvrez votre code QR sur un autre écran, ou imprimez-le.",
            apple: "Ouvrez Réglages, touchez Données cellulaires, puis Ajouter une eSIM, et choisissez Utiliser un code QR.",
            samsung: "Ouvrez Paramètres, touchez Connexions, puis Gestionnaire SIM, puis Ajouter une eSIM, et choisissez Scanner le code QR.",
            google: "Ouvrez Paramètres, touchez Réseau et Internet, puis Cartes SIM, puis Ajouter une carte SIM, et choisissez Configurer une eSIM.",
            scan: "Scannez le code QR, ou saisissez le code d’activation, et attendez que l’eSIM soit ajoutée.",
            arrive: "À l’arrivée, choisissez la nouvelle eSIM pour les données mobiles et activez son itinérance des données.",
        },
        Language::Ar => Steps {
            prepare: "اتصل بشبكة Wi-Fi وافتح رمز QR الخاص بك على شاشة أخرى أو اطبعه.",
            apple: "افتح الإعدادات، واضغط على خلوي، ثم على إضافة eSIM، واختر استخدام رمز QR.",
            samsung: "افتح الإعدادات، واضغط على الاتصالات، ثم على مدير SIM، ثم على إضافة eSIM، واختر مسح رمز QR.",
            google: "افتح الإعدادات، واضغط على الشبكة والإنترنت، ثم على شرائح SIM، ثم على إضافة شريحة SIM، واختر إعداد شريحة eSIM.",
            scan: "امسح رمز QR أو اكتب رمز التفعيل، وانتظر حتى تُضاف شريحة eSIM.",
            arrive: "عند وصولك، اختر شريحة eSIM الجديدة لبيانات الجوال وفعّل تجوال البيانات لها.",
        },
    }
}
