-- Every table of the shop. One text for SQLite and PostgreSQL: TEXT and BIGINT only, instants are epoch milliseconds,
-- documents are JSON text that the core's types read, secrets are stored as digests.

-- What is sold ----------------------------------------------------------------------------------------------------------

-- Immutable, numbered price lists; the highest number is the current one. The digest is not unique: an operator who
-- returns to earlier prices makes a new book with the old content.
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

-- Orders ----------------------------------------------------------------------------------------------------------------

-- `buyer` is the digest of the buyer's cookie. product_id, currency, due_now and book repeat what the quote says.
-- trial_terms is the version of the text about the charge after the trial that was acknowledged, trial_accepted_at the
-- time; both absent without a trial. `account_deleted_at` is when the buyer had the account deleted that the order was shown
-- in: no account shows it any more, and it is kept because the law wants the accounts of a shop kept.
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
    trial_terms TEXT,
    trial_accepted_at BIGINT,
    im_ref TEXT,
    fb_params TEXT,
    created_at BIGINT NOT NULL,
    paid_at BIGINT,
    account_deleted_at BIGINT
);
CREATE INDEX orders_buyer ON orders (buyer, quote_fingerprint, created_at);
CREATE INDEX orders_email ON orders (email_canonical, paid_at);
CREATE INDEX orders_trial ON orders (email_canonical) WHERE trial_accepted_at IS NOT NULL;
CREATE INDEX orders_closed ON orders (created_at) WHERE state = 'closed';
-- Counted at every look at the figures: small beside the table, because an operator soon handles what is in it.
CREATE INDEX orders_to_look_at ON orders (state)
    WHERE state IN ('held', 'stalled', 'refund_due', 'disputed', 'suspended');

-- What an order has of its limited code. `state` is reserved, consumed or released; discount_codes.used counts the first
-- two. `code` is folded. Codes without a limit have rows for paid orders only.
CREATE TABLE redemptions (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    code TEXT NOT NULL,
    state TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX redemptions_code ON redemptions (code, state);

-- Mistyped addresses of paid orders that were corrected. `old_email` stays until its letter went out. `trial_digest` is kept
-- of trials alone: an address has one trial, and a correction does not give it another.
CREATE TABLE email_changes (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    change BIGINT NOT NULL,
    old_email TEXT,
    trial_digest TEXT,
    changed_at BIGINT NOT NULL,
    UNIQUE (order_id, change)
);
CREATE INDEX email_changes_trial ON email_changes (trial_digest) WHERE trial_digest IS NOT NULL;

-- Withdrawals from orders that their buyers stated on-line: one per order. `handled_at` is when the money was back, or when
-- a person noted `how` it ended.
CREATE TABLE withdrawals (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    name TEXT,
    stated_at BIGINT NOT NULL,
    handled_at BIGINT,
    how TEXT
);
CREATE INDEX withdrawals_open ON withdrawals (stated_at) WHERE handled_at IS NULL;

-- Orders that nobody paid, once they are deleted with the addresses in them: how many there were of a product on a day
-- since 1970, and for how much.
CREATE TABLE unpaid_orders (
    day BIGINT NOT NULL,
    product_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    orders BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (day, product_id, currency)
);

-- Payments --------------------------------------------------------------------------------------------------------------

-- One attempt to settle an order. It has a quote of its own, because one order may be put to a provider that can renew and
-- to one that cannot. `reference` is the provider's id, known only once the provider has answered. `charged` is what a
-- provider said it had taken with a payment that disagreed with its quote, in minor units of `charged_currency`: asked
-- before any of it is refunded; absent where nothing else than the quote was taken. `page_ended_at` is when the provider's
-- page of a payment that was given up was known to be closed: until then it may be paid, and what the order holds is given
-- to no other. `seen_at` is when a buyer last asked about it, to within some minutes: a page to which no buyer returns is
-- asked about rarely.
CREATE TABLE payments (
    id TEXT NOT NULL PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    provider TEXT NOT NULL,
    quote TEXT NOT NULL,
    hash_digest TEXT NOT NULL UNIQUE,
    reference TEXT UNIQUE,
    checkout_url TEXT,
    state TEXT NOT NULL,
    failure TEXT,
    customer_ref TEXT,
    subscription_ref TEXT,
    charged BIGINT,
    charged_currency TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    settled_at BIGINT,
    page_ended_at BIGINT,
    seen_at BIGINT
);
CREATE INDEX payments_order ON payments (order_id, created_at);
-- Of two payments that could be paid for one order, one would be a double charge.
CREATE UNIQUE INDEX payments_one_open ON payments (order_id) WHERE state = 'open';
CREATE INDEX payments_open ON payments (created_at) WHERE state = 'open';
-- Customers and subscriptions are known by the provider's ids, beside the payments that were made for them or by them.
CREATE INDEX payments_customer ON payments (customer_ref) WHERE customer_ref IS NOT NULL;
CREATE INDEX payments_subscription ON payments (subscription_ref) WHERE subscription_ref IS NOT NULL;
CREATE INDEX payments_to_look_at ON payments (state) WHERE state IN ('quarantined', 'refund_due');

-- Ids under which providers' letters, dashboards and webhooks know a payment, beside those of its page, customer and
-- subscription: the charge (ch_), what was paid (pi_), the invoice (in_). A customer's charge may belong to several payments.
CREATE TABLE provider_ids (
    id TEXT NOT NULL,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    PRIMARY KEY (id, payment_id)
);

-- Which payment an idempotency key belongs to. Checked at commit, so that the key can be claimed before the payment
-- it names is written.
CREATE TABLE attempts (
    key_digest TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id) DEFERRABLE INITIALLY DEFERRED,
    created_at BIGINT NOT NULL
);

