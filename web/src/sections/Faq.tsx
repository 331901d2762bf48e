import { Accordion } from '../ui/Accordion';
import styles from './Faq.module.css';
import { SectionIntro } from './SectionIntro';

/** The content of the questions section. */
export interface FaqContent {
  title: string;
  lead: string;
  questions: readonly { question: string; answer: string }[];
  /** The name of the disclosure group, unique on the page. */
  group?: string;
}

/** Questions with their answers, the first one open. */
export function Faq({ title, lead, questions, group = 'questions' }: FaqContent) {
  const entries = questions.map(({ question, answer }) => ({ title: question, content: <p>{answer}</p> }));
  return (
    <section className={`container ${styles.questions}`} aria-label={title}>
      <SectionIntro title={title} lead={lead} place="beside" />
      <Accordion group={group} entries={entries} />
    </section>
  );
}
