import type { ReactNode } from 'react';
import type { PriceLabel } from '../rules/wire';
import { Button, ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Amount, Price } from '../ui/Price';
import styles from './PricingCards.module.css';
import { SectionIntro } from './SectionIntro';

/** One plan on a card that leads to the page where it is bought. */
export interface PricingCard {
  id: string;
  name: string;
  description?: string;
  /** Badge on top of the card; empty for none. */
  highlight: string;
  /** For example "Save 66%". */
  saving?: string | undefined;
  price: PriceLabel;
  /** The mark before a rounded price, for eyes and for screen readers. */
  about?: string | undefined;
  /** The unit of the price, such as "/ month". */
  unit: string;
  /** The crossed-out price, and the word that screen readers hear for it. */
  before?: { text: string; word: string } | undefined;
  /** What is charged, and when again. */
  billing: ReactNode;
  /** The saving per month, in a sentence. */
  saved?: ReactNode;
  features?: readonly string[];
  /** A link to the purchase page, or what the button does here. */
  action: { label: string } & ({ href: string } | { choose: () => void });
  /** Content below the button. */
  below?: ReactNode;
}

/** The content of the pricing section. */
export interface PricingContent {
  title: string;
  lead: string;
  /** A control for all cards, such as a choice of currency. */
  control?: ReactNode;
  cards: readonly PricingCard[];
  note?: ReactNode;
}

/** Plans side by side; rows line up in every language. */
export function PricingCards({ title, lead, control, cards, note }: PricingContent) {
  return (
    <section className={`container ${styles.pricing}`} aria-label={title}>
      <SectionIntro title={title} lead={lead} place="centred">
        {control}
      </SectionIntro>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <li key={card.id} className={card.highlight ? `${styles.card} ${styles.highlighted}` : styles.card}>
            <Card {...card} />
          </li>
        ))}
      </ul>
      {note ? <p className={styles.note}>{note}</p> : null}
    </section>
  );
}

function Card(card: PricingCard) {
  const { name, description, highlight, saving, billing, saved, features, action, below } = card;
  return (
    <>
      {highlight ? <p className={styles.tab}>{highlight}</p> : null}
      <div className={styles.head}>
        <h3 className={styles.name}>{name}</h3>
        {saving ? <p className={styles.saving}>{saving}</p> : null}
        {description ? <p className={styles.description}>{description}</p> : null}
      </div>
      <CardPrice {...card} />
      <div className={styles.billing}>
        <p>{billing}</p>
        {saved ? <p className={styles.saved}>{saved}</p> : null}
      </div>
      {features ? (
        <ul className={styles.features}>
          {features.map((feature) => (
            <li key={feature}>
              <Icon shape="check" />
              {feature}
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.foot}>
        <Action action={action} look={highlight ? 'primary' : 'secondary'} name={name} />
        {below}
      </div>
    </>
  );
}

function CardPrice({ price, about, unit, before }: PricingCard) {
  return (
    <div className={styles.price}>
      <p className={styles.perMonth}>
        {about ? (
          <>
            <span className={styles.unit} aria-hidden="true">
              ≈
            </span>
            <span className="visually-hidden">{about} </span>
          </>
        ) : null}
        <Price label={price} />
        <span className={styles.unit}>{unit}</span>
      </p>
      {before ? (
        <s className={styles.before}>
          <span className="visually-hidden">{before.word} </span>
          <Amount text={before.text} />
        </s>
      ) : null}
    </div>
  );
}

function Action({ action, look, name }: Pick<PricingCard, 'action' | 'name'> & { look: 'primary' | 'secondary' }) {
  if ('href' in action) {
    return (
      <ButtonLink href={action.href} look={look}>
        {action.label}
      </ButtonLink>
    );
  }
  // The buttons of all cards have the same label: a screen reader user who hears one alone needs the plan's name too.
  return (
    <Button look={look} onClick={action.choose}>
      <span>
        {action.label} <span className="visually-hidden">{name}</span>
      </span>
    </Button>
  );
}
