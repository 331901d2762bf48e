//! The server itself: connections, rate limits, job isolation, a damaged or failing database.

pub mod bench_baseline;
pub mod connections;
pub mod damaged_rows;
pub mod database_faults;
pub mod job_isolation;
pub mod rate_limits;
pub mod refused_access;
