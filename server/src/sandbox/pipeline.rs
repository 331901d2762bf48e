//! The steps of every parsed call of a provider's API: its key, a fault, the execution, the answer.

use axum::http::{HeaderMap, StatusCode, header};
use subtle::ConstantTimeEq as _;

use super::Sandbox;
use super::faults::{self, Fault, FaultKind};
use super::idempotency::{self, Keyed, Memory};
use super::settings::SandboxError;
use super::store::Work;

/// Largest request body that is read, in bytes.
pub const LARGEST_BODY: usize = 256 * 1_024;

/// The bearer token of a call: `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Whether a call carries this key.
pub fn is_authorised(headers: &HeaderMap, key: &str) -> bool {
    bearer(headers).is_some_and(|sent| bool::from(sent.as_bytes().ct_eq(key.as_bytes())))
}

/// A provider's form of refusal.
pub trait Refuse: From<SandboxError> + Send {
    /// The provider's own fault.
    fn internal() -> Self;
    /// The key of the account is wrong.
    fn unauthorized() -> Self;
    /// Another request with this key is in flight.
    fn key_in_use(key: &str) -> Self;
    /// The key was used for another request.
    fn key_taken(key: &str) -> Self;
    /// The HTTP status.
    fn status(&self) -> StatusCode;
    /// The body as it is sent.
    fn text(&self) -> String;
}

/// A parsed call: a known operation with parameters of the right types.
pub trait Call: Sync {
    /// The provider's form of refusal.
    type Refusal: Refuse;

    /// Executes the call in one transaction; returns the status and the body of the answer.
    fn perform(
        &self,
        work: &mut Work,
        request_id: &str,
    ) -> impl Future<Output = Result<(StatusCode, String), Self::Refusal>> + Send;
}

/// The answer to a call.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub body: String,
    /// The request whose answer is repeated.
    pub replayed_from: Option<String>,
}

impl Answer {
    /// The answer with a refusal.
    pub fn refusing(refusal: &impl Refuse) -> Self {
        Self { status: refusal.status(), body: refusal.text(), replayed_from: None }
    }
}

impl Sandbox {
    /// Executes a call. `operation` is the name at which tests aim faults.
    pub(super) async fn carry_out<C: Call>(
        &self,
        call: &C,
        operation: &str,
        keyed: Option<&Keyed>,
        request_id: &str,
    ) -> Result<Answer, C::Refusal> {
        let enter = |keyed: &Keyed| self.in_flight.enter(keyed).ok_or_else(|| C::Refusal::key_in_use(&keyed.key));
        let _turn = match keyed {
            Some(keyed) => Some(enter(keyed)?),
            None => None,
        };
        let mut work = self.store.begin().await?;
        let fault = faults::take(&mut work, operation).await?;
        if let Some(fault) = &fault {
            work.commit().await?;
            fault.before().await;
            if let Some(refusal) = self.fail(fault, keyed, request_id).await? {
                return Err(refusal);
            }
            work = self.store.begin().await?;
        }
        let mut answer = self.perform(call, work, keyed, request_id).await?;
        if let Some(fault) = &fault {
            fault.after().await;
            answer.body = fault.bend(answer.body);
        }
        Ok(answer)
    }

    /// Answers with a fault. A fault that is to be stored for its key does not replace a stored answer: that one is
    /// repeated, as always.
    async fn fail<R: Refuse>(
        &self,
        fault: &Fault,
        keyed: Option<&Keyed>,
        request_id: &str,
    ) -> Result<Option<R>, SandboxError> {
        let Some(kept) = fault.fails() else { return Ok(None) };
        let refusal = if fault.kind == FaultKind::Unauthorized { R::unauthorized() } else { R::internal() };
        if let (true, Some(keyed)) = (kept, keyed) {
            let mut work = self.store.begin().await?;
            if !matches!(idempotency::recall(&mut work, keyed).await?, Memory::New) {
                return Ok(None);
            }
            idempotency::keep(&mut work, keyed, refusal.status(), &refusal.text(), request_id).await?;
            work.commit().await?;
        }
        Ok(Some(refusal))
    }

    async fn perform<C: Call>(
        &self,
        call: &C,
        mut work: Work,
        keyed: Option<&Keyed>,
        request_id: &str,
    ) -> Result<Answer, C::Refusal> {
        if let Some(keyed) = keyed {
            match idempotency::recall(&mut work, keyed).await? {
                Memory::New => {}
                Memory::Taken => return Err(C::Refusal::key_taken(&keyed.key)),
                Memory::Answered(kept) => {
                    return Ok(Answer { status: kept.status, body: kept.body, replayed_from: Some(kept.request_id) });
                }
            }
        }
        let (status, body) = call.perform(&mut work, request_id).await?;
        if let Some(keyed) = keyed {
            idempotency::keep(&mut work, keyed, status, &body, request_id).await?;
        }
        work.commit().await?;
        self.wake.notify_one();
        Ok(Answer { status, body, replayed_from: None })
    }
}
