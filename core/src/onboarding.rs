//! The wizard: a device, at least one reason, an e-mail address, in three steps (specification 2, section 2 "Onboarding
//! wizard", sections 4 and 5).

mod step;

use validator::ValidateLength;

pub use step::Step;

use crate::currency::Currency;
use crate::email::Email;
use crate::language::Language;
use crate::money::{Money, MoneyError};
use crate::price_text::price_text;
use crate::problem::Problem;
use crate::typed_text::is_invisible;

/// Longest name of a device, in characters.
pub const MAX_DEVICE: u64 = 32;

/// Most reasons, repeated ones counted each time.
pub const MAX_REASONS: u64 = 16;

/// Longest name of a streaming service, in characters.
pub const MAX_SERVICE: u64 = 100;

/// The devices of the first step, in the order they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// iPhone and iPad.
    Ios,
    /// Android phones and tablets.
    Android,
    /// Apple's notebooks.
    MacBook,
    /// Windows.
    Windows,
    /// Linux.
    Linux,
}

/// The reasons of the second step, in the order they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Unblock apps.
    UnblockApps,
    /// Streaming; opens the field for the service.
    Streaming,
    /// Privacy and security.
    PrivacyAndSecurity,
    /// Other.
    Other,
}

/// The wizard's answers as the visitor gave them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers<'given> {
    /// Where the visitor can be reached.
    pub email: &'given str,
    /// The device.
    pub device: &'given str,
    /// The reasons.
    pub reasons: &'given [String],
    /// Which streaming service.
    pub streaming_service: Option<&'given str>,
}

/// The wizard's answers, read and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Onboarding {
    /// The device.
    pub device: Device,
    /// At least one reason, each once, in the order they are shown.
    pub reasons: Vec<Reason>,
    /// Which streaming service, if streaming is a reason and something was typed.
    pub streaming_service: Option<String>,
    /// Where the visitor can be reached.
    pub email: Email,
}

impl Step {
    /// The steps that ask something, in order.
    pub const ASKING: [Self; 3] = [Self::Device, Self::Reasons, Self::Email];

    /// The step whose answer caused a problem; [`Step::Email`] for a problem of no answer.
    ///
    /// ```
    /// use onefare_core::{onboarding::Step, problem::Problem};
    /// assert_eq!(Step::of_problem(Problem::ReasonsRequired), Step::Reasons);
    /// assert_eq!(Step::of_problem(Problem::RateLimited), Step::Email);
    /// ```
    #[must_use]
    pub const fn of_problem(problem: Problem) -> Self {
        match problem {
            Problem::DeviceRequired => Self::Device,
            Problem::ReasonsRequired => Self::Reasons,
            _ => Self::Email,
        }
    }

    /// The step after this one, if this one's question is answered; the dashboard is the last.
    ///
    /// ```
    /// use onefare_core::{onboarding::{Answers, Step}, problem::Problem};
    /// let answers = Answers { device: "iOS", ..Default::default() };
    /// assert_eq!(Step::Device.next(answers), Ok(Step::Reasons));
    /// assert_eq!(Step::Reasons.next(answers), Err(Problem::ReasonsRequired));
    /// ```
    ///
    /// # Errors
    /// What [`Onboarding::read`] says about this step's answer.
    pub fn next(self, answers: Answers<'_>) -> Result<Self, Problem> {
        match self {
            Self::Device => device_of(answers).map(|_| Self::Reasons),
            Self::Reasons => reasons_of(answers).and(service_of(answers)).map(|_| Self::Email),
            Self::Email => Email::parse(answers.email).map(|_| Self::Dashboard),
            Self::Dashboard => Ok(Self::Dashboard),
        }
    }
}

impl Device {
    /// Every device, in the order they are shown.
    pub const ALL: [Self; 5] = [Self::Ios, Self::Android, Self::MacBook, Self::Windows, Self::Linux];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ios => "ios",
            Self::Android => "android",
            Self::MacBook => "macbook",
            Self::Windows => "windows",
            Self::Linux => "linux",
        }
    }

    /// The name, the same in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ios => "iOS",
            Self::Android => "Android",
            Self::MacBook => "MacBook",
            Self::Windows => "Windows",
            Self::Linux => "Linux",
        }
    }
}

