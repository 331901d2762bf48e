//! Later, and again if needed: jobs run here, outside the request that asked for them.
