//! Money returned to the buyer: by us, or by others at the provider.

pub mod case;
pub mod charge_refund;
pub mod external;
pub mod late_charge;
pub mod provider;
pub mod run;
pub mod subscription_end;
