//! The input of a buyer who withdraws from an order.

use onefare_core::email::check;
use onefare_core::order::OrderNumber;
use onefare_core::withdrawal::{MAX_NAME, Statement, name_of};

targets! {
    "withdrawal" made of ["7K3M-92PD", "7k3m92pd", "\u{2068}", "–", "#", " ", "amal@example.com", "é", "\u{202e}"];

    statements asks [Statement::read, name_of, OrderNumber::parse, OrderNumber::written], where |text| {
        let parts: Vec<&str> = text.splitn(3, '\n').collect();
        let part = |index: usize| parts.get(index).copied().unwrap_or_default();
        for (number, email, name) in [
            (part(0), part(1), part(2)),
            (text, "amal@example.com", text),
            ("7K3M-92PD", text, text),
            ("7K3M-92PD", "amal@example.com", text),
        ] {
            let Ok(read) = Statement::read(number, email, name) else { continue };
            assert_eq!((read.order_number.as_str().len(), read.order_number.as_str().find('-')), (9, Some(4)));
            assert_eq!(OrderNumber::written(read.order_number.as_str()).as_ref(), Some(&read.order_number));
            assert_eq!(OrderNumber::parse(number).as_ref(), Some(&read.order_number));
            assert_eq!(check(read.email.as_str()), Ok(read.email.as_str()));
            if let Some(name) = &read.name {
                assert!(name.trim() == name && !name.is_empty() && !name.contains(char::is_control));
                assert!(name.chars().count() <= MAX_NAME);
                assert!(!name.contains(['/', ':', '@', '<', '&']) && !name.contains("www."), "no address: {name}");
                assert_eq!(name_of(name).as_ref(), Some(name));
            }
            let name = read.name.clone().unwrap_or_default();
            assert_eq!(
                Statement::read(read.order_number.as_str(), read.email.as_str(), &name),
                Ok(read),
                "reading again changes nothing",
            );
        }
    };
}
