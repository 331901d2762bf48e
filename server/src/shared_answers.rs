//! One outside call at a time about each subject; its answer serves every caller that asks meanwhile or shortly after.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// When this many answers are kept, those that are too old for every caller are dropped.
const MANY: usize = 1_024;

/// How long an answer is kept: longer than any caller accepts it.
const KEPT: Duration = Duration::from_mins(10);

type Slot<T> = Arc<tokio::sync::Mutex<Last<T>>>;

/// The last answers, by what they are about.
#[derive(Debug)]
pub struct SharedAnswers<T>(Mutex<HashMap<String, (Instant, Slot<T>)>>);

impl<T> Default for SharedAnswers<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> SharedAnswers<T> {
    /// The answer of an outside call that began at most `life` before this one, or later; `ask` is such a call, and
    /// only runs when there is no other. Even with a `life` of zero an answer serves the callers who waited for it: the
    /// outside call began after they had come.
    pub async fn get(&self, about: &str, life: Duration, ask: impl Future<Output = T>) -> T {
        let came = Instant::now();
        let slot = self.slot(about, came);
        let mut last = slot.lock().await;
        match recent(&last, life, came) {
            Some(answer) => answer,
            None => asked(&mut last, ask).await,
        }
    }

    /// [`get`](Self::get) that runs `ask` only if `may_ask` allows it: `None` when there is no answer and it does not.
    /// No other caller gets that `None` as an answer.
    pub async fn get_if(
        &self,
        about: &str,
        life: Duration,
        may_ask: impl FnOnce() -> bool,
        ask: impl Future<Output = T>,
    ) -> Option<T> {
        let came = Instant::now();
        let slot = self.slot(about, came);
        let mut last = slot.lock().await;
        match recent(&last, life, came) {
            Some(answer) => Some(answer),
            None if may_ask() => Some(asked(&mut last, ask).await),
            None => None,
        }
    }

    fn slot(&self, about: &str, now: Instant) -> Slot<T> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MANY && !slots.contains_key(about) {
            slots.retain(|_, (used, slot)| now.duration_since(*used) < KEPT || Arc::strong_count(slot) > 1);
        }
        let (used, slot) = slots.entry(about.to_owned()).or_insert_with(|| (now, Slot::default()));
        *used = now;
        Arc::clone(slot)
    }
}

type Last<T> = Option<(Instant, T)>;

fn recent<T: Clone>(last: &Last<T>, life: Duration, came: Instant) -> Option<T> {
    last.as_ref().filter(|(began, _)| *began + life >= came).map(|(_, answer)| answer.clone())
}

async fn asked<T: Clone>(last: &mut Last<T>, ask: impl Future<Output = T>) -> T {
    let began = Instant::now();
    let answer = ask.await;
    *last = Some((began, answer.clone()));
    answer
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::JoinSet;

    use super::*;

    /// Asks as this many callers at once, and returns how many outside calls that took.
    async fn questions(answers: &Arc<SharedAnswers<usize>>, callers: usize, life: Duration) -> usize {
        let (asked, mut calls) = (Arc::new(AtomicUsize::new(0)), JoinSet::new());
        for _ in 0..callers {
            let (answers, asked) = (Arc::clone(answers), Arc::clone(&asked));
            calls.spawn(async move {
                let ask = async {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                    asked.fetch_add(1, Ordering::SeqCst)
                };
                answers.get("pay_1", life, ask).await
            });
        }
        calls.join_all().await;
        asked.load(Ordering::SeqCst)
    }

    #[tokio::test]
    async fn a_hundred_callers_ask_once_and_again_after_the_life_of_the_answer() {
        let (answers, life) = (Arc::default(), Duration::from_millis(400));
        assert_eq!(questions(&answers, 100, life).await, 1);
        assert_eq!(questions(&answers, 100, life).await, 0, "it is good for a while");
        tokio::time::sleep(life).await;
        assert_eq!(questions(&answers, 100, life).await, 1);
    }

    #[tokio::test]
    async fn who_trusts_no_earlier_answer_shares_a_later_one() {
        let answers = Arc::default();
        assert_eq!(questions(&answers, 1, Duration::ZERO).await, 1);
        assert_eq!(questions(&answers, 1, Duration::ZERO).await, 1, "the first question was an earlier one");
        // The first makes a call; the others came before or after it began, and wait for the next one at most.
        let asked = questions(&answers, 50, Duration::ZERO).await;
        assert!((1..=2).contains(&asked), "{asked}");
    }

    #[tokio::test]
    async fn a_question_that_may_not_be_asked_is_no_answer_to_others() {
        let answers = SharedAnswers::default();
        let life = Duration::from_secs(5);
        assert_eq!(answers.get_if("pay_1", life, || false, async { 1 }).await, None);
        assert_eq!(answers.get("pay_1", life, async { 2 }).await, 2);
        assert_eq!(answers.get_if("pay_1", life, || false, async { 3 }).await, Some(2), "that one is good for all");
    }

    #[tokio::test]
    async fn old_answers_are_dropped_when_there_are_many() {
        let answers = SharedAnswers::default();
        for number in 0..MANY {
            answers.get(&format!("pay_{number}"), Duration::ZERO, async { number }).await;
        }
        drop(answers.slot("another", Instant::now() + KEPT));
        assert_eq!(answers.0.into_inner().unwrap().len(), 1);
    }
}
