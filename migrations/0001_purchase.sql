-- From price to paid subscription. One text for SQLite and PostgreSQL: TEXT and BIGINT only, instants are epoch
-- milliseconds, documents are JSON text that the core's types read, secrets stand here as digests.

-- Immutable, numbered price lists; the highest number is the current one. The digest is not unique: going back to
-- earlier prices makes a new book with the old content.
CREATE TABLE price_books (
    number BIGINT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    digest TEXT NOT NULL,
    applied_at BIGINT NOT NULL
);

-- `code` is folded; starts_at and ends_at repeat what the content says, so that the next change of a page can be
-- looked up without reading every code.
CREATE TABLE discount_codes (
    code TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    used BIGINT NOT NULL,
    starts_at BIGINT,
    ends_at BIGINT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX discount_codes_starts_at ON discount_codes (starts_at);
CREATE INDEX discount_codes_ends_at ON discount_codes (ends_at);

-- `buyer` is the digest of the buyer's cookie. product_id, currency, due_now and book repeat what the quote says.
CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY,
    number TEXT NOT NULL UNIQUE,
    buyer TEXT NOT NULL,
    email TEXT NOT NULL,
    email_canonical TEXT NOT NULL,
    language TEXT NOT NULL,
    return_to TEXT,
    product_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    due_now BIGINT NOT NULL,
    quote TEXT NOT NULL,
    quote_fingerprint TEXT NOT NULL,
    book BIGINT NOT NULL REFERENCES price_books (number),
    code TEXT,
    state TEXT NOT NULL,
    im_ref TEXT,
    fb_params TEXT,
    created_at BIGINT NOT NULL,
    paid_at BIGINT
);
CREATE INDEX orders_buyer ON orders (buyer, quote_fingerprint, created_at);
CREATE INDEX orders_email ON orders (email_canonical, paid_at);

-- One attempt to settle an order. `reference` is the provider's id, known only once the provider has answered.
CREATE TABLE payments (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    provider TEXT NOT NULL,
    hash_digest TEXT NOT NULL UNIQUE,
    reference TEXT UNIQUE,
    checkout_url TEXT,
    state TEXT NOT NULL,
    failure TEXT,
    customer_ref TEXT,
    subscription_ref TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    settled_at BIGINT
);
CREATE INDEX payments_order ON payments (order_id, created_at);
-- Of two payments that could be paid for one order, one would be a double charge.
CREATE UNIQUE INDEX payments_one_open ON payments (order_id) WHERE state = 'open';
CREATE INDEX payments_open ON payments (created_at) WHERE state = 'open';

-- Which payment an idempotency key belongs to. Checked at commit, so that the key can be claimed before the payment
-- it stands for is written.
CREATE TABLE attempts (
    key_digest TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id) DEFERRABLE INITIALLY DEFERRED,
    created_at BIGINT NOT NULL
);

-- What the buyer got. One per order: this key is what makes a second delivery impossible.
CREATE TABLE deliveries (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    kind TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE letters (
    order_id TEXT NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL,
    message_id TEXT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, kind)
);

CREATE TABLE webhook_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_events_received ON webhook_events (received_at);

-- Work for later. A job that is asked for again while it runs is not lost: again_at makes it run once more.
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    due_at BIGINT NOT NULL,
    lease TEXT,
    leased_until BIGINT NOT NULL,
    again_at BIGINT,
    attempts BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (kind, subject)
);
CREATE INDEX jobs_due ON jobs (due_at, id);