-- Webhook events that were received.
CREATE TABLE webhook_events (
    provider TEXT NOT NULL,
    event_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_events_received ON webhook_events (received_at);

-- One row per refund that was decided. `id` is our idempotency key at the provider, `reference` the provider's id once
-- it has answered; `state` is due, pending, done or failed. `otherwise` says in a person's words how the money of a refund
-- that the provider could not send reached the buyer instead.
CREATE TABLE refunds (
    id TEXT NOT NULL PRIMARY KEY,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    amount BIGINT NOT NULL,
    currency TEXT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,
    reference TEXT UNIQUE,
    failure TEXT,
    otherwise TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX refunds_payment ON refunds (payment_id, created_at);
-- Of two refunds of one payment under way at once, one would be money given away.
CREATE UNIQUE INDEX refunds_one_running ON refunds (payment_id) WHERE state = 'due' OR state = 'pending';
CREATE INDEX refunds_failed ON refunds (payment_id) WHERE state = 'failed';

-- Renewals that a buyer cancelled. The row is the request; a job passes it on to the provider, and notes when the
-- provider had it and when access ends. A buyer may take it back: that too is asked for first, and noted when the provider
-- had it. One that was taken back can be cancelled anew, in the next `round` of the same row.
CREATE TABLE cancellations (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payments (id),
    requested_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    ends_at BIGINT,
    round BIGINT NOT NULL,
    resume_requested_at BIGINT,
    resumed_at BIGINT
);

-- Changes of plan, in the order in which a buyer asked for them. `quote` is the plan as it was shown and agreed to; from
-- takes_effect_at on its renewal is what is charged. A job passes it on to the provider, and notes when the provider had it,
-- or that it was given up.
CREATE TABLE plan_changes (
    order_id TEXT NOT NULL REFERENCES orders (id),
    round BIGINT NOT NULL,
    payment_id TEXT NOT NULL REFERENCES payments (id),
    quote TEXT NOT NULL,
    takes_effect_at BIGINT NOT NULL,
    requested_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    refused_at BIGINT,
    PRIMARY KEY (order_id, round)
);

-- Delivery --------------------------------------------------------------------------------------------------------------

-- What the buyer got. One per order: this key is what makes a second delivery impossible.
CREATE TABLE deliveries (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    kind TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- eSIMs: one row for each order of data, from the moment its order at the supplier is prepared. Written before the
-- supplier is asked: whatever happens after that, the order there can be found by transaction_id.
-- `price` is what the supplier may take, in US dollars x 10000, of a daily package for a day; none means whatever it
-- costs. `volume_bytes` is that of a day when `daily` is 1. `asked_at` is the latest time the supplier was asked for it. The
-- activation code is a bearer secret: `sealed_code` holds it encrypted (`sealed_key` names the key, the order's id is bound
-- to it), `code_digest` and `iccid_digest` are keyed digests. A code that another order has was handed out before and must
-- never be again. `given_back` says whether an eSIM whose price was refunded was returned to the supplier: cancelled, kept
-- (a phone has installed it, or another order has it) or nothing (none was ever made).
CREATE TABLE esims (
    order_id TEXT NOT NULL PRIMARY KEY REFERENCES orders (id),
    transaction_id TEXT NOT NULL UNIQUE,
    package_code TEXT NOT NULL,
    price BIGINT,
    volume_bytes BIGINT NOT NULL,
    days BIGINT NOT NULL,
    daily BIGINT NOT NULL,
    state TEXT NOT NULL,
    failure TEXT,
    order_no TEXT UNIQUE,
    esim_tran_no TEXT UNIQUE,
    iccid_digest TEXT,
    code_digest TEXT UNIQUE,
    sealed_code TEXT,
    sealed_key TEXT,
    expires_at BIGINT,
    created_at BIGINT NOT NULL,
    asked_at BIGINT,
    accepted_at BIGINT,
    ready_at BIGINT,
    given_back TEXT,
    given_back_at BIGINT
);
CREATE INDEX esims_being_made ON esims (accepted_at) WHERE state = 'accepted';

-- Letters ---------------------------------------------------------------------------------------------------------------

-- Every letter, from the transaction that causes it until it went out. `subject` is the id of what the kind is about: an order,
-- a refund, a correction of an address, a challenge, a request or a deletion of an account. `number` is 1, or from 2 on that of
-- a copy. A letter that belongs to an order stays noted with it: `sent_at` is when it went out, `refused_at` when the mail server
-- said that it will never take it, `done_at` when no operator needed to look at that any more. The row of any other letter goes
-- with its sending. What a letter says is written when it is sent and never stored, so no code stands here.
CREATE TABLE letters (
    subject TEXT NOT NULL,
    kind TEXT NOT NULL,
    number BIGINT NOT NULL,
    order_id TEXT REFERENCES orders (id),
    asked_at BIGINT NOT NULL,
    message_id TEXT,
    sent_at BIGINT,
    refused_at BIGINT,
    refusal TEXT,
    done_at BIGINT,
    PRIMARY KEY (subject, kind, number)
);
CREATE INDEX letters_order ON letters (order_id);
CREATE INDEX letters_undeliverable ON letters (refused_at) WHERE refused_at IS NOT NULL AND done_at IS NULL;

-- Accounts --------------------------------------------------------------------------------------------------------------

-- Sign-in by a mailed code. Neither a code nor a link is stored: both follow from the server's key and the id of the
-- challenge. `browser` is the digest of the cookie that binds a challenge to a browser; `earlier_failures` are those of the
-- challenges that it replaces in the same browser. `device_id` names the trusted device that asked, whose wrong codes count by
-- themselves.
CREATE TABLE sign_in_challenges (
    id TEXT NOT NULL PRIMARY KEY,
    browser TEXT NOT NULL UNIQUE,
    email_canonical TEXT NOT NULL,
    language TEXT NOT NULL,
    tries BIGINT NOT NULL,
    earlier_failures BIGINT NOT NULL,
    device_id TEXT,
    link_sent_at BIGINT,
    ended_at BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX sign_in_challenges_email ON sign_in_challenges (email_canonical, created_at);
CREATE INDEX sign_in_challenges_created ON sign_in_challenges (created_at);

-- Requests for a letter with a code, whether or not anybody has an account with the address: to sign in, or to prove an address
-- that an account is to have. The limits on such letters are counted here, so that replicas share them; `address` and `network`
-- are where the request came from. Those of a trusted device count for it alone, so that strangers do not use up its owner's.
-- Rows are forgotten after two days.
CREATE TABLE mailed_code_requests (
    id TEXT NOT NULL PRIMARY KEY,
    email_canonical TEXT NOT NULL,
    device_id TEXT,
    address TEXT NOT NULL,
    network TEXT NOT NULL,
    asked_at BIGINT NOT NULL
);
CREATE INDEX mailed_code_requests_device ON mailed_code_requests (device_id, asked_at) WHERE device_id IS NOT NULL;
CREATE INDEX mailed_code_requests_email ON mailed_code_requests (email_canonical, asked_at);
CREATE INDEX mailed_code_requests_address ON mailed_code_requests (address, asked_at);
CREATE INDEX mailed_code_requests_network ON mailed_code_requests (network, asked_at);
CREATE INDEX mailed_code_requests_asked ON mailed_code_requests (asked_at);

-- Wrong codes that were mailed to an address: to sign in, or to prove it as another account's new address. No time lowers
-- them, no code that another browser typed right, and no change of address.
CREATE TABLE sign_in_failures (
    email_canonical TEXT NOT NULL PRIMARY KEY,
    failures BIGINT NOT NULL
);

-- Browsers that have signed in to an account, known by the digest of a cookie: what strangers use up does not keep them out.
-- `failures` are the wrong codes typed there since. A row is forgotten half a year after the latest sign-in.
CREATE TABLE trusted_devices (
    token_digest TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    email_canonical TEXT NOT NULL,
    failures BIGINT NOT NULL,
    trusted_at BIGINT NOT NULL
);
CREATE INDEX trusted_devices_email ON trusted_devices (email_canonical, trusted_at);
CREATE INDEX trusted_devices_trusted ON trusted_devices (trusted_at);

CREATE TABLE sessions (
    token_digest TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    email_canonical TEXT NOT NULL,
    device TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_email ON sessions (email_canonical, created_at);
CREATE INDEX sessions_created ON sessions (created_at);

-- Accounts that are to have another address. Codes to both addresses follow from the id; `ended_at` says that they are used
-- or replaced, `moved_at` that the orders have the new address. `device_id` is as in sign_in_challenges. Rows are forgotten
-- after two days.
CREATE TABLE account_email_changes (
    id TEXT NOT NULL PRIMARY KEY,
    email_canonical TEXT NOT NULL,
    old_email TEXT NOT NULL,
    new_email TEXT NOT NULL,
    language TEXT NOT NULL,
    session_id TEXT NOT NULL,
    device_id TEXT,
    tries BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    moved_at BIGINT
);
CREATE INDEX account_email_changes_account ON account_email_changes (email_canonical, created_at);

-- Accounts that were deleted. `email_canonical` stands here until everything that follows is done: the letter, and the end
-- of every renewal.
CREATE TABLE account_deletions (
    id TEXT NOT NULL PRIMARY KEY,
    email_canonical TEXT,
    requested_at BIGINT NOT NULL,
    done_at BIGINT
);

-- Visitors --------------------------------------------------------------------------------------------------------------

-- Who joined through the wizard: one row per address, as it was first given. `address` is the form under which two
-- addresses are the same mailbox. `consent` is the sentence that was shown beside the button.
CREATE TABLE leads (
    address TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL,
    device TEXT NOT NULL,
    reasons TEXT NOT NULL,
    streaming_service TEXT,
    language TEXT NOT NULL,
    consent TEXT NOT NULL,
    joined_at BIGINT NOT NULL
);

-- What a visitor who agreed to it did, until it is forwarded: one row an event. `visitor` is a digest of the consent cookie.
-- A purchase waits here from its checkout until the order is paid; its amount is read from the order.
CREATE TABLE events (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    event_id TEXT NOT NULL,
    visitor TEXT NOT NULL,
    order_id TEXT,
    page TEXT,
    product_id TEXT,
    currency TEXT,
    amount BIGINT,
    fb_params TEXT,
    created_at BIGINT NOT NULL,
    forwarded_at BIGINT,
    UNIQUE (name, event_id)
);
CREATE INDEX events_visitor ON events (visitor);
CREATE INDEX events_order ON events (order_id);
CREATE INDEX events_created ON events (created_at);

-- The server itself -----------------------------------------------------------------------------------------------------

-- Work for later. The lane names the outside system that the job depends on, and the queue it waits in. A job that is asked
-- for again while it runs is not lost: again_at makes it run once more.
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    lane TEXT NOT NULL,
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
CREATE INDEX jobs_due ON jobs (lane, due_at, id);

-- What operators changed, and what they were refused. `customer` is a keyed digest of an address: no address stands here in
-- clear text. `order_number` refers to nothing, because unpaid orders are deleted before their acts.
CREATE TABLE operator_acts (
    id TEXT NOT NULL PRIMARY KEY,
    acted_at BIGINT NOT NULL,
    operator TEXT NOT NULL,
    command TEXT NOT NULL,
    order_number TEXT,
    customer TEXT,
    outcome TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE INDEX operator_acts_acted ON operator_acts (acted_at);

-- How often something was done, where servers share the count: wrong discount codes, and what accounts depend on. `client`
-- is a keyed digest of an address, network, cookie or e-mail; the window began at `began_at`.
CREATE TABLE limit_counts (
    rule TEXT NOT NULL,
    client TEXT NOT NULL,
    began_at BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (rule, client)
);
CREATE INDEX limit_counts_began ON limit_counts (began_at);

-- Shows that the database takes what is written: one row that is written again and again, and one that never stays.
CREATE TABLE readiness (
    id BIGINT NOT NULL PRIMARY KEY,
    proven_at BIGINT NOT NULL,
    filling TEXT NOT NULL
);
