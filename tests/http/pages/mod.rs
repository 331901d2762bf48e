//! Pages: the content of documents, and where every address leads.

pub mod campaigns;
pub mod deal;
pub mod devices;
pub mod documents;
pub mod esim_documents;
pub mod esim_plans;
pub mod esim_shell;
pub mod initial_data;
pub mod left_out;
pub mod link_previews;
pub mod onboarding;
pub mod openapi;
pub mod page_recovery;
pub mod price_mismatch;
pub mod return_addresses;
pub mod sections;
pub mod structured_data;
