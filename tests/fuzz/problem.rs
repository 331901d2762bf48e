//! Codes of problems and notices.

use onefare_core::notice::Notice;
use onefare_core::problem::Problem;

targets! {
    "problem" made of ["email_", "required", "_", "a"];

    codes asks [Problem::parse, Notice::parse], where |text| {
        if let Some(problem) = Problem::parse(text) {
            assert!(problem.code() == text && !problem.message().is_empty());
        }
        if let Some(notice) = Notice::parse(text) {
            assert!(notice.code() == text && !notice.message().is_empty());
        }
    };
}
