//! Codes of problems and messages.

use onefare_core::message::Message;
use onefare_core::problem::Problem;

targets! {
    "problem" made of ["email_", "required", "_", "a"];

    codes asks [Problem::parse, Message::parse], where |text| {
        if let Some(problem) = Problem::parse(text) {
            assert!(problem.code() == text && !problem.message().is_empty());
        }
        if let Some(message) = Message::parse(text) {
            assert!(message.code() == text && !message.text().is_empty());
        }
    };
}