impl Reason {
    /// Every reason, in the order they are shown.
    pub const ALL: [Self; 4] = [Self::UnblockApps, Self::Streaming, Self::PrivacyAndSecurity, Self::Other];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnblockApps => "unblock_apps",
            Self::Streaming => "streaming",
            Self::PrivacyAndSecurity => "privacy_and_security",
            Self::Other => "other",
        }
    }
}

impl Onboarding {
    /// Reads the answers.
    ///
    /// ```
    /// use onefare_core::onboarding::{Answers, Device, Onboarding, Reason};
    /// let read = Onboarding::read(Answers {
    ///     email: " amal@example.com",
    ///     device: "MacBook",
    ///     reasons: &["other".to_owned(), "unblock apps".to_owned()],
    ///     ..Default::default()
    /// })
    /// .unwrap();
    /// assert_eq!((read.device, read.reasons), (Device::MacBook, vec![Reason::UnblockApps, Reason::Other]));
    /// ```
    ///
    /// # Errors
    /// The first problem in the order of the steps: [`Problem::DeviceRequired`], [`Problem::ReasonsRequired`],
    /// [`Problem::EmailRequired`], [`Problem::EmailInvalid`]; [`Problem::BadRequest`] for a request that the wizard
    /// cannot have sent: an answer on no list, or over a limit.
    pub fn read(answers: Answers<'_>) -> Result<Self, Problem> {
        let device = device_of(answers)?;
        let reasons = reasons_of(answers)?;
        let streaming_service = service_of(answers)?;
        let email = Email::parse(answers.email)?;
        Ok(Self { device, reasons, streaming_service, email })
    }
}

/// The credits of the welcome dashboard, an example, in US cents (specification 2, section 2 "Onboarding wizard").
const EXAMPLE_CREDITS: i64 = 2_500;

/// The example's credits as text.
///
/// ```
/// use onefare_core::{language::Language, onboarding::example_credits};
/// assert_eq!(example_credits(Language::En).unwrap(), "$25.00");
/// ```
///
/// # Errors
/// None: the amount is within bounds.
pub fn example_credits(language: Language) -> Result<String, MoneyError> {
    Money::new(EXAMPLE_CREDITS, Currency::Usd).map(|credits| price_text(credits, language))
}

fn device_of(answers: Answers<'_>) -> Result<Device, Problem> {
    within(answers.device, MAX_DEVICE)?;
    let answer = folded(answers.device);
    if answer.is_empty() {
        return Err(Problem::DeviceRequired);
    }
    Device::ALL.into_iter().find(|device| device.code() == answer).ok_or(Problem::BadRequest)
}

fn reasons_of(answers: Answers<'_>) -> Result<Vec<Reason>, Problem> {
    within(answers.reasons, MAX_REASONS)?;
    let chosen: Vec<String> = answers.reasons.iter().map(|answer| folded(answer)).collect();
    if chosen.is_empty() {
        return Err(Problem::ReasonsRequired);
    }
    let is_listed = |answer: &String| Reason::ALL.into_iter().any(|reason| reason.code() == answer);
    if !chosen.iter().all(is_listed) {
        return Err(Problem::BadRequest);
    }
    Ok(Reason::ALL.into_iter().filter(|reason| chosen.iter().any(|answer| reason.code() == answer)).collect())
}

/// The typed service without control and direction characters, if streaming is a reason.
fn service_of(answers: Answers<'_>) -> Result<Option<String>, Problem> {
    within(&answers.streaming_service, MAX_SERVICE)?;
    let asked = answers.reasons.iter().any(|answer| folded(answer) == Reason::Streaming.code());
    let typed = answers.streaming_service.filter(|_| asked).unwrap_or_default();
    let shown: String = typed.chars().filter(|letter| !letter.is_control() && !is_invisible(*letter)).collect();
    let service = shown.trim();
    Ok((!service.is_empty()).then(|| service.to_owned()))
}

/// Refuses an answer that is longer than its limit.
fn within<T: ValidateLength<u64> + ?Sized>(answer: &T, most: u64) -> Result<(), Problem> {
    if answer.validate_length(None, Some(most), None) { Ok(()) } else { Err(Problem::BadRequest) }
}

/// An answer as its code: `Unblock apps` is `unblock_apps`.
fn folded(answer: &str) -> String {
    answer.trim().to_ascii_lowercase().replace([' ', '-'], "_")
}
